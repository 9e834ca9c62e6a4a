// Rankings: which hand is the strongest under the orders that games use, high and low.
//
// For: Omaha, short deck, razz, deuce to seven, badugi, and any game where the rules say which cards may play: all
// choices of cards are looked at. Not for: many hands of hold'em (evaluator.hpp).
// Method: a hand of five is worth a number: its category, then its ranks, those that come oftener first. A low game
// turns the number round. A ranking is a row of data: ROWS in rankings.cpp.
// Cost: about 20 ns for each five cards under "high", 50 under the others: 3 to 8 microseconds for Omaha with six
// cards. Threads may call it freely.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cards.hpp"

namespace facevalue {

struct Ranking;

// The row of this name: high, short, low-a5, low-8, low-27 or badugi; nullptr for any other name.
const Ranking* ranking_of(std::string_view name);

std::string_view name_of(const Ranking& ranking);

struct Played {
    std::uint32_t score;  // greater is stronger; comparable within one ranking
    Cards cards;          // those that play
};

// The strongest hand that `from_hole` cards of the hole and the rest of the board make, or any of both when it is 0.
// Nothing when no hand qualifies, or when there are more than 16 cards, or fewer than a hand needs.
std::optional<Played> best(const Ranking& ranking, Cards hole, Cards board, int from_hole);

}  // namespace facevalue
