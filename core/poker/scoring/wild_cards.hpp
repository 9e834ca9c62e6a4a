// Wild cards: the best hand of cards of which some count as any card.
//
// A wild card counts as any card of the deck that is not in the hand or on the board. It also makes five of a kind,
// which beats a straight flush: then one card of the hand counts twice. patterns.hpp finds the hand in 0.3 to 3 us for
// any number of wild cards, or for each choice of cards if exactly some hole cards play. In badugi, which has smaller
// hands, all ways to fill a hand are tried. The short version is `best_with_wild_cards` in tests/oracles/poker.py.
#pragma once

#include <memory>
#include <optional>

#include "poker/evaluate/rankings.hpp"
#include "poker/scoring/strategy.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// The wild cards of a game, of which jokers are the bits from 52 up, and the cards that its deck does not have.
struct WildCards {
    int from_hole;  // as in `best`
    Cards wilds, missing;
};

// The score of the best hand, and its cards, with what wild cards count as: the highest suits that the hand lacks.
// Nothing if no hand qualifies. After a stop the result is invalid.
std::optional<Played> best_with_wild_cards(const Ranking& ranking, Cards hole, Cards board, const WildCards& game,
                                           const Stop& stop);

// The same for many hands.
std::unique_ptr<Strategy> score_with_wild_cards(const Ranking& ranking, const WildCards& game);

}  // namespace facevalue::poker
