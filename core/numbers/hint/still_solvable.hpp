// After which steps of an answer can the target still be made?
//
// One search for a solution after each step that is right, over the numbers that are left.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "numbers/answers/judge/judge.hpp"
#include "numbers/plan/answered.hpp"

namespace facevalue::numbers {

// For each step: false if it is wrong or the target cannot be made after it, and so for all steps after it; nothing if
// it cannot be read, and so for the steps after it unless they are false, because it is not known which numbers are
// left. A line with an answer ends the steps. The rules allow steps with any two numbers; `limit` in seconds is for
// each search.
Answered<std::vector<std::optional<bool>>> still_solvable(const std::vector<std::string_view>& steps,
                                                          const PreparedPuzzle& puzzle, const Rules& rules,
                                                          double limit, const Stop& stop);

}  // namespace facevalue::numbers
