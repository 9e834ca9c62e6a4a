// Hints for Python.
#include "numbers/hint/hint.hpp"

#include "answered.hpp"
#include "puzzle_translation.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using Strings = std::vector<std::string>;

Strings names_of(const std::vector<Need>& needs) {
    Strings names;
    for (const Need need : needs) names.emplace_back(NEEDS[static_cast<std::size_t>(need)].name);
    return names;
}

std::vector<Need> needs_named(const Strings& names) {
    std::vector<Need> needs;
    for (const NeedRow& row : NEEDS)
        if (std::ranges::count(names, row.name) != 0) needs.push_back(row.need);
    return needs;
}

// The fields of Python's `Hint`.
using HintParts = std::tuple<std::uint64_t, bool, std::uint64_t, Strings, Strings, std::optional<std::string>, Strings,
                             std::optional<std::string>, std::optional<Strings>>;

HintParts hint_parts(Solutions& solutions, std::uint64_t level, std::optional<double> limit) {
    const Hint found = answered(limit, [&](double seconds) { return hint(solutions, level, seconds); });
    return {found.level,     found.is_last, found.solution_count, names_of(found.needs), names_of(found.allowed),
            found.operation, found.steps,   found.solution,       found.closest_values};
}

Strings hint_lines(std::uint64_t solution_count, const Strings& needs, const Strings& allowed,
                   const std::optional<std::string>& operation, const Strings& steps,
                   const std::optional<std::string>& solution, const std::optional<Strings>& closest) {
    return lines_of({.solution_count = solution_count,
                     .needs = needs_named(needs),
                     .allowed = needs_named(allowed),
                     .operation = operation,
                     .steps = steps,
                     .solution = solution,
                     .closest_values = closest});
}

bool need_of(Solutions& solutions, const std::string& name, std::optional<double> limit) {
    const Need need = needs_named({name}).at(0);
    return answered(limit, [&](double seconds) { return is_needed(need, solutions, seconds); });
}

}  // namespace

void bind_hints(nb::module_& module) {
    module.def("hint", hint_parts, nb::arg("solutions"), nb::arg("level"), nb::arg("limit").none());
    module.def("hint_lines", hint_lines, nb::arg("solution_count"), nb::arg("needs"), nb::arg("allowed"),
               nb::arg("operation").none(), nb::arg("steps"), nb::arg("solution").none(), nb::arg("closest").none());
    module.def("is_needed", need_of, nb::arg("solutions"), nb::arg("need"), nb::arg("limit").none());
    module.def("needs", [] {
        Strings names;
        for (const NeedRow& row : NEEDS) names.emplace_back(row.name);
        return names;
    });
}
