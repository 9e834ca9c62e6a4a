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

#include "poker/card_draw.hpp"
#include "poker/dealer.hpp"
#include "poker/simd_dispatch.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

constexpr std::uint64_t PIECES = std::uint64_t{1} << CardDraw::PIECE_BITS;

struct Drawn {
    std::vector<Cards> taken, cards;
    std::vector<std::uint16_t> unfair;
    bool operator==(const Drawn&) const = default;
};

struct Plan {
    CardDraw draw{};
    std::vector<CardGap> gaps;

    // Draws `cards` cards besides those in gaps and `taken` more.
    Plan(int cards, Cards gone, int taken) : gaps(gaps_of(gone)) {
        plan_places(draw, cards, DECK - size(gone) - taken);
        draw.taken = static_cast<std::size_t>(taken);
    }
    Drawn drawn(const SimdKernels& kernels, const std::vector<std::uint64_t>& words, std::vector<Cards> taken) const {
        CardDraw now = draw;
        now.gaps = gaps.data();
        now.gap_count = gaps.size();
        Drawn drawn{std::move(taken), std::vector<Cards>(words.size()), std::vector<std::uint16_t>(words.size())};
        drawn.unfair.resize(
            kernels.draw(now, words.data(), words.size(), drawn.taken.data(), drawn.cards.data(), drawn.unfair.data()));
        return drawn;
    }
};

Cards nth(Cards cards, std::uint64_t n) {
    for (; n > 0; --n) cards = without_lowest(cards);
    return lowest(cards);
}

Cards dealt(std::mt19937_64& random, int count, Cards deck) {
    Cards cards = 0;
    while (size(cards) < count) cards |= nth(deck, random() % static_cast<std::uint64_t>(size(deck)));
    return cards;
}

// Places among n cards by Floyd's algorithm from whole products of a piece; none if the piece is unfair.
std::optional<Cards> obvious_places(std::uint64_t word, int cards, int left) {
    Cards places = 0;
    for (int i = 0; i < cards; i += 2, word >>= CardDraw::PIECE_BITS) {
        const auto first = static_cast<std::uint64_t>(left - cards + i + 1), second = i + 1 < cards ? first + 1 : 1;
        const std::uint64_t number = word % PIECES * (first * second);
        if (number % PIECES < PIECES % (first * second)) return std::nullopt;
        const std::uint64_t pair = number / PIECES;
        for (const auto& [place, limit] : {std::pair{pair / second, first}, {pair % second, second}})
            if (limit > 1 || first == 1) places |= places >> place & 1 ? Cards{1} << (limit - 1) : Cards{1} << place;
    }
    return places;
}

// One word for each choice of places, with fair pieces.
std::vector<std::uint64_t> words_of_all_places(int cards, int left) {
    std::vector<std::uint64_t> words{0};
    for (int i = 0; i < cards; i += 2) {
        const auto first = static_cast<std::uint64_t>(left - cards + i + 1);
        const std::uint64_t choices = i + 1 < cards ? first * (first + 1) : first;
        std::vector<std::uint64_t> longer;
        for (const std::uint64_t word : words)
            for (std::uint64_t choice = 0; choice < choices; ++choice)
                longer.push_back(word | (choice * PIECES / choices + 2) << i / 2 * CardDraw::PIECE_BITS);
        words = std::move(longer);
    }
    return words;
}

// Filled up with unfair words.
void fill_steps(std::vector<std::uint64_t>& words) {
    words.resize((words.size() + CardDraw::STEP - 1) / CardDraw::STEP * CardDraw::STEP);
}

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
        CHECK(seen <= FULL_DECK);
    }
}

bool same(const DealBatch& one, const DealBatch& other, std::size_t players) {
    return one.boards == other.boards &&
           std::equal(one.hands.begin(), one.hands.begin() + players, other.hands.begin());
}

}  // namespace

TEST_CASE("of all pieces of a word as many draw each set of one or two cards") {
    for (const auto& [cards, left] : {std::pair{1, 1}, {1, 37}, {1, 52}, {2, 2}, {2, 3}, {2, 23}, {2, 52}}) {
        if (IS_SANITIZED && left > 37) continue;
        const Plan plan(cards, FULL_DECK & ~((Cards{1} << left) - 1), 0);
        std::vector<std::uint64_t> words(PIECES);
        for (std::uint64_t piece = 0; piece < PIECES; ++piece) words[piece] = piece;
        for (const SimdKernels* kernels : runnable_kernels()) {
            const Drawn drawn = plan.drawn(*kernels, words, std::vector<Cards>(PIECES));
            std::map<Cards, std::uint64_t> times;
            for (const Cards set : drawn.cards) ++times[set];
            times.erase(0);
            const auto sets = static_cast<std::uint64_t>(cards == 1 ? left : left * (left - 1) / 2);
            CHECK(times.size() == sets);
            for (const auto& [set, count] : times)
                CHECK(count == PIECES / (sets * static_cast<unsigned>(cards)) * static_cast<unsigned>(cards));
        }
    }
}

