// The errors of searches that are impossible, or that would take too long or too much memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "numbers/plan/answered.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

Problem too_much_problem(const TooMuch& too_much);

// The caller may raise the limit, in seconds, if it `is_liftable`.
Problem plan_problem(const Plan& plan, double limit, bool is_liftable);
Problem problem_of(const Unanswered& why, double limit, bool is_liftable = true);

// What decides how long the hardest possible one of a batch of puzzles takes, rows of so many whole numbers.
struct BatchBounds {
    std::size_t size;
    std::int64_t smallest = 0, largest = 0;  // the smallest number, and the largest absolute value
    bool are_targets_positive = true;
};
BatchBounds bounds_of(std::span<const std::int64_t> numbers, std::size_t size, std::span<const std::int64_t> targets);

// Why such a batch may not be searched: the hardest possible row would take longer than the limit. Different numbers
// take longest, and large or negative ones need another engine.
std::optional<Problem> batch_problem(const BatchBounds& bounds, const Rules& rules, Distinct distinct, Find find,
                                     double limit, bool is_liftable, const Stop& stop);

}  // namespace facevalue::numbers
