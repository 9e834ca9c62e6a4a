#include "numbers/answers/steps/numbers_left.hpp"

#include <algorithm>

#include "numbers/answers/explain/sentences.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

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
    const StepParts& parts;
    std::size_t place;  // of the operator
    Op op;
    BigFraction left, right;
    std::optional<BigFraction> result{}, claim{};  // nothing if it is undefined
    std::vector<std::vector<BigFraction>> lists{};
};

NumbersLeft::NumbersLeft(const PreparedPuzzle& puzzle, const Rules& rules) : rules_(rules) {
    if (puzzle.wide)
        given_ = puzzle.wide->numbers;
    else
        for (const Number& number : puzzle.numbers) given_.emplace_back(number);
    for (const BigFraction& number : given_) {
        nodes_.push_back({{.number = number}});
        add(number, 0, nodes_.size() - 1);
    }
    last_ = given_.back();
}

std::optional<StepFlaw> NumbersLeft::take(const StepText& text, const StepLine& line) {
    const auto expected = [&](const char* start) { return std::string("expected ") + start; };
    if (!line.parts) return StepFlaw{Reason::Unreadable, line.span.start, expected(A_STEP)};
    if (text.has_long_number(line.span)) {
        const std::string most = "numbers with up to " + std::to_string(MOST_DIGITS_IN_ONE) + " digits";
        return StepFlaw{Reason::TooLong, line.span.start, expected(most.c_str())};
    }
    std::optional<Reading> best;
    int most = -1;
    const auto cuts = text.cuts(line.parts->operation);
    for (const std::size_t cut : cuts) {
        Reading read = reading(text, *line.parts, cut);
        const int fits = cuts.size() > 1 ? fitness(read) : 0;
        if (fits <= most) continue;
        most = fits;
        best.emplace(std::move(read));
    }
    if (auto found = flaw(*best)) return found;
    const auto& sources = best->parts.sources;
    const std::size_t right = remove(best->right, sources ? std::optional(sources->second) : std::nullopt);
    const std::size_t left = remove(best->left, sources ? std::optional(sources->first) : std::nullopt);
    ++steps_;
    used_.push_back(best->left);
    used_.push_back(best->right);
    last_ = *best->claim;
    made_.push_back(last_);
    nodes_.push_back({{.kind = TermKind::Operator, .op = best->op}, left, right});
    add(last_, static_cast<int>(steps_), nodes_.size() - 1);
    return std::nullopt;
}

NumbersLeft::Reading NumbersLeft::reading(const StepText& text, const StepParts& parts, std::size_t cut) const {
    Reading step{parts, cut, text.operator_at(cut), text.value({parts.operation.start, cut}),
                 text.value({cut + 1, parts.operation.end})};
    step.result = lowest_result(step.op, step.left, step.right);
    if (!parts.is_undefined) step.claim = text.value(parts.result);
    if (parts.left) step.lists = text.left_lists(*parts.left);
    return step;
}

// How well a reading of a line fits: the best one is used.
int NumbersLeft::fitness(const Reading& step) const {
    const bool is_there = has(step);
    const bool is_true =
        step.result.has_value() == step.claim.has_value() && (!step.result || is_same(*step.result, *step.claim));
    return 4 * int{is_there} + 2 * int{is_true} + int{is_there && is_left(step) && has_sources(step)};
}

std::optional<StepFlaw> NumbersLeft::flaw(const Reading& step) const {
    if (!rules_.has(step.op)) return StepFlaw{Reason::ForbiddenOperator, step.place, forbidden_operator(rules_)};
    if (!has(step))
        return StepFlaw{Reason::WrongNumbers, step.parts.operation.start, describe_use({step.left, step.right}, false)};
    if (!step.result) return StepFlaw{Reason::DivisionByZero, step.place, "division by zero"};
    const std::size_t place = step.parts.result.start;
    if (!step.claim || !is_same(*step.result, *step.claim))
        return StepFlaw{Reason::FalseClaim, place, "the result is " + shown(*step.result)};
    if (!allowed(rules_, *step.result))
        return StepFlaw{Reason::ForbiddenValue, place, forbidden_value(shown(*step.result), rules_)};
    if (!has_sources(step))
        return StepFlaw{Reason::Malformed, step.parts.source_start,
                        "(from: ...) must name steps and numbers with these values that are not used yet"};
    if (!is_left(step))
        return StepFlaw{Reason::Malformed, step.parts.left->start, "(left: ...) must list all numbers that are left"};
    return std::nullopt;
}

