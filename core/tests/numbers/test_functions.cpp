// Powers, factorials, roots and concatenation: exact results within the bounds, and tables against a walk over small
// values.
#include <doctest/doctest.h>

#include <optional>
#include <set>
#include <vector>

#include "numbers/exact/functions.hpp"
#include "numbers/solve/function_solver.hpp"

using namespace facevalue::numbers;

namespace {

std::vector<Number> samples() {
    std::vector<Number> all;
    for (const std::int64_t d : {1, 2, 3, 4, 9, 1000})
        for (std::int64_t n = -12; n <= 12; ++n)
            if (std::gcd(n, d) == 1) all.push_back({n, d});
    for (const std::int64_t n : {MOST_PART, MOST_PART - 1, MOST_PART / 2 + 1})
        for (const std::int64_t sign : {1, -1}) {
            all.push_back({sign * n, 1});
            all.push_back({sign, n});
        }
    return all;
}

Rules rules_with(const char* functions, int unary, std::int64_t largest) {
    Rules rules;
    rules.functions = *Functions::parse(functions);
    rules.unary = unary;
    rules.largest = largest;
    return rules;
}

}  // namespace

TEST_CASE("small results are the same as with wide fractions, and never have large parts") {
    for (const Number& a : samples())
        for (const Number& b : samples())
            for (const Op op : {Op::Add, Op::Subtract, Op::Multiply, Op::Divide}) {
                const Ratio<WideInt> x{WideInt(a.numerator), WideInt(a.denominator)};
                const Ratio<WideInt> y{WideInt(b.numerator), WideInt(b.denominator)};
                const auto expected = apply(op, x, y);
                const auto found = small_result(op, a, b);
                if (found) {
                    CHECK(has_small_parts(*found));
                    CHECK(*expected == Ratio<WideInt>{WideInt(found->numerator), WideInt(found->denominator)});
                    CHECK(std::gcd(found->numerator, found->denominator) == 1);
                }
                if (!expected) CHECK(!found);
            }
}

TEST_CASE("a power is a repeated product, and its bases are found from it") {
    for (const Number& a : samples())
        for (std::int64_t exponent = -8; exponent <= 8; ++exponent) {
            std::optional<Number> expected = Number{1, 1};
            for (std::int64_t i = 0; expected && i < (exponent < 0 ? -exponent : exponent); ++i)
                expected = exactly::product(*expected, a);
            if (a.numerator == 0 && exponent <= 0) expected.reset();
            if (expected && exponent < 0) expected = exactly::inverse(*expected);
            CHECK(power(a, {exponent, 1}) == expected);
        }
    CHECK(!power({2, 1}, {1, 2}));
    CHECK(!power({10, 1}, {MOST_PART, 1}));
    CHECK(power({-1, 1}, {MOST_PART, 1}) == Number{1, 1});
    CHECK(power({-1, 1}, {MOST_PART - 1, 1}) == Number{-1, 1});
}

TEST_CASE("factorials and roots have operands that make them") {
    CHECK(factorial({0, 1}) == Number{1, 1});
    CHECK(factorial({17, 1}) == Number{355'687'428'096'000, 1});
    CHECK(!factorial({18, 1}));
    CHECK(!factorial({MOST_PART, 1}));
    CHECK(!factorial({-1, 1}));
    CHECK(!factorial({1, 2}));
    CHECK(root({9, 4}) == Number{3, 2});
    CHECK(!root({2, 1}));
    CHECK(!root({-4, 1}));
    CHECK(root({MOST_PART - 1, 1}) == std::nullopt);
    CHECK(root({31'622'776LL * 31'622'776LL, 1}) == Number{31'622'776, 1});
    for (const Function function : {Function::Factorial, Function::Root})
        for (const Number& value : samples())
            if (const auto operand = operand_of(function, value))
                CHECK(small_result(function, *operand, *operand) == value);
}

TEST_CASE("concatenation writes the digits of two whole numbers") {
    CHECK(concatenated({12, 1}, {345, 1}) == Number{12'345, 1});
    CHECK(concatenated({12, 1}, {0, 1}) == Number{120, 1});
    CHECK(!concatenated({0, 1}, {12, 1}));
    CHECK(!concatenated({-1, 1}, {2, 1}));
    CHECK(!concatenated({1, 1}, {-2, 1}));
    CHECK(!concatenated({1, 2}, {2, 1}));
    CHECK(concatenated({1, 1}, {999'999'999'999'999, 1}) == std::nullopt);
    CHECK(concatenated({100'000, 1}, {999'999'999, 1}) == Number{100'000'999'999'999, 1});
    CHECK(!concatenated({1'000'000, 1}, {1'000'000'001, 1}));
    CHECK(!concatenated({MOST_PART, 1}, {MOST_PART, 1}));
    for (const Number& a : samples())
        for (const Number& b : samples())
            if (const auto found = concatenated(a, b)) CHECK(value_text(*found) == value_text(a) + value_text(b));
}

TEST_CASE("tables find every value of two numbers that going through all operations finds") {
    const Rules rules = rules_with("power factorial root concatenate", 1, 1000);
    facevalue::Pulse pulse;
    for (std::int64_t a = 0; a <= 9; ++a)
        for (std::int64_t b = 0; b <= 9; ++b) {
            const auto with_functions = [&](const std::set<Number>& values) {
                std::set<Number> all = values;
                for (const Number& value : values)
                    for (const Function function : {Function::Factorial, Function::Root})
                        if (const auto made = small_result(function, value, value);
                            made && allowed(rules, Fraction(*made)))
                            all.insert(*made);
                return all;
            };
            std::set<Number> made;
            const auto add = [&](const std::optional<Number>& value) {
                if (value && allowed(rules, Fraction(*value))) made.insert(*value);
            };
            for (const Number& x : with_functions({{a, 1}}))
                for (const Number& y : with_functions({{b, 1}}))
                    for (const auto& [left, right] : {std::pair(x, y), std::pair(y, x)}) {
                        for (const Op op : rules.operators) add(small_result(op, left, right));
                        add(power(left, right));
                        add(concatenated(left, right));
                    }
            const std::set<Number> expected = with_functions(made);
            FunctionTables tables({{a, 1}, {b, 1}}, rules, true, pulse);
            std::set<Number> found;
            tables.for_values([&](const Number& value) { found.insert(value); });
            CHECK(found == expected);
            for (std::int64_t target = -20; target <= 100; ++target)
                CHECK(tables.any({target, 1}) == expected.contains({target, 1}));
        }
}
