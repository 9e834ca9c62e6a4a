// Judge: is a string a correct answer to a puzzle, and if not, why not?
//
// Values are computed in 64-bit fractions if the numbers of the puzzle show that all of them fit, otherwise in 128 bits
// with overflow checks. Larger values are reported as `TooWide`, and the caller, who has integers of any size, judges
// those. Where rules allow functions, all parts must be small (functions.hpp). Nothing is ever rounded. One Judge per
// thread: it keeps its scratch memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "numbers/answers/find/extract.hpp"
#include "numbers/answers/judge/reasons.hpp"
#include "numbers/answers/judge/structure.hpp"
#include "numbers/answers/read/reader.hpp"
#include "numbers/exact/checked.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

// Do answers write the number as {-5} or {3/4}?
constexpr bool needs_form(const Number& number) { return number.numerator < 0 || number.denominator != 1; }

struct PreparedPuzzle {
    std::vector<Number> numbers;
    Number target;
    bool is_wide = false;    // a number or the target does not fit a Number
    bool has_forms = false;  // a number needs a form

    void add(const Number& number) {
        numbers.push_back(number);
        has_forms |= needs_form(number);
    }
    void clear() {  // keeps its memory for the next puzzle
        numbers.clear();
        is_wide = has_forms = false;
    }
};

using WideFraction = Ratio<Checked<Int128>>;

class Judge {
  public:
    Judge(const Syntax& syntax, const Rules& rules) : reader_(syntax), structure_(rules), rules_(rules) {}

    Judgement judge(std::string_view answer, const PreparedPuzzle& puzzle);

    // The same for the answer in a completion; positions count from the start of the completion.
    Judgement judge(std::string_view completion, const PreparedPuzzle& puzzle, Extract extract, bool after_think);

  private:
    using Terms = Structure::Terms;
    struct Claim {
        const ClaimSide* expression;
        bool is_true;
        std::uint32_t position;  // of the claimed number
    };
    static std::optional<Claim> find_claim(const Reading& reading, const Number& target);
    template <class Value>
    Judgement evaluate(Terms terms, const Number& target, std::vector<Value>& stack) const;
    Judgement evaluate_functions(Terms terms, const Number& target);

    Reader reader_;
    Structure structure_;
    Rules rules_;
    std::vector<Term> given_forms_;
    std::vector<Fraction> stack_;
    std::vector<Number> small_stack_;
    std::vector<WideFraction> wide_stack_;
};

}  // namespace facevalue::numbers
