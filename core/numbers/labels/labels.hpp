// Labels many puzzles at once: solvable, number of solutions, whether fractions are needed, difficulty, simplest
// solution.
//
// Four whole numbers under the rules of 24 use a FourNumberScan; all other puzzles are solved. Difficulty comes from
// one of two models: `people`, fitted to people's times at 24, where it applies; else `steps`. A hand of 24 takes a few
// microseconds, six numbers of Countdown a tenth of a millisecond.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "numbers/four_numbers/scan.hpp"
#include "numbers/labels/effort.hpp"
#include "numbers/solve/batch.hpp"
#include "numbers/solve/puzzle_rows.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// A score and its percentile, in hundredths.
struct PercentilePoint {
    std::int64_t score;
    std::int32_t percentile;
};

// A model and its points in ascending order of score. The percentile is linear between points and constant outside.
struct DifficultyModel {
    ModelWeights model;
    std::vector<PercentilePoint> points;
};

// In hundredths, rounded down.
std::int32_t percentile(const DifficultyModel& model, std::int64_t score);

// The people's times are for four whole numbers that make 24. The model is sensible up to the largest number here.
inline constexpr std::int64_t PEOPLE_TARGET = 24, PEOPLE_MOST = 999;

struct DifficultyModels {
    bool has_people;  // the rules are (nearly) those that people played by, with all numbers
    DifficultyModel people, steps;
};

struct Label {
    bool solvable = false, needs_fraction = false, by_people = false;
    std::int32_t percentile = 0;
    std::uint64_t solutions = 0;  // essential
    std::int64_t score = 0;
};

// The parts of a score; the last two only for the model `people`.
struct ScoreParts {
    std::int64_t parallel_effort = 0;
    NumberFeatures number_features{};
    std::int64_t correction = 0;
};

// Optional results. Each takes memory for all rows.
struct Wishes {
    bool simplest = false, score_parts = false;
};
struct Labels {
    std::vector<Label> rows;
    std::vector<std::string> simplest;  // for each row, empty if it is not solvable
    std::vector<ScoreParts> score_parts;
    SearchStatus status = SearchStatus::Ready;

    void copy(std::size_t from, std::size_t to) {
        rows[to] = rows[from];
        if (!simplest.empty()) simplest[to] = simplest[from];
        if (!score_parts.empty()) score_parts[to] = score_parts[from];
    }
};
Labels label(const PuzzleRows& puzzles, const Rules& rules, const DifficultyModels& models, std::size_t workers,
             const Stop& stop, const Wishes& wishes = {});

// The features of a hand's different trees, sorted, and of its numbers: the data for fitting the model `people`.
std::pair<std::vector<StepFeatures>, NumberFeatures> hand_features(const FourNumbers& hand);

// What the corrections of a model look at, for a hand that makes its target.
Observations hand_observations(const FourNumbers& hand, const ModelWeights& model);

}  // namespace facevalue::numbers
