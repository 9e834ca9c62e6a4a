// The C++ side of walks over all deals: sets compared without their pairs, tables of the short deck, and stopping.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "poker/deal/disjoint_showdown.hpp"
#include "poker/deal/walk_deals.hpp"
#include "poker/evaluate/evaluator.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

Cards dealt(std::mt19937_64& random, int count, Cards deck) {
    Cards cards = 0;
    while (size(cards) < count) cards |= (Cards{1} << random() % DECK) & deck;
    return cards;
}

// Scores are multiples of `step`.
std::vector<WeightedHand> sets_dealt(std::mt19937_64& random, std::size_t count, int cards, Cards deck,
                                     std::uint32_t step) {
    std::vector<WeightedHand> sets;
    for (; count > 0; --count)
        sets.push_back(
            {dealt(random, cards, deck), static_cast<std::uint32_t>(random() % 40) * step, 1 + random() % 9});
    return sets;
}

Contest obvious_versus(const std::vector<WeightedHand>& ones, const std::vector<WeightedHand>& others) {
    Contest all;
    for (const WeightedHand& one : ones)
        for (const WeightedHand& other : others) {
            if ((one.cards & other.cards) != 0) continue;
            all.total += one.weight * other.weight;
            if (one.score > other.score) all.wins += one.weight * other.weight;
            if (one.score == other.score) all.ties += one.weight * other.weight;
            if (one.score == 0 && other.score == 0) all.neither += one.weight * other.weight;
        }
    return all;
}

bool same(const Contest& one, const Contest& other) {
    return one.wins == other.wins && one.ties == other.ties && one.total == other.total && one.neither == other.neither;
}

Contest turned(Contest contest) {
    contest.wins = contest.total - contest.wins - contest.ties;
    return contest;
}

DealRules table_of(const char* ranking, int hole, int board) { return {ranking_of(ranking), nullptr, hole, board, 0}; }

std::vector<WeightedHands> two_hands(Cards one, Cards other) { return {{{one}, {1}}, {{other}, {1}}}; }

}  // namespace

TEST_CASE("sets are compared by subsets as pair by pair, again and again") {
    std::mt19937_64 random(26);
    const Cards deck = dealt(random, 30, FULL_DECK);
    for (const auto& [cards, others] :
         std::vector<std::pair<int, int>>{{1, 1}, {2, 2}, {3, 3}, {2, 4}, {4, 1}, {5, 5}, {7, 6}})
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
            Pulse pulse;
            DisjointShowdown showdown(deck, cards, others, pulse, *kernels);
            for (const std::size_t count : {0, 3, 700, 900})
                for (const std::uint32_t step : {1U, 300U, 1U << 26}) {
                    std::vector<WeightedHand> ones = sets_dealt(random, 800, cards, deck, step);
                    std::vector<WeightedHand> rest = sets_dealt(random, count, others, deck, step);
                    const Contest expected = obvious_versus(ones, rest);
                    CHECK(same(expected, showdown.count(ones, rest, true)));
                    CHECK(same(turned(expected), showdown.count(rest, ones, true)));
                    Contest without = showdown.count(ones, rest, false);
                    without.total = expected.total;
                    CHECK(same(expected, without));
                }
        }
}

TEST_CASE("no cards are showdown from all") {
    Pulse pulse;
    DisjointShowdown showdown(FULL_DECK, 0, 0, pulse);
    std::vector<WeightedHand> ones{{0, 5, 2}}, others{{0, 4, 3}};
    CHECK(same({6, 0, 0, 6}, showdown.count(ones, others, true)));
}

TEST_CASE("the table of the short deck orders hands as its ranking does") {
    std::mt19937_64 random(36);
    const Ranking& ranking = *ranking_of("short");
    Cards deck = 0;
    for (int rank = SHORT_DECK_LOWEST; rank < RANKS; ++rank)
        for (int suit = 0; suit < SUITS; ++suit) deck |= card(rank, suit);
    for (int cards = LEAST_CARDS; cards <= MOST_CARDS; ++cards) {
        std::vector<Cards> hands;
        for (int i = 0; i < 3000; ++i) hands.push_back(dealt(random, cards, deck));
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
            std::vector<std::uint16_t> values(hands.size());
            CHECK(kernels->masks(hands.data(), hands.size(), short_deck_order(), values.data()));
            for (std::size_t i = 1; i < hands.size(); ++i) {
                const auto one = best(ranking, hands[i - 1], 0, 0)->score, other = best(ranking, hands[i], 0, 0)->score;
                CHECK((one > other) == (values[i - 1] < values[i]));
                CHECK((one == other) == (values[i - 1] == values[i]));
            }
        }
    }
}

TEST_CASE("a walk of deals ends early when it is stopped") {
    const std::vector<WeightedHands> players = two_hands(card(12, 3) | card(12, 2), card(11, 3) | card(11, 2));
    for (const std::size_t workers : {1, 3})
        CHECK_FALSE(walk_deals(table_of("low-a5", 7, 0), players, 0, 0, workers, [] { return true; }).has_value());
}

TEST_CASE("hands of one card have one winner or are shared") {
    const std::vector<WeightedHands> players = two_hands(card(12, 3), card(11, 3));
    const auto pots = walk_deals(table_of("badugi", 1, 0), players, 0, 0, 1, {});
    REQUIRE(pots);
    CHECK(SetCounts{0, 1, 0, 0} == pots->high);
}
