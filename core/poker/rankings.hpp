// Rankings: which hand is strongest under the rules of each game, high and low.
//
// For: Omaha, short deck, razz, deuce to seven, badugi, and every game where the rules say how many hole cards play:
// all choices of cards are compared. Not for: many hold'em hands (evaluator.hpp).
// Method: the score of five cards is a number made of its category and then its ranks, the most frequent first. For low
// games the number is subtracted from a constant. A ranking is a row of data (RANKINGS), which Python reads too.
// Cost: about 20 ns for each five cards under "high", 50 ns under the others; 3 to 8 us for Omaha with six cards.
// Threads may call everything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cards.hpp"

namespace facevalue::poker {

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

}  // namespace facevalue::poker
