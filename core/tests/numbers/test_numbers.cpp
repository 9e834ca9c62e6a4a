// The C++ side of number puzzles: exact types, canonical forms, and the search against itself.
#include <doctest/doctest.h>

#include <random>
#include <set>

#include "numbers/backward/estimate.hpp"
#include "numbers/forms/form_builder.hpp"
#include "numbers/plan/solutions.hpp"
#include "numbers/solve/batch.hpp"
#include "numbers/solve/solver.hpp"
#include "numbers/values/method.hpp"
#include "numbers/walk/candidates.hpp"
#include "numbers/walk/walk.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

std::vector<Number> whole_numbers(const std::vector<std::int64_t>& values) {
    std::vector<Number> numbers;
    for (const std::int64_t value : values) numbers.push_back({value, 1});
    return numbers;
}

std::vector<std::string> solutions(const std::vector<std::int64_t>& values, std::int64_t target, const Rules& rules,
                                   Distinct distinct, std::size_t workers = 0) {
    const auto solving = make_solver({whole_numbers(values), {target, 1}}, rules, distinct, workers, {});
    std::vector<std::string> all;
    for (auto batch = solving->next(); !batch.empty(); batch = solving->next())
        all.insert(all.end(), batch.begin(), batch.end());
    return all;
}

// All canonical forms of the first `count` of numbers that satisfy no equation, forward: pair by pair.
template <class Domain>
std::pair<std::uint64_t, std::uint64_t> all_forms(const std::vector<Number>& numbers) {
    const Rules rules;
    const Domain domain(false);
    Forms<Domain> forms(domain, rules, false);
    FormBuilder<Domain> builder(forms);
    std::vector<std::vector<FormId>> of(1ULL << numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) of[1ULL << i].push_back(forms.leaf(numbers[i]));
    for (std::size_t set = 1; set < of.size(); ++set) {
        if ((set & (set - 1)) == 0) continue;
        std::vector<FormId>& found = of[set];
        for (std::size_t left = (set - 1) & set; left > 0; left = (left - 1) & set)
            for (const FormId a : of[left])
                for (const FormId b : of[set ^ left])
                    for (const Op op : {Op::Add, Op::Subtract, Op::Multiply, Op::Divide}) {
                        if (left < (set ^ left) && op != Op::Divide) continue;
                        const auto made = builder.apply(op, {a, false}, {b, false});
                        REQUIRE(made);
                        found.push_back(made->form);
                    }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    std::uint64_t with_signs = 0;
    for (const FormId form : of.back()) with_signs += (forms[form].plus ? 1U : 0U) + (forms[form].minus ? 1U : 0U);
    return {of.back().size(), with_signs};
}

// No expression of six of them is 0, so nothing is lost to divisions by zero.
const std::vector<std::int64_t> GENERIC{131, 199, 229, 419, 739, 821, 947};

void check_form_counts(std::size_t from, std::size_t to) {
    // OEIS A247982 (sign ignored) and A140606.
    const std::uint64_t unsigned_counts[] = {0, 1, 5, 47, 733, 15907, 443825, 15129599};
    const std::uint64_t signed_counts[] = {0, 1, 6, 68, 1170, 27142, 793002, 27914126};
    for (std::size_t n = from; n <= to; ++n) {
        CAPTURE(n);
        std::vector<std::int64_t> values(GENERIC.begin(), GENERIC.begin() + static_cast<long>(n));
        const auto [without, with] = all_forms<Field<127>>(whole_numbers(values));
        CHECK(without == unsigned_counts[n]);
        CHECK(with == signed_counts[n]);
    }
}

}  // namespace

TEST_CASE("wide integers agree with 128-bit arithmetic") {
    std::mt19937_64 random(20261121);
    for (int i = 0; i < 2000; ++i) {
        const auto a = static_cast<std::int64_t>(random() >> (random() % 60)) - (1LL << 20);
        const auto b = static_cast<std::int64_t>(random() >> (random() % 60)) - (1LL << 20);
        const Wide<3> x(a), y(b);
        CHECK((x < y) == (a < b));
        const Int128 product = static_cast<Int128>(a) * b, sum = static_cast<Int128>(a) + b;
        CHECK((x * y).word(0) == static_cast<std::uint64_t>(product));
        CHECK((x * y).word(1) == static_cast<std::uint64_t>(product >> 64));
        CHECK((x * y).negative() == (product < 0));
        CHECK((x + y).word(0) == static_cast<std::uint64_t>(sum));
        CHECK((x - y) + y == x);
        if (b != 0) CHECK((x / y) == Wide<3>(a / b));
    }
}

