// Who wins between known hold'em hands before the flop, exactly, without walking the boards, such as 1,712,304 of two
// hands: 0.03 ms for two, 0.05 ms for three.
//
// The ranks of a board form 6175 patterns. A table has the value of two hole ranks with each pattern, without flushes;
// a pattern counts as often as the remaining cards can make it. Then the boards with a flush are corrected, for each
// suit and each set of three to five of its ranks. The tables take up to 8 MB for each deck, and a few milliseconds at
// first use. Threads may share everything.
// A short version in Python, with the same result: match_up in tests/oracles/readable.py.
#pragma once

#include <cstdint>
#include <span>

#include "poker/cards/cards.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/cards/kev_tables.hpp"
#include "poker/cards/pot_counts.hpp"

namespace facevalue::poker {

inline constexpr std::uint32_t MATCHUP_BOARDS = static_cast<std::uint32_t>(choose(DECK - 4, BOARD));
static_assert(MATCHUP_BOARDS == 1'712'304);

// On how many boards the hero wins and on how many both share.
struct Matchup {
    std::uint32_t wins = 0, ties = 0;
    friend bool operator==(const Matchup&, const Matchup&) = default;
};

// Of 2 to 10 hands of two cards; no card of them or of the dead ones, which can never come, is there twice. For a short
// deck, the dead cards include those below six.
SetCounts count_before_flop(std::span<const Cards> hands, Cards dead, HandOrder order = high_order());

// For two hands of two cards of the deck, all four different. A short deck has 201,376 boards.
Matchup matchup(Cards hero, Cards villain, HandOrder order = high_order());

}  // namespace facevalue::poker
