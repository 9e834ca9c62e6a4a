// Random deals: what vectors draw is what a slow way draws, no set of cards is likelier than another, and deals are
// whole.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "poker/cards/card_draw.hpp"
#include "poker/deal/dealer.hpp"
#include "poker/lanes/simd.hpp"
#include "tests/rounds.hpp"
#include "work/machine.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

constexpr std::size_t STEP = CardDraw::STEP;

Cards nth(Cards cards, std::uint64_t n) {
    for (; n > 0; --n) cards = without_lowest(cards);
    return lowest(cards);
}

Cards dealt(std::mt19937_64& random, int count, Cards deck) {
    Cards cards = 0;
    while (size(cards) < count) cards |= nth(deck, random() % static_cast<std::uint64_t>(size(deck)));
    return cards;
}

using Row = std::vector<std::int8_t>;

// The rows of some deals: what they have taken, and the places that they draw.
struct Places {
    std::size_t taken, drawn;
    Row rows;

    Places(std::mt19937_64& random, std::size_t taken, std::size_t drawn, int left) : taken(taken), drawn(drawn) {
        rows.resize((taken + drawn) * STEP);
        for (std::size_t deal = 0; deal < STEP; ++deal) {
            Cards gone = dealt(random, static_cast<int>(taken), (Cards{1} << left) - 1);
            for (std::size_t row = 0; row < taken; ++row, gone = without_lowest(gone))
                at(row, deal) = static_cast<std::int8_t>(std::countr_zero(gone));
            for (std::size_t row = taken; row < taken + drawn; ++row)
                at(row, deal) = static_cast<std::int8_t>(random() % (static_cast<unsigned>(left) - row));
        }
    }
    std::int8_t& at(std::size_t row, std::size_t deal) { return rows[row * STEP + deal]; }
    std::int8_t at(std::size_t row, std::size_t deal) const { return rows[row * STEP + deal]; }

    // Takes one card after the other from those that are left.
    Row expected(Cards deck) const {
        Row all = rows;
        for (std::size_t deal = 0; deal < STEP; ++deal) {
            Cards left = deck;
            for (std::size_t row = 0; row < taken; ++row) left &= ~nth(deck, static_cast<std::uint64_t>(at(row, deal)));
            for (std::size_t row = taken; row < taken + drawn; ++row) {
                const Cards card = nth(left, static_cast<std::uint64_t>(at(row, deal)));
                all[row * STEP + deal] = static_cast<std::int8_t>(std::countr_zero(card));
                left &= ~card;
            }
        }
        return all;
    }
    Row drawn_by(const SimdKernels& kernels, Cards deck) const {
        Row all = rows;
        const auto gaps = gaps_of(deck);
        kernels.move_past({STEP, taken, drawn, gaps.data(), gaps.size()}, all.data());
        return all;
    }
};

WeightedHands evenly(std::vector<Cards> hands) {
    std::vector<std::uint64_t> weights(hands.size(), 1);
    return {std::move(hands), std::move(weights)};
}

std::vector<Cards> pairs_of(Cards deck) {
    std::vector<Cards> pairs;
    for_each_subset(deck, 2, 0, [&](Cards cards) { pairs.push_back(cards); });
    return pairs;
}

struct Situation {
    const char* name;
    std::vector<WeightedHands> players;
    int hole;
    Cards board;
    int board_cards;
    Cards dead;
    Cards deck = FULL_DECK;

    Situation spaced_out() const {
        Situation all{name, players, hole, spaced(board), board_cards, spaced(dead), spaced(FULL_DECK)};
        for (WeightedHands& player : all.players)
            for (Cards& hand : player.hands) hand = spaced(hand);
        return all;
    }
    std::optional<Dealer> dealer() const { return Dealer::make(players, hole, board, board_cards, dead, deck); }
};