bool NumbersLeft::has(const Reading& step) const {
    const std::size_t needed = is_same(step.left, step.right) ? 2 : 1;
    return count_of(step.left) >= needed && count_of(step.right) >= needed;
}

// Is `(from: ...)` missing, or does it name unused steps that made the numbers?
bool NumbersLeft::has_sources(const Reading& step) const {
    if (!step.parts.sources) return true;
    const auto [left, right] = *step.parts.sources;
    const auto count = [&](const BigFraction& value, int source) -> std::ptrdiff_t {
        const Group* const group = group_of(value);
        if (group == nullptr) return 0;
        return std::ranges::count(group->made, source, &std::pair<int, std::size_t>::first);
    };
    const std::ptrdiff_t needed = left == right && is_same(step.left, step.right) ? 2 : 1;
    return count(step.left, left) >= needed && count(step.right, right) >= needed;
}

// Is `(left: ...)` missing, or does it list exactly the numbers that are left?
bool NumbersLeft::is_left(const Reading& step) const {
    if (!step.parts.left) return true;
    if (!step.claim) return false;
    std::vector<BigFraction> after = values();
    for (const BigFraction* const used : {&step.left, &step.right}) {
        const auto found = std::ranges::find_if(after, [&](const BigFraction& value) { return is_same(value, *used); });
        if (found != after.end()) after.erase(found);
    }
    after.push_back(*step.claim);
    std::ranges::sort(after, [](const BigFraction& a, const BigFraction& b) { return a < b; });
    return std::ranges::any_of(step.lists, [&](const auto& list) { return std::ranges::equal(list, after, is_same); });
}

NumbersLeft::Group* NumbersLeft::group_of(const BigFraction& value) {
    const auto found = std::ranges::find_if(groups_, [&](const Group& group) { return is_same(group.value, value); });
    return found == groups_.end() ? nullptr : &*found;
}

std::size_t NumbersLeft::count_of(const BigFraction& value) const {
    const Group* const group = group_of(value);
    return group == nullptr ? 0 : group->made.size();
}

void NumbersLeft::add(const BigFraction& value, int step, std::size_t node) {
    Group* group = group_of(value);
    if (group == nullptr) group = &groups_.emplace_back(Group{value});
    group->made.emplace_back(step, node);
}

// Removes a value, made by the step `source` if that is known, else the last one; its node.
std::size_t NumbersLeft::remove(const BigFraction& value, std::optional<int> source) {
    auto& made = group_of(value)->made;
    std::size_t place = made.size() - 1;
    while (source && made[place].first != *source) --place;
    const std::size_t node = made[place].second;
    made.erase(made.begin() + static_cast<std::ptrdiff_t>(place));
    return node;
}

std::vector<BigFraction> NumbersLeft::values() const {
    std::vector<BigFraction> left;
    for (const Group& group : groups_) left.insert(left.end(), group.made.size(), group.value);
    return left;
}

// What is wrong with the numbers that the steps use, `more` being the last.
std::string NumbersLeft::describe_use(std::vector<BigFraction> more, bool needs_all) const {
    const auto texts = [](const std::vector<BigFraction>& values) {
        std::vector<std::string> all;
        for (const BigFraction& value : values) all.push_back(value_text(value));
        return all;
    };
    more.insert(more.begin(), used_.begin(), used_.end());
    return describe_numbers({texts(more), texts(given_), texts(made_)}, needs_all, false);
}

std::string NumbersLeft::expression(std::size_t node) const {
    std::vector<ExactTerm> backwards;  // an operation, its right side, its left side
    for (std::vector<std::size_t> waiting{node}; !waiting.empty();) {
        const Node& next = nodes_[waiting.back()];
        waiting.pop_back();
        backwards.push_back(next.term);
        if (next.term.kind == TermKind::Number) continue;
        waiting.push_back(next.left);
        waiting.push_back(next.right);
    }
    std::ranges::reverse(backwards);
    return infix_of(backwards);
}

StepsVerdict NumbersLeft::verdict(const BigFraction& target) const {
    StepsVerdict found;
    Explanation& explained = found.explained;
    explained.value = last_;
    explained.expression = expression(group_of(last_)->made.back().second);
    if (rules_.use_all && values().size() > 1) {
        found.reason = Reason::WrongNumbers;
        explained.message = describe_use({last_}, true);
    } else if (!(last_ == target)) {
        found.reason = Reason::WrongValue;
        explained.message = "the steps make " + shown(last_) + ", not " + shown(target);
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
