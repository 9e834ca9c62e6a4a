#include "numbers/answers/steps/numbers_left.hpp"

#include <algorithm>

#include "numbers/answers/explain/sentences.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

constexpr int ANY = -1;  // any source of an operand

std::string shown(const BigFraction& value) { return shortened(value_text(value)); }

// In lowest terms, so that the parts can be compared.
bool is_same(const BigFraction& a, const BigFraction& b) {
    return a.numerator() == b.numerator() && a.denominator() == b.denominator();
}

StepsVerdict flawed(const StepFlaw& flaw, std::string_view text) {
    const std::string message = flaw.sentence + " " + place_in_words(text, flaw.place) + ": " + quoted(text);
    return {flaw.reason, flaw.place, {.message = message}};
}

// A part of a string, given by its characters.
std::string_view part_of(std::string_view text, Span span) {
    std::string_view left = text;
    std::size_t place = 0;
    for (; place < span.start; ++place) take_character(left);
    std::string_view rest = left;
    for (; place < span.end; ++place) take_character(rest);
    return left.substr(0, left.size() - rest.size());
}

}  // namespace

struct NumbersLeft::Reading {
    const StepParts* parts;
    std::size_t place;  // of the operator
    Op op;
    BigFraction left, right;
    std::optional<BigFraction> result{}, claim{};  // nothing if it is undefined
    std::optional<Operands> operands{};            // nothing if the numbers are not left
    std::optional<Operands> named{};               // the same where `(from: ...)` is right
    std::vector<std::vector<BigFraction>> lists{};
};

NumbersLeft::NumbersLeft(const PreparedPuzzle& puzzle, const Rules& rules) : rules_(rules), given_(puzzle.size()) {
    nodes_.reserve(2 * given_);
    if (puzzle.wide)
        for (const BigFraction& number : puzzle.wide->numbers) nodes_.push_back({number});
    else
        for (const Number& number : puzzle.numbers) nodes_.push_back({BigFraction(number)});
}

std::optional<StepFlaw> NumbersLeft::take(const StepText& text, const StepLine& line) {
    const auto expected = [&](const char* start) { return std::string("expected ") + start; };
    if (!line.parts) return StepFlaw{Reason::Unreadable, line.span.start, expected(A_STEP)};
    if (text.has_long_number(line.span)) {
        const std::string most = "numbers with up to " + std::to_string(MOST_DIGITS_IN_ONE) + " digits";
        return StepFlaw{Reason::TooLong, line.span.start, expected(most.c_str())};
    }
    const auto cuts = text.cuts(line.parts->operation);
    Reading best = reading(text, *line.parts, cuts.front());
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        Reading other = reading(text, *line.parts, cuts[i]);
        if (fitness(other) > fitness(best)) best = std::move(other);
    }
    if (auto found = flaw(best)) return found;
    const auto [left, right] = *best.named;
    nodes_[left].is_left = nodes_[right].is_left = false;
    nodes_.push_back({std::move(*best.claim), true, best.op, left, right});
    return std::nullopt;
}

NumbersLeft::Reading NumbersLeft::reading(const StepText& text, const StepParts& parts, std::size_t cut) const {
    Reading step{&parts, cut, text.operator_at(cut), text.value({parts.operation.start, cut}),
                 text.value({cut + 1, parts.operation.end})};
    step.result = lowest_result(step.op, step.left, step.right);
    if (!parts.is_undefined) step.claim = text.value(parts.result);
    step.operands = find(step.left, step.right, {ANY, ANY});
    step.named = parts.sources ? find(step.left, step.right, *parts.sources) : step.operands;
    if (parts.left) step.lists = text.left_lists(*parts.left);
    return step;
}

// How well a reading of a line fits: the best one is used.
int NumbersLeft::fitness(const Reading& step) const {
    const bool is_there = step.operands.has_value();
    const bool is_true =
        step.result.has_value() == step.claim.has_value() && (!step.result || is_same(*step.result, *step.claim));
    return 4 * int{is_there} + 2 * int{is_true} + int{step.named && lists_left(step)};
}

std::optional<StepFlaw> NumbersLeft::flaw(const Reading& step) const {
    if (!rules_.has(step.op)) return StepFlaw{Reason::ForbiddenOperator, step.place, forbidden_operator(rules_)};
    if (!step.operands)
        return StepFlaw{Reason::WrongNumbers, step.parts->operation.start,
                        describe_use({step.left, step.right}, false)};
    if (!step.result) return StepFlaw{Reason::DivisionByZero, step.place, "division by zero"};
    const std::size_t place = step.parts->result.start;
    if (!step.claim || !is_same(*step.result, *step.claim))
        return StepFlaw{Reason::FalseClaim, place, "the result is " + shown(*step.result)};
    if (!allowed(rules_, *step.result))
        return StepFlaw{Reason::ForbiddenValue, place, forbidden_value(shown(*step.result), rules_)};
    if (!step.named)
        return StepFlaw{Reason::Malformed, step.parts->source_start,
                        "(from: ...) must name steps and numbers with these values that are not used yet"};
    if (!lists_left(step))
        return StepFlaw{Reason::Malformed, step.parts->left->start, "(left: ...) must list all numbers that are left"};
    return std::nullopt;
}

// Is `(left: ...)` missing, or does it list exactly the numbers that are left?
bool NumbersLeft::lists_left(const Reading& step) const {
    if (!step.parts->left) return true;
    if (!step.claim) return false;
    std::vector<BigFraction> after{*step.claim};
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].is_left && i != step.operands->left && i != step.operands->right)
            after.push_back(nodes_[i].value);
    std::ranges::sort(after, [](const BigFraction& a, const BigFraction& b) { return a < b; });
    return std::ranges::any_of(step.lists, [&](const auto& list) { return std::ranges::equal(list, after, is_same); });
}