TEST_CASE_TEMPLATE("residues form a field", R, Residue<61>, Residue<127>, Residue<1279>) {
    std::mt19937_64 random(61);
    for (int i = 0; i < 40; ++i) {
        R a(random()), b(random()), c(random());
        for (int k = 0; k < 9; ++k) a = a * b + c, b = b * c - a;
        CHECK((a + b) * c == a * c + b * c);
        CHECK((a - b) + b == a);
        CHECK(a + (-a) == R(0));
        if (!a.is_zero()) CHECK(a * a.inverse() == R(1));
    }
    CHECK(R(0) - R(1) + R(1) == R(0));
}

TEST_CASE("n different numbers have 1, 6, 68, 1170, 27142, 793002 canonical expressions" *
          doctest::test_suite("one thread")) {
    check_form_counts(1, IS_SANITIZED ? 5 : 6);
}

TEST_CASE("seven different numbers have 27914126" * doctest::skip() * doctest::test_suite("slow")) {
    check_form_counts(7, 7);
}

TEST_CASE("a walk by workers and a search by tables find the same") {
    std::mt19937 random(4);
    for (int round = 0; round < rounds(300); ++round) {
        std::vector<std::int64_t> values;
        for (int i = 0; i < 4; ++i)
            values.push_back(static_cast<std::int64_t>(random() % 14) - (round % 3 == 0 ? 4 : 0));
        const auto target = static_cast<std::int64_t>(random() % 30) - 4;
        for (const bool use_all : {true, false})
            for (const Distinct distinct : {Distinct::Raw, Distinct::Canonical, Distinct::Essential}) {
                Rules rules;
                rules.use_all = use_all;
                rules.values = static_cast<Values>(round % 5);
                std::string puzzle = std::to_string(target) + " from";
                for (const std::int64_t value : values) puzzle += " " + std::to_string(value);
                puzzle += " use_all " + std::to_string(use_all) + " distinct " +
                          std::to_string(static_cast<int>(distinct)) + " values " + std::to_string(round % 5);
                CAPTURE(puzzle);
                const auto searched = solutions(values, target, rules, distinct);
                const auto walked = solutions(values, target, rules, distinct, 2);
                CHECK(searched.size() == walked.size());
                if (distinct == Distinct::Raw) CHECK(searched == walked);
            }
    }
}

TEST_CASE("a search makes room for new forms while it compares parts of a form") {
    // With the address sanitizer, which sees what is read after it was moved.
    Rules rules;
    rules.use_all = false;
    const Puzzle puzzle{whole_numbers({1, 0, 13, -8}), {-20, 1}};
    CHECK(make_solver(puzzle, rules, Distinct::Essential, 0, {})->any());
    CHECK(make_solver(puzzle, rules, Distinct::Essential, 0, {})->count() == 1);
}

TEST_CASE("tables of parts and a walk agree where numbers are joined or results are limited") {
    for (const bool join : {true, false})
        for (const bool any_order : {true, false})
            for (const bool use_all : {true, false})
                for (const std::int64_t largest : {0, 20}) {
                    Rules rules;
                    rules.join = join;
                    rules.any_order = any_order;
                    rules.use_all = use_all;
                    rules.largest = largest;
                    for (const auto& values : {std::vector<std::int64_t>{1, 0, 2, 12}, {3, 3, 1}, {7}, {-2, 5, 0}})
                        for (const std::int64_t target : {0, 15, 24, 102}) {
                            const Puzzle puzzle{whole_numbers(values), {target, 1}};
                            const auto found = make_solver(puzzle, rules, Distinct::Raw, 0, {})->all();
                            auto walked = make_solver(puzzle, rules, Distinct::Raw, 2, {})->all();
                            CHECK(found == walked);
                            CHECK(make_solver(puzzle, rules, Distinct::Raw, 0, {})->any() == !found.empty());
                        }
                }
}

TEST_CASE("a number starts the numbers that are joined from it") {
    CHECK(followed_by({1, 1}, {50, 1}) == Number{150, 1});
    CHECK(!followed_by({0, 1}, {5, 1}));
    CHECK(!followed_by({1, 2}, {5, 1}));
    CHECK(!followed_by({1, 1}, {-5, 1}));
    CHECK(!followed_by({1'000'000'000, 1}, {1'000'000'000, 1}));
    CHECK(starts_with({150, 1}, {15, 1}));
    CHECK(!starts_with({150, 1}, {50, 1}));
    CHECK(joined_by_mask(whole_numbers({1, 1, 2}))[7] == whole_numbers({112, 121, 211}));
    CHECK(first_end_of(whole_numbers({1, 1, 11, 2}), {111, 1}, 0, false) == 3U);
    CHECK(!first_end_of(whole_numbers({1, 1, 11, 2}), {112, 1}, 0, true));
}