TEST_CASE("of all places as many draw each set of three to six cards") {
    for (const auto& [cards, left] : {std::pair{3, 3}, {3, 9}, {4, 7}, {5, 5}, {5, 8}, {6, 7}}) {
        const Plan plan(cards, FULL_DECK & ~((Cards{1} << left) - 1), 0);
        std::vector<std::uint64_t> words = words_of_all_places(cards, left);
        const std::size_t places = words.size();
        fill_steps(words);
        const Drawn drawn = plan.drawn(chosen_kernels(), words, std::vector<Cards>(words.size()));
        std::map<Cards, std::size_t> times;
        for (std::size_t i = 0; i < places; ++i) ++times[drawn.cards[i]];
        CHECK(times.size() == choose(left, cards));
        for (const auto& [set, count] : times) {
            CHECK(size(set) == cards);
            CHECK(count * times.size() == places);
        }
    }
}

TEST_CASE("vectors of all widths draw what the slow way draws") {
    std::mt19937_64 random(3);
    for (int round = 0; round < rounds(400); ++round) {
        const int cards = 1 + static_cast<int>(random() % CardDraw::MOST_CARDS);
        const int gone_count = static_cast<int>(random() % (DECK - 5)), most = DECK - gone_count - cards;
        const int taken_count = most > 0 ? static_cast<int>(random() % static_cast<unsigned>(most + 1)) : 0;
        if (most < 0) continue;
        const Cards gone = dealt(random, gone_count, FULL_DECK);
        Plan plan(cards, gone, taken_count);
        plan.draw.known = random() % 2 == 0 ? gone : 0;
        std::vector<std::uint64_t> words(3 * CardDraw::STEP);
        std::vector<Cards> taken;
        for (std::uint64_t& word : words) {
            word = random() % 8 == 0 ? 0 : random();  // 0 is unfair for most limits
            taken.push_back(dealt(random, taken_count, (Cards{1} << (DECK - gone_count)) - 1));
        }
        const Drawn drawn = plan.drawn(chosen_kernels(), words, taken);
        std::size_t unfair = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto places = obvious_places(words[i], cards, DECK - gone_count - taken_count);
            if (!places) REQUIRE(drawn.unfair.at(unfair++) == i);
            const Cards left = FULL_DECK & ~gone & ~with_gaps(taken[i], plan.gaps);
            Cards expected = 0;
            for (int place = 0; place < DECK; ++place)
                if ((places.value_or(0) >> place & 1) != 0) expected |= nth(left, static_cast<std::uint64_t>(place));
            CHECK((drawn.cards[i] & left) == expected);
            CHECK((drawn.cards[i] & ~left) == plan.draw.known);
            CHECK(drawn.taken[i] == (taken[i] | without_gaps(expected, plan.gaps)));
        }
        CHECK(unfair == drawn.unfair.size());
        for (const SimdKernels* kernels : runnable_kernels()) CHECK(plan.drawn(*kernels, words, taken) == drawn);
    }
}

TEST_CASE("cards keep their order when gaps are closed and opened") {
    std::mt19937_64 random(5);
    for (int round = 0; round < 1000; ++round) {
        const Cards gone = dealt(random, static_cast<int>(random() % (DECK + 1)), FULL_DECK), left = FULL_DECK & ~gone;
        const auto gaps = gaps_of(gone);
        const Cards closed = without_gaps(left, gaps);
        CHECK(closed == (Cards{1} << size(left)) - 1);
        for (int place = 0; place < size(left); ++place)
            CHECK(with_gaps(Cards{1} << place, gaps) == nth(left, static_cast<std::uint64_t>(place)));
    }
}

TEST_CASE("deals are whole, and the same on every way") {
    for (const Situation& at : situations()) {
        CAPTURE(at.name);
        const auto dealer = Dealer::make(at.players, at.hole, at.board, at.board_cards, at.dead);
        REQUIRE(dealer);
        const auto expected = batches(*dealer, chosen_kernels(), 3);
        for (const DealBatch& batch : expected) check_whole(batch, at);
        for (const SimdKernels* kernels : runnable_kernels()) {
            const auto all = batches(*dealer, *kernels, 3);
            for (std::size_t i = 0; i < all.size(); ++i) CHECK(same(all[i], expected[i], at.players.size()));
        }
    }
}

TEST_CASE("all deals of a small deck come about equally often") {
    // Ten cards: one hand of two of a range of three, one of any two, and a board of two more than its three.
    const Cards deck = 0x000F'0018'0010'0007, board = 0x0003'0000'0000'0000 | 0x10'0000;
    const std::vector<WeightedHands> players{evenly({3, 5, 0x0004'0000'0000'0001}), evenly(pairs_of(FULL_DECK))};
    const Cards dead = FULL_DECK & ~deck;
    const auto dealer = Dealer::make(players, 2, board, 5, dead);
    REQUIRE(dealer);
    std::map<std::vector<Cards>, double> times;
    constexpr std::uint64_t BATCHES = 400;
    for (const DealBatch& batch : batches(*dealer, chosen_kernels(), BATCHES))
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
