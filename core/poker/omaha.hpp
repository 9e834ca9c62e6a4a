// Omaha: who wins how often with four, five or six hole cards, of which exactly two play, exactly.
//
// For: 2 to 10 known hands and any board; high, or high and low (eight or better). Not for: ranges (simulate.hpp).
// Method: a table for each hand says what the best two of its cards make with each three cards of the board; a board is
// worth the best of its ten threes (omaha_lanes.hpp). A second table does the same for low.
// Cost: 0.7 ms from the deal for two hands (1,086,008 boards), four times that with low; memory 120 KB a hand.
// Threads: everything may be called from several; `workers` is how many a call starts itself.
#pragma once

#include <optional>
#include <vector>

#include "boards.hpp"
#include "cards.hpp"
#include "machine.hpp"
#include "shares.hpp"
#include "work/pulse.hpp"

namespace facevalue {

inline constexpr int LEAST_HOLE = 4, MOST_HOLE = 6;

// Whether these are 2 to 10 hands of 4 to 6 cards, and up to five of the board.
bool is_omaha(const std::vector<Cards>& hands, Cards board, Cards dead);

// All boards that hold `board` and no card of `dead`; none if a card comes twice, or if there are not enough. Nothing
// if stopped, or if it is no game (is_omaha).
std::optional<Pots> omaha(const std::vector<Cards>& hands, Cards board, Cards dead, bool low, std::size_t workers,
                          const Stop& stop, const Lanes& lanes = chosen_lanes());

// What two cards of the hole and three of the board are worth for low: greater is stronger, 0 where they do not
// qualify. Both sides are given by low_ranks.
inline constexpr std::int16_t LOW_END = 256;
inline constexpr std::int16_t low_score(unsigned own, unsigned shared) {
    return own != 0 && shared != 0 && (own & shared) == 0 ? static_cast<std::int16_t>(LOW_END - (own | shared)) : 0;
}

// The ranks ace (bit 0) to eight of so many cards; none where some are higher or the same.
unsigned low_ranks(Cards cards);

}  // namespace facevalue
