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

// One row for each operation. `family` tells which operations regroup freely with each other: a sum holds + and -, a
// product holds * and /. `inverse` marks the operation that undoes the other of its family.
struct Operation {
    char symbol;
    std::string_view name;
    int family;  // 0 sum, 1 product
    bool inverse;

    // The greater is done first, equal ones from the left.
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
    for (std::size_t i = 0; i < OPERATIONS.size(); ++i)
        if (OPERATIONS[i].symbol == symbol) return static_cast<Op>(i);
    return std::nullopt;
}

// The exact result, or nothing where there is none: division by zero.
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

// The y with `left op y` = result, where there is one and only one.
template <class Number>
std::optional<Number> right_operand(Op op, const Number& result, const Number& left) {
    switch (op) {
        case Op::Add:
            return apply(Op::Subtract, result, left);
        case Op::Subtract:
            return apply(Op::Subtract, left, result);
        case Op::Multiply:
            return apply(Op::Divide, result, left);
        case Op::Divide:
            return apply(Op::Divide, left, result);
    }
    return std::nullopt;
}

// The y with `y op right` = result, where there is one and only one.
template <class Number>
std::optional<Number> left_operand(Op op, const Number& result, const Number& right) {
    switch (op) {
        case Op::Add:
            return apply(Op::Subtract, result, right);
        case Op::Subtract:
            return apply(Op::Add, result, right);
        case Op::Multiply:
            return apply(Op::Divide, result, right);
        case Op::Divide:
            return apply(Op::Multiply, result, right);
    }
    return std::nullopt;
}

}  // namespace facevalue::numbers