std::vector<Situation> situations() {
    const Cards low = 0x000F'0078'03C0'1E00 & FULL_DECK;
    const WeightedHands anything = evenly(pairs_of(FULL_DECK)), nothing_known = evenly({0});
    return {
        {"two hands", {evenly({3}), evenly({12})}, 2, 0, 5, 0},
        {"a known and a random hand on a flop", {evenly({3}), anything}, 2, 0x70, 5, 0},
        {"hands with dead cards all over", {evenly({3}), anything, anything}, 2, 0x70, 5, 0x0008'0400'2010'0000},
        {"two ranges and a random hand", {evenly(pairs_of(0xFF)), evenly(pairs_of(0x3FC)), anything}, 2, 0, 5, low},
        {"part of a hand of a range", {evenly({1, 2, 4}), evenly({2, 8})}, 4, 0, 5, 0},
        {"seven cards each", {nothing_known, evenly({7}), nothing_known}, 7, 0, 0, 0},
        {"no card is left in the deck", std::vector<WeightedHands>(10, nothing_known), 5, 0, 2, 0},
        {"all is known", {evenly({3}), evenly({12})}, 2, 0x1F0, 5, 0},
    };
}

std::vector<DealBatch> batches(const Dealer& dealer, const SimdKernels& kernels, std::uint64_t count) {
    DealBatch batch;
    dealer.start(batch);
    std::vector<DealBatch> all;
    for (std::uint64_t number = 0; number < count; ++number) {
        Random random(7, number, kernels);
        REQUIRE(dealer.deal(random, batch));
        all.push_back(batch);
    }
    return all;
}

void check_whole(const DealBatch& batch, const Situation& at) {
    for (std::size_t deal = 0; deal < DealBatch::MOST; ++deal) {
        Cards seen = at.dead | batch.boards[deal];
        CHECK((at.dead & batch.boards[deal]) == 0);
        CHECK((batch.boards[deal] & at.board) == at.board);
        CHECK(size(batch.boards[deal]) == at.board_cards);
        for (std::size_t player = 0; player < at.players.size(); ++player) {
            const Cards hand = batch.hands[player][deal];
            CHECK((seen & hand) == 0);
            CHECK(size(hand) == at.hole);
            const auto& hands = at.players[player].hands;
            CHECK(std::any_of(hands.begin(), hands.end(), [&](Cards some) { return (hand & some) == some; }));
            seen |= hand;
        }
        CHECK((seen & ~at.deck) == 0);
    }
}

bool same(const DealBatch& one, const DealBatch& other, std::size_t players) {
    return one.boards == other.boards &&
           std::equal(one.hands.begin(), one.hands.begin() + players, other.hands.begin());
}

}  // namespace

TEST_CASE("of all bits as many draw each place, and the others are named as unfair") {
    constexpr std::size_t COUNT = 1 << 16;
    std::vector<std::uint64_t> words;
    for (std::uint64_t bits = 0; bits < COUNT; bits += 4)
        words.push_back(bits | (bits + 1) << 16 | (bits + 2) << 32 | (bits + 3) << 48);
    for (std::uint16_t limit = 1; limit <= DECK; ++limit)
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
            Row places(COUNT);
            std::vector<std::uint16_t> unfair(COUNT);
            unfair.resize(kernels->places(words.data(), limit, COUNT, places.data(), unfair.data()));
            CHECK(COUNT % limit == unfair.size());
            CHECK(std::is_sorted(unfair.begin(), unfair.end()));
            for (const std::uint16_t deal : unfair) places[deal] = -1;
            for (std::int8_t place = 0; place < limit; ++place)
                CHECK(COUNT / limit == static_cast<std::size_t>(std::count(places.begin(), places.end(), place)));
        }
}

TEST_CASE("the same words draw the same places on every way") {
    std::mt19937_64 random(2);
    for (std::uint16_t limit = 1; limit <= DECK; ++limit) {
        std::vector<std::uint64_t> words(6 * STEP / 4);
        for (std::uint64_t& word : words) word = random() % 4 == 0 ? 0 : random();  // 0 is unfair for most limits
        const auto drawn = [&](const SimdKernels& kernels) {
            std::pair<Row, std::vector<std::uint16_t>> both{6 * STEP, 6 * STEP};
            both.second.resize(kernels.places(words.data(), limit, 6 * STEP, both.first.data(), both.second.data()));
            return both;
        };
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
            CHECK(drawn(chosen_lanes<SimdKernels>()) == drawn(*kernels));
    }
}

