// Candidates: every raw expression of a puzzle, and the table of digits and operators that make a target. Both walk
// through all candidates (walk.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "numbers/exact/puzzle.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/walk/walk.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// The raw candidates, some at a time.
class Candidates {
  public:
    Candidates(std::vector<Number> numbers, Rules rules) : walk_(std::move(numbers), std::move(rules)) {}

    // No expressions at the end, or when stopped; after a stop it can continue.
    struct Part {
        SearchStatus status = SearchStatus::Ready;
        std::vector<std::string> texts;
    };
    Part next(std::size_t most, const Stop& stop);

  private:
    Walk walk_;
    Turn turn_;
};

// How many different sequences of 0, 1, 2, ... of at most 16 numbers the rules allow. Where they may be joined in any
// order, at most MOST_JOINED_IN_ANY_ORDER numbers.
std::vector<std::uint64_t> arrangements(const std::vector<Number>& numbers, const Rules& rules);

// How many raw candidates there are.
Uint128 candidate_count(const std::vector<Number>& numbers, const Rules& rules);

// All rows of `count` digits that make the target in this order, with the operators that do it. Digits count up, the
// last fastest; then operators, in the order of rules.operators.
std::vector<std::pair<std::vector<std::int64_t>, std::string>> table(const std::vector<std::int64_t>& digits,
                                                                     std::size_t count, const Number& target,
                                                                     const Rules& rules, const Stop& stop);

}  // namespace facevalue::numbers
