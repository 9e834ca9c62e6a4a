#include "numbers/hint/hint.hpp"

#include <algorithm>
#include <string_view>

#include "numbers/answers/notation/notation.hpp"
#include "numbers/answers/notation/step_list.hpp"
#include "numbers/exact/text.hpp"

namespace facevalue::numbers {
namespace {

// This level reveals the last operation, and each level after it one more step.
constexpr std::uint64_t LAST_OPERATION = 2;

// The values nearest to the target that can be made; nothing if they are too hard to find or to make.
Answered<std::optional<std::vector<std::string>>> closest_texts(const Solutions& solutions, double limit) {
    std::optional<std::vector<std::string>> texts(std::in_place);
    const auto refused = [&](const Unanswered& why) -> Answered<decltype(texts)> {
        if (why.is_too_large()) return decltype(texts)();
        return why;
    };
    const auto values = closest_within(solutions, limit);
    if (!values) return refused(values.unanswered());
    for (const Number& value : *values) {
        Solutions ways = solutions.of(value);
        const auto way = first_within(ways, limit);
        if (!way) return refused(way.unanswered());
        if (!way->empty()) texts->push_back(value_text(value));
    }
    return texts;
}

std::string symbol_of(const ExactTerm& term) {
    return term.kind == TermKind::Operator ? std::string(1, row(term.op).symbol)
                                           : std::string(row(term.function).symbol);
}

std::string_view name_of_operation(std::string_view symbol) {
    for (const Operation& operation : OPERATIONS)
        if (symbol == std::string_view(&operation.symbol, 1)) return operation.name;
    for (const FunctionRow& function : FUNCTIONS)
        if (symbol == function.symbol) return function.name;
    return {};
}

// "needed: a fraction; not needed: a division"; "" if the rules allow none of them.
std::string needs_line(const Hint& hint) {
    std::string line;
    for (const bool is_needed : {true, false}) {
        std::string titles;
        for (const NeedRow& row : NEEDS)
            if (std::ranges::count(hint.allowed, row.need) != 0 &&
                (std::ranges::count(hint.needs, row.need) != 0) == is_needed)
                titles.append(titles.empty() ? "" : ", ").append(row.title);
        if (titles.empty()) continue;
        line.append(line.empty() ? "" : "; ").append(is_needed ? "needed: " : "not needed: ").append(titles);
    }
    return line;
}

std::string no_solution_line(const std::optional<std::vector<std::string>>& closest) {
    if (!closest) return "no solution; the numbers are too many or too large to find the closest value";
    std::string values;
    for (const std::string& value : *closest) values.append(values.empty() ? "" : " and ").append(value);
    if (values.empty()) return "no solution";
    return "no solution; closest " + std::string(closest->size() == 1 ? "is " : "are ") + values;
}

}  // namespace

Answered<Hint> hint(Solutions& solutions, std::uint64_t level, double limit) {
    Hint hint;
    for (const NeedRow& row : NEEDS)
        if (allows(solutions.rules(), row.need)) hint.allowed.push_back(row.need);
    const auto count = count_within(solutions, limit);  // first, so that a long one is refused before any search
    if (!count) return count.unanswered();
    hint.solution_count = *count;
    const auto simplest = first_within(solutions, NO_LIMIT);
    if (!simplest) return simplest.unanswered();
    if (simplest->empty()) {
        auto closest = closest_texts(solutions, limit);
        if (!closest) return closest.unanswered();
        hint.closest_values = std::move(*closest);
        return hint;
    }
    const std::vector<ExactTerm> terms = read_infix(*simplest);
    if (terms.size() > 1) hint.steps = *steps_of(terms);  // of few digits, since the numbers were searched
    const std::uint64_t last = LAST_OPERATION + hint.steps.size();
    hint.level = std::min(level, last);
    hint.is_last = hint.level == last;
    for (const Need need : hint.allowed) {
        const auto needed = is_needed(need, solutions, limit);
        if (!needed) return needed.unanswered();
        if (*needed) hint.needs.push_back(need);
    }
    if (!hint.steps.empty() && hint.level >= LAST_OPERATION) hint.operation = symbol_of(terms.back());
    hint.steps.resize(hint.level < LAST_OPERATION ? 0 : hint.level - LAST_OPERATION);
    if (hint.is_last) hint.solution = *simplest;
    return hint;
}

std::vector<std::string> lines_of(const Hint& hint) {
    if (hint.solution_count == 0) return {no_solution_line(hint.closest_values)};
    std::vector<std::string> lines{std::to_string(hint.solution_count) +
                                   (hint.solution_count == 1 ? " solution" : " solutions")};
    if (std::string needs = needs_line(hint); !needs.empty()) lines.push_back(std::move(needs));
    if (hint.operation)
        lines.push_back("the last operation is " + *hint.operation + " (" +
                        std::string(name_of_operation(*hint.operation)) + ")");
    for (const std::string& step : hint.steps)
        lines.push_back("step " + std::to_string(1 + (&step - hint.steps.data())) + ": " + step);
    if (hint.solution) lines.push_back("solution: " + *hint.solution);
    return lines;
}

}  // namespace facevalue::numbers
