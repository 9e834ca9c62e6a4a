// Candidates: every raw expression of a puzzle as text, and the table "which digits and operators make the target".
// Both walk through all candidates (walk.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "numbers/search/solver.hpp"

namespace facevalue::numbers {

// The raw candidates, a batch at a time.
class Candidates {
  public:
    Candidates(std::vector<Number> numbers, Rules rules);
    ~Candidates();
    // None when there are no more, or when it was stopped; after that it can go on.
    struct Part {
        SearchStatus status = SearchStatus::Ready;
        std::vector<std::string> texts;
    };
    Part next(std::size_t most, const Stop& stop);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The rows of numbers, each from `digits`, that make the target with some operators, in the given order; numbers
// count up, the last fastest, and for each row of numbers the operators, in the order of rules.operators.
std::vector<std::pair<std::vector<std::int64_t>, std::string>> table(const std::vector<std::int64_t>& digits,
                                                                     std::size_t count, const Number& target,
                                                                     const Rules& rules, const Stop& stop);

}  // namespace facevalue::numbers
