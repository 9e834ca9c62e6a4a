// Fuzzing of answers in steps, of lists of steps, and of messages: these facts are true for every answer.
//
// For: finding answers that crash, hang or get a verdict that contradicts itself.
// Not for: which lines are steps; tests/oracles/step_patterns.py says that with regular expressions.
//
// An input is a puzzle on the first line, its last number being the target, and the answer on the others. README.md
// explains how to run it.
#include <algorithm>

#include "fuzz/fuzzing.hpp"
#include "fuzz/rows.hpp"
#include "numbers/answers/notation/notation.hpp"
#include "numbers/answers/notation/step_list.hpp"
#include "numbers/answers/steps/numbers_left.hpp"
#include "text/quoted.hpp"

using namespace facevalue;
using namespace facevalue::numbers;
using facevalue::fuzz::require;

namespace {

const std::vector<Rules> GAMES{{}, {.use_all = false, .values = Values::Positive}, {.values = Values::Natural}};

const Syntax& relaxed() {
    for (const soak::SyntaxUnderTest& row : fuzz::rows().syntaxes)
        if (row.name == "lenient, all options") return row.syntax;
    std::abort();
}

// The whole numbers of a line, the last one being the target; nothing with fewer than two.
std::optional<PreparedPuzzle> puzzle_in(std::string_view line) {
    std::vector<BigFraction> numbers;
    while (!line.empty() && numbers.size() < 12) {
        const std::size_t start = std::min(line.find_first_of("123456789"), line.size());
        const std::size_t end = std::min(line.find_first_not_of("0123456789", start), line.size());
        if (end > start) numbers.push_back(parse_fraction(line.substr(start, std::min<std::size_t>(end - start, 60))));
        line.remove_prefix(end);
    }
    if (numbers.size() < 2) return std::nullopt;
    WidePuzzle wide{{}, numbers.back()};
    numbers.pop_back();
    wide.numbers = std::move(numbers);
    PreparedPuzzle puzzle;
    puzzle.wide = std::make_shared<const WidePuzzle>(std::move(wide));
    return puzzle;
}

void check_message(std::string_view message) {
    require(!message.empty(), "a verdict says why");
    while (!message.empty()) require(is_printable(take_character(message)), "a message has no control characters");
}

// A printed expression is read back as the same tree, also in steps.
void check_expression(const std::string& expression, const MaybeValue& value) {
    const auto terms = read_infix(expression);
    require(infix_of(terms) == expression, "minimal infix is read back");
    const MaybeValue made = exact_value(terms);
    require(made.has_value() == value.has_value() && (!made || *made == *value), "an expression has the value it had");
    const auto steps = steps_of(terms);
    if (!steps || terms.size() == 1) return;
    std::string list;
    for (const std::string& step : *steps) list += step + "\n";
    const auto read = read_steps(list);
    require(read && infix_of(*read) == expression, "a list of steps is read back");
}

void check_lines(std::string_view answer, bool decimals) {
    const StepText text(answer, decimals);
    require(text.size() == characters(answer), "each character has a place");
    std::size_t last = 0;
    for (const StepLine& line : text.lines()) {
        require(last <= line.span.start && line.span.start <= line.span.end && line.span.end <= text.size(),
                "lines follow each other inside the answer");
        last = line.span.end;
        require((line.kind == LineKind::Step) == line.parts.has_value(), "only steps have parts");
        if (line.parts) require(!text.cuts(line.parts->operation).empty(), "a step has an operator");
    }
}

void check_verdict(std::string_view answer, const PreparedPuzzle& puzzle, const Rules& rules, bool decimals) {
    const StepsVerdict found = judge_steps(answer, puzzle, rules, relaxed(), relaxed(), decimals);
    const Explanation& explained = found.explained;
    check_message(explained.message);
    require(!found.position || *found.position <= characters(answer), "a mistake is inside the answer");
    if (!explained.expression.empty()) check_expression(explained.expression, explained.value);
    if (found.reason != Reason::Correct) return;
    require(explained.value && *explained.value == puzzle.wide->target, "a right answer makes the target");
    const Judgement whole = Judge(relaxed(), rules).judge(explained.expression, puzzle);
    require(whole.reason == Reason::Correct, "the expression of right steps is a right answer");
}

// Python and JavaScript pass no other strings.
bool is_utf8(std::string_view text) {
    std::size_t count = 0;
    for (std::string_view left = text; !left.empty(); ++count) take_character(left);
    return count == characters(text);
}

void check_list(std::string_view text) {
    const auto read = read_steps(text);
    if (read)
        check_expression(infix_of(*read), exact_value(*read));
    else
        check_message(read.problem().sentence);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string_view answer = input.substr(std::min(end + 1, input.size()));
    if (!is_utf8(answer)) return 0;
    check_list(answer);
    for (const bool decimals : {false, true}) {
        check_lines(answer, decimals);
        if (const auto puzzle = puzzle_in(input.substr(0, end)))
            for (const Rules& rules : GAMES) check_verdict(answer, *puzzle, rules, decimals);
    }
    return 0;
}
