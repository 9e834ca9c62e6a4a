// Showdowns: the winners of a deal are those whose hands have the best value, also in vectors and from several decks.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "poker/cards/combinations.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/lanes/simd.hpp"
#include "poker/showdown/winners.hpp"
#include "tests/rounds.hpp"
#include "work/machine.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

// Deals of a deck, with a board and a hand for each player.
struct Deals {
    std::size_t players, count = 2 * Showdowns::STEP;
    int board;
    std::vector<Cards> boards, hands;

    Deals(std::mt19937_64& random, std::size_t players, int cards, int board, std::vector<Cards> deck)
        : players(players), board(board), boards(count), hands(players * count) {
        for (std::size_t deal = 0; deal < count; ++deal) {
            std::shuffle(deck.begin(), deck.end(), random);
            auto next = deck.begin();
            const auto take = [&](int size) {
                const auto first = std::exchange(next, next + size);
                return std::accumulate(first, next, Cards{0});
            };
            boards[deal] = take(board);
            for (std::size_t player = 0; player < players; ++player) hands[player * count + deal] = take(cards - board);
        }
    }
    std::vector<std::uint16_t> winners() const {
        std::vector<std::uint16_t> sets(count);
        for (std::size_t deal = 0; deal < count; ++deal) {
            std::vector<std::uint16_t> values;
            for (std::size_t player = 0; player < players; ++player)
                values.push_back(hand_value(boards[deal] | hands[player * count + deal]));
            const auto best = *std::min_element(values.begin(), values.end());
            for (std::size_t player = 0; player < players; ++player)
                if (values[player] == best) sets[deal] = static_cast<std::uint16_t>(sets[deal] | 1U << player);
        }
        return sets;
    }
};

std::vector<Cards> spaced_all(std::vector<Cards> sets) {
    for (Cards& set : sets) set = spaced(set);
    return sets;
}

std::vector<std::uint16_t> winners_of(const std::vector<Cards>& boards, const std::vector<Cards>& hands,
                                      std::size_t cards, const SimdKernels& kernels) {
    const std::vector<Cards> shared = spaced_all(boards), own = spaced_all(hands);
    std::vector<std::uint16_t> sets(boards.size());
    kernels.showdowns({shared.data(), own.data(), hands.size() / boards.size(), boards.size(), cards}, sets.data());
    return sets;
}

// Calls visit(hands, values) for all sets of so many cards, some thousands at a time; the last ones may be repeated.
template <class Visit>
void each_thousands(int cards, const Visit& visit) {
    constexpr std::size_t COUNT = 128 * Showdowns::STEP;
    std::vector<Cards> hands;
    std::vector<std::uint16_t> values(COUNT);
    const auto pass = [&] {
        chosen_lanes<SimdKernels>().values(hands.data(), COUNT, high_order(), values.data());
        visit(hands, values);
    };
    for_each_subset(FULL_DECK, cards, 0, [&](Cards hand) {
        hands.push_back(hand);
        if (hands.size() < COUNT) return;
        pass();
        hands.clear();
    });
    hands.resize(COUNT, FULL_DECK >> (DECK - cards));
    pass();
}

// A hand for each value; 0 where no hand has it.
std::array<Cards, FIRST_VALUES.back()> hands_by_value(int cards) {
    std::array<Cards, FIRST_VALUES.back()> of_value{};
    each_thousands(cards, [&](const auto& hands, const auto& values) {
        for (std::size_t i = 0; i < hands.size(); ++i) of_value[values[i]] = hands[i];
    });
    return of_value;
}

// Each hand ties with a hand of its value, and loses to one of the next better value. So all hands are in order.
void check_all(int cards, const SimdKernels& kernels) {
    const auto of_value = hands_by_value(cards);
    std::array<Cards, FIRST_VALUES.back()> better{};
    Cards last = 0;
    for (std::size_t value = 0; value < of_value.size(); ++value) {
        better[value] = last;
        if (of_value[value] != 0) last = of_value[value];
    }
    std::uint64_t wrong = 0;
    each_thousands(cards, [&](const auto& hands, const auto& values) {
        const std::size_t count = hands.size();
        std::vector<Cards> rows = hands;
        for (const auto value : values) rows.push_back(of_value[value]);
        for (const auto value : values) rows.push_back(better[value]);
        const std::vector<Cards> none(count), two(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(2 * count));
        const auto size = static_cast<std::size_t>(cards);
        const auto ties = winners_of(none, two, size, kernels), all = winners_of(none, rows, size, kernels);
        for (std::size_t i = 0; i < count; ++i) wrong += ties[i] != 0b11 || all[i] != (better[values[i]] != 0 ? 4 : 3);
    });
    CHECK(0 == wrong);
}

}  // namespace

