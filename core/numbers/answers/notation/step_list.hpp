// Step lists: the operations of an expression with their results, one per line.
//
// An operand is the last unused result with that value, or else a number; the right operand is looked up first. A step
// that means another result or number says so: `2 * 2 = 4 (from: step 1, number)`. So each list means exactly one tree.
// A division by zero, and every step that uses it, is `undefined`. Fractions as operands are in brackets, so that every
// line is true: `8 / (1/3) = 24`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/answers/judge/exact_answer.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

using MaybeValue = std::optional<BigFraction>;  // nothing after a division by zero, or for a function without a value

// The result of each operation, in lowest terms.
std::vector<MaybeValue> results_of(ExactTerms terms);

// The value of an expression, in lowest terms.
MaybeValue exact_value(ExactTerms terms);

// A number alone is one line. A LimitError if a result has more than 4300 digits.
Expected<std::vector<std::string>> steps_of(ExactTerms terms);

// The same as one string, in the notation of lists of steps; it has no functions, which could not be read back.
Expected<std::string> write_steps(ExactTerms terms);

// `left op right = result`; nothing for a value that is undefined. A unary operation has only the right side.
Expected<std::string> step_line(const ExactTerm& operation, const MaybeValue& left, const MaybeValue& right,
                                const MaybeValue& result);

// The tree of a list of steps; every result must be true.
Expected<std::vector<ExactTerm>> read_steps(std::string_view text);

}  // namespace facevalue::numbers
