// Minimal infix text: as few brackets as the tree allows; negative numbers and fractions are in braces.
#pragma once

#include <cstdint>
#include <string>

#include "numbers/exact/functions.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

// An expression's text and how tightly it binds: 0 a sum, 1 a product, 2 a power, 3 a
// concatenation, 4 a factorial, 5 a number or a root.
struct Text {
    std::string text;
    int binding;
};
inline constexpr int POWER_BINDING = 2, CONCATENATION_BINDING = 3, FACTORIAL_BINDING = 4, TIGHTEST = 5;

inline std::string decimal(Uint128 count) {
    std::string text;
    do text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(count % 10)));
    while ((count /= 10) > 0);
    return text;
}
// 1,234,567.
inline std::string with_commas(Uint128 count) {
    std::string text = decimal(count);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

// 24, -5 or 3/4.
inline std::string value_text(const Number& value) {
    std::string text = std::to_string(value.numerator);
    if (value.denominator != 1) text += "/" + std::to_string(value.denominator);
    return text;
}

// The same as an expression writes it: 24, {-5} or {3/4}.
inline std::string number_text(const Number& number) {
    const bool has_braces = number.denominator != 1 || number.numerator < 0;
    return has_braces ? "{" + value_text(number) + "}" : value_text(number);
}

inline void append(std::string& out, const Text& part, bool brackets) {
    if (brackets) out += '(';
    out += part.text;
    if (brackets) out += ')';
}

// left op right with the brackets that the tree needs. The right side also needs them at equal precedence.
inline Text joined(const Text& left, Op op, const Text& right) {
    const int binding = row(op).family;
    Text whole{{}, binding};
    whole.text.reserve(left.text.size() + right.text.size() + 5);
    append(whole.text, left, left.binding < binding);
    whole.text += row(op).symbol;
    append(whole.text, right, right.binding <= binding);
    return whole;
}

// The text of a function; one with one operand ignores `right`. Brackets keep factorials of factorials apart from
// double factorials.
inline Text joined(const Text& left, Function function, const Text& right) {
    Text whole;
    switch (function) {
        case Function::Power:
            append(whole.text, left, left.binding <= POWER_BINDING);
            whole.text += row(function).symbol;
            append(whole.text, right, right.binding < POWER_BINDING);
            whole.binding = POWER_BINDING;
            break;
        case Function::Factorial:
            append(whole.text, left, left.binding <= FACTORIAL_BINDING);
            whole.text += row(function).symbol;
            whole.binding = FACTORIAL_BINDING;
            break;
        case Function::Root:
            whole.text = "sqrt(" + left.text + ")";
            whole.binding = TIGHTEST;
            break;
        case Function::Concatenate:
            append(whole.text, left, left.binding < CONCATENATION_BINDING);
            whole.text += row(function).symbol;
            append(whole.text, right, right.binding <= CONCATENATION_BINDING);
            whole.binding = CONCATENATION_BINDING;
            break;
    }
    return whole;
}

}  // namespace facevalue::numbers
