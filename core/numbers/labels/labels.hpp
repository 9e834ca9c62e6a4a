// Labels: what a setter of puzzles wants to know of each, for many at once: can it be solved, in how many really
// different ways, only with fractions, how hard is it; and the simplest solution where it is asked for.
//
// For: data sets and printed sheets, where a hundred thousand puzzles are looked at to keep a few.
// Not for: all the solutions (solver.hpp).
//
// Method: four whole numbers under the rules of 24 go through FourScan (four_number_scan.hpp), which settles everything
// but the count of different solutions, and that is only asked for where there are any. All other puzzles are solved,
// and their simplest solutions read again for what they ask (effort.hpp). Hardness is a score of one of two models, and
// its percentile on the model's marks: `people`, fitted to people's times at 24, where it applies; else `steps`. Cost:
// some microseconds for a hand of 24, mostly the count; a tenth of a millisecond for six numbers of Countdown. Threads:
// workers share the rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "numbers/labels/effort.hpp"
#include "numbers/search/four_number_scan.hpp"
#include "numbers/search/solver.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// A score and the percentile it stands for, in hundredths.
struct Mark {
    std::int64_t score;
    std::int32_t percentile;
};

// A model and its marks, from the least score to the greatest; between two of them the percentile goes straight, before
// the first and after the last it stays.
struct Ruler {
    Model model;
    std::vector<Mark> marks;
};

// In hundredths, rounded down.
std::int32_t percentile(const Ruler& ruler, std::int64_t score);

// What the people's times were taken of: four whole numbers making 24. Scores up to the greatest number are sensible.
inline constexpr std::int64_t PEOPLE_TARGET = 24, PEOPLE_MOST = 999;

struct Rulers {
    bool has_people;  // the rules are those that people played by, or nearly
    Ruler people, steps;
};

struct Label {
    bool solvable = false, needs_fraction = false, by_people = false;
    std::uint64_t solutions = 0;  // essential
    std::int64_t score = 0;
    std::int32_t percentile = 0;
    std::int64_t race = 0;
    Shown shown{};         // by_people only
    std::string simplest;  // if wanted and solvable
};

struct Labels {
    std::vector<Label> rows;
    Ended ended = Ended::Ready;
};
Labels label(const std::vector<Puzzle>& puzzles, const Rules& rules, const Rulers& rulers, std::size_t workers,
             const Stop& stop, bool wants_simplest = false);

// What the different raw ways of a hand ask, sorted, and what its numbers show: what the people's model is fitted to.
std::pair<std::vector<Asks>, Shown> asked(const Four& hand);

}  // namespace facevalue::numbers
