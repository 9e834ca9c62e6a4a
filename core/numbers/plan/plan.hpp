// plan: the engine for a query about a puzzle, and about its seconds and megabytes, before it starts.
//
// A walk is as long as its candidates are many, and a search keeps about as many solutions as there are sequences of
// its numbers. Sizes of tables are formulas that were fitted to measured ones, of different numbers, some of them
// large. Small or equal numbers have far fewer values, and how many fewer no formula says. So a query that a formula
// forbids is tried for a while: if that is all it takes, it is allowed.
//
// Figures were measured on one core of a 2023 server; `python -m benchmarks.plans` compares them with the time that
// random puzzles take. The result depends on the arguments only, because work is counted, not timed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/exact/puzzle.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/reach/reach.hpp"
#include "numbers/values/method.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

inline constexpr Words<Find, 5> FINDS{{{"first", Find::First},
                                       {"all", Find::All},
                                       {"count", Find::Count},
                                       {"closest", Find::Closest},
                                       {"values", Find::Values}}};
inline constexpr const char* ENGINES[] = {"nothing", "backward", "bounded", "parts", "functions", "walk"};

struct Plan {
    Engine engine;
    double seconds = 0, megabytes = 0;
    std::string work{};  // "walking through 1,920 candidates"

    // Why the query is impossible at any price, and the limit that it exceeds; else empty.
    std::string refusal{};
    std::int64_t limit = 0;
};

// A trial takes about as long as the limit, but at most this many seconds.
inline constexpr double TRIAL_SECONDS = 1;

// A limit in seconds that searches of few numbers do not reach.
inline constexpr double SHORT_SECONDS = 0.01;

// Does a search of any puzzle of so many numbers take little time, compared with the limit in seconds?
bool is_always_short(std::size_t numbers, const Rules& rules, double limit);

// At most MOST_SEARCHED numbers. With `walkers` a walk on so many threads, else the best engine. `limit` is in seconds;
// infinity for any time. The trial ends when `stop` says so.
Plan plan(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find, std::size_t walkers, double limit,
          const Stop& stop);
// Of finding which of the targets the numbers reach.
Plan plan_reach(const std::vector<Number>& numbers, const Rules& rules, const Targets& targets, double limit,
                const Stop& stop);

// Of finding the simplest expression for each of so many values of the numbers. Its engine finds one.
Plan plan_expressions(const std::vector<Number>& numbers, const Rules& rules, std::size_t values, const Stop& stop);

// Why no search takes so many numbers. `size` is how many the rules of that name need, if they say so; `joins` is
// whether numbers in any order may be joined.
std::optional<Problem> size_problem(std::size_t count, std::optional<std::size_t> size, std::string_view name,
                                    bool joins);

// Why there is no closest value of numbers that are too large; and no list of their values.
Problem no_closest_value();
Problem no_values();

}  // namespace facevalue::numbers
