// How hard puzzles are for language models: a logistic model as data, and its features.
//
// `python -m tests.tables.fit_language_models` fits the weights to the answers of seven models, published with a
// post-training project on Countdown (every second one of 500 puzzles: three to five numbers of 1 to 100, all used, and
// targets of 1 to 100), and prints these rows. docs/puzzles/difficulty.md says how good the model is, and where it is
// valid.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "numbers/exact/puzzle.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

// A score counts millionths of the log-odds that a model fails.
inline constexpr std::int64_t PER_LOG_ODD = 1'000'000;

// The weight of each feature in the score. The first four count numbers and the operators of the simplest solution.
// Doublings are in 64ths, rounded down.
struct ModelFeature {
    std::string_view name;
    std::int64_t weight;
};
inline constexpr std::array<ModelFeature, 8> MODEL_FEATURES{{
    {"numbers", 2777343},
    {"products", 1600266},
    {"quotients", 1344066},
    {"differences", -667920},
    {"doublings of raw solutions", -4357},
    {"doublings of pairs that divide", -7801},
    {"doublings of the target", -4898},
    {"target among the numbers", 574389},
}};
inline constexpr std::int64_t MODEL_BASE = -6057256;
// The scores at the percentiles 0, 5, ..., 100 among 10,000 solvable puzzles like the fitted ones.
inline constexpr std::array<std::int64_t, 21> MODEL_SCORES{
    -2424640, 164008,  964559,  1670073, 2169100, 2782107, 3388266, 3785404, 4109792, 4382411,  4640540,
    4864987,  5109846, 5409526, 5758570, 6113927, 6444862, 6818868, 7195930, 7736669, 10375521,
};

// The most numbers that a rating takes; raw solutions of more are not counted.
inline constexpr std::size_t MOST_RATED = 6;

// Why a puzzle of so many numbers is not rated; nothing if it is.
std::optional<Problem> rating_problem(std::size_t numbers);

using ModelFeatures = std::array<std::int64_t, MODEL_FEATURES.size()>;

// Of a puzzle with its simplest solution and the number of its raw solutions, which is at least 1.
ModelFeatures model_features(const Puzzle& puzzle, std::string_view simplest, std::uint64_t raw_solutions);

// The log-odds of a failure, averaged over the fitted models.
std::int64_t model_score(const ModelFeatures& features);

// The percentile of a score in hundredths, interpolated and rounded down.
std::int32_t model_percentile(std::int64_t score);

}  // namespace facevalue::numbers
