// Steps: the ones that rules allow, for episodes and environments, and the steps in answers.
#include "numbers/exact/steps.hpp"

#include "answered.hpp"
#include "numbers/answers/steps/numbers_left.hpp"
#include "numbers/hint/still_solvable.hpp"
#include "numbers/reach/next_steps.hpp"
#include "puzzle_translation.hpp"
#include "texts.hpp"
#include "verdict.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

// A byte for every first place, second place and operator: 1 where there is such a step, and its result is a Number.
nb::bytes step_mask(const std::vector<std::optional<Pair>>& given, const Rules& rules) {
    std::vector<std::optional<Number>> numbers;
    for (const std::optional<Pair>& pair : given)
        numbers.push_back(pair ? std::optional(exact_number(*pair)) : std::nullopt);
    const std::size_t operators = rules.operators.size();
    std::vector<std::uint8_t> mask(numbers.size() * numbers.size() * operators);
    for (const Step& step : allowed_steps(numbers, rules)) {
        const auto op = static_cast<std::size_t>(std::ranges::find(rules.operators, step.op) - rules.operators.begin());
        mask[(step.first * numbers.size() + step.second) * operators + op] = step.result ? 1 : 0;
    }
    return nb::bytes(mask.data(), mask.size());
}

// Steps as a line, the result, and the places of the numbers after it in ascending order; and whether the target can be
// made after each, if the core decides that fast. The result comes after the numbers.
using StepRow = std::tuple<std::string, Pair, std::vector<std::size_t>>;

std::pair<std::vector<StepRow>, std::optional<std::vector<bool>>> steps_from(const std::vector<Pair>& given,
                                                                             const Pair& target, const Rules& rules) {
    const Puzzle puzzle{exact_numbers(given), exact_number(target)};
    const std::vector<Number>& numbers = puzzle.numbers;
    const auto steps = next_steps(numbers, rules);
    if (!steps) {
        const auto most = std::numeric_limits<std::int64_t>::max();
        raise_error("LimitError", "a step makes a number larger than " + std::to_string(most), most);
    }
    auto solvable = interruptible([&] {
        Pulse pulse{interrupted};
        return solvable_after(puzzle, rules, *steps, pulse);
    });
    std::vector<StepRow> rows;
    for (const auto& [step, places] : *steps)
        rows.emplace_back(step_text(numbers[step.first], step.op, numbers[step.second], *step.result),
                          Pair{step.result->numerator, step.result->denominator}, places);
    return {std::move(rows), std::move(solvable)};
}

// The kind of each line, its span, and where an expression after `Answer:` begins.
std::vector<std::tuple<std::string, std::size_t, std::size_t, std::size_t>> step_lines(nb::handle given) {
    constexpr const char* KINDS[] = {"step", "answer", "unreadable", "other"};
    Encoded encoded;
    const StepText text(view(given, encoded), false);
    std::vector<std::tuple<std::string, std::size_t, std::size_t, std::size_t>> lines;
    for (const StepLine& line : text.lines())
        lines.emplace_back(KINDS[static_cast<std::size_t>(line.kind)], line.span.start, line.span.end, line.expression);
    return lines;
}

// Applies a step; the code of the reason, the place and what is wrong, or nothing.
std::optional<std::tuple<int, std::size_t, nb::str>> take_step(NumbersLeft& left, nb::handle given) {
    Encoded encoded;
    const StepText text(view(given, encoded), false);
    const auto flaw = left.take(text, text.part({0, text.size()}));
    if (!flaw) return std::nullopt;
    return std::tuple(static_cast<int>(flaw->reason), flaw->place, nb::borrow<nb::str>(python_text(flaw->sentence)));
}

// The limit is for each search.
std::vector<std::optional<bool>> solvable_after_each(const nb::typed<nb::list, nb::str>& steps,
                                                     const PreparedPuzzle& puzzle, const Rules& rules,
                                                     std::optional<double> limit) {
    Encoded encoded;
    std::vector<std::string_view> parts;
    for (const nb::handle part : steps) parts.push_back(view(part, encoded));
    return answered(limit, [&](double seconds) { return still_solvable(parts, puzzle, rules, seconds, interrupted); });
}

}  // namespace

void bind_steps(nb::module_& module) {
    module.def("step_mask", step_mask, nb::arg("numbers"), nb::arg("rules"));
    module.def("next_steps", steps_from, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"));
    module.attr("A_STEP") = A_STEP;
    module.def("still_solvable", solvable_after_each, nb::arg("steps"), nb::arg("puzzle"), nb::arg("rules"),
               nb::arg("limit").none());
    module.def("step_lines", step_lines, nb::arg("text"));
    nb::class_<NumbersLeft>(module, "NumbersLeft")
        .def(nb::init<const PreparedPuzzle&, const Rules&>(), nb::arg("puzzle"), nb::arg("rules"))
        .def("take", take_step, nb::arg("step"))
        .def("values",
             [](const NumbersLeft& left) {
                 std::vector<PythonParts> values;
                 for (const BigFraction& value : left.values()) values.push_back(python_parts(value));
                 return values;
             })
        .def_prop_ro("last", [](const NumbersLeft& left) { return python_parts(left.last()); })
        .def(
            "verdict",
            [](const NumbersLeft& left, const PreparedPuzzle& puzzle) {
                return new_verdict(left.verdict(exact_target(puzzle)));
            },
            nb::arg("puzzle"));
}
