// Plans for Python: the engine, seconds, megabytes and the work; or why the query is impossible, and the limit.
#include "plan_parts.hpp"

#include "numbers/exact/text.hpp"
#include "numbers/walk/candidates.hpp"
#include "puzzle_translation.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

PlanParts plan_query(const std::vector<Pair>& given, const Pair& target, const Rules& rules, const std::string& level,
                     const std::string& query, double limit) {
    const Puzzle puzzle{exact_numbers(given), exact_number(target)};
    const Distinct distinct = named("distinct", level, DISTINCTS);
    const Find find = named("find", query, FINDS);
    return parts_of(interruptible([&] { return plan(puzzle, rules, distinct, find, 0, limit, interrupted); }));
}

PlanParts plan_targets(const std::vector<Pair>& given, const Rules& rules,
                       const std::pair<std::int64_t, std::int64_t>& range, double limit) {
    const std::vector<Number> numbers = exact_numbers(given);
    const Targets targets{range.first, range.second};
    return parts_of(interruptible([&] { return plan_reach(numbers, rules, targets, limit, interrupted); }));
}

}  // namespace

void bind_plan(nb::module_& module) {
    module.def("plan", plan_query, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"), nb::arg("distinct"),
               nb::arg("find"), nb::arg("limit"));
    module.def("plan_reach", plan_targets, nb::arg("numbers"), nb::arg("rules"), nb::arg("range"), nb::arg("limit"));
    module.def("is_always_short", is_always_short, nb::arg("numbers"), nb::arg("rules"), nb::arg("limit"));
    // In decimal digits, because it may have more than 64 bits.
    module.def("candidate_count", [](const std::vector<Pair>& given, const Rules& rules) {
        return decimal(unlocked([&] { return candidate_count(exact_numbers(given), rules); }));
    });
}
