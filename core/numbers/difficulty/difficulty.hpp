// Difficulty: how hard a puzzle is for people or language models, as far as that was measured
// (docs/puzzles/difficulty.md).
//
// For people, four whole numbers from 0 to 999 that make 24 under the rules of 24 are rated by `people`, a model fitted
// to people's times. All other puzzles are rated by `steps`, which weighs only the steps of the simplest solutions,
// with the same weights (weights.hpp). `language-model` is fitted to wrong answers of language models
// (language_models.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numbers/labels/labels.hpp"
#include "numbers/plan/answered.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

// Whom a puzzle is rated for.
enum class Audience : std::uint8_t { People, LanguageModels };
inline constexpr Words<Audience, 2> AUDIENCES{
    {{"people", Audience::People}, {"language-model", Audience::LanguageModels}}};

struct Difficulty {
    std::string_view model;                // "people", "steps" or "language-model"
    std::int32_t percentile = 0;           // in hundredths
    std::optional<std::int32_t> tenths{};  // of seconds that people take at that percentile, if people were timed
    std::int64_t score = 0, unit = 1;      // so many units of the score and its parts are 1
    std::vector<std::pair<std::string_view, std::int64_t>> parts{};  // which add up to the score
};

// The models of people for rules, made once.
const DifficultyModels& models_for(const Rules& rules);

// Nothing without a solution. `limit` in seconds is for each search; for language models there are at most MOST_RATED
// numbers.
Answered<std::optional<Difficulty>> difficulty(Solutions& solutions, Audience audience, double limit);

// The score for language models of a puzzle with its simplest solution.
Answered<std::int64_t> score_for_language_models(const Solutions& solutions, std::string_view simplest, double limit);

// The same for each labelled puzzle with a solution; the puzzles are rows of at most MOST_RATED numbers, and the labels
// have the simplest solutions. A problem as from batch_problem. What is returned after a stop must not be used.
Expected<std::vector<std::int64_t>> scores_for_language_models(const PuzzleRows& puzzles, const Labels& labels,
                                                               const Rules& rules, double limit, bool is_liftable,
                                                               std::size_t workers, const Stop& stop);

}  // namespace facevalue::numbers
