// Minimal infix text: as few brackets as the tree allows; negative numbers and fractions are in braces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "numbers/exact/functions.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "text/decimal.hpp"

namespace facevalue::numbers {

// An expression's text and how tightly it binds: 0 a sum, 1 a product, 2 a power, 3 a
// concatenation, 4 a factorial, 5 a number or a root.
struct Text {
    std::string text;
    int binding;
};
inline constexpr int POWER_BINDING = 2, CONCATENATION_BINDING = 3, FACTORIAL_BINDING = 4, TIGHTEST = 5;

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

// What is written before, between and after the operands of an operation or function, which of them need brackets, and
// how tightly the whole binds. The only operand of a function is the right one.
struct Frame {
    std::string_view before, between, after;
    bool brackets_left, brackets_right;
    int binding;
};

// The right side also needs brackets at equal precedence.
constexpr Frame frame_of(Op op, int left, int right) {
    const int binding = row(op).family;
    const std::string_view symbol(&row(op).symbol, 1);
    return {"", symbol, "", left < binding, right <= binding, binding};
}

// Powers group from the right. Brackets keep factorials of factorials apart from double factorials.
constexpr Frame frame_of(Function function, int left, int right) {
    const std::string_view symbol = row(function).symbol;
    switch (function) {
        case Function::Power:
            return {"", symbol, "", left <= POWER_BINDING, right < POWER_BINDING, POWER_BINDING};
        case Function::Factorial:
            return {"", "", symbol, false, right <= FACTORIAL_BINDING, FACTORIAL_BINDING};
        case Function::Root:
            return {"sqrt(", "", ")", false, false, TIGHTEST};
        case Function::Concatenate:
            return {
                "", symbol, "", left < CONCATENATION_BINDING, right <= CONCATENATION_BINDING, CONCATENATION_BINDING};
    }
    return {};
}

inline void append(std::string& out, const Text& part, bool brackets) {
    if (brackets) out += '(';
    out += part.text;
    if (brackets) out += ')';
}

// left op right with the brackets that the tree needs.
inline Text joined(const Text& left, Op op, const Text& right) {
    const Frame frame = frame_of(op, left.binding, right.binding);
    Text whole{{}, frame.binding};
    whole.text.reserve(left.text.size() + right.text.size() + 5);
    append(whole.text, left, frame.brackets_left);
    whole.text += frame.between;
    append(whole.text, right, frame.brackets_right);
    return whole;
}

// The text of a function; one with one operand ignores `right`.
inline Text joined(const Text& left, Function function, const Text& right) {
    const bool is_unary = row(function).operands == 1;
    const Frame frame = frame_of(function, left.binding, is_unary ? left.binding : right.binding);
    Text whole{std::string(frame.before), frame.binding};
    if (!is_unary) append(whole.text, left, frame.brackets_left);
    whole.text += frame.between;
    append(whole.text, is_unary ? left : right, frame.brackets_right);
    whole.text += frame.after;
    return whole;
}

}  // namespace facevalue::numbers
