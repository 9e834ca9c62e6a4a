// Judge: is a text a right answer to a puzzle, and if not, why not?
//
// For: one answer, or millions of them, written by people, by models and by cheats.
// Not for: what an answer is worth or how it is worded; that is the caller's.
//
// Method: the Reader makes postfix of the text; Structure says whether it is built as the rules want; the value is
// computed in 64-bit fractions that know when they overflow, then in 128 bits. What passes that, or a puzzle with
// numbers that fit no machine word, is handed back as `TooWide`: the caller has numbers of any size, and nothing is
// ever rounded. Cost: linear in the text; some tens of nanoseconds for a plain answer. A Judge holds scratch memory:
// one for each thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "numbers/answers/extract.hpp"
#include "numbers/answers/reader.hpp"
#include "numbers/answers/reasons.hpp"
#include "numbers/answers/structure.hpp"
#include "numbers/exact/checked.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

struct PreparedPuzzle {
    std::vector<Number> numbers;
    Number target;
    bool is_wide = false;    // a number or the target fits no Number
    bool has_forms = false;  // a number is negative or a fraction, so that answers write {-5} or {3/4}

    void add(const Number& number) {
        numbers.push_back(number);
        has_forms |= number.numerator < 0 || number.denominator != 1;
    }
};

class Judge {
  public:
    Judge(const Syntax& syntax, const Rules& rules) : reader_(syntax), structure_(rules), values_(rules.values) {}

    Judgement judge(std::string_view answer, const PreparedPuzzle& puzzle);

    // The same of the answer in a completion; the position is one of the completion.
    Judgement judge(std::string_view completion, const PreparedPuzzle& puzzle, Extract extract, bool after_think) {
        const auto answer = extracted(completion, extract, after_think);
        if (!answer) return {Reason::NoAnswer};
        Judgement judgement = judge(*answer, puzzle);
        if (judgement.position != NOWHERE)
            judgement.position += static_cast<std::size_t>(answer->data() - completion.data());
        return judgement;
    }

  private:
    using Terms = Structure::Terms;
    template <class Int>
    using Stack = std::vector<Ratio<Checked<Int>>>;
    struct Claim {
        const ClaimSide* expression;
        bool holds;
        std::uint32_t position;  // of the claimed number
    };
    static std::optional<Claim> claimed(const Reading& reading, const Number& target);
    template <class Int>
    Judgement evaluated(Terms terms, const Number& target, Stack<Int>& stack);

    Reader reader_;
    Structure structure_;
    Values values_;
    Stack<std::int64_t> stack_;
    Stack<Int128> wide_stack_;
};

}  // namespace facevalue::numbers
