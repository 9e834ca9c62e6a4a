// The 16,432 starting hands of Omaha, ordered by how often they win against four random cards. Hands that differ only
// by a renaming of suits are one starting hand.
//
// The points of each starting hand, in the order of their canonical masks, are counted by
// `python -m tests.tables.omaha_order`. Making the order takes about 20 ms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "poker/notation/scanner.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t OMAHA_ORDER_HANDS = 270'725, OMAHA_STARTING_HANDS = 16'432;

struct OmahaOrder {
    std::vector<Cards> hands;         // the best first
    std::vector<std::uint32_t> ends;  // the place after the last hand of each starting hand

    // The hands between two shares of all hands. A starting hand is included if its last hand is above the lower share
    // and within the upper one.
    std::span<const Cards> best(const Share& low, const Share& high) const;
};

// Points of each starting hand; more are better. After a stop the result is invalid.
OmahaOrder omaha_order(std::span<const std::uint64_t> points, const Stop& stop);

}  // namespace facevalue::poker
