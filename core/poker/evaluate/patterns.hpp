// Patterns: the best hand of any number of cards, also with wild cards and repeated cards, by what each hand needs.
//
// For each category from the best to the worst, and for its ranks from the best, it is counted how many cards are
// lacking; the first hand that lacks no more cards than there are wild cards is the best. That takes 0.2 to 2 us, also
// for a whole deck. A wild card counts as any card of the deck that is not in the hand, but also makes five of a kind,
// which beats a straight flush; from several decks it counts as any card. Slow versions that try all cards:
// `best_with_wild_cards` in tests/oracles/poker.py and tests/poker/wild/several_decks.py. For rankings without smaller
// hands, so not for badugi. Threads may share everything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "poker/evaluate/rankings.hpp"

namespace facevalue::poker {

// Cards of one deck, and how many wild cards there are.
struct HeldCards {
    Cards natural = 0;  // without the wild cards
    int wild = 0;
    Cards missing = 0;  // from the deck: wild cards cannot count as these
};

// The best hand, and what wild cards count as; nothing if no hand qualifies or there are too few cards.
std::optional<Played> best_pattern(const Ranking& ranking, const HeldCards& held);

// How often each card is in a hand of several decks: by suit, and then by rank.
using Copies = std::array<std::array<std::uint8_t, RANKS>, SUITS>;
// The score of the best hand of several decks, by its worth also under the ranking high; 0 if no hand qualifies.
std::uint32_t best_of_copies(const Ranking& ranking, const Copies& copies, int wild, Cards missing);

}  // namespace facevalue::poker