TEST_CASE("places count the cards that are left, and cards are drawn once") {
    std::mt19937_64 random(3);
    for (int round = 0; round < rounds(400); ++round) {
        const Cards deck =
            dealt(random, 1 + static_cast<int>(random() % DECK), round % 2 == 0 ? FULL_DECK : spaced(FULL_DECK));
        const auto left = static_cast<std::size_t>(size(deck)), taken = random() % left;
        const Places places(random, taken, random() % (left - taken + 1), size(deck));
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
            CHECK(places.expected(deck) == places.drawn_by(*kernels, deck));
    }
}

TEST_CASE("drawn cards are added to those that are known or there") {
    std::mt19937_64 random(4);
    for (const std::size_t cards : {0, 1, 2, 5, 7}) {
        Row rows(cards * STEP);
        std::vector<Cards> sets(STEP), expected(STEP);
        for (std::int8_t& bit : rows) bit = static_cast<std::int8_t>(random() % 64);
        for (Cards& set : sets) set = random();
        for (std::size_t i = 0; i < rows.size(); ++i) expected[i % STEP] |= Cards{1} << rows[i];
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
            const Cards known = random();
            std::vector<Cards> to_known = sets, to_sets = sets;
            kernels->add_cards({rows.data(), STEP, cards}, &known, to_known.data());
            kernels->add_cards({rows.data(), STEP, cards}, nullptr, to_sets.data());
            for (std::size_t deal = 0; deal < STEP; ++deal) {
                CHECK((known | expected[deal]) == to_known[deal]);
                CHECK((sets[deal] | expected[deal]) == to_sets[deal]);
            }
        }
    }
}

TEST_CASE("deals are whole, and the same on every way") {
    std::vector<Situation> all = situations();
    for (const Situation& at : situations()) all.push_back(at.spaced_out());
    for (const Situation& at : all) {
        CAPTURE(at.name);
        const auto dealer = at.dealer();
        REQUIRE(dealer);
        const auto expected = batches(*dealer, chosen_lanes<SimdKernels>(), 3);
        for (const DealBatch& batch : expected) check_whole(batch, at);
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
            const auto others = batches(*dealer, *kernels, 3);
            for (std::size_t i = 0; i < others.size(); ++i) CHECK(same(others[i], expected[i], at.players.size()));
        }
    }
}

TEST_CASE("all deals of a small deck occur about equally often") {
    // Ten cards: one hand of two of a range of three, one of any two, and a board of two more than its three.
    const Cards deck = 0x000F'0018'0010'0007, board = 0x0003'0000'0000'0000 | 0x10'0000;
    const std::vector<WeightedHands> players{evenly({3, 5, 0x0004'0000'0000'0001}), evenly(pairs_of(FULL_DECK))};
    const Cards dead = FULL_DECK & ~deck;
    const auto dealer = Dealer::make(players, 2, board, 5, dead);
    REQUIRE(dealer);
    std::map<std::vector<Cards>, double> times;
    constexpr std::uint64_t BATCHES = 400;
    for (const DealBatch& batch : batches(*dealer, chosen_lanes<SimdKernels>(), BATCHES))
        for (std::size_t i = 0; i < DealBatch::MOST; ++i)
            ++times[{batch.hands[0][i], batch.hands[1][i], batch.boards[i]}];
    const std::size_t left = static_cast<std::size_t>(size(deck)) - 3 - 2;  // for the second hand and the board
    const std::size_t deals = 3 * left * (left - 1) / 2 * (left - 2) * (left - 3) / 2;
    CHECK(times.size() == deals);
    const double mean = static_cast<double>(BATCHES * DealBatch::MOST) / static_cast<double>(deals);
    double chi_square = 0;
    for (const auto& [deal, count] : times) chi_square += (count - mean) * (count - mean) / mean;
    const auto freedom = static_cast<double>(deals - 1);
    CHECK(std::abs(chi_square - freedom) <
          5 * std::sqrt(2 * freedom));  // the seed is fixed, so this never fails by chance
}
