// Omaha against an obvious enumeration, and simulations against what can be counted.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "poker/deal/simulate.hpp"
#include "poker/equity/omaha.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

Cards cards_of(const std::string& text) {  // "AhKd"
    Cards cards = 0;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const auto rank = std::string("23456789TJQKA").find(text[i]), suit = std::string("cdhs").find(text[i + 1]);
        cards |= card(static_cast<int>(rank), static_cast<int>(suit));
    }
    return cards;
}

// Random cards of a deck, one set after the other.
class Dealt {
  public:
    explicit Dealt(unsigned seed, Cards deck = FULL_DECK) : random_(seed) {
        for (; deck != 0; deck = without_lowest(deck)) cards_.push_back(lowest(deck));
        std::shuffle(cards_.begin(), cards_.end(), random_);
    }
    Cards take(int count) {
        Cards taken = 0;
        for (; count > 0; --count, cards_.pop_back()) taken |= cards_.back();
        return taken;
    }

  private:
    std::mt19937 random_;
    std::vector<Cards> cards_;
};

using Scores = std::vector<std::uint32_t>;

Scores scores_of(const DealRules& table, const Ranking* ranking, const std::vector<Cards>& hands, Cards board) {
    Scores scores;
    for (const Cards hand : hands) {
        const auto played = best(*ranking, hand, board, table.from_hole);
        scores.push_back(played ? played->score : 0);
    }
    return scores;
}

// A bit for each.
std::size_t winners_of(const Scores& scores) {
    std::size_t winners = 0;
    for (std::size_t player = 0; player < scores.size(); ++player)
        if (scores[player] == *std::max_element(scores.begin(), scores.end())) winners |= std::size_t{1} << player;
    return winners;
}

void add_obviously(const DealRules& table, const std::vector<Cards>& hands, Cards board, PotCounts& pots) {
    const std::size_t highs = winners_of(scores_of(table, table.high, hands, board));
    ++pots.boards;
    ++pots.high[highs];
    if (table.low == nullptr) return;
    const Scores low = scores_of(table, table.low, hands, board);
    const bool has_low = *std::max_element(low.begin(), low.end()) != 0;
    const std::size_t lows = has_low ? winners_of(low) : 0;
    pots.both.resize(pots.high.size() * pots.high.size());
    ++pots.both[highs | lows << hands.size()];
    if (!has_low) return;
    ++pots.low[lows];
    ++pots.halved[highs];
}

PotCounts nothing(std::size_t players) {
    const SetCounts none = no_sets(players);
    return {0, none, none, none, {}};
}

DealRules holdem_table() { return {ranking_of("high"), nullptr, 2, 5, 0}; }
DealRules omaha_table() { return {ranking_of("high"), nullptr, 4, 5, 2}; }
DealRules hi_lo_table() { return {ranking_of("high"), ranking_of("low-8"), 4, 5, 2}; }

PotCounts by_enumeration(const std::vector<Cards>& hands, Cards board, Cards dead, bool low) {
    PotCounts pots = nothing(hands.size());
    Cards taken = board | dead;
    for (const Cards hand : hands) taken |= hand;
    for_each_subset(FULL_DECK & ~taken, BOARD - size(board), board,
                    [&](Cards whole) { add_obviously(low ? hi_lo_table() : omaha_table(), hands, whole, pots); });
    return pots;
}

void check_same(const PotCounts& expected, const std::optional<PotCounts>& pots) {
    REQUIRE(pots);
    CHECK(expected.boards == pots->boards);
    CHECK(expected.high == pots->high);
    CHECK(expected.low == pots->low);
    CHECK(expected.halved == pots->halved);
    CHECK(expected.both == pots->both);
}

void check_enumerated(const std::vector<Cards>& hands, Cards board, Cards dead, bool low) {
    const PotCounts expected = by_enumeration(hands, board, dead, low);
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
        check_same(expected, walk_omaha(hands, board, dead, low, 1, {}, *kernels));
    check_same(expected, walk_omaha(hands, board, dead, low, 3, {}));
}

