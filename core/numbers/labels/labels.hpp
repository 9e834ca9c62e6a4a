// Labels: the facts a puzzle setter wants for many puzzles at once: is it solvable, in how many different ways, only
// with fractions, and how hard is it. The simplest solution comes with them if wanted.
//
// For: data sets and printed sheets, where a hundred thousand puzzles are looked at to keep a few.
// Not for: all the solutions (search/solver.hpp).
//
// Method: four whole numbers under the rules of 24 go through a FourNumberScan, which settles everything but the count
// of different solutions, and that is only needed where there are any. All other puzzles are solved, and the features
// of their simplest solutions are counted (effort.hpp). Difficulty is a score of one of two models and its percentile
// among the model's points: `people`, fitted to people's times at 24, where it applies; else `steps`.
// Cost: some microseconds for a hand of 24, mostly the count; a tenth of a millisecond for six numbers of Countdown.
// Threads: workers share the rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "numbers/labels/effort.hpp"
#include "numbers/search/batch.hpp"
#include "numbers/search/four_number_scan.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// A score and the percentile it stands for, in hundredths.
struct PercentilePoint {
    std::int64_t score;
    std::int32_t percentile;
};

// A model and its points, from the least score to the greatest; between two of them the percentile goes straight,
// before the first and after the last it stays.
struct DifficultyModel {
    ModelWeights model;
    std::vector<PercentilePoint> points;
};

// In hundredths, rounded down.
std::int32_t percentile(const DifficultyModel& model, std::int64_t score);

// What the people's times were taken of: four whole numbers making 24. Scores up to the greatest number are sensible.
inline constexpr std::int64_t PEOPLE_TARGET = 24, PEOPLE_MOST = 999;

struct DifficultyModels {
    bool has_people;  // the rules are those that people played by, or nearly
    DifficultyModel people, steps;
};

struct Label {
    bool solvable = false, needs_fraction = false, by_people = false;
    std::uint64_t solutions = 0;  // essential
    std::int64_t score = 0;
    std::int32_t percentile = 0;
    std::int64_t parallel_effort = 0;
    NumberFeatures number_features{};  // by_people only
    std::string simplest;              // if wanted and solvable
};

struct Labels {
    std::vector<Label> rows;
    SearchStatus status = SearchStatus::Ready;
};
Labels label(const std::vector<Puzzle>& puzzles, const Rules& rules, const DifficultyModels& models,
             std::size_t workers, const Stop& stop, bool wants_simplest = false);

// What the different raw ways of a hand ask, sorted, and what its numbers show: what the people's model is fitted to.
std::pair<std::vector<StepFeatures>, NumberFeatures> hand_features(const FourNumbers& hand);

}  // namespace facevalue::numbers