TEST_CASE("the winners of a deal are those with the best value, on every way") {
    std::mt19937_64 random(8);
    for (int round = 0; round < rounds(3000); ++round) {
        const int cards = 5 + round % 3, board = static_cast<int>(random() % 6);
        const std::size_t players = 1 + random() % 10;
        if (static_cast<int>(players) * (cards - board) + board > DECK) continue;
        // In a small deck, ties, straights and flushes come often.
        std::vector<Cards> deck = each_card(FULL_DECK);
        const auto least = players * static_cast<std::size_t>(cards - board) + static_cast<std::size_t>(board);
        std::shuffle(deck.begin(), deck.end(), random);
        if (round % 2 == 0) std::sort(deck.begin(), deck.end());
        if (round % 4 != 0) deck.resize(std::max<std::size_t>(least, 14));
        const Deals deals(random, players, cards, board, deck);
        const auto expected = deals.winners();
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
            CAPTURE(kernels->name);
            CHECK(expected == winners_of(deals.boards, deals.hands, static_cast<std::size_t>(cards), *kernels));
        }
    }
}

TEST_CASE("all hands of five win against those with lower values only") { check_all(5, chosen_lanes<SimdKernels>()); }

TEST_CASE("all hands of five to seven win against those with lower values only" * doctest::skip() *
          doctest::test_suite("slow")) {
    for (const int cards : {5, 6, 7})
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) check_all(cards, *kernels);
}

TEST_CASE("winners from several decks") {
    const auto ids = [](const char* cards) { return *read_repeated_cards(Argument::of(cards), true); };
    Game game;
    static_cast<GameCards&>(game) = {"holdem", ranking_of("high"), 2, 5, 0, DECK};
    const auto winners = [&](std::initializer_list<const char*> given, const char* board) {
        std::vector<Ids> hands;
        for (const char* hand : given) hands.push_back(ids(hand));
        const auto found = winners_of(game, hands, ids(board), 3, {});
        return found ? *found : Winners{};
    };
    CHECK(winners({"AhAh", "KhKd"}, "2c5d9sTcJd") == Winners{0});
    CHECK(winners({"AhKh", "QsQd"}, "Ah5d9sTcJd") == Winners{0});
    CHECK(winners({"AsAh", "8d9d"}, "AsAhAcTdJd") == Winners{0});  // five aces beat a straight flush
    CHECK(winners({"AsKd", "2h2h"}, "Qs9cTh9h2h") == Winners{1});  // a flush with a pair
    CHECK(winners({"AsKs", "AsKs", "2c2d"}, "QsJsTs3d3d") == Winners{0, 1});
    CHECK(winners({"As3d", "Kh2h"}, "2c3c4c5hKh") == Winners{0});  // a wheel beats two pairs
    CHECK(winners({"AhKh", "QsQd"}, "2c2d5d9sTc") == Winners{1});
    CHECK(wrong_decks(game, ids("AhKdAhAh"), 2)->sentence == "'Ah' appears 3 times in 2 decks");
    CHECK(wrong_decks(game, ids("KdAhAh"), 1)->sentence == "'Ah' is repeated");
    CHECK_FALSE(wrong_decks(game, ids("KdAhAh"), 2));
    CHECK(wrong_decks(game, ids("KdJo*"), 2)->sentence == "the 2 decks of holdem have 0 jokers, not 2");
    CHECK(winners_of(game, {ids("AhAhAd")}, ids("2c3c4c"), 2, {}).problem().sentence ==
          "holdem needs 2 cards with a board, not 3");
    game.wilds = *cards_of("2c2d2h2s");
    CHECK(winners({"AhAh", "KhKd"}, "2c2dAd3s4s") == Winners{0});  // five aces
    CHECK(winners({"AhKh", "AhAh"}, "2cQh9h3s4s") == Winners{1});  // a flush has two aces of hearts
    static_cast<GameCards&>(game) = {"deuce7", ranking_of("low-27"), 5, 0, 0, DECK};
    game.wilds = 0;
    CHECK(winners({"2h2h3h4h7h", "2c2d3d4h7d"}, "") == Winners{1});  // a flush is bad
}
