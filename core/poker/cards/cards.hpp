// Cards and sets of cards as bits.
//
// A card id is rank * 4 + suit: ranks 2..A are 0..12, suits c d h s are 0..3. A set of cards (Cards) is a 64-bit mask
// with bit 13 * suit + rank.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "work/platform.hpp"

namespace facevalue::poker {

using Cards = std::uint64_t;  // bit 13 * suit + rank
using Ranks = std::uint32_t;  // bit rank

inline constexpr int RANKS = 13;
inline constexpr int SUITS = 4;
inline constexpr int DECK = RANKS * SUITS;
inline constexpr Ranks ALL_RANKS = (1U << RANKS) - 1;
inline constexpr int MOST_JOKERS = 2;  // of a deck: the bits and ids from 52 up
inline constexpr Cards FULL_DECK = (Cards{1} << DECK) - 1;
inline constexpr std::size_t HOLDEM_HANDS = DECK * (DECK - 1) / 2;
inline constexpr int LEAST_HOLE = 4, MOST_HOLE = 6;  // in Omaha
inline constexpr int ACE = RANKS - 1;
inline constexpr int FLOP = 3;                         // cards of the board that come at once
inline constexpr int LEAST_CARDS = 5, MOST_CARDS = 7;  // of a hand

inline constexpr Cards card(int rank, int suit) { return Cards{1} << (RANKS * suit + rank); }
inline constexpr Ranks ranks_of_suit(Cards cards, int suit) {
    return static_cast<Ranks>(cards >> (RANKS * suit)) & ALL_RANKS;
}
// So many jokers, of which some are dealt already: the bits from 52 up.
inline constexpr Cards jokers_from(int dealt, int count) { return ((Cards{1} << count) - 1) << (DECK + dealt); }
inline constexpr int size(Cards cards) { return std::popcount(cards); }
inline constexpr bool is_hand(Cards cards) {
    const int count = size(cards);
    return cards <= FULL_DECK && count >= LEAST_CARDS && count <= MOST_CARDS;
}
template <class Bits>
inline constexpr Bits without_lowest(Bits bits) {
    return bits & (bits - 1);
}

// The same cards with 16 bits for each suit, as vectors need them: bit 16 * suit + rank.
inline constexpr Cards spaced(Cards cards) {
    Cards by_suit = 0;
    for (int suit = 0; suit < SUITS; ++suit) by_suit |= Cards{ranks_of_suit(cards, suit)} << 16 * suit;
    return by_suit;
}

// The ranks of the cards, each once.
inline constexpr Ranks ranks_of(Cards cards) {
    return ranks_of_suit(cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS, 0);
}
// The same ranks with the ace as bit 0, below the two.
inline constexpr Ranks ace_low(Ranks ranks) { return ((ranks << 1) | (ranks >> (RANKS - 1))) & ALL_RANKS; }
inline constexpr Ranks EIGHT_OR_LOWER = 0b1111'1111;  // ace to eight, with the ace low

}  // namespace facevalue::poker
