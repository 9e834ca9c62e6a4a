// AnswerTree: an expression that is built before it is written, and its verdict under the rules of a game.
//
// The verdict on a tree is worked out here from the promises of docs/models/checking.md, in fractions of 128 bits that
// cannot overflow: it shares the words of the core (`Rules`, `Reason`, `Number`) but none of its code. The numbers are
// chosen so that the product of |p| + |q| over all numbers p/q stays below 2^90, which bounds every fraction that is
// not reduced (core/numbers/exact/ratio.hpp explains it).
#pragma once

#include <optional>
#include <vector>

#include "numbers/answers/judge/judge.hpp"
#include "soak/chance.hpp"

namespace facevalue::soak {

using numbers::Judgement;
using numbers::Number;
using numbers::PreparedPuzzle;
using numbers::Reason;
using numbers::Rules;

inline constexpr std::size_t MOST_OPERANDS = 12;  // of a puzzle

// A fraction; `under` is above 0, and 0 marks a division by zero.
struct Value {
    Int128 over = 0, under = 1;
};

struct Node {
    Value value{};
    Number number{};
    std::uint32_t position = 0;  // in the text, once it is written
    std::uint8_t left = 0, right = 0;
    char op;  // + - * /, '#' for a number, '~' for the minus sign of one operand, which is `right`
};

struct AnswerTree {
    std::vector<Node> nodes;  // the numbers in the order of the text, then each operation after its operands
    std::size_t root = 0;

    void clear() { nodes.clear(); }
    std::size_t add_number(const Number& number);
    std::size_t add_operation(char op, std::size_t left, std::size_t right);
    std::size_t add_sign(std::size_t operand);
};

// 1 for a sum, 2 for a product, 3 for a number and for a sign with its operand.
int binding(char op);

struct Growth {
    bool any_shape;   // and not only the grouping that the rules ask for
    bool is_careful;  // mostly keeps the other rules
    bool has_signs;
};

// A tree over all the numbers.
void grow(AnswerTree& tree, const std::vector<Number>& numbers, const Rules& rules, const Growth& growth,
          Chance& chance);

// The value in lowest terms; nothing without a value or if it does not fit 64 bits.
std::optional<Number> reduced(const Value& value);

// The verdict on the tree, once its nodes have positions. A grouping that is not allowed has no position.
Judgement verdict_on(const AnswerTree& tree, const PreparedPuzzle& puzzle, const Rules& rules);

}  // namespace facevalue::soak
