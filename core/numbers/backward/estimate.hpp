// Sizes of the tables of a search, estimated before it starts from counts of canonical forms (OEIS A247982).
#pragma once

#include <vector>

#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

// The size of the largest sets for which a search of this many numbers keeps tables.
int table_size_for(std::size_t count);

// At most about how many values the numbers can make. Where many expressions have the same value, finding them takes as
// long as finding this many different ones.
double most_values(const std::vector<Number>& numbers, const Rules& rules);

// About how many values the largest tables of `closest` contain together. Each costs at most 50 bytes and 0.4
// microseconds.
double closest_values(const std::vector<Number>& numbers, const Rules& rules);

}  // namespace facevalue::numbers
