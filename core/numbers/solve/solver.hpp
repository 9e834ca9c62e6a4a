// Solver: solves one puzzle by the best method (puzzle_search.hpp or walk_solver.hpp) and number type. Solutions
// (plan/solutions.hpp) keeps the results; batch.hpp solves many puzzles.
//
// The caller has checked that `reach_bound` is below 2^WIDEST_BOUND_BITS, that there are at most MOST_SEARCHED numbers,
// and that the work is acceptable (plan/plan.hpp). Only running out of memory throws. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numbers/exact/postfix.hpp"
#include "numbers/exact/puzzle.hpp"
#include "numbers/exact/rules.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// How many expressions are compared for one list, at about 1 KB each, unless the caller pays any price.
inline constexpr std::uint64_t MOST_COMPARED = 500'000;
inline constexpr std::uint64_t ANY_NUMBER = ~std::uint64_t{0};

// What is too much if the status of a search is TooLarge, and what makes it smaller.
struct TooMuch {
    enum class Remedy : std::uint8_t { FewerNumbers, OnlyFirst, CountRaw };

    std::string problem{};
    std::uint64_t limit = 0;
    Remedy remedy = Remedy::FewerNumbers;
    bool is_liftable = false;  // if the caller allows any number of expressions
};
// What to do about it, by TooMuch::Remedy.
inline constexpr const char* REMEDIES[] = {"give fewer or smaller numbers", "use `first` for only one solution",
                                           "count all expressions with `distinct='raw'`"};
TooMuch too_many_values();
// Too many expressions or values, not known which.
TooMuch too_many_in_batch(bool is_liftable);
// 0 if it is not known how many.
TooMuch too_many_expressions(std::uint64_t count, TooMuch::Remedy remedy, std::uint64_t most_compared);

// Finds the solutions of one puzzle on request, simplest first. Once `status` is not Ready, or anything was thrown, its
// results are invalid.
class Solver {
  public:
    virtual ~Solver() = default;
    // The next few solutions, the same few in every search; empty at the end.
    virtual std::vector<std::string> next() = 0;
    // All solutions that are left.
    std::vector<std::string> all() {
        std::vector<std::string> texts;
        for (std::vector<std::string> more = next(); !more.empty(); more = next())
            texts.insert(texts.end(), more.begin(), more.end());
        return texts;
    }
    // Is it already known that `next` will return no more?
    virtual bool is_done() const = 0;
    virtual std::uint64_t count() = 0;
    virtual bool any() = 0;
    virtual SearchStatus status() const = 0;
    virtual TooMuch too_much() { return too_many_values(); }
    // Look-ups made, or candidates tried.
    virtual std::uint64_t searched() const = 0;
    // How many candidates each worker handled; empty if none were walked.
    virtual std::vector<std::uint64_t> handled() const { return {}; }
};

// The best engine with 0 workers; a walk on that many threads with more. Where only a walk is possible, 0 workers are
// as many threads as are useful.
std::unique_ptr<Solver> make_solver(const Puzzle& puzzle, const Rules& rules, Distinct distinct, std::size_t workers,
                                    Stop stop, std::uint64_t most_compared = MOST_COMPARED);

// Frees the tables that small searches keep for later ones, a few MB; the next search makes new ones.
void drop_idle_searches();

// The reachable values nearest to the target in ascending order: at most one on each side. Nothing when stopped or when
// a value does not fit a Number.
std::optional<std::vector<Number>> closest(const Puzzle& puzzle, const Rules& rules, const Stop& stop);

// The values that the numbers can make, in ascending order. Nothing when stopped or when one does not fit a Number.
std::optional<std::vector<Number>> all_values(const std::vector<Number>& numbers, const Rules& rules, const Stop& stop);

// Visits all whole values of 64 bits that candidates have, some several times. False when stopped.
bool for_whole_values(const std::vector<Number>& numbers, const Rules& rules, Stop stop,
                      const std::function<void(std::int64_t)>& visit);

// The expression that represents all that are canonically the same; nothing if it divides by zero.
std::optional<std::string> canonical(const Postfix& postfix);

}  // namespace facevalue::numbers
