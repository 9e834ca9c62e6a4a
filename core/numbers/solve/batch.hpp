// Solves or counts many puzzles of one game on several threads.
//
// Sub-multisets and their tables are kept from one puzzle to the next. Four whole numbers under the rules of 24 use
// vectors (scan.hpp) where that is faster. A hand of 24 takes a few microseconds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "numbers/solve/puzzle_rows.hpp"
#include "numbers/solve/solver.hpp"

namespace facevalue::numbers {

// What to find for each puzzle. First: the first solution. Simplest: the count and the first few solutions.
enum class Output : std::uint8_t { All, Counts, Solvable, First, Simplest };

struct BatchResult {
    std::vector<std::vector<std::string>> texts;  // for Output::All, First and Simplest
    std::vector<std::uint64_t> counts;            // for Output::Counts and Simplest; 0 or 1 for Solvable
    SearchStatus status = SearchStatus::Ready;
};
BatchResult solve_batch(const PuzzleRows& puzzles, const Rules& rules, Distinct distinct, Output output,
                        std::size_t workers, const Stop& stop, std::uint64_t most_compared = MOST_COMPARED);

// The simplest expression for each of some values of the numbers.
BatchResult simplest_for_values(const std::vector<Number>& numbers, std::span<const Number> values, const Rules& rules,
                                const Stop& stop);

// Solves puzzles of one game one after the other on one thread. If `status` is not Ready, the last result is invalid.
class SolverSession {
  public:
    SolverSession(const Rules& rules, Distinct distinct, Pulse& pulse);
    ~SolverSession();
    SolverSession(SolverSession&&) noexcept;
    std::uint64_t count(const Puzzle& puzzle);
    bool any(const Puzzle& puzzle);
    // How many solutions there are, and at most `most` of the simplest.
    std::pair<std::uint64_t, std::vector<std::string>> simplest(const Puzzle& puzzle, std::size_t most);
    SearchStatus status() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace facevalue::numbers
