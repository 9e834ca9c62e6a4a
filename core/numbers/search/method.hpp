// Chooses how a puzzle is solved, and over which number type: the smallest that `reach_bound` shows to be wide enough.
//
// A search (search.hpp) is faster, but needs rules with any order and grouping and numbers that are allowed as results.
// Everything else is walked (walk.hpp).
#pragma once

#include <cstdint>
#include <utility>

#include "numbers/search/modular_values.hpp"
#include "numbers/search/solver.hpp"

namespace facevalue::numbers {

// Walk, or a search over values of the type that has that name.
enum class Method : std::uint8_t { Walk, Whole, Field61, Field127, Field1279 };

Method method_of(const Puzzle& puzzle, const Rules& rules);

// Is the puzzle one for the walk?
bool needs_walk(const Puzzle& puzzle, const Rules& rules);

// Does `closest` walk through all candidates, where the rules or large numbers leave no table?
bool closest_walks(const std::vector<Number>& numbers, const Rules& rules);

// Is the target a value that no expression of the numbers can have? Then nothing need be searched.
bool is_out_of_reach(const Puzzle& puzzle, const Rules& rules);

// May the search leave out forms with idle parts (canonical_forms.hpp)?
bool may_skip_idle(const Puzzle& puzzle, const Rules& rules, Distinct distinct);

// Calls `use` with a tag of the residues that are wide enough for the bound: use(FieldTag<61>{}), say.
template <int BITS>
struct FieldTag {
    using Domain = Field<BITS>;
};
template <class Use>
auto with_field(std::uint64_t bound, const Use& use) {
    if (bound <= Field<61>::BOUND) return use(FieldTag<61>{});
    if (bound <= Field<127>::BOUND) return use(FieldTag<127>{});
    return use(FieldTag<1279>{});
}

}  // namespace facevalue::numbers
