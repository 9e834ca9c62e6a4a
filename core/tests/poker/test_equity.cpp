// The C++ side of equity: walks, match-ups and ranges against published counts, obvious versions and each other.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "poker/cards/canonical.hpp"
#include "poker/equity/equity.hpp"
#include "poker/equity/matchup_table.hpp"
#include "poker/equity/next_card.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/ranges/before_flop.hpp"
#include "poker/ranges/flop_range.hpp"
#include "poker/ranges/ranges.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

Cards cards_of(const std::string& text) {  // "AhKh"
    Cards cards = 0;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        cards |= card(static_cast<int>(std::string("23456789TJQKA").find(text[i])),
                      static_cast<int>(std::string("cdhs").find(text[i + 1])));
    return cards;
}

std::vector<Cards> hands_of(const std::vector<std::string>& texts) {
    std::vector<Cards> hands;
    for (const std::string& text : texts) hands.push_back(cards_of(text));
    return hands;
}

std::vector<Cards> all_hands() {
    std::vector<Cards> hands;
    for (std::size_t number = 0; number < HOLDEM_HANDS; ++number) hands.push_back(hand_of(number));
    return hands;
}

Cards dealt(std::mt19937_64& random, int count, Cards gone = 0) {
    Cards cards = 0;
    while (size(cards) < count) cards |= (Cards{1} << random() % DECK) & ~gone;
    return cards;
}

std::vector<Cards> hands_dealt(std::mt19937_64& random, std::size_t count, Cards gone = 0) {
    std::vector<Cards> hands;
    for (; hands.size() < count; gone |= hands.back()) hands.push_back(dealt(random, HOLE, gone));
    return hands;
}

// One board at a time and one hand at a time.
SetCounts obvious_walk(const std::vector<Cards>& hands, Cards board, Cards dead) {
    SetCounts sets = no_sets(hands.size());
    Cards gone = board | dead;
    for (const Cards hand : hands) gone |= hand;
    for_each_subset(FULL_DECK & ~gone, BOARD - size(board), board, [&](Cards full) {
        std::vector<int> values;
        for (const Cards hand : hands) values.push_back(hand_value(hand | full));
        const int best = *std::min_element(values.begin(), values.end());
        std::size_t winners = 0;
        for (std::size_t player = 0; player < hands.size(); ++player)
            winners |= static_cast<std::size_t>(values[player] == best) << player;
        ++sets[winners];
    });
    return sets;
}

// Each hand of the villain in turn.
Outcome obvious_outcome(Cards hero, const HoldemRange& villain, Cards board, Cards dead) {
    Outcome outcome;
    for (std::size_t i = 0; i < villain.hands.size(); ++i) {
        const Cards other = villain.hands[i];
        if (size(hero | other | board | dead) < 2 * HOLE + size(board) + size(dead)) continue;
        const SetCounts sets = obvious_walk({hero, other}, board, dead);
        const std::uint64_t weight = villain.weights[i];
        outcome.wins += weight * sets[0b01];
        outcome.ties += weight * sets[0b11];
        outcome.total += weight * (sets[0b01] + sets[0b10] + sets[0b11]);
    }
    return outcome;
}

bool same(const Outcome& one, const Outcome& other) {
    return one.wins == other.wins && one.ties == other.ties && one.total == other.total;
}

HoldemRange range_dealt(std::mt19937_64& random, std::size_t count) {
    std::set<Cards> hands;
    while (hands.size() < count) hands.insert(dealt(random, HOLE));
    HoldemRange range{{hands.begin(), hands.end()}, {}};
    for (std::size_t i = 0; i < count; ++i) range.weights.push_back(static_cast<std::uint32_t>(random() % 100));
    return range;
}

