// Rankings: which hand is strongest in each game, high or low. A ranking is a row of data that Python also reads.
//
// The score of a hand is made of its category and then its ranks, the most frequent first. For low games it is
// subtracted from a constant. `best` compares all choices of up to seven cards, at 20 to 50 ns each, and finds the hand
// of more cards by its pattern (patterns.hpp); evaluator.hpp is faster for hold'em.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "poker/cards/cards.hpp"
#include "poker/cards/kev_tables.hpp"

namespace facevalue::poker {

struct Ranking;
using ScoreFunction = std::uint32_t (*)(const Ranking& ranking, Cards cards);

inline constexpr int NO_WHEEL = -1;
inline constexpr int LARGEST_HAND = 5;  // the most cards that play

// The categories of high hands, the best first.
inline constexpr std::array<Category, CATEGORIES> USUAL_ORDER{
    Category::StraightFlush, Category::FourOfAKind, Category::FullHouse, Category::Flush,   Category::Straight,
    Category::ThreeOfAKind,  Category::TwoPair,     Category::OnePair,   Category::HighCard};

// One way to rank hands.
struct Ranking {
    std::string_view name;
    ScoreFunction score;              // 0: the cards do not qualify as a hand
    int cards = 5;                    // how many play
    bool has_smaller_hands = false;   // fewer cards also make a hand
    bool is_low = false;              // the lowest hand wins
    bool is_ace_low = false;          // the ace is below the two
    bool has_sequences = true;        // straights and flushes count
    int wheel_top = 3;                // the top rank of the straight in which the ace is low, or NO_WHEEL
    Ranks allowed_ranks = ALL_RANKS;  // of a hand that qualifies; bit 0 is the ace if it is low
    bool has_no_pair = false;         // a hand with a pair does not qualify
    std::span<const Category> categories = USUAL_ORDER;  // the best first, without five of a kind, which beats all

    // The place of a category among them, 0 for the best.
    std::size_t place(Category category) const {
        return static_cast<std::size_t>(std::ranges::find(categories, category) - categories.begin());
    }
    // Do several cards of one rank make a hand stronger, and is it always one of these categories?
    bool has_categories() const { return !is_low; }
    // Can wild cards or several decks make five of a kind?
    bool has_five_of_a_kind() const { return cards == LARGEST_HAND; }
};

// All rankings: high, short, three-card, four-card, low-a5, low-8, low-27, badugi and badugi-27.
std::span<const Ranking> rankings();

// The ranking with this name, or nullptr.
const Ranking* ranking_of(std::string_view name);

// The category of a hand with this score in a ranking that has categories.
Category category_of_score(const Ranking& ranking, std::uint32_t score);

inline constexpr std::array<std::string_view, CATEGORIES + 1> CATEGORY_NAMES{
    "Straight Flush",  "Four of a Kind", "Full House", "Flush",     "Straight",
    "Three of a Kind", "Two Pair",       "One Pair",   "High Card", "Five of a Kind"};
inline constexpr std::string_view name_of(Category category) {
    return CATEGORY_NAMES[static_cast<std::size_t>(category)];
}

// The same of its worth.
Category category_of_worth(const Ranking& ranking, std::uint32_t worth);

// How many cards of a hand have each rank, and whether all are of one suit. Ranks are as a ranking orders them.
struct Pattern {
    std::array<Ranks, LARGEST_HAND + 1> times{};  // [n]: the ranks that occur n times
    bool is_one_suit = false;
};
// What a hand is worth in a ranking of which hands are high: its category, and then its ranks.
std::uint32_t worth(const Ranking& ranking, const Pattern& hand);
// The score of a hand of a ranking by its worth; `high` has other scores for one deck.
std::uint32_t score_of_worth(const Ranking& ranking, std::uint32_t worth);
// The score of five cards of one rank, which beat a straight flush, for hands of one deck.
std::uint32_t score_of_five(const Ranking& ranking, int rank);
// The highest rank of a straight of these ranks, or -1.
int straight_top(const Ranking& ranking, Ranks ranks);

struct Played {
    std::uint32_t score;  // higher is stronger; comparable within one ranking
    Cards cards;          // the cards that play
    Cards twice = 0;      // one of them plays twice: a wild card counts as it, in five of a kind
};

// The strongest hand that `from_hole` cards of the hole and the rest of the board make, or any of both when it is 0.
// Nothing when no hand qualifies, or when there are fewer cards than a hand needs, or more than 16 for a hand of which
// some hole cards must play or smaller hands qualify.
std::optional<Played> best(const Ranking& ranking, Cards hole, Cards board, int from_hole);

// Calls visit(set) for every way to take `from_hole` cards of the hole and the others of the board. At most 16 cards.
void for_each_play(Cards hole, Cards board, int from_hole, int cards, const std::function<void(Cards)>& visit);

}  // namespace facevalue::poker
