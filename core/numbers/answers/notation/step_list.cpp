#include "numbers/answers/notation/step_list.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "numbers/answers/notation/notation.hpp"
#include "numbers/answers/read/reader.hpp"
#include "text/quoted.hpp"
#include "work/once.hpp"

namespace facevalue::numbers {

namespace {

using Sources = std::pair<int, int>;  // of the left and the right operand: the step that made it, 0 for a number

constexpr const char* UNDEFINED = "undefined";
constexpr const char* A_LINE = "a step such as '5 / 6 = 5/6'";

Problem too_long() {
    return {ErrorClass::Limit,
            "a result has more than " + std::to_string(MOST_DIGITS_IN_ONE) + " digits",
            {},
            0,
            MOST_DIGITS_IN_ONE};
}

// As a line prints it; nothing if it has too many digits.
std::optional<std::string> printed(const MaybeValue& value) {
    if (!value) return UNDEFINED;
    std::string text = value_text(*value);
    return text.starts_with('a') ? std::nullopt : std::optional(std::move(text));  // "a number with 5001 digits"
}

std::string in_brackets(const std::string& text) { return text.find('/') == text.npos ? text : "(" + text + ")"; }

std::string operation_text(const ExactTerm& term, const std::string& left, const std::string& right) {
    if (term.kind == TermKind::Function && term.function == Function::Root) return "sqrt(" + right + ")";
    const std::string symbol =
        term.kind == TermKind::Function ? std::string(row(term.function).symbol) : std::string(1, row(term.op).symbol);
    if (term.is_unary()) return in_brackets(right) + symbol;
    return in_brackets(left) + " " + symbol + " " + in_brackets(right);
}

// The steps whose results are not used yet, by the result as it is printed.
class Unused {
  public:
    // What operands mean unless a line says so: the last equal results, or else numbers.
    Sources usual(const std::string& left, const std::string& right) const {
        const std::vector<int>&lefts = steps(left), &rights = steps(right);
        // Of two equal results the later one belongs to the right.
        const std::size_t taken = left == right && !rights.empty() ? 1 : 0;
        return {lefts.size() > taken ? lefts[lefts.size() - 1 - taken] : 0, rights.empty() ? 0 : rights.back()};
    }
    int last(const std::string& value) const { return steps(value).empty() ? 0 : steps(value).back(); }
    bool has(const std::string& value, int step) const {
        return std::ranges::find(steps(value), step) != steps(value).end();
    }
    void add(const std::string& value, int step) { steps_[value].push_back(step); }
    void take(const std::string& value, int step) {
        if (step > 0) std::erase(steps_[value], step);
    }

  private:
    const std::vector<int>& steps(const std::string& value) const {
        static constinit Once<std::vector<int>> none;
        const auto found = steps_.find(value);
        return found == steps_.end() ? none.get([] { return std::vector<int>(); }) : found->second;
    }

    std::map<std::string, std::vector<int>> steps_;
};

std::string source_text(int step) { return step > 0 ? "step " + std::to_string(step) : "number"; }

// The result of an operation on the last values, which it replaces.
MaybeValue take(const ExactTerm& term, std::vector<MaybeValue>& values) {
    std::vector<BigFraction> operands;
    const std::size_t count = term.is_unary() ? 1 : 2;
    for (std::size_t i = values.size() - count; i < values.size(); ++i)
        if (values[i]) operands.push_back(*values[i]);
    values.resize(values.size() - count);
    if (operands.size() < count) return std::nullopt;
    if (term.kind == TermKind::Operator) return lowest_result(term.op, operands[0], operands[1]);
    const auto result = take_result(term, operands);
    return result ? std::optional(reduced(*result)) : std::nullopt;
}

// Reads a list of steps: the results not used yet, each with its tree.
class StepListReader {
  public:
    explicit StepListReader(std::string_view text) : text_(text) {}

    Expected<std::vector<ExactTerm>> read() {
        std::size_t start = 0;
        while (start <= text_.size()) {
            const std::size_t end = std::min(text_.find('\n', start), text_.size());
            line_end_ = end;
            place_ = start;
            if (!read_line()) {
                if (problem_) return *problem_;
                if (text_.substr(start, end - start).find_first_not_of(" \t\r") != text_.npos)
                    return expected(A_LINE, start);
            }
            if (problem_) return *problem_;
            start = end + 1;
        }
        if (trees_.size() != 1) return expected(trees_.empty() ? A_LINE : "one result left over", text_.size());
        return std::move(trees_.begin()->second);
    }

  private:
    // A value in a line: where it is, and how it is written.
    struct Value {
        std::size_t start = 0;
        std::string_view text{};
    };

