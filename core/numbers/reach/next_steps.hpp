// After which steps can a target still be made?
//
// For rules and numbers whose ReachMethod is Whole, with results >= 1. All steps of six tiles take about as long as the
// tables of their sub-multisets (reach_sets.hpp), which is a third of the time of a search after each step.
#pragma once

#include <optional>
#include <vector>

#include "numbers/exact/puzzle.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/exact/steps.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// For each step from the numbers of the puzzle, whether its target can be made after it; nothing for other rules and
// numbers. Once `pulse` has stopped, results are invalid.
std::optional<std::vector<bool>> solvable_after(const Puzzle& puzzle, const Rules& rules,
                                                const std::vector<NextStep>& steps, Pulse& pulse);

}  // namespace facevalue::numbers
