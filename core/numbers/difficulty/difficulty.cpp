#include "numbers/difficulty/difficulty.hpp"

#include <algorithm>
#include <array>

#include "numbers/difficulty/corrections.hpp"
#include "numbers/difficulty/language_models.hpp"
#include "numbers/difficulty/weights.hpp"
#include "numbers/plan/refusals.hpp"
#include "numbers/solve/batch.hpp"
#include "work/once.hpp"

namespace facevalue::numbers {
namespace {

std::vector<Correction> read_corrections() {
    std::vector<Correction> made;
    for (const CorrectionRow& row : CORRECTION_ROWS) {
        const auto condition = [&](std::size_t at) {
            return Correction::Condition{static_cast<std::uint32_t>(row[at]), row[at + 1]};
        };
        made.push_back({condition(0), {condition(2), condition(4)}, {row[6], row[7], row[8], row[9]}});
    }
    return made;
}

// If several percentiles have the same score, the highest counts.
std::vector<PercentilePoint> percentile_points(std::int32_t PercentileRow::* column) {
    std::vector<PercentilePoint> points;
    for (const PercentileRow& row : PERCENTILES) {
        if (!points.empty() && points.back().score == row.*column) points.pop_back();
        points.push_back({row.*column, 100 * row.percentile});
    }
    return points;
}

DifficultyModel people_model() {
    return {{STEP_WEIGHTS, 0, NUMBER_WEIGHTS, EFFORT_WEIGHT, BASE_SCORE, read_corrections()},
            percentile_points(&PercentileRow::people)};
}

DifficultyModel steps_model(std::int32_t PercentileRow::* column) {
    return {{STEP_WEIGHTS, STEP_WEIGHT}, percentile_points(column)};
}

// Are these the rules under which people were timed, or the same without fractions?
bool are_timed(const Rules& rules) {
    return rules.use_all && rules.grouping == Grouping::Any && allows_any_tree(rules) &&
           rules.operators.size() == OPERATIONS.size() &&
           (rules.values == Values::Rational || rules.values == Values::Natural);
}

// People's time at a percentile in hundredths, in tenths of seconds: between the rows, half to even.
std::int32_t tenths_at(std::int32_t percentile) {
    const auto high = std::ranges::find_if(PERCENTILES.begin() + 1, PERCENTILES.end() - 1,
                                           [&](const auto& row) { return percentile <= 100 * row.percentile; });
    const auto low = high - 1;
    const std::int32_t whole = 100 * (high->percentile - low->percentile), share = percentile - 100 * low->percentile;
    const std::int32_t parts = low->tenths * (whole - share) + high->tenths * share;
    const std::int32_t down = parts / whole, rest = parts % whole;
    return down + (2 * rest > whole || (2 * rest == whole && down % 2 == 1) ? 1 : 0);
}

Difficulty rated_by_people(const Label& label, const ScoreParts& score_parts) {
    Difficulty rated{"people", label.percentile, tenths_at(label.percentile), label.score, PER_POINT};
    rated.parts = {{"base", BASE_SCORE}, {"parallel effort", EFFORT_WEIGHT * score_parts.parallel_effort}};
    for (std::size_t i = 0; i < NUMBER_FEATURES.size(); ++i)
        rated.parts.emplace_back(NUMBER_FEATURES[i], score_parts.number_features[i] * NUMBER_WEIGHTS[i]);
    rated.parts.emplace_back("corrections", score_parts.correction);
    return rated;
}

Answered<std::optional<Difficulty>> for_people(const Solutions& solutions) {
    const std::vector<Puzzle> puzzles{solutions.puzzle()};
    const Rules& rules = solutions.rules();
    const Labels labels = label(puzzles, rules, models_for(rules), 1, solutions.stop(), {.score_parts = true});
    if (labels.status != SearchStatus::Ready) return Unanswered{{}, labels.status, too_many_in_batch(false)};
    const Label& label = labels.rows[0];
    if (!label.solvable) return std::optional<Difficulty>();
    if (label.by_people) return std::optional(rated_by_people(label, labels.score_parts[0]));
    return std::optional(
        Difficulty{"steps", label.percentile, {}, label.score, PER_DOUBLING, {{"parallel effort", label.score}}});
}

Answered<ModelFeatures> features_within(const Solutions& solutions, std::string_view simplest, double limit) {
    Solutions raw = solutions.as(Distinct::Raw);
    if (auto refusal = refusal_of(raw, Find::First, limit)) return *std::move(refusal);
    const auto count = count_within(raw, limit);
    if (!count) return count.unanswered();
    return model_features(solutions.puzzle(), simplest, *count);
}

Answered<std::optional<Difficulty>> for_language_models(Solutions& solutions, double limit) {
    const auto simplest = first_within(solutions, NO_LIMIT);  // whoever made the search has checked its limit
    if (!simplest) return simplest.unanswered();
    if (simplest->empty()) return std::optional<Difficulty>();
    const auto features = features_within(solutions, *simplest, limit);
    if (!features) return features.unanswered();
    const std::int64_t score = model_score(*features);
    Difficulty rated{"language-model", model_percentile(score), {}, score, PER_LOG_ODD, {{"base", MODEL_BASE}}};
    for (std::size_t i = 0; i < features->size(); ++i)
        rated.parts.emplace_back(MODEL_FEATURES[i].name, MODEL_FEATURES[i].weight * (*features)[i]);
    return std::optional(std::move(rated));
}

}  // namespace

const DifficultyModels& models_for(const Rules& rules) {
    static Once<std::array<DifficultyModels, 3>> made;
    const auto& [timed, hands, rounds] = made.get([] {
        const DifficultyModel steps = steps_model(&PercentileRow::hands);
        return std::array<DifficultyModels, 3>{
            {{true, people_model(), steps}, {false, {}, steps}, {false, {}, steps_model(&PercentileRow::rounds)}}};
    });
    return are_timed(rules) ? timed : rules.use_all ? hands : rounds;
}

Answered<std::optional<Difficulty>> difficulty(Solutions& solutions, Audience audience, double limit) {
    return audience == Audience::People ? for_people(solutions) : for_language_models(solutions, limit);
}

Answered<std::int64_t> score_for_language_models(const Solutions& solutions, std::string_view simplest, double limit) {
    const auto features = features_within(solutions, simplest, limit);
    if (!features) return features.unanswered();
    return model_score(*features);
}

Expected<std::vector<std::int64_t>> scores_for_language_models(const PuzzleRows& puzzles, const Labels& labels,
                                                               const Rules& rules, double limit, bool is_liftable,
                                                               std::size_t workers, const Stop& stop) {
    constexpr std::uint64_t WORK_OF_A_SCORE = 200;  // in look-ups
    std::vector<std::size_t> solvable;
    std::vector<std::int64_t> numbers, targets, scores;
    for (std::size_t row = 0; row < puzzles.size(); ++row) {
        if (!labels.rows[row].solvable) continue;
        solvable.push_back(row);
        const auto given = puzzles.numbers_of(row);
        numbers.insert(numbers.end(), given.begin(), given.end());
        targets.push_back(puzzles.target_of(row));
    }
    if (solvable.empty()) return scores;
    const BatchBounds bounds = bounds_of(numbers, puzzles.width(), targets);
    if (auto problem = batch_problem(bounds, rules, Distinct::Raw, Find::Count, limit, is_liftable, stop))
        return *std::move(problem);
    const bool is_limited = limit != NO_LIMIT;
    const PuzzleRows rows{numbers.data(), puzzles.width(), targets};
    const BatchResult raw =
        solve_batch(rows, rules, Distinct::Raw, Output::Counts, workers, stop, is_limited ? MOST_COMPARED : ANY_NUMBER);
    if (raw.status == SearchStatus::TooLarge)
        return too_much_problem(is_limited ? too_many_in_batch(is_liftable) : too_many_values());
    Pulse pulse(stop);
    for (std::size_t i = 0; i < rows.size() && raw.status == SearchStatus::Ready && !pulse.stopped(); ++i) {
        scores.push_back(model_score(model_features(rows.puzzle(i), labels.simplest[solvable[i]], raw.counts[i])));
        pulse.beat(WORK_OF_A_SCORE);
    }
    return scores;
}

}  // namespace facevalue::numbers