std::uint64_t all(const SetCounts& sets) { return std::accumulate(sets.begin(), sets.end(), std::uint64_t{0}); }

}  // namespace

TEST_CASE("a straight flush draw and kings against a set of nines win 324 of 820 boards") {
    const std::vector<Cards> hands{cards_of("AsKsQhJh"), cards_of("9c9d8c7d")};
    const auto pots = walk_omaha(hands, cards_of("Ts9h2c"), 0, false, 1, {});
    REQUIRE(pots);
    CHECK(820 == pots->boards);
    CHECK(SetCounts{0, 324, 496, 0} == pots->high);
}

TEST_CASE("boards of three to five cards are counted as by enumeration") {
    for (unsigned seed = 0; seed < 6; ++seed)
        for (const int known : {3, 4, 5}) {
            Dealt deal(seed);
            std::vector<Cards> hands;
            for (unsigned player = 0; player < 2 + seed % 3; ++player)
                hands.push_back(deal.take(LEAST_HOLE + seed % 3));
            const Cards board = deal.take(known), dead = deal.take(static_cast<int>(seed));
            check_enumerated(hands, board, dead, seed % 2 == 0);
        }
}

TEST_CASE("boards of any number of cards are counted as by enumeration when few cards are left") {
    for (unsigned seed = 0; seed < 4; ++seed)
        for (int known = 0; known <= BOARD; ++known)
            for (const bool low : {false, true}) {
                Dealt deal(100 + seed);
                std::vector<Cards> hands;
                for (unsigned player = 0; player < 2 + 2 * seed; ++player) hands.push_back(deal.take(LEAST_HOLE));
                const Cards board = deal.take(known), rest = deal.take(BOARD - known + static_cast<int>(seed));
                Cards dead = FULL_DECK & ~(board | rest);
                for (const Cards hand : hands) dead &= ~hand;
                check_enumerated(hands, board, dead, low);
            }
}

TEST_CASE("ten players with the last twelve cards are counted as by enumeration") {
    Dealt deal(7);
    std::vector<Cards> hands;
    for (std::size_t player = 0; player < MOST_HANDS; ++player) hands.push_back(deal.take(LEAST_HOLE));
    check_enumerated(hands, 0, 0, false);
}

TEST_CASE("lows come often among low cards, and are shared as by enumeration") {
    const Cards low_cards = cards_of("Ac2c3c4c5c6c7c8cAd2d3d4d5d6d7d8dAh2h3h4h5h6h7h8h");
    for (unsigned seed = 0; seed < 6; ++seed) {
        Dealt deal(seed, low_cards);
        const std::vector<Cards> hands{deal.take(4), deal.take(4), deal.take(5)};
        check_enumerated(hands, deal.take(3), 0, true);
    }
}

TEST_CASE("from the deal every board is counted once, for two, three and six cards") {
    for (const int hole : {4, 5, 6}) {
        Dealt deal(3);
        const std::vector<Cards> hands{deal.take(hole), deal.take(hole)};
        const auto pots = walk_omaha(hands, 0, 0, true, 2, {});
        REQUIRE(pots);
        const std::uint64_t boards = choose(DECK - 2 * hole, BOARD);
        CHECK(boards == pots->boards);
        CHECK(boards == all(pots->high));
        CHECK(boards == all(pots->both));
        CHECK(all(pots->low) == all(pots->halved));
    }
}

TEST_CASE("from the deal heads-up is counted as with a low, in either order of the players") {
    Dealt deal(11);
    const Cards one = deal.take(4), other = deal.take(4);
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        const auto high = walk_omaha({one, other}, 0, 0, false, 1, {}, *kernels);
        const auto turned = walk_omaha({other, one}, 0, 0, true, 1, {}, *kernels);
        REQUIRE((high && turned));
        CHECK(high->high == SetCounts{0, turned->high[0b10], turned->high[0b01], turned->high[0b11]});
    }
}

