// Structure: checks operators, grouping, numbers and order of an answer: everything that does not need its value.
//
// Numbers are only compared for equality. Where they do not fit a machine word, the judge gives equal numbers equal
// ids. One per thread: it keeps its scratch memory.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/answers/judge/reasons.hpp"
#include "numbers/answers/read/reader.hpp"
#include "numbers/exact/join.hpp"
#include "numbers/exact/rules.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

class Structure {
  public:
    using Terms = std::span<const Term>;

    explicit Structure(const Rules& rules)
        : rules_(rules), has_all_operators_(rules.operators.size() == OPERATIONS.size()) {}

    // The flaw in the postfix of an answer to a puzzle with these numbers; nothing if only its value decides.
    std::optional<Judgement> flaw(Terms terms, const std::vector<Number>& numbers);

  private:
    struct Operand {  // its precedence, and the position of its operation
        int precedence;
        std::uint32_t position;
    };

    std::optional<Judgement> forbidden_operator(Terms terms) const;
    std::optional<Judgement> too_many_in_a_row(Terms terms) const;
    std::optional<Judgement> wrong_grouping(Terms terms);
    std::optional<Judgement> bracketed(Terms terms);
    static std::optional<Judgement> not_patterned(Terms terms, std::initializer_list<std::string_view> patterns,
                                                  std::string_view repeats);
    std::optional<Judgement> wrong_numbers(Terms terms, const std::vector<Number>& numbers);
    bool take(const Number& number);
    std::optional<Judgement> wrong_joined_in_order(Terms terms, const std::vector<Number>& numbers);
    std::optional<Judgement> wrong_joined(Terms terms, const std::vector<Number>& numbers);
    static std::vector<std::uint32_t> used_with(const std::vector<std::uint32_t>& before, const Number& made,
                                                const std::vector<Number>& numbers);

    Rules rules_;
    bool has_all_operators_;
    std::vector<Number> left_over_;
    std::vector<Operand> operands_;
};

// Why a puzzle whose numbers may be joined in any order cannot be judged.
inline Problem too_many_joined(std::size_t count) {
    const std::string most = std::to_string(MOST_JOINED_TO_JUDGE);
    return {ErrorClass::Limit,
            "at most " + most + " numbers are joined in any order, not " + std::to_string(count),
            {},
            0,
            MOST_JOINED_TO_JUDGE};
}

// Facts about one side of a claim.
struct ClaimFacts {
    bool is_literal;       // it could be the claimed number
    bool has_sign;         // it begins with a minus that only a claimed number may have
    bool is_target_as_is;  // it is the target in lowest terms: 24 and 1/2, but not 48/2
};

// Is the left side the claimed number? If both could be, it is the right one, unless only the left one is written as
// the target: `24 = 48/2`.
constexpr bool is_left_claimed(const ClaimFacts& left, const ClaimFacts& right) {
    const bool is_only_left = left.is_target_as_is && !right.has_sign && !right.is_target_as_is;
    return left.has_sign || !right.is_literal || (left.is_literal && is_only_left);
}

}  // namespace facevalue::numbers
