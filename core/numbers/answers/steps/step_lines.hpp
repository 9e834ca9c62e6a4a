// Finds the steps in an answer of a person or a model.
//
// A step is `a op b = c`, on its own line or separated by `;` or arrows; `(from: step 1, number)` may follow, and
// `(left: ...)`, the numbers that remain. Headings, numbering, bullets, typographic signs and thousands separators are
// read or skipped. A line that looks like a step but cannot be read is unreadable, and then the steps cannot be judged.
// A search may end with a list such as `OPERATIONS: ['6*4=24']`; the last list counts.
//
// Linear in the text; places count characters. The readable version is tests/oracles/step_patterns.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numbers/exact/big.hpp"
#include "numbers/exact/operations.hpp"

namespace facevalue::numbers {

inline constexpr const char* A_STEP = "a step such as '5 / 6 = 5/6 (left: 2 5/6 6)'";

// A part of an answer.
struct Span {
    std::size_t start = 0, end = 0;
};

// The parts of a step.
struct StepParts {
    Span operation{}, result{};
    bool is_undefined = false;                     // the result
    std::optional<std::pair<int, int>> sources{};  // of the operands: a step, or 0 for a number
    std::size_t source_start = 0;
    std::optional<Span> left{};  // the numbers after `left:`
};

enum class LineKind : std::uint8_t { Step, Answer, Unreadable, Other };

// A line of an answer, or the part of it up to a separator.
struct StepLine {
    LineKind kind = LineKind::Other;
    Span span{};
    std::size_t expression = 0;        // of an answer: where the expression after the label begins
    std::optional<StepParts> parts{};  // of a step
};

// An answer with one byte for each character: signs are replaced by the operators that they mean, all spaces of Unicode
// by spaces.
class StepText {
  public:
    // With `decimals`, 2.5 is a number.
    StepText(std::string_view text, bool decimals);

    std::size_t size() const { return text_.size(); }
    // The lines that are not empty, in order.
    std::vector<StepLine> lines() const;
    // A part of a line.
    StepLine part(Span span) const;

    // The places of the operators in an operation with a value on both sides: `8/3/3` has two.
    std::vector<std::size_t> cuts(Span operation) const;
    Op operator_at(std::size_t place) const;
    // The value of an operand or a result, in lowest terms: `8/3`, `(8/3)` or `1,000`.
    BigFraction value(Span part) const;
    // The possible meanings of `(left: ...)`, in ascending order: `6,400` may be one number or two.
    std::vector<std::vector<BigFraction>> left_lists(Span left) const;
    bool has_long_number(Span part) const;

  private:
    std::string_view view(Span span) const { return std::string_view(text_).substr(span.start, span.end - span.start); }
    std::optional<StepParts> step(Span span) const;
    bool is_operand(std::string_view word) const;
    std::optional<std::vector<BigFraction>> numbers_in(const std::vector<Span>& words) const;
    void read_line(Span line, std::vector<StepLine>& found) const;

    std::string text_;
    bool decimals_;
};

}  // namespace facevalue::numbers