TEST_CASE("invalid Omaha games are refused") {
    const Cards hand = cards_of("AsKsQhJh"), other = cards_of("9c9d8c7d");
    const auto refused = [](const std::vector<Cards>& hands, Cards board) {
        return !is_omaha_deal(hands, board, 0) && !walk_omaha(hands, board, 0, true, 1, {});
    };
    CHECK(!refused({hand, other}, 0));
    CHECK(refused({hand}, 0));
    CHECK(refused({hand, cards_of("9c9d8c")}, 0));
    CHECK(refused({hand, cards_of("9c9d8c7d6d5d4d")}, 0));
    CHECK(refused({hand, other}, cards_of("2d3d4d5d6d7h")));
    CHECK(refused({hand, other | Cards{1} << DECK}, 0));
}

TEST_CASE("if no deal of Omaha is possible, there are no boards") {
    const Cards hand = cards_of("AsKsQhJh"), other = cards_of("9c9d8c7d");
    const auto boards = [](const std::vector<Cards>& hands, Cards board, Cards dead) {
        return walk_omaha(hands, board, dead, true, 1, {})->boards;
    };
    CHECK(0 == boards({hand, hand}, 0, 0));
    CHECK(0 == boards({hand, other}, cards_of("As2d3d"), 0));
    CHECK(0 == boards({hand, other}, cards_of("2d3d4d"), cards_of("2d")));
    CHECK(0 == boards({hand, other}, 0, cards_of("9c")));
    CHECK(0 == boards({hand, other}, 0, FULL_DECK & ~(hand | other | cards_of("2d3d4d5d"))));
    CHECK(1 == boards({hand, other}, 0, FULL_DECK & ~(hand | other | cards_of("2d3d4d5d6d"))));
}

TEST_CASE("Omaha and simulations end when stopped") {
    const auto stop = [] { return true; };
    const Cards hand = cards_of("AsKsQhJh"), other = cards_of("9c9d8c7d");
    for (const std::size_t workers : {1, 2})
        CHECK(!simulate(omaha_table(), {{{{hand}, {1}}, {{other}, {1}}}, 0, 0, 100'000'000, 1}, workers, stop));
    // With more workers it may end before the first check.
    CHECK(!walk_omaha({hand, other, cards_of("2d3d4d5d"), cards_of("2c3c4c5c")}, 0, 0, true, 1, stop));
}

namespace {

const WeightedHands ANY{{0}, {1}};

WeightedHands one(const std::string& text) { return {{cards_of(text)}, {1}}; }

double chance(const SetCounts& sets, std::size_t set, std::uint64_t boards) {
    return static_cast<double>(sets[set]) / static_cast<double>(boards);
}

// The sampled shares agree with the exact ones within five standard errors.
void check_near(const SetCounts& exact, std::uint64_t of, const SetCounts& sampled, std::uint64_t deals) {
    for (std::size_t set = 0; set < exact.size(); ++set) {
        const double expected = chance(exact, set, of);
        const double error = std::sqrt(expected * (1 - expected) / static_cast<double>(deals));
        CHECK(std::abs(expected - chance(sampled, set, deals)) <= 5 * error);
    }
}

void check_near(const PotCounts& exact, const std::optional<PotCounts>& sampled, std::uint64_t deals) {
    REQUIRE(sampled);
    CHECK(deals == sampled->boards);
    check_near(exact.high, exact.boards, sampled->high, deals);
    check_near(exact.low, exact.boards, sampled->low, deals);
    check_near(exact.halved, exact.boards, sampled->halved, deals);
}

// Every combination of hands that share no card, by the product of its weights, on a finished board.
void add_combinations(const Sampling& sampling, std::vector<Cards> hands, std::uint64_t weight, Cards taken,
                      PotCounts& pots) {
    if (hands.size() < sampling.players.size()) {
        const WeightedHands& next = sampling.players[hands.size()];
        for (std::size_t i = 0; i < next.hands.size(); ++i) {
            if ((next.hands[i] & taken) != 0) continue;
            hands.push_back(next.hands[i]);
            add_combinations(sampling, hands, weight * next.weights[i], taken | next.hands[i], pots);
            hands.pop_back();
        }
        return;
    }
    for (std::uint64_t i = 0; i < weight; ++i) add_obviously(holdem_table(), hands, sampling.board, pots);
}

constexpr std::uint64_t DEALS = 200'000;

}  // namespace