// Three ranges: each way to deal them, as known hands.
PotCounts obvious_ranges(const std::vector<HoldemRange>& players, Cards board, Cards dead) {
    PotCounts pots{0, no_sets(3), {}, {}, {}};
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
        const std::vector<Cards> hands{players[0].hands[a], players[1].hands[b], players[2].hands[c]};
        if (size(hands[0] | hands[1] | hands[2] | board | dead) < 6 + size(board) + size(dead)) return;
        const SetCounts sets = obvious_walk(hands, board, dead);
        const std::uint64_t weight =
            std::uint64_t{players[0].weights[a]} * players[1].weights[b] * players[2].weights[c];
        pots.boards += weight * choose(DECK - 6 - size(board) - size(dead), BOARD - size(board));
        for (std::size_t set = 0; set < sets.size(); ++set) pots.high[set] += weight * sets[set];
    };
    for (std::size_t a = 0; a < players[0].hands.size(); ++a)
        for (std::size_t b = 0; b < players[1].hands.size(); ++b)
            for (std::size_t c = 0; c < players[2].hands.size(); ++c) add(a, b, c);
    return pots;
}

// What the hero wins of all boards, by the table; it takes minutes under a sanitizer, so its tests are skipped there.
const MatchupTable& table() {
    static const MatchupTable TABLE(all_matchups(1, {}));
    return TABLE;
}

PotCounts no_pots(std::size_t players) { return {0, no_sets(players), {}, {}, {}}; }

void add_pots(const PotCounts& more, PotCounts& sum) {
    sum.boards += more.boards;
    add_sets(sum.high, more.high);
}

// Half of the time, with weights whose sums do not fit in 16 or 32 bits.
HoldemRange light_or_heavy(HoldemRange range, std::mt19937_64& random) {
    const std::uint32_t factor = random() % 2 == 0 ? 1 : 10'000'019;
    for (std::uint32_t& weight : range.weights) weight *= factor;
    return range;
}

}  // namespace

TEST_CASE("sets of cards are walked once, by all workers together") {
    for (const int count : {0, 1, 2, 3}) {
        std::vector<Cards> walked;
        for (std::size_t worker = 0; worker < 3; ++worker)
            for_each_subset_of_worker(FULL_DECK, count, worker, 3, [&](Cards set) { walked.push_back(set); });
        CHECK(choose(DECK, count) == walked.size());
        CHECK(choose(DECK, count) == std::set(walked.begin(), walked.end()).size());
        CHECK(std::all_of(walked.begin(), walked.end(), [&](Cards set) { return size(set) == count; }));
    }
}

TEST_CASE("too few cards cannot be taken") {
    CHECK(0 == choose(4, 5));
    CHECK(1 == choose(5, 5));
}

TEST_CASE("two hands before the flop win as often as published") {
    const struct {
        const char *hero, *villain;
        Matchup expected;
    } rows[] = {
        {"AhKh", "QsQd", {787'966, 6'732}}, {"AsAc", "KsKc", {1'410'336, 9'308}}, {"AsAh", "KdKc", {1'388'072, 6'538}}};
    for (const auto& [hero, villain, expected] : rows) CHECK(expected == matchup(cards_of(hero), cards_of(villain)));
}

TEST_CASE("on a flop two hands win as often as published") {
    CHECK(SetCounts{0, 280, 710, 0} == walk_hands(hands_of({"AhKh", "QsQd"}), cards_of("2h7d9c"), 0, 1, {}));
}

TEST_CASE("rank patterns and the walk of all boards agree" * doctest::test_suite("one thread")) {
    std::mt19937_64 random(1);
    for (int i = 0; i < rounds(20); ++i) {
        const auto hands = hands_dealt(random, 2);
        const SetCounts walked = obvious_walk(hands, 0, 0);
        CHECK(Matchup{static_cast<std::uint32_t>(walked[0b01]), static_cast<std::uint32_t>(walked[0b11])} ==
              matchup(hands[0], hands[1]));
        CHECK(walked == walk_hands(hands, 0, 0, 1, {}));
    }
}

TEST_CASE("hands of any number, board and dead cards win what an obvious walk says") {
    std::mt19937_64 random(2);
    for (int board_size = 3; board_size <= BOARD; ++board_size)
        for (std::size_t players = 2; players <= MOST_HANDS; ++players) {
            const Cards board = dealt(random, board_size), dead = dealt(random, 3, board);
            const auto hands = hands_dealt(random, players, board | dead);
            CHECK(obvious_walk(hands, board, dead) == walk_hands(hands, board, dead, 1, {}));
        }
}

