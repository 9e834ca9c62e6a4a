// Cards up to a renaming of suits: strategies are the same for all hands and boards that a renaming turns into each
// other.
//
// Of the 24 renamings, the result is the one with the largest mask of the hand, then of the flop, and so on. It is
// found by sorting the four suits by their ranks in the hand, then in the flop, and so on: 10 ns. Short version:
// `rename` in tests/oracles/readable.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "poker/cards/cards.hpp"
#include "work/sorting.hpp"

namespace facevalue::poker {

// The cards of each place in the largest renaming, the most significant place first. At most four places, because the
// ranks of a suit in all of them are one number.
template <std::size_t PLACES>
std::array<Cards, PLACES> canonical(const std::array<Cards, PLACES>& places) {
    static_assert(PLACES * RANKS <= 64);
    std::array<std::uint64_t, SUITS> suits{};
    for (int suit = 0; suit < SUITS; ++suit)
        for (const Cards cards : places)
            suits[static_cast<std::size_t>(suit)] =
                suits[static_cast<std::size_t>(suit)] << RANKS | ranks_of_suit(cards, suit);
    sort_items(suits);
    std::array<Cards, PLACES> renamed{};
    for (std::size_t place = PLACES; place-- > 0;)
        for (std::size_t suit = 0; suit < SUITS; ++suit) {
            renamed[place] |= (suits[suit] & ALL_RANKS) << RANKS * suit;
            suits[suit] >>= RANKS;
        }
    return renamed;
}

}  // namespace facevalue::poker
