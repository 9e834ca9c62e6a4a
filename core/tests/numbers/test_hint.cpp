// Hints and difficulty: what they reveal, and how their searches are refused and stopped. Python's tests compare the
// answers with slow references.
#include <doctest/doctest.h>

#include "numbers/difficulty/difficulty.hpp"
#include "numbers/difficulty/language_models.hpp"
#include "numbers/hint/hint.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

Solutions search_of(std::vector<Number> numbers, const Rules& rules = {}, Stop stop = {}) {
    return {{std::move(numbers), {24, 1}}, rules, Distinct::Essential, false, 0, std::move(stop)};
}
const std::vector<Number> HARD{{8, 1}, {8, 1}, {3, 1}, {3, 1}}, NO_SOLUTION{{1, 1}, {1, 1}, {1, 1}, {1, 1}};
const std::vector<Number> LONG{{2, 1}, {3, 1}, {5, 1}, {7, 1}, {11, 1}, {13, 1}, {17, 1}, {19, 1}, {23, 1}, {29, 1}};

}  // namespace

TEST_CASE("a hint reveals as much as its level allows") {
    Solutions solutions = search_of(HARD);
    const std::vector<std::string> lines{"1 solution",
                                         "needed: a fraction, a division; not needed: a negative number",
                                         "the last operation is / (divided by)",
                                         "step 1: 8 / 3 = 8/3",
                                         "step 2: 3 - (8/3) = 1/3",
                                         "step 3: 8 / (1/3) = 24",
                                         "solution: 8/(3-8/3)"};
    for (const std::uint64_t level : {1, 2, 3, 4, 5, 9}) {
        const auto found = hint(solutions, level, NO_LIMIT);
        REQUIRE(found);
        const bool is_last = level >= 5;
        CHECK(found->is_last == is_last);
        const auto shown = static_cast<std::ptrdiff_t>(is_last ? lines.size() : level + 1);
        CHECK(lines_of(*found) == std::vector(lines.begin(), lines.begin() + shown));
    }
}

TEST_CASE("a hint without a solution has the closest values") {
    Solutions solutions = search_of(NO_SOLUTION);
    const auto found = hint(solutions, 3, NO_LIMIT);
    REQUIRE(found);
    CHECK(lines_of(*found) == std::vector<std::string>{"no solution; closest is 4"});
    CHECK(lines_of({.closest_values = std::nullopt}).front().starts_with("no solution; the numbers are too many"));
}

TEST_CASE("a search that would take too long is refused with its plan") {
    Solutions solutions = search_of(LONG);
    const auto found = hint(solutions, 1, 1e-3);
    REQUIRE(!found);
    REQUIRE(found.unanswered().plan);
    CHECK(found.unanswered().plan->seconds > 1e-3);
    CHECK(found.unanswered().plan->work == "counting the solutions of 10 numbers");
    CHECK(rating_problem(MOST_RATED + 1)->limit == MOST_RATED);
    CHECK(!rating_problem(MOST_RATED));
}

TEST_CASE("a hint and a rating can be stopped") {
    const Stop stop([] { return true; });
    Solutions solutions = search_of(LONG, {}, stop);
    const auto found = hint(solutions, 1, NO_LIMIT);
    REQUIRE(!found);
    CHECK(found.unanswered().status == SearchStatus::Stopped);
    const auto rated = difficulty(solutions, Audience::People, NO_LIMIT);
    REQUIRE(!rated);
    CHECK(rated.unanswered().status == SearchStatus::Stopped);
}

TEST_CASE("the parts of a rating add up to its score") {
    for (const auto& [name, audience] : AUDIENCES) {
        for (const std::vector<Number>& numbers : {HARD, {{1, 2}, {6, 1}, {8, 1}}, {{24, 1}}}) {
            Solutions solutions = search_of(numbers);
            const auto rated = difficulty(solutions, audience, NO_LIMIT);
            REQUIRE(rated);
            REQUIRE(*rated);
            std::int64_t sum = 0;
            for (const auto& [part, amount] : (*rated)->parts) sum += amount;
            CHECK(sum == (*rated)->score);
        }
        Solutions unsolvable = search_of(NO_SOLUTION);
        CHECK(!*difficulty(unsolvable, audience, NO_LIMIT));
    }
}
