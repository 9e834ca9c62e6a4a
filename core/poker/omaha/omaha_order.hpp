// The starting hands of Omaha with four or five cards, ordered by how often they win against a random hand. Hands that
// differ only by a renaming of suits are one starting hand.
//
// `python -m tests.tables.omaha_order` computes the places of the starting hands (omaha_points.hpp). Making an order
// takes about 20 ms for four cards, and for five 0.4 s and 65 MB, of which it keeps 21.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "poker/notation/scanner.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr int MOST_ORDERED = 5;  // cards of the hands that have an order

// How many starting hands of four or five cards there are, and how many bytes a place has.
inline constexpr std::size_t omaha_starting_hands(int cards) { return cards == LEAST_HOLE ? 16'432 : 134'459; }
inline constexpr std::size_t omaha_place_bytes(int cards) { return cards == LEAST_HOLE ? 2 : 3; }

struct OmahaOrder {
    std::vector<Cards> hands;         // the best first
    std::vector<std::uint32_t> ends;  // the place after the last hand of each starting hand

    // The hands between two shares of all hands. A starting hand is included if its last hand is above the lower share
    // and within the upper one.
    std::span<const Cards> best(const Share& low, const Share& high) const;
};

// The order of hands of 4 to MOST_ORDERED cards. `places` are the places of the starting hands, 0 for the best, by
// ascending canonical mask: first the lowest byte of each place, last the highest. After a stop the result is invalid.
OmahaOrder omaha_order(int cards, std::span<const std::uint8_t> places, const Stop& stop);

// Why there is no order of hands of so many cards, for "percentages" or "percentiles".
std::string no_omaha_order(std::string_view what, int cards);

}  // namespace facevalue::poker
