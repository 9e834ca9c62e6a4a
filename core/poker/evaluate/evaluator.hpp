// Evaluator: Cactus Kev's value of hands of 5, 6 or 7 cards, from 1 (royal flush, the best) to 7462.
//
// kev_tables.hpp evaluates one hand (about 10 ns), simd.hpp many at once (1 to 3 ns each).
#pragma once

#include <array>
#include <cstddef>

#include "poker/cards/cards.hpp"
#include "poker/cards/kev_tables.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker/lanes/simd.hpp"
#include "work/machine.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// The value of a hand, or 0 if the cards are not 5, 6 or 7 cards of the deck.
std::uint16_t hand_value(Cards cards);

inline constexpr std::ptrdiff_t ALL_GOOD = -1;

// Writes the values of `count` rows of 5, 6 or 7 ids. Returns the first row with an invalid id or a repeated card, else
// ALL_GOOD.
std::ptrdiff_t evaluate_ids(const std::uint8_t* rows, std::size_t count, std::size_t cards, std::uint16_t* values,
                            std::size_t workers, const Stop& stop,
                            const SimdKernels& kernels = chosen_lanes<SimdKernels>());

// The same for rows of Cards; a row is bad if its hand_value is 0.
std::ptrdiff_t evaluate_masks(const Cards* rows, std::size_t count, std::uint16_t* values, std::size_t workers,
                              const Stop& stop, const SimdKernels& kernels = chosen_lanes<SimdKernels>());

// How many hands of 5, 6 or 7 cards are in each Category, by evaluating all. The deck has the ranks from `lowest` up,
// and the ace is below `lowest` in a straight.
std::array<std::uint64_t, CATEGORIES> count_categories(int cards, int lowest, std::size_t workers, const Stop& stop,
                                                       const SimdKernels& kernels = chosen_lanes<SimdKernels>());

}  // namespace facevalue::poker
