// The C++ side of poker: values, the ways to evaluate many hands, and rankings against obvious versions of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "poker/cards/combinations.hpp"
#include "poker/evaluate/cactus.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker/scoring/score_counts.hpp"
#include "poker/scoring/scoring.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Ids = std::vector<std::uint8_t>;

Ids ids_of(const std::string& text) {  // "Ah Kd": two letters and a space each
    Ids ids;
    for (std::size_t i = 0; i + 1 < text.size(); i += 3) {
        const auto rank = std::string("23456789TJQKA").find(text[i]), suit = std::string("cdhs").find(text[i + 1]);
        ids.push_back(static_cast<std::uint8_t>(rank * SUITS + suit));
    }
    return ids;
}

Cards cards_of(const Ids& ids) {
    Cards cards = 0;
    for (const std::uint8_t id : ids) cards |= card(id / SUITS, id % SUITS);
    return cards;
}
Cards cards_of(const std::string& text) { return cards_of(ids_of(text)); }

Ids ids_of(Cards cards) {
    Ids ids;
    for (; cards != 0; cards = without_lowest(cards)) {
        const int bit = std::countr_zero(cards);
        ids.push_back(static_cast<std::uint8_t>(bit % RANKS * SUITS + bit / RANKS));
    }
    return ids;
}

template <class Visit>
void each_subset(Cards from, int count, const Visit& visit, Cards taken = 0) {
    if (count == 0) return visit(taken);
    for (; from != 0; from = without_lowest(from))
        each_subset(without_lowest(from), count - 1, visit, taken | (from & (~from + 1)));
}

std::vector<Cards> all_fives() {
    std::vector<Cards> hands;
    hands.reserve(2'598'960);
    each_subset(FULL_DECK, 5, [&](Cards cards) { hands.push_back(cards); });
    return hands;
}

std::size_t category_of(int value) {
    return static_cast<std::size_t>(std::upper_bound(FIRST_VALUES.begin(), FIRST_VALUES.end(), value) -
                                    FIRST_VALUES.begin() - 1);
}

// Different cards of those from `lowest` up, in no order.
Ids dealt(std::mt19937_64& random, std::size_t count, int lowest = 0) {
    Ids deck(static_cast<std::size_t>(DECK - lowest * SUITS));
    std::iota(deck.begin(), deck.end(), static_cast<std::uint8_t>(lowest * SUITS));
    std::shuffle(deck.begin(), deck.end(), random);
    deck.resize(count);
    return deck;
}

Ids rows_dealt(std::mt19937_64& random, std::size_t count, std::size_t cards) {
    Ids rows;
    for (std::size_t i = 0; i < count; ++i)
        for (const std::uint8_t id : dealt(random, cards)) rows.push_back(id);
    return rows;
}

std::vector<Cards> masks_of(const Ids& rows, std::size_t cards) {
    std::vector<Cards> masks;
    for (auto at = rows.begin(); at != rows.end(); at += static_cast<long>(cards))
        masks.push_back(cards_of(Ids(at, at + static_cast<long>(cards))));
    return masks;
}

std::vector<std::uint16_t> values_of(const std::vector<Cards>& masks) {
    std::vector<std::uint16_t> values;
    for (const Cards cards : masks) values.push_back(hand_value(cards));
    return values;
}

constexpr std::uint16_t UNTOUCHED = 0xABCD;

// Evaluates ids that end where their memory ends, so that the sanitizer sees a read past them.
std::pair<std::ptrdiff_t, std::vector<std::uint16_t>> by_ids(const Ids& rows, std::size_t cards,
                                                             const SimdKernels& kernels, std::size_t workers = 1) {
    const std::size_t count = rows.size() / cards;
    const auto tight = std::make_unique<std::uint8_t[]>(rows.size());
    std::copy(rows.begin(), rows.end(), tight.get());
    std::vector<std::uint16_t> values(count + 1, UNTOUCHED);
    const auto bad = evaluate_ids(tight.get(), count, cards, values.data(), workers, {}, kernels);
    CHECK(values.back() == UNTOUCHED);
    values.pop_back();
    return {bad, values};
}

std::pair<std::ptrdiff_t, std::vector<std::uint16_t>> by_masks(const std::vector<Cards>& masks,
                                                               const SimdKernels& kernels, std::size_t workers = 1) {
    const auto tight = std::make_unique<Cards[]>(masks.size());
    std::copy(masks.begin(), masks.end(), tight.get());
    std::vector<std::uint16_t> values(masks.size() + 1, UNTOUCHED);
    const auto bad = evaluate_masks(tight.get(), masks.size(), values.data(), workers, {}, kernels);
    CHECK(values.back() == UNTOUCHED);
    values.pop_back();
    return {bad, values};
}