    Problem expected(std::string_view what, std::size_t byte) const {
        return expected_at(what, text_, characters(text_.substr(0, byte)));
    }
    std::string_view rest() const { return text_.substr(place_, line_end_ - place_); }
    bool blanks() {
        const std::size_t start = place_;
        while (place_ < line_end_ && (is_blank(text_[place_]))) ++place_;
        return place_ > start;
    }
    bool word(std::string_view expected) {
        if (!rest().starts_with(expected)) return false;
        place_ += expected.size();
        return true;
    }
    bool whole() {
        std::size_t count = 0;
        while (count < rest().size() && is_digit(rest()[count])) ++count;
        if (count == 0 || (count > 1 && rest()[0] == '0')) return false;
        place_ += count;
        return true;
    }
    // 24, -5/3 or `undefined`; in brackets only where it is an operand.
    std::optional<Value> value(bool is_operand) {
        const std::size_t start = place_;
        const auto found = [&] { return Value{start, text_.substr(start, place_ - start)}; };
        if (word(UNDEFINED)) return found();
        const auto number = [&] {
            word("-");
            if (!whole()) return false;
            const std::size_t end = place_;
            if (word("/") && !whole()) place_ = end;
            return true;
        };
        if (number()) return found();
        place_ = start;
        if (is_operand && word("(") && number() && word(")")) return found();
        place_ = start;
        return std::nullopt;
    }
    std::optional<int> source() {
        if (word("number")) return 0;
        if (!word("step")) return std::nullopt;
        blanks();
        std::size_t count = 0;
        int step = 0;
        for (; count < 4 && !rest().empty() && is_digit(rest()[0]); ++count, ++place_)
            step = step * 10 + (rest()[0] - '0');
        return count > 0 && text_[place_ - count] != '0' ? std::optional(step) : std::nullopt;
    }
    // `(from: step 1, number)`, and where its two sources begin.
    bool sources() {
        if (!word("(from:")) return false;
        blanks();
        left_source_ = place_;
        const auto left = source();
        blanks();
        if (!left || !word(",")) return false;
        blanks();
        right_source_ = place_;
        const auto right = source();
        blanks();
        if (!right || !word(")")) return false;
        named_.emplace(*left, *right);
        return true;
    }

    // Takes a step; false if the line is not one.
    bool read_line() {
        blanks();
        const auto left = value(true);
        if (!left || !blanks() || rest().empty()) return false;
        const auto op = op_of(rest()[0]);
        if (!op) return false;
        ++place_;
        if (!blanks()) return false;
        const auto right = value(true);
        blanks();
        if (!right || !word("=")) return false;
        blanks();
        const auto result = value(false);
        if (!result) return false;
        blanks();
        named_.reset();
        const std::size_t before = place_;
        if (!sources()) place_ = before;
        blanks();
        if (place_ < line_end_) return false;
        take_step(*left, *op, *right, *result);
        return true;
    }

    // The value of a string; nothing also after a problem.
    MaybeValue number(const Value& value) {
        if (value.text == UNDEFINED) return std::nullopt;
        std::string_view text = value.text;
        if (text.starts_with('(')) text = text.substr(1, text.size() - 2);
        const std::size_t bar = std::min(text.find('/'), text.size());
        for (const std::string_view part : {text.substr(0, bar), text.substr(std::min(bar + 1, text.size()))})
            if (part.size() > MOST_DIGITS_IN_ONE + (part.starts_with('-') ? 1 : 0)) {
                const std::string most = std::to_string(MOST_DIGITS_IN_ONE);
                fail({ErrorClass::Limit,
                      "expected results with up to " + most + " digits: " + quoted(value.text),
                      {},
                      0,
                      MOST_DIGITS_IN_ONE});
                return std::nullopt;
            }
        const BigFraction found = parse_fraction(text);
        if (found.denominator().is_zero()) {
            fail(expected("a denominator other than 0", value.start));
            return std::nullopt;
        }
        return reduced(found);
    }

    void take_step(const Value& left_text, Op op, const Value& right_text, const Value& result_text) {
        const MaybeValue left = number(left_text), right = number(right_text);
        if (problem_) return;
        const auto left_printed = printed(left), right_printed = printed(right);
        const Sources sources = named_ ? *named_ : unused_.usual(*left_printed, *right_printed);
        std::vector<ExactTerm> right_tree = operand(right, *right_printed, sources.second, right_text, right_source_);
        if (problem_) return;
        std::vector<ExactTerm> tree = operand(left, *left_printed, sources.first, left_text, left_source_);
        if (problem_) return;
        const ExactTerm operation{.kind = TermKind::Operator, .op = op};
        std::vector<MaybeValue> values{left, right};
        const MaybeValue result = take(operation, values), claimed = number(result_text);
        if (problem_) return;
        if (result.has_value() != claimed.has_value() || (result && !(*result == *claimed)))
            return fail(expected("the true result", result_text.start));
        ++count_;
        const auto shown = printed(result);
        if (!shown) return fail(too_long());
        unused_.add(*shown, count_);
        tree.insert(tree.end(), right_tree.begin(), right_tree.end());
        tree.push_back(operation);
        trees_.emplace(count_, std::move(tree));
    }

