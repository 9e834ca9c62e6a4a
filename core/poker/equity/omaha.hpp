// Exact equity of known Omaha hands with four, five or six hole cards, of which exactly two play; high or hi-lo.
//
// A table for each hand contains the best value that two of its cards make with each three board cards; a hand's value
// on a board is the best of its ten threes (omaha_simd.hpp). Two hands before the flop take 0.7 ms, four times that
// with low.
#pragma once

#include <optional>
#include <vector>

#include "poker/cards/cards.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/cards/pot_counts.hpp"
#include "poker/lanes/simd.hpp"
#include "work/machine.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// Are these 2 to 10 hands of 4 to 6 cards, and up to five of the board?
bool is_omaha_deal(const std::vector<Cards>& hands, Cards board, Cards dead);

// Over all boards with `board` and without `dead`; no boards if a card occurs twice or there are not enough cards.
// Nothing if stopped, or without is_omaha_deal.
std::optional<PotCounts> walk_omaha(const std::vector<Cards>& hands, Cards board, Cards dead, bool low,
                                    std::size_t workers, const Stop& stop,
                                    const SimdKernels& kernels = chosen_lanes<SimdKernels>());

// The low score of two hole cards and three board cards, both given by low_ranks: higher is stronger, 0 does not
// qualify.
inline constexpr std::int16_t LOW_END = 256;
inline constexpr std::int16_t low_score(unsigned own, unsigned shared) {
    return own != 0 && shared != 0 && (own & shared) == 0 ? static_cast<std::int16_t>(LOW_END - (own | shared)) : 0;
}

// The ranks of cards from ace (bit 0) to eight; 0 if some are higher or equal.
unsigned low_ranks(Cards cards);

}  // namespace facevalue::poker
