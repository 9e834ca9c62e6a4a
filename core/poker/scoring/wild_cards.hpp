// Wild cards: finds the best hand by trying all cards.
//
// A wild card counts as any card of the deck that is not in the hand or on the board, so a hand never has a card twice,
// and hands rank as without wild cards. With n wild cards there are up to C(51, n) ways to fill a hand: 1,326 for two
// of them take 10 us, and five, the most that can play, take a tenth of a second. The short version is
// `best_with_wild_cards` in tests/oracles/poker.py.
#pragma once

#include <optional>

#include "poker/evaluate/rankings.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// The score of the best hand, and its cards, with what wild cards count as; among equals, the highest
// cards win. `cards` are the hand and the board; jokers are the bits from 52 up, and wild. Nothing if no hand
// qualifies. After a stop the result is invalid.
std::optional<Played> best_with_wild_cards(const Ranking& ranking, Cards cards, Cards wild_cards, Cards missing,
                                           const Stop& stop);

}  // namespace facevalue::poker
