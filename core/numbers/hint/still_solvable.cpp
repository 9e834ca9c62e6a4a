#include "numbers/hint/still_solvable.hpp"

#include "numbers/answers/steps/numbers_left.hpp"
#include "numbers/spelling/numbers.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

// Do the numbers make the target?
Answered<bool> can_make(const std::vector<BigFraction>& values, const Number& target, const Rules& rules, double limit,
                        const Stop& stop) {
    Puzzle puzzle{{}, target};
    for (const BigFraction& value : values) {
        const auto over = value.numerator().as_word(), under = value.denominator().as_word();
        if (!over || !under) {
            const Problem problem = number_problem(NumberFault::TooLarge, shortened(value_text(value)));
            const auto most = static_cast<std::uint64_t>(problem.limit);
            return Unanswered{{}, SearchStatus::TooLarge, {.problem = problem.sentence, .limit = most}};
        }
        puzzle.numbers.push_back({*over, *under});
    }
    Solutions solutions(puzzle, rules, usual_distinct(rules.has_functions()), false, 0, stop,
                        limit == NO_LIMIT ? ANY_NUMBER : MOST_COMPARED);
    const auto first = first_within(solutions, limit);
    if (!first) return first.unanswered();
    return !first->empty();
}

}  // namespace

Answered<std::vector<std::optional<bool>>> still_solvable(const std::vector<std::string_view>& steps,
                                                          const PreparedPuzzle& puzzle, const Rules& rules,
                                                          double limit, const Stop& stop) {
    NumbersLeft left(puzzle, rules);
    std::vector<std::optional<bool>> solvable;
    std::optional<bool> now = true;
    for (const std::string_view part : steps) {
        const StepText text(part, false);
        for (const StepLine& line : text.lines()) {
            if (line.kind == LineKind::Answer) return solvable;
            if (line.kind == LineKind::Other) continue;
            const bool is_step = line.kind == LineKind::Step;
            if (now == true && is_step) {
                const auto found = left.take(text, line) ? Answered<bool>(false)
                                                         : can_make(left.values(), puzzle.target, rules, limit, stop);
                if (!found) return found.unanswered();
                now = *found;
            } else if (now == true) {
                now.reset();
            }
            solvable.push_back(is_step ? now : std::nullopt);
        }
    }
    return solvable;
}

}  // namespace facevalue::numbers