// Which order of hands an obvious worth is for.
struct Order {
    bool ace_low = false;
    bool runs = true;    // straights and flushes count
    int below_ace = -1;  // the lowest rank of a straight that begins with the ace
    bool flush_beats_full = false;
};
constexpr Order STANDARD_ORDER{.below_ace = 0}, SHORT_ORDER{.below_ace = 4, .flush_beats_full = true};
constexpr Order ACE_TO_FIVE{.ace_low = true, .runs = false}, DEUCE_TO_SEVEN{};

// How often the ranks of five cards occur, then the ranks themselves, both in descending order.
std::vector<int> groups_of(const Ids& ids, bool ace_low) {
    std::map<int, int> counts;
    for (const std::uint8_t id : ids) ++counts[ace_low ? (id / SUITS + 1) % RANKS : id / SUITS];
    std::vector<std::pair<int, int>> groups;
    for (const auto& [rank, count] : counts) groups.push_back({count, rank});
    std::sort(groups.rbegin(), groups.rend());
    std::vector<int> worth;
    for (const auto& [count, rank] : groups) worth.push_back(count);
    worth.resize(5);
    for (const auto& [count, rank] : groups) worth.push_back(rank);
    return worth;
}

// What a hand of five is worth: compared from the left, greater is stronger.
std::vector<int> worth_of(Cards cards, const Order& order) {
    const Ids ids = ids_of(cards);
    std::vector<int> worth = groups_of(ids, order.ace_low);
    const int low = order.below_ace;
    const bool wheel = low >= 0 && worth == std::vector<int>{1, 1, 1, 1, 1, 12, low + 3, low + 2, low + 1, low};
    if (wheel) worth = {1, 1, 1, 1, 1, low + 3, low + 2, low + 1, low, low - 1};
    const bool straight = order.runs && worth[0] == 1 && worth[5] - worth[9] == 4;
    const bool flush =
        order.runs && std::all_of(ids.begin(), ids.end(), [&](int id) { return id % SUITS == ids[0] % SUITS; });
    const bool full = worth[0] == 3 && worth[1] == 2, four = worth[0] == 4;
    const int flush_height = order.flush_beats_full ? 4 : 2;
    // What beats three of a kind and less: straight, flush, full house, flush of a short deck, four of a kind...
    worth.insert(worth.begin(), straight && flush ? 6 : four ? 5 : full ? 3 : flush ? flush_height : straight ? 1 : 0);
    return worth;
}

// More cards first, then the highest rank, the next...: the minimum is the best badugi.
std::vector<int> badugi_worth(Cards cards) {
    std::vector<int> worth;
    for (const std::uint8_t id : ids_of(cards)) worth.push_back((id / SUITS + 1) % RANKS);
    std::sort(worth.rbegin(), worth.rend());
    worth.insert(worth.begin(), -size(cards));
    return worth;
}

bool is_badugi(Cards cards) {
    std::set<int> ranks, suits;
    for (const std::uint8_t id : ids_of(cards)) {
        ranks.insert(id / SUITS);
        suits.insert(id % SUITS);
    }
    return static_cast<int>(ranks.size()) == size(cards) && static_cast<int>(suits.size()) == size(cards);
}

bool qualifies(Cards cards) {  // eight or lower, no pair
    const auto worth = groups_of(ids_of(cards), true);
    return worth[0] == 1 && worth[5] <= 7;
}

std::uint32_t score(const char* name, Cards cards) {
    const auto played = best(*ranking_of(name), cards, 0, 0);
    return played ? played->score : 0;
}
std::uint32_t score(const char* name, const std::string& text) { return score(name, cards_of(text)); }

// Some different cards from few ranks and suits, so that pairs, straights and flushes are common.
Cards varied(std::mt19937_64& random, std::size_t count, int lowest) {
    const int suits = 1 + static_cast<int>(random() % SUITS), ranks = 5 + static_cast<int>(random() % 4);
    const int from = lowest + static_cast<int>(random() % static_cast<unsigned>(RANKS - ranks - lowest + 1));
    Ids pool;
    for (const std::uint8_t id : dealt(random, static_cast<std::size_t>(DECK - lowest * SUITS), lowest))
        if (const int rank = id / SUITS;
            id % SUITS < suits && ((rank >= from && rank < from + ranks) || rank == RANKS - 1))
            pool.push_back(id);
    pool.resize(count);
    return cards_of(pool);
}

