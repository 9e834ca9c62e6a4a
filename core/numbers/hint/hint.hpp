// Hint: how many solutions there are and what all of them need, the last operation, the first step, then step by step.
//
// A hint is about the simplest solution, and reveals no more than its level allows. It takes a count of the solutions,
// and a search for each need (needs.hpp); without a solution, a search for the closest values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numbers/hint/needs.hpp"
#include "numbers/plan/answered.hpp"

namespace facevalue::numbers {

struct Hint {
    std::uint64_t level = 1;  // the last one if that is lower than the requested one
    bool is_last = true;
    std::uint64_t solution_count = 0;
    std::vector<Need> needs{}, allowed{};    // of every solution, and by the rules
    std::optional<std::string> operation{};  // the symbol of the last one, if it is revealed
    std::vector<std::string> steps{};        // that are revealed
    std::optional<std::string> solution{};   // if it is revealed
    // Without a solution, 24 or 3/4 each; nothing if they are too hard to find.
    std::optional<std::vector<std::string>> closest_values = std::vector<std::string>();
};

// A level of 1 or more; `limit` in seconds is for each search.
Answered<Hint> hint(Solutions& solutions, std::uint64_t level, double limit);

// A line for each thing that it reveals, in the order of the levels.
std::vector<std::string> lines_of(const Hint& hint);

}  // namespace facevalue::numbers
