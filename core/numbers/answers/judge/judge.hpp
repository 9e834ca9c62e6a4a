// Judge: is a string a correct answer to a puzzle, and if not, why not?
//
// Values are computed in 64-bit fractions if the numbers of the puzzle show that all of them fit, otherwise in 128 bits
// with overflow checks, and if those do not suffice, in integers of any size (big.hpp). Where rules allow functions,
// the parts of all results must be small (functions.hpp). Nothing is ever rounded. One Judge per thread: it keeps its
// scratch memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "numbers/answers/find/extract.hpp"
#include "numbers/answers/judge/exact_answer.hpp"
#include "numbers/answers/judge/reasons.hpp"
#include "numbers/answers/judge/structure.hpp"
#include "numbers/answers/read/reader.hpp"
#include "numbers/exact/big.hpp"
#include "numbers/exact/checked.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

// Do answers write the number as {-5} or {3/4}?
constexpr bool needs_form(const Number& number) { return number.numerator < 0 || number.denominator != 1; }

// A puzzle with numbers of any size, in lowest terms.
struct WidePuzzle {
    std::vector<BigFraction> numbers;
    BigFraction target;
};

struct PreparedPuzzle {
    std::vector<Number> numbers;
    Number target;
    std::shared_ptr<const WidePuzzle> wide{};  // instead of these, if one of them does not fit a Number
    bool has_forms = false;                    // a number needs a form

    void add(const Number& number) {
        numbers.push_back(number);
        has_forms |= needs_form(number);
    }
    std::size_t size() const { return wide ? wide->numbers.size() : numbers.size(); }
    void clear() {  // keeps its memory for the next puzzle
        numbers.clear();
        if (wide) wide.reset();
        has_forms = false;
    }
};

inline BigFraction exact_target(const PreparedPuzzle& puzzle) {
    return puzzle.wide ? puzzle.wide->target : BigFraction(puzzle.target);
}

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
    Judgement judge_narrow(const Reading& reading, const PreparedPuzzle& puzzle);
    Judgement judge_wide(const Reading& reading, const PreparedPuzzle& puzzle);
    std::optional<Judgement> flaw(Terms& terms, const PreparedPuzzle& puzzle);
    std::optional<Judgement> wide_flaw(ExactTerms terms, const WidePuzzle& puzzle);
    template <class Value>
    Judgement evaluate(Terms terms, const Number& target, std::vector<Value>& stack) const;
    Judgement evaluate_functions(Terms terms, const Number& target);
    Judgement evaluate_exactly(ExactTerms terms, const BigFraction& target) const;

    Reader reader_;
    Structure structure_;
    Rules rules_;
    std::vector<Term> given_forms_;
    std::vector<Fraction> stack_;
    std::vector<Number> small_stack_;
    std::vector<WideFraction> wide_stack_;
};

}  // namespace facevalue::numbers