// Two hands are in the order of the ranking as their worths say.
template <class Worth>
void check_order(const char* name, std::size_t cards, int lowest, bool low, const Worth& worth) {
    std::mt19937_64 random(20261121);
    for (int i = 0; i < 10'000; ++i) {
        const Cards a = i % 2 == 0 ? varied(random, cards, lowest) : cards_of(dealt(random, cards, lowest));
        const Cards b = i % 3 == 0 ? varied(random, cards, lowest) : cards_of(dealt(random, cards, lowest));
        CAPTURE(a);
        CAPTURE(b);
        CHECK((low ? worth(a) < worth(b) : worth(a) > worth(b)) == (score(name, a) > score(name, b)));
        CHECK((worth(a) == worth(b)) == (score(name, a) == score(name, b)));
    }
}
void check_order(const char* name, const Order& order, int lowest, bool low) {
    check_order(name, 5, lowest, low, [&](Cards cards) { return worth_of(cards, order); });
}

// Rows of a file of known answers, without the comment and the head.
std::vector<std::vector<std::string>> vectors(const std::string& name) {
    std::ifstream file("tests/vectors/" + name);
    REQUIRE(file);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#') || line.starts_with("cards,")) continue;
        std::istringstream fields(line);
        rows.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
    }
    return rows;
}

using Counts = std::array<std::uint64_t, CATEGORIES>;

// Of all hands of so many cards: the hands of each category (column 2) or the classes (column 3), the best first.
Counts known_counts(int cards, std::size_t column) {
    Counts counts{};
    std::size_t i = 0;
    for (const auto& row : vectors("poker-category-counts.csv"))
        if (row[0] == std::to_string(cards)) counts[i++] = std::stoull(row[column]);
    REQUIRE(i == CATEGORIES);
    return counts;
}

// The lowest worth of any five that play, from_hole of them from the hole (0: any).
template <class Visit>
void each_play(Cards hole, Cards board, int from_hole, const Visit& visit) {
    each_subset(hole | board, 5, [&](Cards cards) {
        if (from_hole == 0 || size(cards & hole) == from_hole) visit(cards);
    });
}

}  // namespace

TEST_CASE("hands have Cactus Kev's values") {
    for (const auto& row : vectors("poker-kev-values.csv")) {
        CAPTURE(row[0]);
        CHECK(std::stoi(row[1]) == hand_value(cards_of(row[0])));
    }
}

TEST_CASE("values order hands as the rules do") { check_order("high", STANDARD_ORDER, 0, false); }

