// Outs: the next board cards that improve a hand, or with which it beats other hands: 2 us for a hold'em hand on a
// flop. Hands of several ranges that can be dealt together are found by backtracking, which remembers the cards with
// which it failed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "poker/cards/cards.hpp"
#include "poker/evaluate/rankings.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// A hand and the board so far. `from_hole` as in `best`. The ranking is high or short, unless hands are compared.
struct Draw {
    const Ranking* ranking;
    Cards hand, board;
    int from_hole;
    Cards wilds = 0, missing = 0;  // as of a game (game_cards.hpp)
};

// Which of the cards lift the category of the hand above the category of the new board alone, and also lift it by more
// than they lift the board, or pair a hole card.
Cards improving_cards(const Draw& draw, Cards cards);

// Which cards win, among those with which hands of all rivals can be dealt.
struct WinningCards {
    Cards found, possible;
};

// How many hands are compared to find those that can be dealt together.
inline constexpr std::uint64_t MOST_STEPS_TO_FIT = 1'000'000'000;

// The cards that make the hand beat every hand that a rival may then have. Rivals have one of their hands each, and no
// two of them share a card. Nothing if it takes more steps than that to find hands that can be dealt together.
// After a stop the result is invalid.
std::optional<WinningCards> winning_cards(const Draw& draw, std::span<const std::vector<Cards>> rivals, Cards cards,
                                          const Stop& stop);

}  // namespace facevalue::poker
