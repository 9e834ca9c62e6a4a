// Rankings: which hand is strongest in each game, high or low. A ranking is a row of data that Python also reads.
//
// The score of five cards is made of its category and then its ranks, the most frequent first. For low games it is
// subtracted from a constant. `best` compares all choices of cards, at 20 to 50 ns each; evaluator.hpp is faster for
// hold'em.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "poker/cards/cards.hpp"
#include "poker/cards/kev_tables.hpp"

namespace facevalue::poker {

struct Ranking;
using ScoreFunction = std::uint32_t (*)(const Ranking& ranking, Cards cards);

inline constexpr int NO_WHEEL = -1;

// One way to rank hands.
struct Ranking {
    std::string_view name;
    ScoreFunction score;                     // 0: the cards do not qualify as a hand
    int cards = 5;                           // how many play
    bool has_smaller_hands = false;          // fewer cards also make a hand
    bool is_low = false;                     // the lowest hand wins
    bool is_ace_low = false;                 // the ace is below the two
    bool has_sequences = true;               // straights and flushes count
    int wheel_top = 3;                       // the top rank of the straight in which the ace is low, or NO_WHEEL
    bool is_flush_above_full_house = false;  // as in a short deck, which has fewer flushes than full houses
    Ranks allowed_ranks = ALL_RANKS;         // of a hand that qualifies; bit 0 is the ace if it is low
    bool has_no_pair = false;                // a hand with a pair does not qualify
};

// All rankings: high, short, low-a5, low-8, low-27 and badugi.
std::span<const Ranking> rankings();

// The ranking with this name, or nullptr.
const Ranking* ranking_of(std::string_view name);

// The category of a hand with this score in the ranking high or short.
Category category_of_score(const Ranking& ranking, std::uint32_t score);

inline constexpr std::array<std::string_view, CATEGORIES> CATEGORY_NAMES{
    "Straight Flush",  "Four of a Kind", "Full House", "Flush",    "Straight",
    "Three of a Kind", "Two Pair",       "One Pair",   "High Card"};
inline constexpr std::string_view name_of(Category category) {
    return CATEGORY_NAMES[static_cast<std::size_t>(category)];
}
// All of them in the ranking high or short, the best first.
std::array<Category, CATEGORIES> categories_in_order(const Ranking& ranking);

struct Played {
    std::uint32_t score;  // higher is stronger; comparable within one ranking
    Cards cards;          // the cards that play
};

// The strongest hand that `from_hole` cards of the hole and the rest of the board make, or any of both when it is 0.
// Nothing when no hand qualifies, or when there are more than 16 cards, or fewer than a hand needs.
std::optional<Played> best(const Ranking& ranking, Cards hole, Cards board, int from_hole);

}  // namespace facevalue::poker
