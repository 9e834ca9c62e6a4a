// Search: a puzzle and the options of `solve`, checked, and the search for its solutions.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "numbers/plan/refusals.hpp"
#include "numbers/plan/solutions.hpp"
#include "query/numbers/puzzle.hpp"
#include "query/numbers/tables.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::query {

inline constexpr std::array<std::string_view, 2> METHODS{"search", "walk"};

struct Search {
    AskedPuzzle puzzle;
    numbers::Distinct distinct;
    bool walks;
    std::optional<std::size_t> workers;
    double limit;  // NO_LIMIT without one
    std::unique_ptr<numbers::Solutions> solutions;

    // From the arguments of the puzzle, `distinct`, `method`, `workers` and `limit`. Refuses a search that would take
    // longer than the limit for the first solution.
    static Expected<Search> make(const Tables& tables, const Argument& arguments, const PuzzleOptions& options);
    std::optional<Problem> refusal(numbers::Find find) const;
};

}  // namespace facevalue::query
