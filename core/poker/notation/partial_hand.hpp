// Hands of which cards are hidden, as people write them: "A? ?", "Ah xx", "? ?", and in Omaha "A? Kh ? ?".
//
// Spaces separate the cards, and at least one is wholly unknown: ?, ??, x or xx in any case. Of others the suit may be
// unknown: "A?", "Ax" or "A". Without such a card, items follow each other: "Ax Kx" are hands with an ace or a king.
#pragma once

#include <cstddef>
#include <vector>

#include "poker/notation/scanner.hpp"

namespace facevalue::poker {

// A card, the rank of one, or neither.
struct PartialCard {
    int card = -1, rank = -1;

    bool is_unknown() const { return card < 0 && rank < 0; }
};

// The cards of a hand of this size at a place, and the place after it; NONE if it is not one.
std::size_t partial_hand_at(const Scanner& scanner, std::size_t place, int size, std::vector<PartialCard>& cards);

}  // namespace facevalue::poker
