// Solutions: the solutions of one puzzle, kept between calls and shared by threads, which take turns (work/turn.hpp).
//
// A call that is stopped or runs out of memory keeps the solutions found so far but drops its search; the next call
// starts a new search and skips the known solutions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numbers/plan/plan.hpp"
#include "numbers/solve/solver.hpp"
#include "work/system.hpp"

namespace facevalue::numbers {

// What the search for solutions has done so far.
struct SearchStats {
    std::uint64_t searched = 0;  // look-ups made, or candidates tried
    double seconds = 0;
    std::vector<std::uint64_t> handled;  // candidates by worker; empty where none were walked
};

class Solutions {
  public:
    // By a walk if `walks`, on so many threads; 0 is for one, and for as many as are useful where only a walk is
    // possible. Else by the best engine.
    Solutions(Puzzle puzzle, Rules rules, Distinct distinct, bool walks, std::size_t workers, Stop stop,
              std::uint64_t most_compared = MOST_COMPARED);

    const Puzzle& puzzle() const { return puzzle_; }
    const Rules& rules() const { return rules_; }
    const Stop& stop() const { return stop_; }
    // The same search by the best engine under other rules, for another target, or of solutions that differ otherwise.
    Solutions under(const Rules& rules) const { return like_this(puzzle_, rules, distinct_); }
    Solutions of(const Number& target) const { return like_this({puzzle_.numbers, target}, rules_, distinct_); }
    Solutions as(Distinct distinct) const { return like_this(puzzle_, rules_, distinct); }

    // Of finding one solution, all or their number; nothing if that is always short.
    std::optional<Plan> plan(Find find, double limit) const;

    // At least one and at most `most` solutions from `place` on; empty at the end. `is_last`: there are no more.
    struct Part {
        SearchStatus status = SearchStatus::Ready;
        std::vector<std::string> texts;
        bool is_last = false;
        TooMuch too_much{};  // if it is too large
    };
    Part from(std::size_t place, std::size_t most);

    struct Count {
        SearchStatus status = SearchStatus::Ready;
        std::uint64_t count = 0;
        TooMuch too_much{};
    };
    Count count();

    SearchStats stats() const;

  private:
    Solutions like_this(Puzzle puzzle, const Rules& rules, Distinct distinct) const {
        return {std::move(puzzle), rules, distinct, false, 0, stop_, most_compared_};
    }

    // What is too large, once it was found to be.
    using Known = std::optional<TooMuch>;
    template <class Use>
    SearchStatus search(Known& too_much, const Use& use);

    Puzzle puzzle_;
    Rules rules_;
    Distinct distinct_;
    Engine engine_;
    std::size_t walkers_, workers_;  // of the plan, and of the search
    Stop stop_;
    std::uint64_t most_compared_;
    Turn turn_;  // guards all below but the stats
    std::unique_ptr<Solver> solver_;
    std::size_t found_now_ = 0;  // by the current search
    std::vector<std::string> found_;
    bool is_complete_ = false;
    Known list_too_large_, count_too_large_;
    std::optional<std::uint64_t> count_;
    mutable Mutex stats_mutex_;
    SearchStats stats_;
    std::uint64_t searched_before_ = 0;  // by searches that were dropped
};

}  // namespace facevalue::numbers
