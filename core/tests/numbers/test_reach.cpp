// What is reached by tables of whole values, against what is reached by fractions and by walking.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string_view>
#include <tuple>
#include <utility>

#include "numbers/reach/next_steps.hpp"
#include "numbers/reach/reach.hpp"
#include "numbers/reach/reach_table.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

constexpr Targets TARGETS{0, 300};

std::vector<std::uint8_t> reached(const Choices& choices, const Rules& rules, std::size_t workers = 1) {
    std::vector<std::uint8_t> marks(choices.count() * TARGETS.count());
    std::atomic<std::size_t> done{0};
    CHECK(reach(choices, rules, TARGETS, workers, {}, done, marks.data()));
    CHECK(done == choices.count());
    return marks;
}

Choices random_choices(std::size_t count, std::size_t size, std::int64_t most) {
    std::mt19937_64 random(6);
    Choices choices{{}, size};
    for (std::size_t i = 0; i < count * size; ++i)
        choices.numbers.push_back({static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)) + 1, 1});
    return choices;
}

Rules rules_of(Values values, bool use_all, Grouping grouping = Grouping::Any) {
    Rules rules;
    rules.values = values;
    rules.use_all = use_all;
    rules.grouping = grouping;
    return rules;
}

}  // namespace

TEST_CASE("tables reach what fractions reach with an additional, useless half" * doctest::test_suite("one thread")) {
    // A row that is not whole sends the whole batch to the general way. Without an operation, the tables list more.
    const std::tuple<std::size_t, std::size_t, std::string_view> sizes[] = {
        {5, 20, "+-*/"}, {6, 2, "+-*/"}, {5, 10, "+-*"}, {5, 10, "-/"}};
    for (const auto& [size, count, operators] : sizes)
        for (const auto& [values, use_all] : {std::pair(Values::Positive, true), std::pair(Values::Positive, false),
                                              std::pair(Values::Natural, true), std::pair(Values::Natural, false)}) {
            Rules rules = rules_of(values, use_all);
            rules.operators = *Operators::parse(operators);
            const auto rows = rounds<std::size_t>(count);
            Choices choices = random_choices(rows, size, 12);
            const auto expected = reached(choices, rules);
            choices.numbers.insert(choices.numbers.end(), size, Number{1, 2});
            REQUIRE(reach_method(choices.at(rows), rules, TARGETS) == ReachMethod::Fractions);
            auto general = reached(choices, rules);
            general.resize(expected.size());
            CHECK(expected == general);
        }
}

TEST_CASE("choices with equal numbers reach what fractions reach") {
    for (const std::size_t size : {5, 6}) {
        Choices choices = random_choices(rounds<std::size_t>(20), size, 3);
        const Rules rules = rules_of(Values::Positive, size == 5);
        const auto expected = reached(choices, rules);
        choices.numbers.insert(choices.numbers.end(), size, Number{1, 2});
        auto general = reached(choices, rules);
        general.resize(expected.size());
        CHECK(expected == general);
    }
}

TEST_CASE("a divisor gives quotients that are exact, and is above its most otherwise") {
    std::mt19937_64 random(7);
    for (std::uint32_t i = 1; i <= 2000; ++i) {
        const std::uint32_t x =
            i <= 1000 ? i : static_cast<std::uint32_t>(random() >> 32 >> random() % 32) | 1U << i % 32;
        const Divisor divisor(x);
        for (int k = 0; k < 100; ++k) {
            std::uint32_t y = static_cast<std::uint32_t>(random() >> 32 >> random() % 32);
            if (k % 2 == 0) y -= y % x;
            CHECK((y % x == 0 ? divisor.quotient(y) == y / x : divisor.quotient(y) > divisor.most()));
        }
    }
}

TEST_CASE("a shifted row has the bits of another row") {
    std::mt19937_64 random(8);
    std::vector<Word> bits(12);
    for (Word& word : bits) word = random();
    for (std::size_t words = 0; words <= 5; ++words)
        for (std::size_t by = 0; by + words * WORD_BITS < 11 * WORD_BITS; ++by) {
            std::vector<Word> row(6, Word{1} << by % WORD_BITS), expected = row;
            or_shifted(row.data(), words, bits.data(), by);
            for (std::size_t t = 0; t < words * WORD_BITS; ++t)
                if (has_bit(bits.data(), t + by)) set_bit(expected.data(), t);
            CHECK(expected == row);
        }
}

