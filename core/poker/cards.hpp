// Cards and sets of cards as bits.
//
// A card id is rank * 4 + suit: ranks 2..A are 0..12, suits c d h s are 0..3. A set of cards (Cards) is a 64-bit mask
// with bit 13 * suit + rank.
#pragma once

#include <bit>
#include <cstdint>

namespace facevalue::poker {

using Cards = std::uint64_t;  // bit 13 * suit + rank
using Ranks = std::uint32_t;  // bit rank

inline constexpr int RANKS = 13;
inline constexpr int SUITS = 4;
inline constexpr int DECK = RANKS * SUITS;
inline constexpr Ranks ALL_RANKS = (1U << RANKS) - 1;
inline constexpr Cards FULL_DECK = (Cards{1} << DECK) - 1;
inline constexpr int LEAST_CARDS = 5, MOST_CARDS = 7;  // of a hand

inline constexpr Cards card(int rank, int suit) { return Cards{1} << (RANKS * suit + rank); }
inline constexpr Ranks ranks_of_suit(Cards cards, int suit) {
    return static_cast<Ranks>(cards >> (RANKS * suit)) & ALL_RANKS;
}
inline constexpr int size(Cards cards) { return std::popcount(cards); }
inline constexpr bool is_hand(Cards cards) {
    const int count = size(cards);
    return cards <= FULL_DECK && count >= LEAST_CARDS && count <= MOST_CARDS;
}
inline constexpr Cards without_lowest(Cards cards) { return cards & (cards - 1); }

}  // namespace facevalue::poker
