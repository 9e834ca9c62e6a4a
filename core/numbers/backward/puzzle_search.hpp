// PuzzleSearch: the solutions of one puzzle after another, by a Search whose number type the caller need not know. The
// search takes most of the time of a compiler, so it is compiled once (search_over.hpp).
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

class PuzzleSearch {
  public:
    virtual ~PuzzleSearch() = default;
    // Starts a puzzle; the other functions are about this one.
    virtual void prepare(const Puzzle& puzzle) = 0;
    // The next solutions, all of one cost; none at the end.
    virtual std::vector<std::string> next() = 0;
    // All solutions, in the same order.
    virtual std::vector<std::string> all() = 0;
    virtual std::uint64_t count() = 0;
    virtual bool any() = 0;
    // Did it need more memory than it may have?
    virtual bool too_large() const = 0;
    // The memory that it keeps, in values of a table.
    virtual std::size_t weight() const = 0;
};

// A search by this method, for puzzles of so many numbers; none for Walk (walk_solver.hpp). It keeps references to the
// rules and the pulse.
std::unique_ptr<PuzzleSearch> make_puzzle_search(Method method, const Rules& rules, Distinct distinct, bool skip_idle,
                                                 std::size_t numbers, Pulse& pulse);

}  // namespace facevalue::numbers
