// The 169 starting hands of hold'em, and the 81 of short deck, in the order of their strength.
//
// A deck has DECK cards or SHORT_DECK.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "poker/cards/kev_tables.hpp"
#include "poker/holdem/hand_weights.hpp"
#include "poker/notation/scanner.hpp"

namespace facevalue::poker {

// "AA", "AKs", "AKo" of a place in the grid.
std::string starting_hand_name(std::size_t place);
// The places in the grid, the best first.
std::span<const std::uint8_t> best_starting_hands(int deck = DECK);
// How many hands a starting hand has.
inline constexpr std::uint64_t starting_hand_size(std::size_t place) {
    const std::size_t row = place / RANKS, column = place % RANKS;
    return row == column ? 6 : row < column ? 4 : 12;
}
// The hands between two shares of all hands in order. A starting hand is included if its last hand is above the lower
// share and within the upper one.
HandSet best_hands(const Share& low, const Share& high, int deck = DECK);

}  // namespace facevalue::poker