// The last nodes with these values that are left, made by these sources.
std::optional<NumbersLeft::Operands> NumbersLeft::find(const BigFraction& left, const BigFraction& right,
                                                       const Sources& sources) const {
    const std::size_t none = nodes_.size();
    const auto find_one = [&](const BigFraction& value, int source, std::size_t other) {
        for (std::size_t i = none; i-- > 0;) {
            const bool is_source =
                source == ANY || static_cast<std::size_t>(source) == (i < given_ ? 0 : i + 1 - given_);
            if (nodes_[i].is_left && i != other && is_source && is_same(nodes_[i].value, value)) return i;
        }
        return none;
    };
    const std::size_t second = find_one(right, sources.second, none);
    const std::size_t first = find_one(left, sources.first, second);
    return first != none && second != none ? std::optional(Operands{first, second}) : std::nullopt;
}

std::vector<BigFraction> NumbersLeft::values() const {
    std::vector<BigFraction> left;
    std::vector<bool> is_listed(nodes_.size());
    for (std::size_t first = 0; first < nodes_.size(); ++first) {
        if (is_listed[first]) continue;
        for (std::size_t i = first; i < nodes_.size(); ++i) {
            if (!is_same(nodes_[i].value, nodes_[first].value)) continue;
            is_listed[i] = true;
            if (nodes_[i].is_left) left.push_back(nodes_[i].value);
        }
    }
    return left;
}

// What is wrong with the numbers that the steps use, `more` being the last.
std::string NumbersLeft::describe_use(const std::vector<BigFraction>& more, bool needs_all) const {
    UsedNumbers numbers;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const auto& [value, is_left, op, left, right] = nodes_[i];
        (i < given_ ? numbers.given : numbers.made).push_back(value_text(value));
        if (i < given_) continue;
        numbers.used.push_back(value_text(nodes_[left].value));
        numbers.used.push_back(value_text(nodes_[right].value));
    }
    for (const BigFraction& value : more) numbers.used.push_back(value_text(value));
    return describe_numbers(numbers, needs_all, false);
}

// Of the last node.
std::string NumbersLeft::expression() const {
    std::vector<ExactTerm> backwards;  // an operation, its right side, its left side
    backwards.reserve(nodes_.size());
    for (std::vector<std::size_t> waiting{nodes_.size() - 1}; !waiting.empty();) {
        const std::size_t place = waiting.back();
        const auto& [value, is_left, op, left, right] = nodes_[place];
        waiting.pop_back();
        if (place < given_) {
            backwards.push_back({.number = value});
            continue;
        }
        backwards.push_back({.kind = TermKind::Operator, .op = op});
        waiting.push_back(left);
        waiting.push_back(right);
    }
    std::ranges::reverse(backwards);
    return infix_of(backwards);
}

StepsVerdict NumbersLeft::verdict(const BigFraction& target) const {
    StepsVerdict found;
    Explanation& explained = found.explained;
    explained.value = last();
    explained.expression = expression();
    if (rules_.use_all && steps() + 1 < given_) {
        found.reason = Reason::WrongNumbers;
        explained.message = describe_use({last()}, true);
    } else if (!(last() == target)) {
        found.reason = Reason::WrongValue;
        explained.message = "the steps make " + shown(last()) + ", not " + shown(target);
    } else {
        explained.message = shortened(explained.expression) + " = " + shown(target);
    }
    return found;
}

StepsVerdict judge_steps(std::string_view answer, const PreparedPuzzle& puzzle, const Rules& rules,
                         const Syntax& syntax, const Syntax& relaxed, bool decimals) {
    const StepText text(answer, decimals);
    if (text.size() > MOST_CHARACTERS)
        return flawed(
            {Reason::TooLong, text.size(), "expected up to " + std::to_string(MOST_CHARACTERS) + " characters"},
            answer);
    NumbersLeft left(puzzle, rules);
    std::optional<StepLine> last_line;
    std::optional<StepFlaw> flaw;
    std::size_t skipped = 0;
    for (const StepLine& line : text.lines()) {
        if (line.kind == LineKind::Other)
            ++skipped;
        else if (last_line)
            flaw = {Reason::Malformed, line.span.start, "the line with the answer must be the last one"};
        else if (line.kind == LineKind::Answer)
            last_line = line;
        else
            flaw = left.take(text, line);
        if (flaw) break;
    }
    const std::size_t count = puzzle.size();
    if (!flaw && left.steps() == 0 && (!last_line || count > 1))
        flaw = {Reason::Malformed, last_line ? 0 : text.size(), std::string("expected ") + A_STEP};
    StepsVerdict found = flaw ? flawed(*flaw, answer) : left.verdict(exact_target(puzzle));
    if (found.reason == Reason::Correct && last_line) {
        const std::string_view part = part_of(answer, {last_line->expression, last_line->span.end});
        const Judgement judgement = Judge(syntax, rules).judge(part, puzzle);
        found = {judgement.reason, {}, Explainer(syntax, relaxed, rules).explain(part, puzzle, judgement, {})};
        if (judgement.position != NOWHERE)
            found.position = last_line->expression + characters(part.substr(0, judgement.position));
    }
    if (skipped > 0)
        found.explained.message += " (skipped " +
                                   (skipped == 1 ? std::string("1 line that is not a step")
                                                 : std::to_string(skipped) + " lines that are not steps") +
                                   ")";
    return found;
}

}  // namespace facevalue::numbers
