// Minimal infix text: as few brackets as the tree allows; negative numbers and fractions are in braces.
#pragma once

#include <string>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

// An expression's text and how tightly it binds: 0 a sum, 1 a product, 2 a number.
struct Text {
    std::string text;
    int binding;
};
inline constexpr int TIGHTEST = 2;

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

}  // namespace facevalue::numbers
