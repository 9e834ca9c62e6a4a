// PuzzleSearch: lists or counts the solutions of one puzzle after another, for rules with any order and grouping.
//
// Layers, from the call to the innermost loop: PuzzleSearch (solution_list.hpp implements it) > FormLists (forms of a
// value, simplest first) > ValueGraph (which values a set of numbers can make, and how) > ValueTables. They are
// templates over the number type; callers see only this class, because they take most of the time of a compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "numbers/exact/puzzle.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/values/method.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// What the tables and forms of a search depend on. `numbers`: how many numbers its puzzles have.
struct SearchKind {
    Method method;
    Rules rules;
    Distinct distinct;
    bool skip_idle;
    std::size_t numbers;
    friend bool operator==(const SearchKind&, const SearchKind&) = default;
};

class PuzzleSearch {
  public:
    explicit PuzzleSearch(const SearchKind& kind) : kind(kind) {}
    virtual ~PuzzleSearch() = default;
    PuzzleSearch(const PuzzleSearch&) = delete;
    PuzzleSearch& operator=(const PuzzleSearch&) = delete;

    // Starts a puzzle; the other functions are about this one.
    virtual void prepare(const Puzzle& puzzle) = 0;
    // The next solutions, all of the same cost; empty at the end.
    virtual std::vector<std::string> next() = 0;
    // All solutions, in the same order.
    virtual std::vector<std::string> all() = 0;
    virtual std::uint64_t count() = 0;
    virtual bool any() = 0;
    // Did it need more memory than it may have?
    virtual bool too_large() const = 0;
    // The memory that it keeps, in values of a table.
    virtual std::size_t weight() const = 0;

    const SearchKind kind;
    Pulse pulse;  // set by the caller to stop the search; once it has stopped, results are invalid
};

// A search by any method but Walk (walk_solver.hpp).
std::unique_ptr<PuzzleSearch> make_puzzle_search(const SearchKind& kind);

}  // namespace facevalue::numbers
