// How much each Omaha hand of four cards wins against all others on given boards: for the order of starting hands.
//
// On a board, all 178,365 hands are scored and visited from the worst to the best. The hands below a hand that share no
// card with it are counted by inclusion and exclusion over its cards: how many hands below contain each set of one, two
// or three cards. About 4 ms a board, so the 134,459 boards that differ by more than their suits take ten minutes of
// one thread. The points are exact. `python -m tests.tables.omaha_order` writes the order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "poker/cards/cards.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t OMAHA_HANDS = 270'725;

// A board of five cards, and how often it counts.
struct WeightedBoard {
    Cards board;
    std::uint64_t weight;
};

// For each hand, in the order of its bits as a number: the sum over all boards and rivals of 2 for a win and 1 for a
// tie. Nothing if stopped.
std::optional<std::vector<std::uint64_t>> omaha_points(std::span<const WeightedBoard> boards, std::size_t workers,
                                                       const Stop& stop);

}  // namespace facevalue::poker
