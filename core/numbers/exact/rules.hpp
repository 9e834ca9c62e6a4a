// Rules: what a game allows.
//
// For: the solver and the judge, which both ask here which operators may be written and which results may stand.
// Not for: names of games, what they are dealt from or how they are scored; those are rows of the Python package.
// Values: threads may copy and read them freely.
#pragma once

#include <cstdint>
#include <string>

#include "numbers/exact/operations.hpp"

namespace facevalue::numbers {

// What every intermediate result must be; the numbers given are not results.
enum class Values : std::uint8_t { Rational, Nonnegative, Integer, Natural, Positive };

constexpr bool must_be_whole(Values values) {
    return values == Values::Integer || values == Values::Natural || values == Values::Positive;
}

constexpr bool must_not_be_negative(Values values) {
    return values == Values::Nonnegative || values == Values::Natural || values == Values::Positive;
}

template <class Number>
bool allowed(Values values, const Number& result) {
    const int sign = result.sign();
    if (must_not_be_negative(values) && sign < 0) return false;
    if (values == Values::Positive && sign == 0) return false;
    return !must_be_whole(values) || result.is_whole();
}

enum class Grouping : std::uint8_t { Any, Flat, Left, Forth, Orders };
enum class Distinct : std::uint8_t { Raw, Canonical, Essential };

// The rules of a game as the core sees them; the names are those of the Python `Rules`.
struct Rules {
    std::string operators = "+-*/";
    bool use_all = true;
    bool any_order = true;
    Grouping grouping = Grouping::Any;
    Values values = Values::Rational;

    bool has(Op op) const { return operators.find(row(op).symbol) != std::string::npos; }
};

// May every order of the numbers and every grouping be written?
constexpr bool allows_any_tree(const Rules& rules) {
    return rules.any_order && (rules.grouping == Grouping::Any || rules.grouping == Grouping::Orders);
}

}  // namespace facevalue::numbers