TEST_CASE("hands that tie often share among the right number of winners") {
    const Cards board = cards_of("TsJsQs");
    const auto hands = hands_of({"AsKd", "AcKc", "AhKh", "2c3d"});
    const SetCounts sets = walk_hands(hands, board, 0, 1, {});
    CHECK(obvious_walk(hands, board, 0) == sets);
    CHECK(0 < sets[0b0001]);
    CHECK(0 < sets[0b0111]);
}

TEST_CASE("before the flop hands of any number and dead cards win what an obvious walk says") {
    std::mt19937_64 random(12);
    for (std::size_t players = 2; players <= MOST_HANDS; players += players < 5 ? 1 : 5) {
        const Cards dead = dealt(random, static_cast<int>(random() % 12));
        const auto hands = hands_dealt(random, players, dead);
        const SetCounts found = count_before_flop(hands, dead);
        CHECK(obvious_walk(hands, 0, dead) == found);
        CHECK(boards_left(players, 0, dead) == std::accumulate(found.begin(), found.end(), std::uint64_t{0}));
    }
}

TEST_CASE("before the flop suited hands of one suit and dead cards of it win what an obvious walk says") {
    const auto hands = hands_of({"AhKh", "QhJh", "ThTs"});
    const Cards dead = cards_of("9h2h2s2c2d");
    CHECK(obvious_walk(hands, 0, dead) == count_before_flop(hands, dead));
}

TEST_CASE("ranges before the flop win the sum of their hands, with any number of workers") {
    std::mt19937_64 random(13);
    for (const std::size_t count : {2, 3, 4}) {
        const Cards dead = dealt(random, static_cast<int>(count));
        std::vector<WeightedHands> players;
        PotCounts expected = no_pots(count);
        HandLists lists;
        for (std::size_t i = 0; i < count; ++i) {
            const HoldemRange range = range_dealt(random, count == 4 ? 6 : 30);
            WeightedHands& player = players.emplace_back();
            for (std::size_t k = 0; k < range.hands.size(); ++k) {
                if ((range.hands[k] & dead) != 0) continue;
                player.hands.push_back(range.hands[k]);
                player.weights.push_back(range.weights[k]);
            }
        }
        for (const WeightedHands& player : players) lists.emplace_back(player.hands);
        std::uint64_t combinations = 0;
        std::vector<Cards> hands;
        const auto deal = [&](const auto& again, Cards taken, std::uint64_t weight) -> void {
            if (hands.size() < count) {
                const auto& [own, weights] = players[hands.size()];
                for (std::size_t k = 0; k < own.size(); ++k) {
                    if ((own[k] & taken) != 0) continue;
                    hands.push_back(own[k]);
                    again(again, taken | own[k], weight * weights[k]);
                    hands.pop_back();
                }
                return;
            }
            ++combinations;
            PotCounts part = no_pots(count);
            part.boards = weight * boards_left(count, 0, dead);
            const SetCounts sets = count_before_flop(hands, dead);
            for (std::size_t set = 0; set < sets.size(); ++set) part.high[set] = weight * sets[set];
            add_pots(part, expected);
        };
        deal(deal, dead, 1);
        for (const std::size_t workers : {1, 3}) {
            const auto found = walk_before_flop(players, dead, workers, {}, high_order());
            REQUIRE(found);
            CHECK(expected.boards == found->boards);
            CHECK(expected.high == found->high);
        }
        if (count <= 3) CHECK(combinations == static_cast<std::uint64_t>(disjoint_combinations(lists)));
        CHECK(static_cast<std::uint64_t>(disjoint_combinations(lists)) >= combinations);
    }
}

