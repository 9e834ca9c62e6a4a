// The 169 starting hands of hold'em in the order of their strength.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "poker/holdem/hand_weights.hpp"
#include "poker/notation/scanner.hpp"

namespace facevalue::poker {

// "AA", "AKs", "AKo" of a place in the grid.
std::string starting_hand_name(std::size_t place);
// The places in the grid, the best first.
const std::array<std::uint8_t, STARTING_HANDS>& best_starting_hands();
// The hands between two shares of all hands in order. A starting hand is included if its last hand is above the lower
// share and within the upper one.
HandSet best_hands(const Share& low, const Share& high);

}  // namespace facevalue::poker