TEST_CASE("a simulation of known hands is near the published counts") {
    const PotCounts exact{1'712'304, {0, 787'966, 917'606, 6732}, no_sets(2), no_sets(2), {}};
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        check_near(exact, simulate(holdem_table(), {{one("AhKh"), one("QsQd")}, 0, 0, DEALS, seed}, 1, {}), DEALS);
}

TEST_CASE("a simulation against any hand is near the published counts") {
    const std::uint64_t wins = 1'389'004'215, losses = 673'957'209, ties = 34'610'976;
    const PotCounts exact{wins + losses + ties, {0, wins, losses, ties}, no_sets(2), no_sets(2), {}};
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        check_near(exact, simulate(holdem_table(), {{one("AhKh"), ANY}, 0, 0, DEALS, seed}, 1, {}), DEALS);
}

TEST_CASE("weights and cards that two ranges share are taken into account") {
    WeightedHands pairs, aces, two;
    for_each_subset(cards_of("AsAhAdKsKhKd"), 2, 0, [&](Cards hand) {
        pairs.hands.push_back(hand);
        pairs.weights.push_back(1 + pairs.hands.size() % 4);
    });
    for_each_subset(cards_of("AsAhAdQd"), 2, 0, [&](Cards hand) {
        aces.hands.push_back(hand);
        aces.weights.push_back(aces.hands.size() == 2 ? 0 : 2 * aces.hands.size());
    });
    two = {{cards_of("AsKs"), cards_of("2c3c"), cards_of("Qc9c")}, {3, 1, 1}};
    const Sampling sampling{{pairs, aces, two}, cards_of("2h7d9cKcQs"), 0, DEALS, 5};
    PotCounts exact = nothing(3);
    add_combinations(sampling, {}, 1, sampling.board, exact);
    check_near(exact, simulate(holdem_table(), sampling, 1, {}), DEALS);
}