TEST_CASE("as many different match-ups before the flop are expected as the table has kinds, in both orders") {
    const auto hands = all_hands();
    const HandLists lists{hands, hands};
    CHECK(812'175 * 2 == static_cast<std::uint64_t>(disjoint_combinations(lists)));
    std::set<std::array<Cards, 2>> kinds;
    for (const Cards one : hands)
        for (const Cards other : hands)
            if ((one & other) == 0) kinds.insert(canonical(std::array{one, other}));
    const auto bound = static_cast<std::uint64_t>(different_combinations(lists, 0));
    CHECK(bound >= kinds.size());
    CHECK(bound < kinds.size() * 11 / 10);
}

TEST_CASE("ranges of which the last is looked up win what dealing all hands says") {
    std::mt19937_64 random(14);
    for (int round = 0; round < 6; ++round) {
        const Cards board = dealt(random, 5), dead = dealt(random, 2, board);
        std::vector<HoldemRange> players{range_dealt(random, 12), range_dealt(random, 120), range_dealt(random, 10)};
        std::rotate(players.begin(), players.begin() + round % 3, players.end());
        CHECK(is_last_looked_up(120, 120));
        const PotCounts pots = walk_ranges(players, board, dead, 1, {});
        const PotCounts expected = obvious_ranges(players, board, dead);
        CHECK(expected.boards == pots.boards);
        CHECK(expected.high == pots.high);
    }
}

TEST_CASE("rank patterns and the sweep of all boards agree in a short deck") {
    std::mt19937_64 random(19);
    const Cards missing = missing_cards(short_deck_order());
    CHECK(cards_of("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s") == missing);
    for (int i = 0; i < rounds(20); ++i) {
        const Cards hero = dealt(random, HOLE, missing), villain = dealt(random, HOLE, missing | hero);
        const auto [wins, ties] = matchup(hero, villain, short_deck_order());
        const Outcome swept =
            range_equities(std::vector{hero}, {{villain}, {1}}, 0, missing, 1, {}, short_deck_order())[0];
        CHECK(same(swept, {wins, ties, choose(SHORT_DECK - 2 * HOLE, BOARD)}));
    }
}

TEST_CASE("a walk can be stopped") {
    int checks = 0;
    const Stop stop = [&] { return ++checks > 0; };
    walk_hands(hands_of({"AhKh", "QsQd", "7c6c"}), cards_of("2c"), 0, 1, stop);
    CHECK(1 == checks);
}

TEST_CASE("with each next card hands win what a walk of the longer board says") {
    std::mt19937_64 random(11);
    for (int round = 0; round < 40; ++round) {
        const std::size_t players = 2 + random() % 4;
        const int shared = 2 + static_cast<int>(random() % 3);
        const HandOrder order = round % 3 == 0 ? short_deck_order() : high_order();
        Cards gone = missing_cards(order);
        const auto deal = [&](int count) {
            Cards cards = 0;
            while (size(cards) < count) cards |= Cards{1} << random() % DECK & ~gone;
            gone |= cards;
            return cards;
        };
        std::vector<Cards> hands(players);
        for (Cards& hand : hands) hand = deal(HOLE);
        const Cards board = deal(shared), dead = deal(round % 2) | missing_cards(order);
        const std::vector<NextCard> found = walk_next_cards(hands, board, dead, {}, order);
        CHECK(std::ssize(found) == DECK - size(gone));
        for (const NextCard& next : found) {
            CHECK(next.boards == walk_hands(hands, board | next.card, dead, 1, {}, order));
        }
    }
}

TEST_CASE("ranges win what their hands win, few heroes or many") {
    std::mt19937_64 random(3);
    for (const std::size_t heroes : {1, 3, 60}) {
        const Cards board = dealt(random, 4), dead = dealt(random, 2, board);
        const auto hero = range_dealt(random, heroes).hands;
        const HoldemRange villain = range_dealt(random, 80);
        const auto outcomes = range_equities(hero, villain, board, dead, 1, {});
        for (std::size_t i = 0; i < heroes; ++i) {
            const bool lives = (hero[i] & (board | dead)) == 0;
            CHECK(same(lives ? obvious_outcome(hero[i], villain, board, dead) : Outcome{}, outcomes[i]));
        }
    }
}

TEST_CASE("on a flop a hand wins the same alone and among all hands") {
    const Cards board = cards_of("2h7d9c");
    const HoldemRange villain{all_hands(), std::vector<std::uint32_t>(HOLDEM_HANDS, 3)};
    const auto all = range_equities(all_hands(), villain, board, 0, 2, {});
    for (const char* hero : {"AhKh", "QsQd", "7c6c", "9d9s"}) {
        const std::vector<Cards> hand{cards_of(hero)};
        CHECK(same(all[number_of(hand[0])], range_equities(hand, villain, board, 0, 1, {})[0]));
        CHECK(same(all[number_of(hand[0])], obvious_outcome(hand[0], villain, board, 0)));
    }
}

TEST_CASE("on flops of all kinds a hand wins of a range what it wins of its hands one by one") {
    std::mt19937_64 random(16);
    for (const char* flop : {"2h7d9c", "2h7h9c", "2h7h9h", "2h2d9c", "2h2d9h", "2h2d2c", "AhKhQh", "AcKdQh", "5h6h7c"})
        for (const char* hero : {"", "AhKh", "Th9h", "5c5d", "AcKd", "3h2s", "8h4h"}) {
            const Cards board = cards_of(flop), dead = dealt(random, static_cast<int>(random() % 3), board);
            const Cards given = cards_of(hero), hand = given == 0 ? dealt(random, HOLE, board | dead) : given;
            if ((hand & (board | dead)) != 0) continue;
            const HoldemRange villain = light_or_heavy(range_dealt(random, 100), random);
            REQUIRE(is_flop_range_faster(villain));
            CAPTURE(flop);
            CHECK(same(obvious_outcome(hand, villain, board, dead),
                       range_equities(std::vector{hand}, villain, board, dead, 1, {})[0]));
        }
}

TEST_CASE("on flops of all kinds hands win as much together as each alone") {
    std::mt19937_64 random(18);
    const Cards below_six = cards_of("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s");
    for (const char* flop : {"8h7d9c", "8h7h9c", "8h7h9h", "8h8d9c", "8h8d9h", "8h8d8c", "AhKhQh"})
        for (const HandOrder order : {high_order(), short_deck_order()}) {
            const Cards board = cards_of(flop), dead = (order.lowest == 0 ? 0 : below_six) | dealt(random, 1, board);
            const HoldemRange villain = light_or_heavy(range_dealt(random, 500), random);
            const auto together = range_equities(all_hands(), villain, board, dead, 2, {}, order);
            CAPTURE(flop);
            for (std::size_t i = 0; i < HOLDEM_HANDS; i += 11) {
                const std::vector<Cards> alone{all_hands()[i]};
                CHECK(same(together[i], range_equities(alone, villain, board, dead, 1, {}, order)[0]));
            }
        }
}

TEST_CASE("in a short deck a hand wins of a wide range what it wins of its hands few by few") {
    std::mt19937_64 random(17);
    const Cards dead = cards_of("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s");
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Cards board = dealt(random, 3, dead);
        const std::vector<Cards> hero{dealt(random, HOLE, board | dead)};
        const HoldemRange villain = range_dealt(random, 1000);
        Outcome few_by_few;
        for (std::size_t i = 0; i < villain.hands.size(); i += 20) {
            const auto from = static_cast<std::ptrdiff_t>(i), to = from + 20;
            const HoldemRange few{{villain.hands.begin() + from, villain.hands.begin() + to},
                                  {villain.weights.begin() + from, villain.weights.begin() + to}};
            REQUIRE_FALSE(is_flop_range_faster(few));
            const Outcome part = range_equities(hero, few, board, dead, 1, {}, short_deck_order())[0];
            few_by_few.wins += part.wins;
            few_by_few.ties += part.ties;
            few_by_few.total += part.total;
        }
        CHECK(same(few_by_few, range_equities(hero, villain, board, dead, 1, {}, short_deck_order())[0]));
    }
}

