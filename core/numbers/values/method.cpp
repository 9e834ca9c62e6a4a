#include "numbers/values/method.hpp"

#include <algorithm>

#include "numbers/exact/join.hpp"
#include "numbers/values/closest.hpp"

namespace facevalue::numbers {
namespace {

// A search ignores the order of evaluation. If all numbers are allowed as results, an order with allowed results
// always exists (sums: additions first; products: factors before divisors).
bool could_be_result(const Number& number, Values values) {
    if (must_be_whole(values) && number.denominator != 1) return false;
    return !must_not_be_negative(values) || number.numerator >= 0;
}

bool is_searchable(const Puzzle& puzzle, const Rules& rules) {
    if (!allows_any_tree(rules)) return false;
    if (rules.has(Op::Subtract) && !rules.has(Op::Add)) return false;
    if (rules.has(Op::Divide) && !rules.has(Op::Multiply)) return false;
    return std::all_of(puzzle.numbers.begin(), puzzle.numbers.end(),
                       [&](const Number& number) { return could_be_result(number, rules.values); });
}

// In a fixed order there are few spans.
bool has_few_parts(std::size_t numbers, const Rules& rules) {
    return !rules.any_order || numbers <= (rules.join ? MOST_JOINED_IN_ANY_ORDER : MOST_PARTS_IN_ANY_ORDER);
}

}  // namespace

Method method_of(const Puzzle& puzzle, const Rules& rules) {
    const std::uint64_t bound = small_reach_bound(puzzle.numbers, rules);
    if (has_any_tree(rules.grouping) && !allows_any_tree(rules))
        return bound <= MAX_PARTS_BOUND && has_few_parts(puzzle.numbers.size(), rules) ? Method::Parts : Method::Walk;
    if (!is_searchable(puzzle, rules)) return Method::Walk;
    return HAS_WHOLE && must_be_whole(rules.values) && bound <= Whole::BOUND ? Method::Whole : field_for(bound);
}

Engine engine_for(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find) {
    if (rules.has_functions()) return Engine::Functions;
    const Method method = method_of(puzzle, rules);
    if (!finds_solutions(find)) {
        if (method == Method::Parts) return Engine::Parts;
        const bool has_sorted_tables =
            allows_any_tree(rules) && small_reach_bound(puzzle.numbers) <= Closest::MAX_BOUND;
        return has_sorted_tables ? Engine::Backward : Engine::Walk;
    }
    // Tables list four numbers as quickly as a search without the bound.
    constexpr std::size_t MOST_IN_TABLES = 4;
    const bool is_bounded = rules.largest > 0 && distinct != Distinct::Raw && puzzle.numbers.size() > MOST_IN_TABLES &&
                            has_reach_bound(puzzle.numbers) && is_search(method_of(puzzle, without_bound(rules)));
    if (method == Method::Walk && !is_bounded) return Engine::Walk;
    if (is_out_of_reach(puzzle, rules)) return Engine::Nothing;
    if (is_bounded) return Engine::Bounded;
    return method == Method::Parts ? Engine::Parts : Engine::Backward;
}

bool is_out_of_reach(const Puzzle& puzzle, const Rules& rules) {
    const bool is_given = std::ranges::find(puzzle.numbers, puzzle.target) != puzzle.numbers.end();
    if (must_be_whole(rules.values) && puzzle.target.denominator != 1 && !is_given) return true;
    if (!rules.join && !is_given && !allowed(rules, Fraction(puzzle.target))) return true;
    const std::int64_t n = puzzle.target.numerator;
    const std::uint64_t size =
        static_cast<std::uint64_t>(n < 0 ? -n : n) + static_cast<std::uint64_t>(puzzle.target.denominator);
    const std::uint64_t bound = small_reach_bound(puzzle.numbers, rules);
    return bound < (1ULL << 63) && size > bound;
}

// If numbers may be left unused, removing an idle part must keep the target's sign possible, which is certain only if
// nothing is negative.
bool may_skip_idle(const Puzzle& puzzle, const Rules& rules, Distinct distinct) {
    if (distinct != Distinct::Essential) return false;
    if (rules.use_all) return true;
    return puzzle.target.numerator >= 0 && std::all_of(puzzle.numbers.begin(), puzzle.numbers.end(),
                                                       [](const Number& number) { return number.numerator >= 0; });
}

}  // namespace facevalue::numbers