TEST_CASE("a window has the results between its bounds, and none that wrapped below 0") {
    for (std::uint64_t least = 0; least <= 4; ++least)
        for (std::uint64_t most = std::max<std::uint64_t>(least, 1); most <= 8; ++most)
            for (std::int64_t result = -3; result <= 20; ++result) {
                CAPTURE(least);
                CAPTURE(most);
                CAPTURE(result);
                const bool between =
                    result >= static_cast<std::int64_t>(least) && result <= static_cast<std::int64_t>(most);
                CHECK(Window{least, most}.has(static_cast<std::uint64_t>(result)) == between);
            }
}

TEST_CASE("a target that is reached after a step is reached by the numbers that it leaves") {
    for (const std::size_t size : {2, 3, 4, 5, 6})
        for (const std::string_view operators : {"+-*/", "+-*", "-/", "+"})
            for (const bool use_all : {true, false}) {
                Rules rules = rules_of(Values::Positive, use_all);
                rules.operators = *Operators::parse(operators);
                const Choices choices = random_choices(rounds<std::size_t>(40), size, size % 2 == 0 ? 4 : 30);
                for (std::size_t row = 0; row < choices.count(); ++row) {
                    const Puzzle puzzle{choices.at(row), {static_cast<std::int64_t>(row % 40) * 7 + 1, 1}};
                    const auto steps = next_steps(puzzle.numbers, rules);
                    REQUIRE(steps);
                    Pulse pulse;
                    const auto solvable = solvable_after(puzzle, rules, *steps, pulse);
                    REQUIRE(solvable);
                    Choices after{{}, size - 1};
                    for (const auto& [step, places] : *steps)
                        for (const std::size_t place : places)
                            after.numbers.push_back(place == size ? *step.result : puzzle.numbers[place]);
                    const auto marks = reached(after, rules);
                    for (std::size_t i = 0; i < steps->size(); ++i)
                        CHECK((*solvable)[i] ==
                              (marks[i * TARGETS.count() + static_cast<std::size_t>(puzzle.target.numerator)] == 1));
                }
            }
}

TEST_CASE("steps are decided together for whole results from 1 up only") {
    Pulse pulse;
    const std::vector<Number> numbers{{3, 1}, {8, 1}};
    const auto is_decided = [&](const Puzzle& puzzle, Values values) {
        const Rules rules = rules_of(values, true);
        return solvable_after(puzzle, rules, *next_steps(puzzle.numbers, rules), pulse).has_value();
    };
    CHECK(is_decided({numbers, {24, 1}}, Values::Positive));
    CHECK_FALSE(is_decided({numbers, {24, 1}}, Values::Natural));
    CHECK_FALSE(is_decided({numbers, {24, 1}}, Values::Rational));
    CHECK_FALSE(is_decided({numbers, {8, 3}}, Values::Positive));
    CHECK_FALSE(is_decided({{{3, 1}, {1, 2}}, {24, 1}}, Values::Positive));
}

TEST_CASE("workers reach the same") {
    const Rules rules = rules_of(Values::Positive, false);
    const Choices choices = random_choices(200, 6, 20);
    const auto alone = reached(choices, rules);
    for (const std::size_t workers : {2, 3, 8}) CHECK(alone == reached(choices, rules, workers));
}

TEST_CASE("a stop ends reach") {
    const Choices choices = random_choices(2000, 6, 100);
    std::vector<std::uint8_t> marks(choices.count() * TARGETS.count());
    for (const std::size_t workers : {1, 2})
        for (const Values values : {Values::Positive, Values::Rational}) {
            std::atomic<std::size_t> done{0};
            const Rules rules = rules_of(values, true);
            CHECK_FALSE(reach(choices, rules, TARGETS, workers, [] { return true; }, done, marks.data()));
            CHECK(done < choices.count());
        }
}
