// Given negative numbers and fractions as people write them: with -5 given, `29+(-5)`, `-5+29` and `29-5` use it, and
// with 1/2 given, `(1/2)*48`, `1/2*48` and `48*1/2`. No reading changes the value of the expression, or the value of an
// operation at its place in the text; it only changes what the numbers are.
//
// Numbers with one reading come first. The others, from the left, take the first of their readings whose numbers are
// left over; a negative number comes before its absolute value, a fraction before its parts. Quadratic in the numbers.
#pragma once

#include <span>
#include <vector>

#include "numbers/answers/read/reader.hpp"

namespace facevalue::numbers {

// The postfix of an answer with the given numbers; empty if it does not contain just numbers that are given.
std::vector<Term> with_given_forms(std::span<const Term> terms, std::vector<Number> numbers);

}  // namespace facevalue::numbers