TEST_CASE("simulations of Omaha are near the exact counts") {
    for (unsigned seed = 0; seed < 3; ++seed) {
        Dealt deal(seed);
        const std::vector<Cards> hands{deal.take(4), deal.take(4), deal.take(4)};
        const Cards board = deal.take(seed == 0 ? 0 : 3), dead = deal.take(2);
        const auto exact = walk_omaha(hands, board, dead, true, 1, {});
        REQUIRE(exact);
        const Sampling sampling{{{{hands[0]}, {1}}, {{hands[1]}, {9}}, {{hands[2]}, {1}}}, board, dead, 20'000, seed};
        check_near(*exact, simulate(hi_lo_table(), sampling, 1, {}), sampling.deals);
    }
}

TEST_CASE("players who have too few cards get the others from the deck") {
    const DealRules stud{ranking_of("low-a5"), nullptr, 7, 0, 0};
    const Cards first = cards_of("As2s3h4h9dKd"), second = cards_of("5s6s7h8hTdJdQd"), dead = cards_of("5d6d");
    PotCounts exact = nothing(2);
    for_each_subset(FULL_DECK & ~(first | second | dead), 1, first,
                    [&](Cards hand) { add_obviously(stud, {hand, second}, 0, exact); });
    check_near(exact, simulate(stud, {{{{first}, {1}}, {{second}, {1}}}, 0, dead, 5000, 1}, 1, {}), 5000);
}

TEST_CASE("a range of all hands is any hand") {
    WeightedHands all_hands;
    for_each_subset(FULL_DECK, 2, 0, [&](Cards hand) {
        all_hands.hands.push_back(hand);
        all_hands.weights.push_back(7);
    });
    const auto any = simulate(holdem_table(), {{one("AhKh"), ANY, ANY}, 0, 0, 10'000, 1}, 1, {});
    REQUIRE(any);
    check_same(*any, simulate(holdem_table(), {{one("AhKh"), all_hands, all_hands}, 0, 0, 10'000, 1}, 1, {}));
}

TEST_CASE("a seed gives the same figures on every way and for any number of workers") {
    const WeightedHands range{{cards_of("QsQd"), cards_of("7c6c"), cards_of("AsAd")}, {1, 2, 3}};
    const Sampling sampling{{one("AhKh"), range, ANY}, 0, 0, 12'345, 99};
    const auto expected = simulate(holdem_table(), sampling, 1, {});
    REQUIRE(expected);
    for (const std::size_t workers : {1, 2, 5})
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
            check_same(*expected, simulate(holdem_table(), sampling, workers, {}, *kernels));
    Sampling other = sampling;
    other.seed = 100;
    CHECK(expected->high != simulate(holdem_table(), other, 1, {})->high);
}

TEST_CASE("the first samples of a seed are the same, however many follow") {
    const std::vector<WeightedHands> players{one("AhKh"), ANY};
    const auto sampled = [&](std::uint64_t deals) {
        return simulate(holdem_table(), {players, 0, 0, deals, 3}, 1, {})->high[0b01];
    };
    CHECK(sampled(1000) <= sampled(1001));
    CHECK(sampled(1001) <= sampled(1000) + 1);
}

TEST_CASE("every game's hands are ranked as one by one") {
    const Cards low_cards = cards_of("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s"), short_cards = FULL_DECK & ~low_cards;
    const Cards row_cards = cards_of("AcAdAhAs2c2d3c3d4c4d4h5c5d6c6d6h6s7c7d8c8d9c9d9h");
    const struct {
        const char *high, *low;
        int hole, board, from_hole;
        Cards dead;
    } games[] = {
        {"high", nullptr, 7, 0, 0, 0},   {"high", nullptr, 5, 0, 0, 0},   {"low-a5", nullptr, 7, 0, 0, 0},
        {"low-a5", nullptr, 5, 0, 0, 0}, {"high", "low-a5", 6, 0, 0, 0},  {"low-27", nullptr, 5, 0, 0, 0},
        {"low-27", nullptr, 7, 0, 0, 0}, {"badugi", nullptr, 4, 0, 0, 0}, {"short", nullptr, 2, 5, 0, low_cards},
        {"high", "low-8", 6, 5, 2, 0},   {"high", "low-8", 7, 0, 0, 0},
    };
    for (const auto& [high, low, hole, board, from_hole, dead] : games)
        for (unsigned seed = 0; seed < 300; ++seed) {
            const DealRules table{ranking_of(high), low == nullptr ? nullptr : ranking_of(low), hole, board, from_hole};
            const Cards nearby = dead != 0 ? row_cards & short_cards : row_cards;  // rows, suits and pairs come often
            Dealt deal(seed, seed % 3 == 0 || size(nearby) < 2 * hole + board ? FULL_DECK & ~dead : nearby);
            const std::vector<Cards> hands{deal.take(hole), deal.take(hole)};
            const Cards shared = deal.take(board);
            PotCounts expected = nothing(2);
            add_obviously(table, hands, shared, expected);
            const Sampling one_deal{{{{hands[0]}, {1}}, {{hands[1]}, {1}}}, shared, dead, 1, seed};
            CAPTURE(seed);
            check_same(expected, simulate(table, one_deal, 1, {}));
        }
}

TEST_CASE("the last cards of the deck are dealt, each set as often as any other") {
    // Two cards are left for the villain's hand of three: the hero has seven.
    const DealRules stud{ranking_of("high"), nullptr, 7, 0, 0};
    const Cards hero = cards_of("AsKsQs9h8h7d2c"), villain = cards_of("AcKcQc9d8d"), left = cards_of("7c3h4hAd");
    const Cards dead = FULL_DECK & ~(hero | villain | left);
    PotCounts exact = nothing(2);
    for_each_subset(left, 2, villain, [&](Cards hand) { add_obviously(stud, {hero, hand}, 0, exact); });
    check_near(exact, simulate(stud, {{{{hero}, {1}}, {{villain}, {1}}}, 0, dead, DEALS, 1}, 1, {}), DEALS);
    const Cards few = FULL_DECK & ~(hero | cards_of("2h3h4h5h6h7h8d9c"));
    const PotCounts whole = *simulate(stud, {{{{hero}, {1}}, ANY}, 0, few, 1000, 1}, 1, {});
    CHECK(1000 == whole.boards);
}

TEST_CASE("long work reports how many of its steps are done") {
    const std::vector<Cards> hands{cards_of("AsKsQhJh"), cards_of("9c9d8c7d")};
    Progress last;
    const Stop stop([&](Progress so_far) {
        CHECK(last.done <= so_far.done);
        last = so_far;
        return false;
    });
    REQUIRE(simulate(holdem_table(), {{ANY, ANY}, 0, 0, 3'000'000, 1}, 1, stop));
    CHECK(3'000'000 == last.total);
    CHECK(0 < last.done);
    CHECK(last.done <= last.total);
    last = {};
    REQUIRE(walk_omaha(hands, 0, 0, true, 1, stop));
    CHECK(choose(DECK - 8, BOARD) == last.total);
    CHECK(last.total / 2 < last.done);
    CHECK(last.done <= last.total);
}

TEST_CASE("impossible deals are refused, or give no boards") {
    const WeightedHands ace{{cards_of("AhKh"), cards_of("AhQh")}, {1, 1}},
        queen{{cards_of("AhJh"), cards_of("AhTh")}, {1, 1}};
    const auto simulated = [](const std::vector<WeightedHands>& players, Cards board = 0, Cards dead = 0) {
        return simulate(holdem_table(), {players, board, dead, 100, 1}, 1, {});
    };
    const auto is_empty = [&](const std::vector<WeightedHands>& players, Cards board = 0, Cards dead = 0) {
        const auto pots = simulated(players, board, dead);
        return pots && pots->boards == 0;
    };
    CHECK(100 == simulated({ace, ANY})->boards);
    CHECK(is_empty({ace, queen}));
    CHECK(is_empty({one("AhKh"), one("AhQh")}));
    CHECK(is_empty({one("AhKh"), ANY}, cards_of("Ah2c3c")));
    CHECK(is_empty({one("AhKh"), ANY}, 0, cards_of("Ah")));
    CHECK(is_empty({one("AhKh"), ANY}, cards_of("2c3c4c"), cards_of("2c")));
    CHECK(is_empty({ace, ANY}, 0, cards_of("Ah")));
    CHECK(is_empty({WeightedHands{{}, {}}, ANY}));
    CHECK(is_empty({WeightedHands{{cards_of("AhKh")}, {0}}, ANY}));
    CHECK(is_empty({ANY, ANY}, 0, FULL_DECK & ~cards_of("2c3c4c5c6c7c8c9c")));
    CHECK(!simulated({ace}));
    CHECK(!simulated({one("AhKhQh"), ANY}));
    CHECK(!simulated({WeightedHands{{cards_of("AhKh"), cards_of("Ah")}, {1, 1}}, ANY}));
    CHECK(!simulated({WeightedHands{ace.hands, {1}}, ANY}));
    CHECK(!simulated({WeightedHands{ace.hands, {~std::uint64_t{0}, 1}}, ANY}));
}
