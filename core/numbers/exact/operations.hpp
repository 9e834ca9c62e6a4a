// The four operations: how each is computed (`apply`) and undone. No operation can be added, because the search needs
// inverses.
//
// Works on any exact number type with +, -, * and `divided_by`. Callers make sure that values fit (see `reach_bound` in
// ratio.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace facevalue::numbers {

enum class Op : std::uint8_t { Add, Subtract, Multiply, Divide };

// Operations of one `family` regroup freely: + and - in a sum, * and / in a product. `inverse` marks the operation that
// undoes the other of its family.
struct Operation {
    char symbol;
    std::string_view name;
    int family;  // 0 sum, 1 product
    bool inverse;

    // Higher precedence is evaluated first, equal precedence from the left.
    constexpr int precedence() const { return family + 1; }
    constexpr bool commutes() const { return !inverse; }
};

inline constexpr std::array<Operation, 4> OPERATIONS{{
    {'+', "plus", 0, false},
    {'-', "minus", 0, true},
    {'*', "times", 1, false},
    {'/', "divided by", 1, true},
}};

constexpr const Operation& row(Op op) { return OPERATIONS[static_cast<std::size_t>(op)]; }

constexpr std::optional<Op> op_of(char symbol) {
    switch (symbol) {  // a table of jumps; `each_has_its_symbol` checks it against the rows
        case '+':
            return Op::Add;
        case '-':
            return Op::Subtract;
        case '*':
            return Op::Multiply;
        case '/':
            return Op::Divide;
        default:
            return std::nullopt;
    }
}
constexpr bool each_has_its_symbol() {
    for (std::size_t i = 0; i < OPERATIONS.size(); ++i)
        if (op_of(OPERATIONS[i].symbol) != static_cast<Op>(i)) return false;
    return true;
}
static_assert(each_has_its_symbol());

// The operation that undoes this one.
constexpr Op opposite(Op op) { return static_cast<Op>(static_cast<std::uint8_t>(op) ^ 1); }

// The exact result; nothing for a division by zero.
template <class Number>
std::optional<Number> apply(Op op, const Number& a, const Number& b) {
    switch (op) {
        case Op::Add:
            return a + b;
        case Op::Subtract:
            return a - b;
        case Op::Multiply:
            return a * b;
        case Op::Divide:
            return a.divided_by(b);
    }
    return std::nullopt;
}

// The y with `left op y` = result, if there is exactly one.
template <class Number>
std::optional<Number> right_operand(Op op, const Number& result, const Number& left) {
    return row(op).inverse ? apply(op, left, result) : apply(opposite(op), result, left);
}

// The y with `y op right` = result, if there is exactly one.
template <class Number>
std::optional<Number> left_operand(Op op, const Number& result, const Number& right) {
    return apply(opposite(op), result, right);
}

}  // namespace facevalue::numbers
