// Solver: what the outside sees of the search. It picks the method and the number type for a puzzle.
//
// For: one puzzle solved as a list that grows as it is read (`Solutions`), many at once (`solve_many`, `count_many`),
// the nearest values, the raw candidates as text, the canonical form of an expression.
// Limits: reach_bound below 2^WIDEST_BOUND_BITS and at most MOST_SEARCHED numbers for a puzzle; the caller has checked
// both, and that the work is bearable (`estimated_work`, in look-ups; a walk's is its number of candidates).
// Nothing is thrown but for want of memory. A `stop` that answers yes ends any call soon; its answer is void then.
// Threads: each call stands for itself. Solutions and Candidates may be shared: their callers take turns. A Solving
// belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numbers/exact/operations.hpp"
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

// Refused: this very thread is in the middle of a call of the same object.
enum class Ended : std::uint8_t { Ready, Stopped, TooLarge, Refused };

constexpr Ended ended_by(Turn::Outcome outcome) {
    return outcome == Turn::Outcome::Ready     ? Ended::Ready
           : outcome == Turn::Outcome::Stopped ? Ended::Stopped
                                               : Ended::Refused;
}

// One search for the solutions of a puzzle, the simplest first, found as they are asked for. Once `ended` is not Ready,
// or anything was thrown, all that it answers is void.
class Solving {
  public:
    virtual ~Solving() = default;
    // The next few solutions, the same few in every search for them; none when there are no more.
    virtual std::vector<std::string> next() = 0;
    // Is it known already that `next` has no more?
    virtual bool is_done() const = 0;
    virtual std::uint64_t count() = 0;
    virtual bool any() = 0;
    virtual Ended ended() const = 0;
    // Look-ups made, or candidates tried.
    virtual std::uint64_t searched() const = 0;
    // How many candidates each worker handled; empty where no candidates were walked.
    virtual std::vector<std::uint64_t> handled() const { return {}; }
};

// `workers` 0: a table search where the rules allow one, else a walk on as many threads as help. 1 and more: a walk on
// that many threads.
std::unique_ptr<Solving> solve(const Puzzle& puzzle, const Rules& rules, Distinct distinct, std::size_t workers,
                               Stop stop);

// What the search for solutions has done so far.
struct SearchStats {
    std::uint64_t searched = 0;  // look-ups made, or candidates tried
    double seconds = 0;
    std::vector<std::uint64_t> handled;  // candidates by worker; empty where none were walked
};

// The solutions of one puzzle, for any threads in turn. What was found is kept. A call that is stopped, or runs out of
// memory, leaves what was found before; the search is thrown away then, and the next call makes another, which goes
// through the solutions known already without giving them again.
class Solutions {
  public:
    Solutions(Puzzle puzzle, Rules rules, Distinct distinct, std::size_t workers, Stop stop)
        : puzzle_(std::move(puzzle)),
          rules_(std::move(rules)),
          distinct_(distinct),
          workers_(workers),
          stop_(std::move(stop)) {}

    // Solutions from `place` on, one or more but at most `most`, unless there are no more; whether that is the last of
    // them.
    struct Part {
        Ended ended = Ended::Ready;
        std::vector<std::string> texts;
        bool is_last = false;
    };
    Part from(std::size_t place, std::size_t most);

    struct Count {
        Ended ended = Ended::Ready;
        std::uint64_t count = 0;
    };
    Count count();

    SearchStats stats() const;

  private:
    template <class Ask>
    Ended searched(const Ask& ask);
    void find_more(Solving& solving);
    void note(double seconds);

    Puzzle puzzle_;
    Rules rules_;
    Distinct distinct_;
    std::size_t workers_;
    Stop stop_;
    Turn turn_;  // of all below but the stats
    std::unique_ptr<Solving> solving_;
    std::size_t given_ = 0;  // by this search
    std::vector<std::string> found_;
    bool is_complete_ = false, is_too_large_ = false;
    std::optional<std::uint64_t> count_;
    mutable std::mutex stats_mutex_;
    SearchStats stats_;
    std::uint64_t searched_before_ = 0;  // by searches that were thrown away
};

// Is the puzzle one for the walk, whatever the workers?
bool needs_walk(const Puzzle& puzzle, const Rules& rules);

// The largest sets that a search of so many numbers keeps a table of.
int table_size_for(std::size_t count);

// About how many look-ups a table search takes; an upper bound in all but odd cases.
double estimated_work(const std::vector<Number>& numbers, const Rules& rules);

struct Many {
    std::vector<std::vector<std::string>> texts;  // solve_many
    std::vector<std::uint64_t> counts;            // count_many; 0 or 1 for solvable_many
    Ended ended = Ended::Ready;
};
enum class Want : std::uint8_t { Texts, Counts, Solvable, Simplest };
Many many(const std::vector<Puzzle>& puzzles, const Rules& rules, Distinct distinct, Want want, std::size_t workers,
          const Stop& stop);

// Puzzles of one game, one after the other on one thread: what they share is kept between them. An answer is void
// where `ended` is not Ready.
class Streak {
  public:
    Streak(const Rules& rules, Distinct distinct, Pulse& pulse);
    ~Streak();
    Streak(Streak&&) noexcept;
    std::uint64_t count(const Puzzle& puzzle);
    bool any(const Puzzle& puzzle);
    // How many there are, and the simplest of them, as many as asked for.
    std::pair<std::uint64_t, std::vector<std::string>> simplest(const Puzzle& puzzle, std::size_t most);
    Ended ended() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The reachable values nearest to the target, the lesser first: none, one, or one on each side. Nothing when stopped
// or when a value is too wide for a Number.
std::optional<std::vector<Number>> closest(const Puzzle& puzzle, const Rules& rules, const Stop& stop);

// Does `closest` walk through all candidates, where the rules or large numbers leave no table?
bool closest_walks(const std::vector<Number>& numbers, const Rules& rules);

// About how many values the largest tables of `closest` hold together, where it does not walk: at most 50 bytes and
// 0.4 microseconds each.
double closest_values(const std::vector<Number>& numbers, const Rules& rules);

// The raw candidates as text, a batch at a time.
class Candidates {
  public:
    Candidates(std::vector<Number> numbers, Rules rules);
    ~Candidates();
    // None when there are no more, or when it was stopped; after that it can go on.
    struct Part {
        Ended ended = Ended::Ready;
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

// The expression that stands for all that are canonically the same; nothing where it divides by zero.
std::optional<std::string> canonical(const Postfix& postfix);

}  // namespace facevalue::numbers