TEST_CASE("on a flop known hands win of a wide range what they win of its hands one by one") {
    std::mt19937_64 random(6);
    for (const auto& [others, kinds_of_weight] : {std::pair<std::size_t, unsigned>{1, 1}, {2, 1}, {1, 3}, {3, 2}}) {
        const Cards board = dealt(random, 3), dead = dealt(random, 2, board);
        std::vector<HoldemRange> players;
        Cards taken = board | dead;
        for (const Cards hand : hands_dealt(random, others, taken)) players.push_back({{hand}, {2}});
        HoldemRange wide = range_dealt(random, 1000);
        for (std::uint32_t& weight : wide.weights) weight = 1 + static_cast<std::uint32_t>(random()) % kinds_of_weight;
        REQUIRE(is_flop_range_faster(wide));
        const std::size_t seat = random() % (others + 1);
        players.insert(players.begin() + static_cast<std::ptrdiff_t>(seat), wide);
        const PotCounts together = walk_ranges(players, board, dead, 2, {});

        PotCounts one_by_one = no_pots(others + 1);
        for (std::size_t i = 0; i < wide.hands.size(); i += 10) {
            players[seat] = {{}, {}};
            for (std::size_t j = i; j < std::min(i + 10, wide.hands.size()); ++j) {
                players[seat].hands.push_back(wide.hands[j]);
                players[seat].weights.push_back(wide.weights[j]);
            }
            add_pots(walk_ranges(players, board, dead, 1, {}), one_by_one);
        }
        CHECK(one_by_one.boards == together.boards);
        CHECK(one_by_one.high == together.high);
    }
}

