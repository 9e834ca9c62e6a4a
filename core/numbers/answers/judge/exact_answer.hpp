// ExactAnswer: an answer with numbers of any size: which side is the expression and which the claim, and their values.
//
// For what the 128 bits of the judge cannot decide, and for messages. Values are not reduced before the end, so a
// thousand operations need no common divisors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/answers/read/reader.hpp"
#include "numbers/exact/big.hpp"
#include "numbers/exact/text.hpp"

namespace facevalue::numbers {

struct ExactTerm {
    TermKind kind = TermKind::Number;
    Op op = Op::Add;
    Function function = Function::Power;
    std::uint32_t position = 0;
    BigFraction number{};  // in lowest terms

    bool is_unary() const {
        return kind == TermKind::Negate || (kind == TermKind::Function && row(function).operands == 1);
    }
};
using ExactTerms = std::span<const ExactTerm>;

// The terms of an answer that the reader has read last.
std::vector<ExactTerm> exact_terms(std::span<const Term> terms, const Reader& reader);

// The value in lowest terms, if both parts are small enough for functions (functions.hpp).
std::optional<BigFraction> with_small_parts(const BigFraction& value);

// For each item of a postfix, where the subtree that ends there begins.
std::vector<std::size_t> subtree_starts(ExactTerms terms);

// The result of an operation or function on the last values, which it replaces; nothing for a division by zero or a
// function without a value. Functions take numbers with small parts (functions.hpp).
std::optional<BigFraction> take_result(const ExactTerm& term, std::vector<BigFraction>& values);

// Nothing for a division by zero, or a function without a value. Not reduced.
std::optional<BigFraction> value_of(ExactTerms terms);

// How a tree is printed: the frame of an operation or function, from how tightly its left and its right operand bind;
// numbers; and the brackets around an operand that binds too weakly.
struct TreeStyle {
    std::function<Frame(const ExactTerm&, int left, int right)> frame;
    std::function<std::string(const BigFraction&)> number;
    std::string_view opening, closing;
};

// An expression without signs as a string. Linear in the terms.
std::string print_tree(ExactTerms terms, const TreeStyle& style);

// The minimal infix of an expression, with every sign moved into a number: -(1+2)*3 becomes ({-1}-2)*3, and -2^2, a
// function with a sign, is subtracted from 0.
std::string infix_of(ExactTerms terms);

class ExactAnswer {
  public:
    // The reader has read the answer last.
    ExactAnswer(const Reader& reader, const Reading& reading, const BigFraction& target);

    ExactTerms expression() const { return expression_; }
    bool is_left_claimed() const { return is_left_claimed_; }
    // The value that is claimed, nothing for a division by zero; in a chain the first part that is not the target.
    const std::optional<BigFraction>& claim() const { return claim_; }
    bool claim_holds() const { return claim_holds_; }
    std::uint32_t claim_position() const { return claim_position_; }

  private:
    ExactTerms part(const ClaimSide& side) const {
        return ExactTerms(terms_).subspan(side.first, side.last - side.first);
    }

    std::vector<ExactTerm> terms_;
    ExactTerms expression_;
    std::optional<BigFraction> claim_;
    bool is_left_claimed_ = false, claim_holds_ = true;
    std::uint32_t claim_position_ = 0;
};

}  // namespace facevalue::numbers
