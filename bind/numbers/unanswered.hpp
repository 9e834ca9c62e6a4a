// Calls whose searches each have a limit: their answer, or the error of the search that was refused or ended.
#pragma once

#include "numbers/plan/answered.hpp"
#include "plan_parts.hpp"
#include "puzzle_translation.hpp"

namespace facevalue::numbers {

// Raises what Python's `Plan` says of a search that would take longer than `limit`, or the error of a search.
[[noreturn]] inline void raise(const Unanswered& why, std::optional<double> limit) {
    if (!why.plan) check(why.status, why.too_much);
    const nb::object plan = nb::module_::import_("facevalue.puzzle.search.plan").attr("Plan");
    plan(*nb::cast(parts_of(*why.plan))).attr("check")(limit);
    throw nb::python_error();
}

// `call` takes the limit in seconds, which is nothing for any time.
template <class Call>
auto answered(std::optional<double> limit, const Call& call) {
    auto found = interruptible([&] { return call(limit.value_or(NO_LIMIT)); });
    if (!found) raise(found.unanswered(), limit);
    return std::move(*found);
}

}  // namespace facevalue::numbers
