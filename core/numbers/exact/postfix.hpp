// Postfix: an expression as a row of numbers and operators, each operator after its operands.
//
// For: handing expressions between the parts of the core, and in and out of it, without a tree and without recursion.
#pragma once

#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

struct Token {
    bool is_operator;
    Op op;
    Number number;
};
using Postfix = std::vector<Token>;

}  // namespace facevalue::numbers
