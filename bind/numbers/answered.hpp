// Calls whose searches each have a limit: their answer, or the error of the search that was refused.
#pragma once

#include <optional>

#include "numbers/plan/answered.hpp"
#include "numbers/plan/refusals.hpp"
#include "problem.hpp"
#include "puzzle_translation.hpp"

namespace facevalue::numbers {

// Raises the error of a search that would take longer than `limit`, or that has ended without an answer.
[[noreturn]] inline void raise(const Unanswered& why, std::optional<double> limit) {
    if (!why.plan) check(why.status, why.too_much);
    raise_problem(plan_problem(*why.plan, limit.value_or(NO_LIMIT), true));
}

// `call` takes the limit in seconds; without one, any time is allowed.
template <class Call>
auto answered(std::optional<double> limit, const Call& call) {
    auto found = interruptible([&] { return call(limit.value_or(NO_LIMIT)); });
    if (!found) raise(found.unanswered(), limit);
    return std::move(*found);
}

}  // namespace facevalue::numbers
