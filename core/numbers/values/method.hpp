// Chooses how a puzzle is solved, and over which number type: the smallest that `reach_bound` shows to be wide enough.
//
// A search (puzzle_search.hpp) is fastest, but needs rules with any order and grouping and numbers that are allowed as
// results. Other rules with any grouping have tables of parts (part_tables.hpp): a fixed order, joined numbers, limited
// results. Everything else is walked (walk.hpp).
#pragma once

#include <cstdint>

#include "numbers/exact/puzzle.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/values/modular_values.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// A walk, tables of parts, or a search over a number type.
enum class Method : std::uint8_t { Walk, Parts, Whole, Field61, Field127, Field1279 };
constexpr std::size_t METHODS = 6;
constexpr bool is_search(Method method) { return method >= Method::Whole; }

// The largest bound of numbers that tables of parts take.
inline constexpr std::uint64_t MAX_PARTS_BOUND = 1ULL << 60;

// The most numbers in any order that tables of parts take.
inline constexpr std::size_t MOST_PARTS_IN_ANY_ORDER = 8;

Method method_of(const Puzzle& puzzle, const Rules& rules);

// What is looked for: solutions of a puzzle (one, all or their number), or values of its numbers (the nearest to the
// target, all, or which of many targets are among them).
enum class Find : std::uint8_t { First, All, Count, Closest, Values, Targets };
constexpr bool finds_solutions(Find find) { return find <= Find::Count; }

// Nothing if no expression can have the target's value; else a search backward from the target or over values
// (puzzle_search.hpp, closest.hpp), one without the bound of the rules (bounded_solver.hpp), tables of parts, tables
// with functions, or a walk.
enum class Engine : std::uint8_t { Nothing, Backward, Bounded, Parts, Functions, Walk };

// The fastest engine.
Engine engine_for(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find);

// Is it clear from its size or type that no expression of the numbers has the target's value?
bool is_out_of_reach(const Puzzle& puzzle, const Rules& rules);

// May the search leave out forms with idle parts (canonical_forms.hpp)?
bool may_skip_idle(const Puzzle& puzzle, const Rules& rules, Distinct distinct);

// A portable build leaves out a number type that others can replace in a few times as long, because it takes 9 kB of a
// compressed WebAssembly file.
#ifdef FACEVALUE_PORTABLE
inline constexpr bool HAS_WHOLE = false;
#else
inline constexpr bool HAS_WHOLE = true;
#endif

// The smallest Field that is wide enough for the bound.
constexpr Method field_for(std::uint64_t bound) {
    return bound <= Field<61>::BOUND    ? Method::Field61
           : bound <= Field<127>::BOUND ? Method::Field127
                                        : Method::Field1279;
}

// Calls use<Domain>() with the smallest Field that is wide enough for the bound, among two in a portable build.
template <class Use>
auto with_field(std::uint64_t bound, const Use& use) {
    switch (field_for(bound)) {
        case Method::Field61:
            return use.template operator()<Field<61>>();
#ifndef FACEVALUE_PORTABLE
        case Method::Field127:
            return use.template operator()<Field<127>>();
#endif
        default:
            return use.template operator()<Field<1279>>();
    }
}

}  // namespace facevalue::numbers
