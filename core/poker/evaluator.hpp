// Evaluator: what hands of 5, 6 or 7 cards are worth: Cactus Kev's value, 1 (royal flush, the best) to 7462.
//
// For: one hand, arrays of hands, and counting all hands there are. Not for: other orders of hands, or hands where the
// rules say which cards may play (rankings.hpp).
// Method: parts.hpp tells a hand's value, lanes.hpp does so for many hands at once. The machine is asked once which
// vectors it has; the environment variable FACEVALUE_LANES names a narrower way (`plain`, `avx2`) to check them.
// Cost: about 10 ns for one hand, 1 to 3 ns each for many, one thread.
// Threads: everything may be called from several; `workers` is how many a call starts itself.
#pragma once

#include <array>
#include <cstddef>

#include "cards.hpp"
#include "machine.hpp"
#include "parts.hpp"
#include "work/pulse.hpp"

namespace facevalue {

// The value of a hand, or 0 if the cards are no 5, 6 or 7 cards of the deck.
std::uint16_t hand_value(Cards cards);

inline constexpr std::ptrdiff_t ALL_GOOD = -1;

// `lanes` is the way to run.

// Writes the values of `count` rows of 5, 6 or 7 ids. Answers the first row with an id beyond the deck or a card that
// comes twice, else ALL_GOOD.
std::ptrdiff_t evaluate_ids(const std::uint8_t* rows, std::size_t count, std::size_t cards, std::uint16_t* values,
                            std::size_t workers, const Stop& stop, const Lanes& lanes = chosen_lanes());

// The same for rows that are Cards; a bad row is one that hand_value answers with 0.
std::ptrdiff_t evaluate_masks(const Cards* rows, std::size_t count, std::uint16_t* values, std::size_t workers,
                              const Stop& stop, const Lanes& lanes = chosen_lanes());

// How many hands of 5, 6 or 7 of the deck's cards are of each Category: all are looked at. The deck has the ranks from
// `lowest` up, and the ace stands below it in a straight.
std::array<std::uint64_t, CATEGORIES> count_categories(int cards, int lowest, std::size_t workers, const Stop& stop,
                                                       const Lanes& lanes = chosen_lanes());

}  // namespace facevalue
