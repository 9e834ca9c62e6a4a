// The steps that rules allow: an operation replaces two of some numbers by its result. A dozen steps per microsecond.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/exact/text.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

// The places of two numbers, and the operation. Without a result, this one is too large for a Number.
struct Step {
    std::size_t first, second;
    Op op;
    std::optional<Number> result;
};

namespace steps {

template <class Int>
std::optional<Number> as_number(const Ratio<Int>& value) {
    const bool is_negative = value.sign() < 0;
    const Int size = is_negative ? Int(0) - value.numerator() : value.numerator();
    Int divisor = size;
    for (Int rest = value.denominator(); !(rest == Int(0));) {
        const Int next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    const Int most(std::numeric_limits<std::int64_t>::max());
    const Int numerator = size / divisor, denominator = value.denominator() / divisor;
    if (most < numerator || most < denominator) return std::nullopt;
    const auto top = static_cast<std::int64_t>(numerator);
    return Number{is_negative ? -top : top, static_cast<std::int64_t>(denominator)};
}

template <class Int, class Visit>
void for_results(const Number& left, const Number& right, const Rules& rules, Visit visit) {
    for (const Op op : rules.operators) {
        const auto value = apply(op, Ratio<Int>(left), Ratio<Int>(right));
        if (value && allowed(rules, *value)) visit(op, as_number(*value));
    }
}

}  // namespace steps

// All steps, in the order of the first number. A number of a step may be missing.
inline std::vector<Step> allowed_steps(const std::vector<std::optional<Number>>& numbers, const Rules& rules) {
    std::vector<Step> all;
    for (std::size_t first = 0; first < numbers.size(); ++first)
        for (std::size_t second = 0; second < numbers.size(); ++second) {
            if (first == second || !numbers[first] || !numbers[second]) continue;
            const Number &left = *numbers[first], &right = *numbers[second];
            const auto add = [&](Op op, const std::optional<Number>& result) {
                all.push_back({first, second, op, result});
            };
            if (small_bound_with(small_bound_with(1, left), right) < std::uint64_t{1} << 62)
                steps::for_results<std::int64_t>(left, right, rules, add);
            else
                steps::for_results<Wide<5>>(left, right, rules, add);
        }
    return all;
}

// The places of some numbers in ascending order.
inline std::vector<std::size_t> ascending_places(const std::vector<Number>& numbers) {
    std::vector<std::size_t> places(numbers.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    sort_items(places,
               [&](std::size_t a, std::size_t b) { return std::pair(numbers[a], a) < std::pair(numbers[b], b); });
    return places;
}

// A step with a result, and the places of the numbers after it in ascending order. The result comes after the numbers.
struct NextStep {
    Step step;
    std::vector<std::size_t> places;
};

// The first of the steps that leave the same numbers. Nothing if a result is too large.
inline std::optional<std::vector<NextStep>> next_steps(const std::vector<Number>& numbers, const Rules& rules) {
    std::vector<NextStep> different;
    std::vector<std::vector<Number>> known;
    std::vector<Number> table = numbers;
    table.emplace_back();
    const std::vector<std::size_t> ascending = ascending_places(numbers);
    for (const Step& step : allowed_steps({numbers.begin(), numbers.end()}, rules)) {
        if (!step.result) return std::nullopt;
        if (row(step.op).commutes() && step.first > step.second) continue;
        table.back() = *step.result;
        std::vector<std::size_t> places;
        std::ranges::copy_if(ascending, std::back_inserter(places),
                             [&](std::size_t place) { return place != step.first && place != step.second; });
        const auto number = [&](std::size_t place) { return table[place]; };
        places.insert(std::ranges::lower_bound(places, table.back(), {}, number), numbers.size());
        std::vector<Number> after(places.size());
        std::ranges::transform(places, after.begin(), number);
        if (std::ranges::find(known, after) != known.end()) continue;
        known.push_back(std::move(after));
        different.push_back({step, std::move(places)});
    }
    return different;
}

// A step as a line, such as 8 / (1/3) = 24.
inline std::string step_text(const Number& left, Op op, const Number& right, const Number& result) {
    const auto operand = [](const Number& number) {
        return number.denominator == 1 ? value_text(number) : "(" + value_text(number) + ")";
    };
    return operand(left) + " " + row(op).symbol + " " + operand(right) + " = " + value_text(result);
}

}  // namespace facevalue::numbers