TEST_CASE("every domain gives the same solutions") {
    // The same puzzle on a larger scale, with bounds that only fit the wider domains.
    const Rules rules;
    CHECK(solutions({8, 8, 3, 3}, 24, rules, Distinct::Essential) == std::vector<std::string>{"8/(3-8/3)"});
    const std::int64_t k = 100'000, big = 4'000'000'000'000'000;
    CHECK(solutions({8 * k, 8 * k, 3, 3}, 24 * k, rules, Distinct::Canonical).size() ==
          solutions({8 * k, 8 * k, 3, 3}, 24 * k, rules, Distinct::Canonical, 1).size());
    CHECK(solutions({big, big, 7, 2}, 7 + 2, rules, Distinct::Essential).size() ==
          solutions({big, big, 7, 2}, 7 + 2, rules, Distinct::Essential, 1).size());
}

TEST_CASE("a stop ends a search and a walk soon") {
    int checks = 0;
    const auto stop = [&] { return ++checks > 1; };
    Rules rules;
    const auto searching =
        make_solver({whole_numbers({2, 3, 5, 7, 8, 9, 11, 13}), {24, 1}}, rules, Distinct::Essential, 0, stop);
    searching->next();
    CHECK(searching->status() == SearchStatus::Stopped);
    checks = 0;
    const auto walking = make_solver({whole_numbers({2, 3, 5, 7, 8, 9}), {24, 1}}, rules, Distinct::Essential, 2, stop);
    walking->next();
    CHECK(walking->status() == SearchStatus::Stopped);
}

TEST_CASE("the closest values are one on each side, the lower first") {
    Rules rules;
    rules.values = Values::Natural;
    const auto never = [] { return false; };
    const auto both = closest({whole_numbers({1, 3, 4, 6}), {24, 1}}, rules, never);
    CHECK(both == std::vector<Number>{{23, 1}, {25, 1}});
    CHECK(closest({whole_numbers({1, 2, 3, 4}), {24, 1}}, rules, never) == std::vector<Number>{{24, 1}});
    // Sixteen equal numbers: the most that ones can make, 3^4 * 4 by products of sums of three and of four of them.
    CHECK(closest({whole_numbers(std::vector<std::int64_t>(16, 1)), {1000, 1}}, rules, never) ==
          std::vector<Number>{{324, 1}});
    // No operation has a whole result, and all numbers must be used.
    CHECK(closest({{{1, 2}, {3, 4}}, {24, 1}}, rules, never) == std::vector<Number>{});
}

TEST_CASE("too many solutions in the given order are refused, not left out") {
    Rules rules;
    rules.any_order = false;
    const auto solving =
        make_solver({whole_numbers(std::vector<std::int64_t>(14, 1)), {1, 1}}, rules, Distinct::Raw, 0, {});
    std::size_t listed = 0;
    for (auto batch = solving->next(); !batch.empty(); batch = solving->next()) listed += batch.size();
    CHECK(listed <= 1);  // the simplest
    CHECK(solving->status() == SearchStatus::TooLarge);
    CHECK(solving->too_much().is_liftable);
}

TEST_CASE("a limit that is lifted, or that cannot be lifted, is not said to be liftable") {
    CHECK(too_many_expressions(0, {}, MOST_COMPARED).is_liftable);
    CHECK_FALSE(too_many_expressions(0, {}, ANY_NUMBER).is_liftable);
    CHECK_FALSE(too_many_values().is_liftable);
    CHECK(too_many_values().limit > too_many_expressions(0, {}, MOST_COMPARED).limit);
}

TEST_CASE("the tables of the closest value are estimated from above") {
    const Rules rules;
    // Five numbers of six: 15907 values and as many negative ones for each number left out (OEIS A247982).
    CHECK(closest_values(whole_numbers({2, 3, 5, 7, 11, 13}), rules) == 6 * 2 * 15907.0);
    CHECK(closest_values(whole_numbers({2, 2, 2}), rules) == doctest::Approx(5.0));
    CHECK(closest_values(whole_numbers({2}), rules) == 2.0);
    CHECK(engine_for({whole_numbers({2, 3}), {}}, rules, Distinct::Raw, Find::Closest) == Engine::Backward);
    CHECK(engine_for({whole_numbers({1LL << 30, 1LL << 30}), {}}, rules, Distinct::Raw, Find::Closest) ==
          Engine::Backward);
    CHECK(engine_for({whole_numbers({1LL << 40, 1LL << 40}), {}}, rules, Distinct::Raw, Find::Closest) == Engine::Walk);
}

TEST_CASE("the bound of how many values numbers make is above their count") {
    Rules natural;
    natural.values = Values::Natural;
    const std::vector<std::vector<std::int64_t>> sets{
        {1, 2, 3, 4, 5, 6, 7}, {1, 1, 2, 2, 3, 3, 4}, {9, 10, 11, 12, 13, 13, 13}, {25, 50, 75, 100, 3, 7, 8}};
    for (const auto& numbers : sets) {
        const auto count = static_cast<double>(all_values(whole_numbers(numbers), natural, {})->size());
        CHECK(most_values(whole_numbers(numbers), natural) >= count);
    }
}