TEST_CASE("a range has the share of the pot that others published") {
    std::vector<Cards> hands;
    for (const Cards hand : all_hands()) {
        const auto count = [&](const char* texts) { return size(hand & cards_of(texts)) == HOLE; };
        const bool pair = count("QcQdQhQs") || count("KcKdKhKs") || count("AcAdAhAs");
        bool suited = false;
        for (const std::string suit : {"c", "d", "h", "s"})
            for (const char* ranks : {"AK", "AQ", "JT"}) suited |= hand == cards_of(ranks[0] + suit + ranks[1] + suit);
        if (pair || suited) hands.push_back(hand);
    }
    const HoldemRange villain{hands, std::vector<std::uint32_t>(hands.size(), 1)};
    const auto sum = range_equities(hands_of({"AhKh"}), villain, cards_of("2h7d9c"), 0, 1, {})[0];
    const double share = static_cast<double>(2 * sum.wins + sum.ties) / static_cast<double>(2 * sum.total);
    CHECK(0.404843893480 == doctest::Approx(share).epsilon(1e-12));
}

TEST_CASE("ranges of several players win the weighted sum of their deals") {
    std::mt19937_64 random(5);
    for (const std::size_t workers : {1, 2}) {
        const Cards board = dealt(random, 4), dead = dealt(random, 2, board);
        const std::vector<HoldemRange> players{range_dealt(random, 5), range_dealt(random, 9), range_dealt(random, 12)};
        const PotCounts pots = walk_ranges(players, board, dead, workers, {});
        const PotCounts expected = obvious_ranges(players, board, dead);
        CHECK(0 < pots.boards);
        CHECK(expected.boards == pots.boards);
        CHECK(expected.high == pots.high);
    }
}

TEST_CASE("ranges that always share a card meet on no board" * doctest::test_suite("one thread")) {
    const std::vector<HoldemRange> players{{hands_of({"AhKh"}), {1}}, {hands_of({"AhQh", "KhQh"}), {1, 1}}};
    CHECK(0 == walk_ranges(players, 0, 0, 1, {}).boards);
    const std::vector<HoldemRange> nobody(3);
    CHECK(0 == walk_ranges(nobody, cards_of("2h7d9c"), 0, 1, {}).boards);
}

TEST_CASE("nobody in a range meets nothing") {
    CHECK(range_equities({}, {}, cards_of("2h7d9c"), 0, 1, {}).empty());
    CHECK(same({}, range_equities(hands_of({"AhKh"}), {}, cards_of("2h7d9c"), 0, 1, {})[0]));
    CHECK(same({}, range_equities(hands_of({"2hKh"}), {hands_of({"AhKd"}), {1}}, cards_of("2h7d9c"), 0, 1, {})[0]));
}

