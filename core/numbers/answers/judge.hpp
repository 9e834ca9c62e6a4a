// Judge: is a text a right answer to a puzzle, and if not, why not?
//
// For: one answer, or millions of them, written by people, by models and by cheats.
// Not for: what an answer is worth or how it is worded; that is the caller's.
//
// Method: the Reader makes postfix of the text; the numbers in it are compared with those of the puzzle; the value is
// computed in 64-bit fractions that know when they overflow, then in 128 bits. What passes that, or a puzzle with
// numbers that fit no machine word, is handed back as `TooWide`: the caller has numbers of any size, and nothing is
// ever rounded. Cost: linear in the text; some tens of nanoseconds for a plain answer. A Judge holds scratch memory:
// one for each thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "numbers/answers/extract.hpp"
#include "numbers/answers/reader.hpp"
#include "numbers/exact/checked.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

enum class Reason : std::uint8_t {
    Correct,
    NoAnswer,
    Malformed,
    UnknownSymbol,
    ForbiddenOperator,
    WrongNumbers,
    DivisionByZero,
    ForbiddenValue,
    WrongValue,
    FalseClaim,
    TooLong,
    TooWide,  // judge it with wider numbers
};

inline constexpr std::array<std::string_view, 11> REASONS{
    "correct",          "no_answer",       "malformed",   "unknown_symbol", "forbidden_operator", "wrong_numbers",
    "division_by_zero", "forbidden_value", "wrong_value", "false_claim",    "too_long",
};

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

inline constexpr std::size_t NOWHERE = ~std::size_t{0};

struct Judgement {
    Reason reason;
    std::size_t position = NOWHERE;  // a byte of the text
};

class Judge {
  public:
    Judge(const Syntax& syntax, const Rules& rules)
        : reader_(syntax), rules_(rules), has_all_operators_(rules.operators.size() == OPERATIONS.size()) {}

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
    using Terms = std::vector<Term>;
    template <class Int>
    using Stack = std::vector<Ratio<Checked<Int>>>;
    struct Claim {
        const ClaimSide* expression;
        bool holds;
        std::uint32_t position;  // of the claimed number
    };
    struct Bound {  // an operand: how much it binds, and where its operation stands
        int family;
        std::uint32_t position;
    };

    static std::optional<Claim> claimed(const Reading& reading, const Number& target);
    std::optional<Judgement> forbidden_operator(const Terms& terms, const ClaimSide& side) const;
    std::optional<Judgement> wrong_grouping(const Terms& terms, const ClaimSide& side);
    std::optional<Judgement> bracketed(const Terms& terms, const ClaimSide& side);
    static std::optional<Judgement> patterned(const Terms& terms, const ClaimSide& side,
                                              std::initializer_list<std::string_view> patterns,
                                              std::string_view repeats);
    std::optional<Judgement> wrong_numbers(const Terms& terms, const ClaimSide& side, const PreparedPuzzle& puzzle);
    bool take(const Number& number);
    template <class Int>
    Judgement evaluated(const Terms& terms, const ClaimSide& side, const Number& target, Stack<Int>& stack);

    Reader reader_;
    Rules rules_;
    bool has_all_operators_;
    Stack<std::int64_t> stack_;
    Stack<Int128> wide_stack_;
    std::vector<Number> left_over_;
    std::vector<Bound> operands_;
};

}  // namespace facevalue::numbers
