// Plans for Python: the engine, seconds, megabytes and the work; or why the query is impossible, and the limit.
#include "numbers/plan/plan.hpp"

#include "numbers/exact/text.hpp"
#include "numbers/walk/candidates.hpp"
#include "puzzle_translation.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using Parts = std::tuple<const char*, double, double, std::string, std::string, std::int64_t>;

Parts parts_of(const Plan& plan) {
    return {ENGINES[static_cast<std::size_t>(plan.engine)],
            plan.seconds,
            plan.megabytes,
            plan.work,
            plan.refusal,
            plan.limit};
}

const char* engine(const std::vector<Pair>& given, const Pair& target, const Rules& rules, const std::string& level) {
    const Puzzle puzzle{exact_numbers(given), exact_number(target)};
    return ENGINES[static_cast<std::size_t>(
        engine_for(puzzle, rules, named("distinct", level, DISTINCTS), Find::First))];
}

Parts plan_query(const std::vector<Pair>& given, const Pair& target, const Rules& rules, const std::string& level,
                 const std::string& query, std::size_t walkers, double limit) {
    const Puzzle puzzle{exact_numbers(given), exact_number(target)};
    const Distinct distinct = named("distinct", level, DISTINCTS);
    const Find find = named("find", query, FINDS);
    return parts_of(interruptible([&] { return plan(puzzle, rules, distinct, find, walkers, limit, interrupted); }));
}

Parts plan_targets(const std::vector<Pair>& given, const Rules& rules,
                   const std::pair<std::int64_t, std::int64_t>& range, double limit) {
    const std::vector<Number> numbers = exact_numbers(given);
    const Targets targets{range.first, range.second};
    return parts_of(interruptible([&] { return plan_reach(numbers, rules, targets, limit, interrupted); }));
}

}  // namespace

void bind_plan(nb::module_& module) {
    module.def("engine", engine, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"), nb::arg("distinct"));
    module.def("plan", plan_query, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"), nb::arg("distinct"),
               nb::arg("find"), nb::arg("walkers"), nb::arg("limit"));
    module.def("plan_reach", plan_targets, nb::arg("numbers"), nb::arg("rules"), nb::arg("range"), nb::arg("limit"));
    // In decimal digits, because it may have more than 64 bits.
    module.def("candidate_count", [](const std::vector<Pair>& given, const Rules& rules) {
        return decimal(unlocked([&] { return candidate_count(exact_numbers(given), rules); }));
    });
}