TEST_CASE("hands are numbered by their ids") {
    CHECK(cards_of("2c2d") == hand_of(0));
    CHECK(cards_of("2c2h") == hand_of(1));
    CHECK(cards_of("AsAh") == hand_of(HOLDEM_HANDS - 1));
    const auto hands = all_hands();
    CHECK(HOLDEM_HANDS == std::set(hands.begin(), hands.end()).size());
}

TEST_CASE("there are 47,008 matchup_kinds of match-ups, and none for hands that share a card") {
    const std::set<std::int32_t> ids(matchup_kinds().begin(), matchup_kinds().end());
    CHECK(NO_KIND == *ids.rbegin());
    std::set<std::int32_t> halves;
    for (const std::int32_t id : ids) halves.insert(id / 2);
    CHECK(MATCHUP_KINDS + 1 == halves.size());
    for (std::size_t hero = 0; hero < HOLDEM_HANDS; ++hero)
        for (std::size_t villain = 0; villain < HOLDEM_HANDS; villain += 7)
            REQUIRE(((hand_of(hero) & hand_of(villain)) != 0) ==
                    (matchup_kinds()[hero * HOLDEM_HANDS + villain] == NO_KIND));
}

TEST_CASE("the table agrees with rank patterns" * doctest::test_suite("one thread") * doctest::skip(IS_SANITIZED)) {
    std::mt19937_64 random(4);
    for (int i = 0; i < 500; ++i) {
        const auto hands = hands_dealt(random, 2);
        CHECK(matchup(hands[0], hands[1]) == table().of(hands[0], hands[1]));
    }
}

TEST_CASE("before the flop a hand wins of a range what it wins of its hands one by one" *
          doctest::test_suite("one thread") * doctest::skip(IS_SANITIZED)) {
    std::mt19937_64 random(5);
    for (const std::size_t size : {1, 50, 1000}) {
        const auto heroes = range_dealt(random, 20).hands;
        const HoldemRange villain = light_or_heavy(range_dealt(random, size), random);
        const auto outcomes = table().range_equities(heroes, villain);
        for (std::size_t i = 0; i < heroes.size(); ++i) {
            Outcome sums;
            for (std::size_t j = 0; j < size; ++j) {
                if ((heroes[i] & villain.hands[j]) != 0) continue;
                const Matchup one = table().of(heroes[i], villain.hands[j]);
                sums.wins += std::uint64_t{villain.weights[j]} * one.wins;
                sums.ties += std::uint64_t{villain.weights[j]} * one.ties;
                sums.total += std::uint64_t{villain.weights[j]} * MATCHUP_BOARDS;
            }
            CHECK(same(sums, outcomes[i]));
        }
    }
}

TEST_CASE("against a random hand before the flop a hand wins as often as published" *
          doctest::test_suite("one thread") * doctest::skip(IS_SANITIZED)) {
    std::uint64_t wins = 0, ties = 0, boards = 0;
    const std::size_t hero = number_of(cards_of("AhKh"));
    for (std::size_t villain = 0; villain < HOLDEM_HANDS; ++villain) {
        if (matchup_kinds()[hero * HOLDEM_HANDS + villain] == NO_KIND) continue;
        const Matchup one = table().of(hand_of(hero), hand_of(villain));
        wins += one.wins;
        ties += one.ties;
        boards += MATCHUP_BOARDS;
    }
    CHECK(1'389'004'215 == wins);
    CHECK(34'610'976 == ties);
    CHECK(673'957'209 == boards - wins - ties);
}

TEST_CASE("one player's wins are the other's losses" * doctest::test_suite("one thread") *
          doctest::skip(IS_SANITIZED)) {
    std::uint64_t wins = 0, ties = 0, pairs = 0;
    for (std::size_t hero = 0; hero < HOLDEM_HANDS; ++hero)
        for (std::size_t villain = 0; villain < HOLDEM_HANDS; ++villain) {
            if (matchup_kinds()[hero * HOLDEM_HANDS + villain] == NO_KIND) continue;
            const Matchup one = table().of(hand_of(hero), hand_of(villain));
            wins += one.wins;
            ties += one.ties;
            ++pairs;
        }
    CHECK(pairs * MATCHUP_BOARDS == 2 * wins + ties);
}