TEST_CASE("invalid hands have the value 0") {
    CHECK(0 == hand_value(0));
    CHECK(0 == hand_value(0b1111));
    CHECK(0 == hand_value(0b1111'1111));
    CHECK(0 == hand_value(FULL_DECK));
    CHECK(0 == hand_value(~Cards{0}));
    for (int bit = DECK; bit < 64; ++bit) CHECK(0 == hand_value(0b1111 | Cards{1} << bit));
}

TEST_CASE("all hands of five fall into the known categories and classes, on every way") {
    const std::vector<Cards> hands = all_fives();
    const std::vector<std::uint16_t> values = values_of(hands);
    Counts counts{}, classes{};
    std::vector<int> seen(FIRST_VALUES.back());
    for (const std::uint16_t value : values) ++seen[value];
    for (int value = 1; value < FIRST_VALUES.back(); ++value) {
        counts[category_of(value)] += static_cast<std::uint64_t>(seen[static_cast<std::size_t>(value)]);
        classes[category_of(value)] += seen[static_cast<std::size_t>(value)] > 0 ? 1U : 0U;
    }
    CHECK(known_counts(5, 2) == counts);
    CHECK(known_counts(5, 3) == classes);
    Ids rows;
    rows.reserve(5 * hands.size());
    for (const Cards cards : hands)
        for (const std::uint8_t id : ids_of(cards)) rows.push_back(id);
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        CAPTURE(kernels->name);
        CHECK((std::pair(ALL_GOOD, values) == by_ids(rows, 5, *kernels)));
        CHECK((std::pair(ALL_GOOD, values) == by_masks(hands, *kernels)));
    }
}

TEST_CASE("six and seven cards have the value of their best five") {
    std::mt19937_64 random(6);
    for (int i = 0; i < 20'000; ++i) {
        const Cards cards = cards_of(dealt(random, 6 + static_cast<std::size_t>(i) % 2));
        std::uint16_t lowest = FIRST_VALUES.back();
        each_subset(cards, 5, [&](Cards five) { lowest = std::min(lowest, hand_value(five)); });
        CAPTURE(cards);
        CHECK(lowest == hand_value(cards));
    }
}

TEST_CASE("all ways give the same values for any number of rows") {
    std::mt19937_64 random(7);
    for (const std::size_t cards : {5, 6, 7}) {
        const Ids rows = rows_dealt(random, 40'000, cards);
        const std::vector<Cards> masks = masks_of(rows, cards);
        const std::vector<std::uint16_t> values = values_of(masks);
        for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
            for (const std::size_t count : {0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 511, 513, 16384, 16385, 40'000}) {
                CAPTURE(kernels->name);
                CAPTURE(count);
                const auto end = static_cast<long>(count);
                const std::vector<std::uint16_t> expected(values.begin(), values.begin() + end);
                CHECK((by_ids({rows.begin(), rows.begin() + end * static_cast<long>(cards)}, cards, *kernels) ==
                       std::pair(ALL_GOOD, expected)));
                CHECK((by_masks({masks.begin(), masks.begin() + end}, *kernels, 3) == std::pair(ALL_GOOD, expected)));
            }
    }
}

TEST_CASE("a value does not depend on the order of the cards or the names of the suits") {
    std::mt19937_64 random(8);
    std::array<std::uint8_t, SUITS> suits{0, 1, 2, 3};
    for (int i = 0; i < 5000; ++i) {
        Ids ids = dealt(random, 7);
        const std::uint16_t value = hand_value(cards_of(ids));
        std::shuffle(ids.begin(), ids.end(), random);
        std::shuffle(suits.begin(), suits.end(), random);
        for (std::uint8_t& id : ids) id = static_cast<std::uint8_t>(id / SUITS * SUITS + suits[id % SUITS]);
        CHECK(value == hand_value(cards_of(ids)));
        CHECK(value == by_ids(ids, 7, chosen_lanes<SimdKernels>()).second[0]);
    }
}

TEST_CASE("the first row with a repeated card or an id beyond the deck is reported") {
    std::mt19937_64 random(9);
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
        for (const std::size_t cards : {5, 6, 7}) {
            CAPTURE(kernels->name);
            const Ids good = rows_dealt(random, 100, cards);
            for (std::size_t place = 0; place < cards; ++place) {
                for (std::size_t row : {0, 50, 99}) {
                    Ids rows = good;
                    rows[row * cards + place] = rows[row * cards + (place + 1) % cards];
                    CHECK(static_cast<std::ptrdiff_t>(row) == by_ids(rows, cards, *kernels).first);
                }
                for (int id = DECK; id < 256; ++id) {
                    Ids rows = good;
                    rows[70 * cards + place] = static_cast<std::uint8_t>(id);
                    rows[90 * cards + place] = static_cast<std::uint8_t>(id);
                    CHECK(70 == by_ids(rows, cards, *kernels).first);
                }
            }
        }
}

TEST_CASE("every repeated card is found") {
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
        for (std::uint8_t id = 0; id < DECK; ++id) {
            CHECK(0 == by_ids(Ids(7, id), 7, *kernels).first);
            const auto other = [id](int i) { return static_cast<std::uint8_t>((id + i) % DECK); };
            CHECK(0 == by_ids({id, other(1), other(2), id, other(3)}, 5, *kernels).first);
        }
}

TEST_CASE("of many bad rows the first is reported, whatever the number of workers") {
    std::mt19937_64 random(10);
    Ids rows = rows_dealt(random, 100'000, 7);
    for (const std::size_t row : {40'000, 40'001, 70'000, 99'999}) rows[7 * row] = 255;
    for (const std::size_t workers : {0, 1, 2, 3, 8})
        CHECK(40'000 == by_ids(rows, 7, chosen_lanes<SimdKernels>(), workers).first);
}

TEST_CASE("invalid masks are reported, whatever their bits") {
    std::mt19937_64 random(11);
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        CAPTURE(kernels->name);
        std::vector<Cards> masks(300, cards_of("Ac Kc Qc Jc Tc"));
        for (int bit = DECK; bit < 64; ++bit) {
            masks[200] = 0b1111 | Cards{1} << bit;
            CHECK(200 == by_masks(masks, *kernels).first);
        }
        for (int i = 0; i < 1000; ++i) {
            masks[200] = random() & (i % 2 == 0 ? random() & random() : ~Cards{0});
            CHECK((is_hand(masks[200]) ? ALL_GOOD : 200) == by_masks(masks, *kernels).first);
        }
        for (int count = 0; count <= 52; ++count) {
            masks[200] = FULL_DECK >> (DECK - count);
            CHECK((count >= 5 && count <= 7 ? ALL_GOOD : 200) == by_masks(masks, *kernels).first);
        }
    }
}

TEST_CASE("masks of one array may have different counts") {
    const std::vector<Cards> masks{cards_of("Ac Kc Qc Jc Tc"), cards_of("As Kd Jc Kh 2d 2s Kc"),
                                   cards_of("7c 5d 4h 3s 2c 2d")};
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
        CHECK((std::pair(ALL_GOOD, values_of(masks)) == by_masks(masks, *kernels)));
}

TEST_CASE("rows of any bytes never crash") {
    std::mt19937_64 random(12);
    Ids rows(7 * 5 * 6 * 100);
    for (std::uint8_t& id : rows) id = static_cast<std::uint8_t>(random());
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
        for (const std::size_t cards : {5, 6, 7}) CHECK(0 == by_ids(rows, cards, *kernels).first);
}

TEST_CASE("all hands are counted by category, on every way") {
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        CAPTURE(kernels->name);
        CHECK(known_counts(7, 2) == count_categories(7, 0, 1, {}, *kernels));
        for (const std::size_t workers : {0, 1, 2, 5})
            for (const int cards : {5, 6})
                CHECK(known_counts(cards, 2) == count_categories(cards, 0, workers, {}, *kernels));
    }
}

TEST_CASE("counting and evaluating end when stopped") {
    int checks = 0;
    const Stop at_once = [&] { return ++checks > 0; };
    const auto counts = count_categories(7, 0, 1, at_once);
    CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) < 133'784'560);
    CHECK(checks == 1);
    const std::vector<Cards> masks(10'000'000, cards_of("Ac Kc Qc Jc Tc"));
    std::vector<std::uint16_t> values(masks.size());
    evaluate_masks(masks.data(), masks.size(), values.data(), 1, at_once);
    CHECK(checks == 2);
    CHECK(values.back() == 0);
}

TEST_CASE("hands of a short deck have the categories of their scores") {
    std::map<std::uint32_t, std::uint64_t, std::greater<>> counts;
    each_subset(FULL_DECK, 5, [&](Cards cards) {
        const std::uint32_t height = score("short", cards);
        if (height != 0) ++counts[height >> 20];
    });
    std::vector<std::uint64_t> best_first;
    for (const auto& [height, count] : counts) best_first.push_back(count);
    CHECK(std::vector<std::uint64_t>{24, 288, 480, 1728, 6120, 16128, 36288, 193536, 122400} == best_first);
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
        CHECK(Counts{24, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400} ==
              count_categories(5, 4, 1, {}, *kernels));
}

TEST_CASE("in a short deck the ace is below the six, and a flush beats a full house") {
    const char* DESCENDING[] = {"Ac Kc Qc Jc Tc", "Ac 6c 7c 8c 9c", "6c 6d 6h 6s 7c", "Jc 9c 8c 7c 6c",
                                "As Ad Ac Ks Kd", "6c 6d 6h 7c 7d", "As Kd Qc Jc Tc", "Ac 9d 8c 7c 6c",
                                "Ac Ad As Kc Qd", "Ac Ad Ks Kc Qd", "Ac Ad Ks Qc Jd", "Ac Kd Qs Jc 9d"};
    for (std::size_t i = 1; i < std::size(DESCENDING); ++i)
        CHECK(score("short", std::string(DESCENDING[i - 1])) > score("short", std::string(DESCENDING[i])));
    CHECK(score("short", "Tc 9d 8c 7c 6c") > score("short", "Ac 9d 8c 7c 6c"));
    CHECK(0 == score("short", "Ac 2c 3c 4c 5d"));
    check_order("short", SHORT_ORDER, 4, false);
}

TEST_CASE("ace to five orders hands by their plain worth, the ace low") {
    check_order("low-a5", ACE_TO_FIVE, 0, true);
    CHECK(score("low-a5", "Ac 2c 3c 4c 5c") > score("low-a5", "Ac 2d 3c 4c 6c"));
}

TEST_CASE("deuce to seven counts straights and flushes against a hand, the ace high") {
    check_order("low-27", DEUCE_TO_SEVEN, 0, true);
    const char* DESCENDING[] = {"7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c", "Kc Qd Jc Tc 8c", "Ac 5d 4c 3c 2c",
                                "Ac 6d 4c 3c 2c", "2c 2d 3c 4c 5c", "2c 3d 4c 5c 6c", "2c 3c 4c 5c 7c",
                                "Ac 2c 3c 4c 5c", "2c 2d 2h 3c 3d", "2c 2d 2h 2s 3d", "2c 3c 4c 5c 6c"};
    for (std::size_t i = 1; i < std::size(DESCENDING); ++i)
        CHECK(score("low-27", std::string(DESCENDING[i - 1])) > score("low-27", std::string(DESCENDING[i])));
}

TEST_CASE("eight or better is ace to five for hands that qualify, and nothing for others") {
    std::mt19937_64 random(14);
    for (int i = 0; i < 20'000; ++i) {
        const Cards cards = cards_of(dealt(random, 5));
        CHECK(qualifies(cards) == (score("low-8", cards) != 0));
    }
    CHECK(score("low-8", "8c 7d 6c 5d 4c") > 0);
    CHECK(score("low-8", "8c 7d 6c 5d 3c") > score("low-8", "8c 7d 6c 5d 4c"));
    CHECK(score("low-8", "Ac 2c 3c 4c 5c") > score("low-8", "Ac 2d 3c 4c 6c"));
    CHECK_FALSE(best(*ranking_of("low-8"), cards_of("As Ad 2c 3c"), cards_of("9c Td 4h Js Qs"), 2));
}

TEST_CASE("a badugi is the best of all sets of different ranks and suits") {
    check_order("badugi", 4, 0, true, [](Cards cards) {
        std::vector<int> least{0};
        for (int count = 1; count <= 4; ++count)
            each_subset(cards, count, [&](Cards some) {
                if (is_badugi(some)) least = std::min(least, badugi_worth(some));
            });
        return least;
    });
    CHECK(cards_of("Ac 2d 3h 4s") == best(*ranking_of("badugi"), cards_of("Ac 2d 3h 4s"), 0, 0)->cards);
    CHECK(cards_of("Ac") == best(*ranking_of("badugi"), cards_of("Ac Ad Ah As"), 0, 0)->cards);
    CHECK(score("badugi", "Ac 2d 3h 3s") < score("badugi", "Kc Qd Jh Ts"));
}

TEST_CASE("cards that a ranking does not allow do not play, however many cards there are") {
    const Cards cards = cards_of("2h 5h 8h Jh Qd Ts Qh 2d Kd 3s 8s");
    const auto played = best(*ranking_of("short"), cards, 0, 0);
    REQUIRE(played);
    const Cards allowed = cards_of("8h Jh Qd Ts Qh Kd 8s");
    CHECK_EQ(played->score, best(*ranking_of("short"), allowed, 0, 0)->score);
    CHECK((played->cards & ~allowed) == 0);
}

TEST_CASE("the cards that play have the score, and no other cards have more") {
    std::mt19937_64 random(15);
    for (const char* name : {"high", "low-a5", "low-8", "low-27"})
        for (int i = 0; i < 600; ++i) {
            const std::size_t hole = 4 + static_cast<std::size_t>(i) % 3,
                              board = 3 + static_cast<std::size_t>(i) / 3 % 3;
            const Ids ids = dealt(random, hole + board);
            const Cards own = cards_of(Ids(ids.begin(), ids.begin() + static_cast<long>(hole)));
            const Cards shared = cards_of(ids) & ~own;
            std::uint32_t highest = 0;
            each_play(own, shared, 2, [&](Cards cards) { highest = std::max(highest, score(name, cards)); });
            const auto played = best(*ranking_of(name), own, shared, 2);
            CHECK(highest == (played ? played->score : 0));
            if (!played) continue;
            CHECK(highest == score(name, played->cards));
            CHECK(2 == size(played->cards & own));
            CHECK(3 == size(played->cards & shared));
        }
}

namespace {

std::vector<HandScore> quick_scores(const char* ranking, const std::vector<Cards>& hands, Cards board, int from_hole) {
    std::vector<HandScore> scores(hands.size());
    score_masks(hands.data(), hands.size(), board, *ranking_of(ranking), from_hole, scores.data(), 2, {});
    return scores;
}

std::vector<HandScore> slow_scores(const char* ranking, const std::vector<Cards>& hands, Cards board, int from_hole) {
    std::vector<HandScore> scores;
    for (const Cards hand : hands) {
        const auto played = best(*ranking_of(ranking), hand, board, from_hole);
        scores.push_back(played ? played->score : 0);
    }
    return scores;
}

}  // namespace

TEST_CASE("many hands score as each alone, also hands of different sizes and no hands") {
    std::mt19937_64 random(17);
    for (const char* name : {"high", "short", "low-a5", "low-8", "low-27", "badugi"})
        for (const std::size_t board : {0U, 3U, 5U})
            for (const int from_hole : {0, 2, 3})
                for (const std::size_t hole : {0U, 2U, 4U, 5U, 6U, 7U}) {
                    const Cards shared = cards_of(dealt(random, board));
                    std::vector<Cards> hands;
                    for (std::size_t i = 0; i < 40; ++i)
                        hands.push_back(cards_of(dealt(random, hole == 0 ? i % 8 : hole)));
                    hands.push_back(hands[3] | Cards{1} << DECK);
                    CAPTURE(name);
                    CAPTURE(from_hole);
                    CHECK(slow_scores(name, hands, shared, from_hole) == quick_scores(name, hands, shared, from_hole));
                }
}

TEST_CASE("all five-card hands score as each alone" * doctest::skip() * doctest::test_suite("slow")) {
    std::vector<Cards> hands;
    each_subset(FULL_DECK, 5, [&](Cards cards) { hands.push_back(cards); });
    for (const char* name : {"high", "low-a5", "low-8", "low-27"})
        CHECK(slow_scores(name, hands, 0, 0) == quick_scores(name, hands, 0, 0));
    const Cards low_cards = cards_of("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s");
    std::erase_if(hands, [&](Cards hand) { return (hand & low_cards) != 0; });
    CHECK(slow_scores("short", hands, 0, 0) == quick_scores("short", hands, 0, 0));
    each_subset(FULL_DECK, 4, [&](Cards cards) { hands.push_back(cards); });
    CHECK(slow_scores("badugi", hands, 0, 0) == quick_scores("badugi", hands, 0, 0));
}

TEST_CASE("any five of seven play where the game says so") {
    std::mt19937_64 random(16);
    for (int i = 0; i < 1000; ++i) {
        const Ids ids = dealt(random, 7);
        const Cards all = cards_of(ids), own = cards_of(Ids(ids.begin(), ids.begin() + 2));
        const auto played = best(*ranking_of("high"), own, all & ~own, 0);
        REQUIRE(played);
        CHECK(7463U - hand_value(all) == played->score);
        CHECK(hand_value(played->cards) == hand_value(all));
        CHECK(5 == size(played->cards));
        std::uint32_t lowest = 0;
        each_play(all, 0, 0, [&](Cards cards) { lowest = std::max(lowest, score("low-a5", cards)); });
        CHECK(lowest == score("low-a5", all));
    }
}

TEST_CASE("Omaha plays exactly two of the hole") {
    const Cards board = cards_of("Kh Kd Qs 3c 2c");
    CHECK(score("high", "As Ah Kh Kd Qs") == best(*ranking_of("high"), cards_of("As Ah Ad Ac"), board, 2)->score);
    CHECK(score("high", "As Ah Ad Ac Kd") == best(*ranking_of("high"), cards_of("As Ah Ad Ac"), board, 0)->score);
}

TEST_CASE("rankings refuse impossible hands") {
    const Ranking& high = *ranking_of("high");
    CHECK(ranking_of("middle") == nullptr);
    CHECK_FALSE(best(high, cards_of("As Ah"), cards_of("As Kh Kd Qs 3c"), 0));  // twice the ace of spades
    CHECK_FALSE(best(high, cards_of("As Ah"), cards_of("Kd Qs"), 0));
    CHECK_FALSE(best(high, cards_of("As Ah Kc Kd"), cards_of("Kh Qs"), 2));
    CHECK_FALSE(best(high, Cards{1} << DECK, cards_of("Kh Qs 3c 4c 5c"), 0));
    CHECK(best(high, FULL_DECK, 0, 0)->score == FIRST_VALUES.back() - 1);  // a royal flush
    CHECK_FALSE(best(high, ~Cards{0}, ~Cards{0}, -1));
    CHECK_FALSE(best(high, cards_of("As Ah"), cards_of("Kh Qs 3c 4c 5c"), 9));
    CHECK_FALSE(best(*ranking_of("badugi"), 0, 0, 0));
}

TEST_CASE("a hand beats as many hands as comparing it with each says") {
    struct Case {
        const char* ranking;
        int size, from_hole;
        Cards board;
    };
    const Cards flop = card(12, 0) | card(5, 1) | card(5, 2), some = 0b11'0110'0110'1100;
    const Cards left = (some | some << 13 | some << 27 | some << 40) & FULL_DECK & ~flop;
    for (const auto& [name, hole, from_hole, board] :
         {Case{"high", 2, 0, flop}, Case{"high", 5, 0, 0}, Case{"short", 5, 0, 0}, Case{"badugi", 4, 0, 0},
          Case{"low-a5", 5, 0, 0}, Case{"high", 4, 2, flop}, Case{"high", 1, 0, flop | card(0, 0)}}) {
        const Ranking& ranking = *ranking_of(name);
        const ScoreCounts counts(left, hole, board, ranking, from_hole, {});
        Cards own = 0;
        for (Cards rest = left; size(own) < hole; rest &= rest - 1) own |= rest & -rest;
        const auto score_of = [&, board = board, from_hole = from_hole](Cards hand) {
            const auto played = best(ranking, hand, board, from_hole);
            return played ? played->score : 0;  // no hand of a short deck
        };
        std::uint64_t beaten = 0, tied = 0, all = 0;
        for_each_subset(left, hole, 0, [&](Cards hand) {
            beaten += score_of(hand) < score_of(own);
            tied += score_of(hand) == score_of(own);
            ++all;
        });
        const Beaten found = counts.beaten_by(score_of(own));
        CHECK(found.beaten == beaten);
        CHECK(found.tied == tied);
        CHECK(found.all == all);
    }
}

TEST_CASE("the tables of Cactus Kev have every value once, and the perfect hash finds every product") {
    const CactusTables& tables = cactus_tables();
    CHECK(tables.flushes.size() == 7937);
    CHECK(tables.products.size() == 4888);
    CHECK(std::ranges::is_sorted(tables.products));
    std::multiset<int> values;
    for (const auto* table : {&tables.flushes, &tables.unique5, &tables.values})
        for (const int value : *table)
            if (value != 0) values.insert(value);
    CHECK(values.size() == FIRST_VALUES.back() - 1U);
    CHECK(std::set<int>(values.begin(), values.end()).size() == values.size());
    for (std::size_t i = 0; i < tables.products.size(); ++i)
        CHECK(tables.hash_values[tables.perfect_hash(tables.products[i])] == tables.values[i]);
    CHECK(cactus_word(card(11, 1)) == 134236965);  // the king of diamonds in Kev's article
}

TEST_CASE("the steps of Cactus Kev's evaluator are written as people read them") {
    const auto explained = [](const std::string& text) {
        std::array<Cards, 5> cards{};
        const Ids ids = ids_of(text);
        for (std::size_t i = 0; i < cards.size(); ++i) cards[i] = card(ids[i] / SUITS, ids[i] % SUITS);
        return explain_cactus(cards);
    };
    const std::vector<std::string> full_house = explained("7h 7s 7d As Ac ");
    CHECK(full_house.size() == 12);
    CHECK(full_house[0] == "7h  00000000 00100000 00100101 00001101  2106637");
    CHECK(full_house[5] == "no suit bit is in all words: 0x0000, no flush");
    CHECK(full_house[6] == "rank bits: 1000000100000 = 4128");
    CHECK(full_house[7] == "UNIQUE5[4128] = 0");
    CHECK(full_house[8] == "product of the primes: 13 * 13 * 13 * 41 * 41 = 3693157");
    CHECK(full_house[11] == "251: Full House, 156 kinds from 167 to 322, lower is better");
    CHECK(explained("7c 5d 4h 3s 2c ")[7] == "UNIQUE5[47] = 7462");
    CHECK(explained("Ah Kh Qh Jh Th ")[5] == "a suit bit is in all words: 0x2000, a flush");
    CHECK(explained("Ah Kh Qh Jh Th ")[7] == "FLUSHES[7936] = 1");
}

TEST_CASE("hands and boards that a game does not have are refused") {
    const Ranking* const high = ranking_of("high");
    const GameCards holdem{"holdem", high, 2, 5, 0, DECK}, omaha{"omaha", high, 4, 5, 2, DECK};
    const GameCards stud{"stud", high, 7, 0, 0, DECK},
        short_deck{"shortdeck", ranking_of("short"), 2, 5, 0, SHORT_DECK};
    const auto refusal = [](const GameCards& game, const std::string& hand, const std::string& board) {
        const auto problem = wrong_hand(game, cards_of(ids_of(hand)), cards_of(ids_of(board)));
        return problem ? problem->sentence : "";
    };
    CHECK(refusal(holdem, "Ah Kh ", "Qh Jh Th ").empty());
    CHECK(refusal(holdem, "Ah Kh Qh Jh Th 9h 8h ", "").empty());
    CHECK(refusal(omaha, "Ah Kh 2c 3c ", "Qh Jh Th ").empty());
    CHECK(refusal(holdem, "Ah Kh ", "Ah Jh Th ") == "'Ah' is both in the hand and on the board");
    CHECK(refusal(holdem, "Ah Kh 2c ", "Qh Jh Th ") == "holdem needs 2 cards with a board, not 3");
    CHECK(refusal(holdem, "Ah Kh ", "2c 3c 4c 5c 6c 7c ") == "the board of holdem has up to 5 cards, not 6");
    CHECK(refusal(holdem, "Ah Kh ", "") == "holdem needs 5 to 7 cards, not 2");
    CHECK(refusal(omaha, "Ah ", "") == "omaha needs 4 cards and a board of 3 to 5, not 1 card and no board");
    CHECK(refusal(omaha, "Ah Kh ", "2c ") == "omaha needs 4 cards and a board of 3 to 5, not 2 cards and a board of 1");
    CHECK(refusal(stud, "Ah Kh ", "2c ") == "the board of stud has up to 0 cards, not 1");
    CHECK(refusal(short_deck, "Ah 5h ", "Qh Jh Th ") == "the deck of shortdeck has only 36 cards, without '5h'");
}
