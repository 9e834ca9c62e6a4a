// Negative numbers and fractions of a puzzle as people write them: if -5 is a number, `29+(-5)`, `-5+29` and `29-5` use
// it; if 1/2 is one, so do `(1/2)*48`, `1/2*48` and `48*1/2`. No reading changes the value of the expression, or the
// value of an operation at its place in the text; it only changes what the numbers are.
//
// Numbers with one reading come first. Each of the others, from the left, gets the first of its readings whose numbers
// are left over; a negative number comes before its absolute value, a fraction before its parts. Quadratic in the
// numbers.
#pragma once

#include <span>
#include <vector>

#include "numbers/answers/read/reader.hpp"
#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

// The postfix of an answer with the given numbers; empty if it does not contain just numbers that are given.
std::vector<Term> with_given_forms(std::span<const Term> terms, std::vector<Number> numbers, const Rules& rules);

}  // namespace facevalue::numbers
