// Solver: solves one puzzle by the best method (search.hpp or walk.hpp) and number type. Solutions (solutions.hpp)
// keeps the results; batch.hpp solves many puzzles.
//
// The caller has checked that `reach_bound` is below 2^WIDEST_BOUND_BITS, that there are at most MOST_SEARCHED numbers,
// and that the work is acceptable (estimate.hpp). Only running out of memory throws. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numbers/exact/postfix.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "work/pulse.hpp"
#include "work/turn.hpp"

namespace facevalue::numbers {

struct Puzzle {
    std::vector<Number> numbers;
    Number target;
};

// How a call ended. Refused: this very thread is in the middle of a call of the same object.
enum class SearchStatus : std::uint8_t { Ready, Stopped, TooLarge, Refused };

constexpr SearchStatus status_of(Turn::Outcome outcome) {
    return outcome == Turn::Outcome::Ready     ? SearchStatus::Ready
           : outcome == Turn::Outcome::Stopped ? SearchStatus::Stopped
                                               : SearchStatus::Refused;
}

// One search for the solutions of a puzzle, the simplest first, found as they are asked for. Once `status` is not
// Ready, or anything was thrown, all that it answers is void.
class Solver {
  public:
    virtual ~Solver() = default;
    // The next few solutions, the same few in every search for them; none when there are no more.
    virtual std::vector<std::string> next() = 0;
    // Is it known already that `next` has no more?
    virtual bool is_done() const = 0;
    virtual std::uint64_t count() = 0;
    virtual bool any() = 0;
    virtual SearchStatus status() const = 0;
    // Look-ups made, or candidates tried.
    virtual std::uint64_t searched() const = 0;
    // How many candidates each worker handled; empty where no candidates were walked.
    virtual std::vector<std::uint64_t> handled() const { return {}; }
};

// `workers` 0: a table search where the rules allow one, else a walk on as many threads as help. 1 and more: a walk on
// that many threads.
std::unique_ptr<Solver> make_solver(const Puzzle& puzzle, const Rules& rules, Distinct distinct, std::size_t workers,
                                    Stop stop);

// The reachable values nearest to the target, the lesser first: none, one, or one on each side. Nothing when stopped
// or when a value is too wide for a Number.
std::optional<std::vector<Number>> closest(const Puzzle& puzzle, const Rules& rules, const Stop& stop);

// The expression that stands for all that are canonically the same; nothing where it divides by zero.
std::optional<std::string> canonical(const Postfix& postfix);

}  // namespace facevalue::numbers
