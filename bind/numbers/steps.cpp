// The steps that rules allow, for episodes and environments.
#include "numbers/exact/steps.hpp"

#include "numbers/reach/next_steps.hpp"
#include "puzzle_translation.hpp"

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

}  // namespace

void bind_steps(nb::module_& module) {
    module.def("step_mask", step_mask, nb::arg("numbers"), nb::arg("rules"));
    module.def("next_steps", steps_from, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"));
}
