// Deals, days, spaces of puzzles and filters: the bounds that no test of Python reaches. Python compares what is dealt
// and numbered with short versions.
#include <doctest/doctest.h>

#include <set>

#include "numbers/deal/day.hpp"
#include "numbers/deal/deal.hpp"
#include "numbers/deal/filters.hpp"
#include "numbers/deal/puzzle_space.hpp"
#include "work/shuffle.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

const Deck DIGITS{"digits", DeckKind::Digits, {1, 2, 3}, {}, {}, 2, {}, 1, false};

}  // namespace

TEST_CASE("a shuffle has every order about equally often") {
    std::array<int, 6> times{};
    SplitMix64 words(1);
    for (int i = 0; i < 6000; ++i) {
        std::array<int, 3> order{0, 1, 2};
        shuffle(order, words);
        ++times[static_cast<std::size_t>(2 * order[0] + (order[1] > order[2] ? 1 : 0))];
    }
    for (const int count : times) CHECK((count > 850 && count < 1150));
}

TEST_CASE("a day has its number and its date as the seed") {
    CHECK(day_of("2026-01-01", "")->number == 1);
    CHECK(day_of("2028-02-29", "")->seed == 20280229);
    CHECK(day_of("9999-12-31", "")->number == 2'912'443);
    for (const char* text : {"2026-02-29", "0000-01-01", "2026-1-1", "2026-01-011", "2026/01/01", "", "+026-01-01"})
        CHECK(day_of(text, "x").problem().sentence == "date must look like 2026-01-31, not 'x'");
    CHECK(day_of("2025-12-31", "then").problem().sentence == "the first day is 2026-01-01, which is after 'then'");
}

TEST_CASE("deals that cannot be made are given up") {
    const DealRequest request{.target = 1'000'000, .solvable_by = Rules{}, .limit = 10};
    SplitMix64 words(1);
    const DealResult found = deal(DIGITS, request, words, {});
    REQUIRE(found.problem);
    CHECK(found.problem->limit == MOST_UNSOLVABLE);
}

TEST_CASE("a space has each puzzle once") {
    const SpaceOptions options{{1, 2, 3}, {}, {1, 5}, {}, false};
    const auto space = PuzzleSpace::make(DIGITS, options, {});
    REQUIRE(space);
    CHECK(space->count() == (3 + 6 + 10) * 5);
    std::set<std::vector<std::int64_t>> found;
    for (const SpaceRows& rows : space->rows(7, 0, space->count(), {}))
        for (std::size_t row = 0; row < rows.targets.size(); ++row) {
            const auto start = rows.numbers.begin() + static_cast<std::ptrdiff_t>(row * rows.width);
            std::vector<std::int64_t> puzzle(start, start + static_cast<std::ptrdiff_t>(rows.width));
            CHECK(std::ranges::is_sorted(puzzle));
            puzzle.push_back(rows.targets[row]);
            found.insert(puzzle);
        }
    CHECK(found.size() == space->count());
}

TEST_CASE("a search is given up after two million puzzles without a match") {
    const std::uint64_t total = 10'000'000;
    CHECK_FALSE(is_fruitless({MOST_WITHOUT_MATCH - 1, 0, 0, {}}, total));
    CHECK(is_fruitless({MOST_WITHOUT_MATCH, 0, 0, {}}, total));
    CHECK_FALSE(is_fruitless({MOST_WITHOUT_MATCH, 1, 1, {}}, total));
    CHECK(is_fruitless({total, 0, 0, {}}, total));
    CHECK(is_fruitless({total, 1, total, 2}, total));
    CHECK_FALSE(is_fruitless({total, 1, total, {}}, total));
}

TEST_CASE("batches grow, but not far beyond what is needed") {
    CHECK(next_batch({0, 0, 0, {}}) == 2048);
    CHECK(next_batch({0, 0, 0, 1}) == 65);
    CHECK(next_batch({100, 10, 100, 20}) == 100 + 100 / 16 + 64);
    CHECK(next_batch({1'000'000, 1, 0, 1'000}) == 65'536);
    CHECK(next_batch({1'000'000, 0, 0, ~std::uint64_t{0}}) == 65'536);
}

TEST_CASE("another difficulty is suggested among at most 10,000 puzzles") {
    PuzzleFilters filters;
    CHECK_FALSE(needs_labels(filters, 10));
    filters.difficulty = {20, 30};
    CHECK(needs_labels(filters, 10'000));
    CHECK_FALSE(needs_labels(filters, 10'001));
    const std::vector<FilterLabel> labels{{1, false, 35.5}, {1, false, 90}, {0, false, 25}};
    CHECK(too_few_puzzles(filters, {3, 0, 0, {}}, 3, "None", labels).sentence ==
          "none of the 3 puzzles matches; try `difficulty=(20, 36)`");
    CHECK(too_few_puzzles(filters, {20'000, 1, 0, 2}, 20'000, "2", {}).sentence ==
          "only 1 puzzle matches, 2 requested; widen `difficulty`");
}