    // The tree of an operand: a number, or the unused result of a step.
    std::vector<ExactTerm> operand(const MaybeValue& value, const std::string& shown, int step, const Value& text,
                                   std::size_t source) {
        if (step > 0) {
            if (!unused_.has(shown, step)) {
                const std::string what =
                    "an unused result " + std::string(text.text) + " of step " + std::to_string(step);
                fail(expected(what, source));
                return {};
            }
            unused_.take(shown, step);
            auto tree = trees_.extract(step);
            return std::move(tree.mapped());
        }
        if (!value) {
            fail(expected("an undefined result before it", text.start));
            return {};
        }
        if (++numbers_ > MOST_NUMBERS)
            fail({ErrorClass::Limit,
                  "at most " + std::to_string(MOST_NUMBERS) + " numbers are allowed: " + quoted(text_),
                  {},
                  0,
                  MOST_NUMBERS});
        return {ExactTerm{.number = *value}};
    }
    void fail(Problem problem) {
        if (!problem_) problem_.emplace(std::move(problem));
    }

    std::string_view text_;
    std::size_t place_ = 0, line_end_ = 0;
    std::optional<Sources> named_;
    std::size_t left_source_ = 0, right_source_ = 0;
    Unused unused_;
    std::map<int, std::vector<ExactTerm>> trees_;
    int count_ = 0;
    std::size_t numbers_ = 0;
    std::optional<Problem> problem_;
};

SyntaxRow number_row() {
    SyntaxRow row;
    for (const Operation& operation : OPERATIONS)
        row.spellings.push_back({std::string(1, operation.symbol), Piece::Operator, operation.symbol});
    row.arrangement = Arrangement::Postfix;
    row.form = {"", "-", "/", ""};
    row.forms = row.words = row.decimals = true;
    return row;
}

}  // namespace

std::vector<MaybeValue> results_of(ExactTerms terms) {
    std::vector<MaybeValue> results, values;
    for (const ExactTerm& term : terms) {
        if (term.kind == TermKind::Number) {
            values.emplace_back(term.number);
            continue;
        }
        results.push_back(take(term, values));
        values.push_back(results.back());
    }
    return results;
}

MaybeValue exact_value(ExactTerms terms) {
    if (terms.size() == 1) return terms[0].number;
    const auto value = value_of(terms);
    return value ? std::optional(reduced(*value)) : std::nullopt;
}

Expected<std::vector<std::string>> steps_of(ExactTerms terms) {
    struct Operand {
        std::string text;
        int step;
    };
    std::vector<std::string> lines;
    std::vector<Operand> operands;
    std::vector<MaybeValue> values;
    Unused unused;
    for (const ExactTerm& term : terms) {
        if (term.kind == TermKind::Number) {
            values.emplace_back(term.number);
            const auto text = printed(term.number);
            if (!text) return too_long();
            operands.push_back({*text, 0});
            continue;
        }
        const Operand right = std::move(operands.back());
        operands.pop_back();
        Operand left{"", 0};
        if (!term.is_unary()) {
            left = std::move(operands.back());
            operands.pop_back();
        }
        const Sources meant{left.step, right.step};
        // A function of one value takes the last equal result, as a right operand does.
        const Sources usual =
            term.is_unary() ? Sources{0, unused.last(right.text)} : unused.usual(left.text, right.text);
        unused.take(right.text, right.step);
        unused.take(left.text, left.step);
        values.push_back(take(term, values));
        const auto result = printed(values.back());
        if (!result) return too_long();
        std::string line = operation_text(term, left.text, right.text) + " = " + *result;
        if (meant != usual) {
            line += " (from: ";
            if (!term.is_unary()) line += source_text(meant.first) + ", ";
            line += source_text(meant.second) + ")";
        }
        lines.push_back(std::move(line));
        const int step = static_cast<int>(lines.size());
        unused.add(*result, step);
        operands.push_back({*result, step});
    }
    if (lines.empty()) lines.push_back(std::move(operands.front().text));
    return lines;
}

Expected<std::string> write_steps(ExactTerms terms) {
    if (std::ranges::any_of(terms, [](const ExactTerm& term) { return term.kind == TermKind::Function; }))
        return has_no_functions("steps");
    const auto steps = steps_of(terms);
    if (!steps) return steps.problem();
    std::string text;
    for (const std::string& step : *steps) text += (text.empty() ? "" : "\n") + step;
    return text;
}

Expected<std::string> step_line(const ExactTerm& operation, const MaybeValue& left, const MaybeValue& right,
                                const MaybeValue& result) {
    const auto before = printed(operation.is_unary() ? std::nullopt : left), after = printed(right),
               made = printed(result);
    if (!before || !after || !made) return too_long();
    return operation_text(operation, *before, *after) + " = " + *made;
}

Expected<std::vector<ExactTerm>> read_steps(std::string_view text) {
    static constinit Once<Syntax> syntax;
    if (text.find('=') != text.npos) return StepListReader(text).read();
    auto read = read_expression(text, syntax.get([] { return Syntax(number_row()); }));
    if (read && read->size() != 1) return expected_at(A_LINE, text, 0);
    return read;
}

}  // namespace facevalue::numbers
