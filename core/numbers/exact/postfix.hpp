// Postfix: an expression as a list in which each operator follows its operands.
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
