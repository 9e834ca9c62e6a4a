// Labels and difficulty for Python.
#include "numbers/labels/labels.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>

#include <cstdlib>
#include <map>

#include "answered.hpp"
#include "numbers/difficulty/corrections.hpp"
#include "numbers/difficulty/difficulty.hpp"
#include "numbers/difficulty/language_models.hpp"
#include "numbers/difficulty/weights.hpp"
#include "problem.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using FeatureWeights = std::map<std::string, std::int32_t>;
template <class Item>
using Column = nb::ndarray<Item, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The weights in the order of the names. Each name must have a weight, and no other names are allowed.
template <std::size_t N>
std::array<std::int32_t, N> weights(const FeatureWeights& given, const std::array<std::string_view, N>& names) {
    std::array<std::int32_t, N> all{};
    require(given.size() == N, "expected a weight for each name");
    for (std::size_t i = 0; i < N; ++i) {
        const auto found = given.find(std::string(names[i]));
        require(found != given.end(), "expected a weight for each name");
        all[i] = found->second;
    }
    return all;
}

std::vector<PercentilePoint> points(const std::vector<std::pair<std::int64_t, std::int32_t>>& pairs) {
    require(!pairs.empty(), "expected points");
    std::vector<PercentilePoint> points;
    for (const auto& [score, percentile] : pairs) {
        require(points.empty() || points.back().score < score, "expected points that rise");
        points.push_back({score, percentile});
    }
    return points;
}

// Rows of ten: the observation and the bound of the first condition and of the two others, and four numbers of points.
std::vector<Correction> corrections(const std::vector<std::array<std::int32_t, 10>>& rows) {
    std::vector<Correction> made;
    std::int64_t all_points = 0;
    const auto condition = [](std::int32_t observation, std::int32_t most) {
        require(0 <= observation && static_cast<std::size_t>(observation) < OBSERVATIONS, "expected an observation");
        require(-MOST_POINTS <= most && most <= MOST_POINTS, "expected a smaller bound");
        return Correction::Condition{static_cast<std::uint32_t>(observation), most};
    };
    for (const auto& row : rows)
        made.push_back({condition(row[0], row[1]),
                        {condition(row[2], row[3]), condition(row[4], row[5])},
                        {row[6], row[7], row[8], row[9]}});
    for (const Correction& each : made)
        for (const std::int32_t points : each.points) all_points += std::abs(static_cast<std::int64_t>(points));
    require(all_points <= MOST_POINTS, "expected fewer points");
    return made;
}

// The simplest solution of each puzzle, or None if it is not solvable.
using Texts = std::vector<std::optional<std::string>>;

Texts simplest_of(Labels& labels) {
    Texts texts(labels.rows.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (labels.rows[i].solvable) texts[i] = std::move(labels.simplest[i]);
    return texts;
}

// Percentiles are in hundredths. Puzzles are rated for language models if there is a column for it; the limit, in
// seconds, is for each search that this needs.
std::optional<Texts> label_many(const Matrix& rows, const Vector& targets, const Rules& rules, std::size_t workers,
                                std::optional<double> limit, const Column<bool>& solvable,
                                const Column<bool>& needs_fraction, const Column<std::int64_t>& solutions,
                                const Column<std::int32_t>& percentiles,
                                const std::optional<Column<std::int32_t>>& for_models, bool simplest) {
    const std::size_t count = rows.shape(0);
    require(solvable.shape(0) == count && needs_fraction.shape(0) == count && solutions.shape(0) == count &&
                percentiles.shape(0) == count && (!for_models || for_models->shape(0) == count),
            "expected a place for each row");
    const PuzzleRows batch = puzzle_rows(rows, targets);
    const Wishes wishes{.simplest = simplest || for_models};
    Labels labels = unlocked([&] { return label(batch, rules, models_for(rules), workers, interrupted, wishes); });
    check(labels.status);
    std::vector<std::int64_t> scores;
    if (for_models)
        scores = result_of(interruptible([&] {
            const double seconds = limit.value_or(NO_LIMIT);
            return scores_for_language_models(batch, labels, rules, seconds, true, workers, interrupted);
        }));
    std::size_t place = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Label& label = labels.rows[i];
        solvable(i) = label.solvable;
        needs_fraction(i) = label.needs_fraction;
        solutions(i) = static_cast<std::int64_t>(label.solutions);
        percentiles(i) = label.percentile;
        if (for_models) (*for_models)(i) = label.solvable ? model_percentile(scores.at(place++)) : 0;
    }
    return simplest ? std::optional(simplest_of(labels)) : std::nullopt;
}

// The fields of Python's `Difficulty`: percentile, seconds, score, model and parts; None if the puzzle is not solvable.
using DifficultyParts =
    std::tuple<double, std::optional<double>, double, std::string, std::vector<std::pair<std::string, double>>>;

std::optional<DifficultyParts> rate(Solutions& solutions, const std::string& model, std::optional<double> limit) {
    const Audience audience = named("model", model, AUDIENCES);
    const auto found = answered(limit, [&](double seconds) { return difficulty(solutions, audience, seconds); });
    if (!found) return std::nullopt;
    const auto in_units = [&](std::int64_t amount) {
        return static_cast<double>(amount) / static_cast<double>(found->unit);
    };
    std::vector<std::pair<std::string, double>> parts;
    for (const auto& [name, amount] : found->parts) parts.emplace_back(name, in_units(amount));
    const auto seconds = found->tenths ? std::optional(*found->tenths / 10.0) : std::nullopt;
    return DifficultyParts{found->percentile / 100.0, seconds, in_units(found->score), found->model, std::move(parts)};
}

// The score by other models, for fitting them; None if the puzzle is not solvable.
std::optional<std::int64_t> score_by(const std::vector<Pair>& given, const Pair& target, const Rules& rules,
                                     const DifficultyModel* people, const DifficultyModel& steps) {
    const DifficultyModels both{people != nullptr, people ? *people : DifficultyModel{}, steps};
    const std::vector<Puzzle> batch{{exact_numbers(given), exact_number(target)}};
    const Labels labels = unlocked([&] { return label(batch, rules, both, 1, interrupted); });
    check(labels.status);
    return labels.rows[0].solvable ? std::optional(labels.rows[0].score) : std::nullopt;
}

// The tables of the models, for the tests of their fits.
template <std::size_t N>
nb::dict by_name(const std::array<std::string_view, N>& names, const std::array<std::int32_t, N>& amounts) {
    nb::dict rows;
    for (std::size_t i = 0; i < N; ++i) rows[nb::cast(names[i])] = amounts[i];
    return rows;
}
nb::typed<nb::dict, nb::str, nb::any> difficulty_tables() {
    nb::dict tables, features;
    tables["step_features"] = by_name(STEP_FEATURES, STEP_WEIGHTS);
    tables["extra_step"] = STEP_WEIGHT;
    tables["number_features"] = by_name(NUMBER_FEATURES, NUMBER_WEIGHTS);
    tables["parallel_effort"] = EFFORT_WEIGHT;
    tables["base"] = BASE_SCORE;
    nb::list corrections, percentiles;
    for (const CorrectionRow& row : CORRECTION_ROWS) corrections.append(nb::tuple(nb::cast(row)));
    for (const PercentileRow& row : PERCENTILES)
        percentiles.append(nb::make_tuple(row.percentile, row.people, row.hands, row.rounds, row.tenths / 10.0));
    tables["corrections"] = nb::tuple(corrections);
    tables["percentiles"] = nb::tuple(percentiles);
    for (const ModelFeature& row : MODEL_FEATURES) features[nb::cast(row.name)] = row.weight;
    tables["model_features"] = features;
    tables["model_base"] = MODEL_BASE;
    tables["model_scores"] = nb::tuple(nb::cast(MODEL_SCORES));
    return tables;
}

}  // namespace

void bind_labels(nb::module_& module) {
    nb::class_<DifficultyModel>(module, "DifficultyModel")
        .def(
            "__init__",
            [](DifficultyModel* self, const FeatureWeights& step_features, std::int32_t step,
               const FeatureWeights& number_features, std::int32_t parallel_effort, std::int32_t base,
               const std::vector<std::array<std::int32_t, 10>>& rows,
               const std::vector<std::pair<std::int64_t, std::int32_t>>& pairs) {
                const ModelWeights model{weights(step_features, STEP_FEATURES),
                                         step,
                                         weights(number_features, NUMBER_FEATURES),
                                         parallel_effort,
                                         base,
                                         corrections(rows)};
                new (self) DifficultyModel{model, points(pairs)};
            },
            nb::arg("step_features"), nb::arg("step"), nb::arg("number_features"), nb::arg("parallel_effort"),
            nb::arg("base"), nb::arg("corrections"), nb::arg("points"));

    module.def("label_many", label_many, nb::arg("numbers"), nb::arg("targets"), nb::arg("rules"), nb::arg("workers"),
               nb::arg("limit").none(), nb::arg("solvable"), nb::arg("needs_fraction"), nb::arg("solutions"),
               nb::arg("percentiles"), nb::arg("for_models").none(), nb::arg("simplest"));
    module.def("difficulty", rate, nb::arg("solutions"), nb::arg("model"), nb::arg("limit").none());
    module.def("difficulty_models", [] {
        std::vector<std::string> names;
        for (const auto& [name, audience] : AUDIENCES) names.emplace_back(name);
        return names;
    });
    module.def("check_rated_size", [](std::size_t numbers) {
        if (const auto problem = rating_problem(numbers)) raise_problem(*problem);
    });
    module.def("difficulty_tables", difficulty_tables);
    module.def("score_by", score_by, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"), nb::arg("people").none(),
               nb::arg("steps"));

    // For fitting the model: the feature counts of each solution of a hand, and the features of its numbers.
    module.def("hand_features", [](const std::array<std::int64_t, 4>& numbers, std::int64_t target) {
        const FourNumbers hand{numbers, target};
        require(fits_machine_words(hand), "expected smaller numbers");
        const auto [features, number_features] = unlocked([&] { return hand_features(hand); });
        std::vector<std::array<int, STEP_FEATURES.size()>> counts(features.size());
        for (std::size_t i = 0; i < features.size(); ++i)
            for (std::size_t feature = 0; feature < STEP_FEATURES.size(); ++feature)
                counts[i][feature] = features[i].count(static_cast<Feature>(feature));
        return std::pair(counts, number_features);
    });
    module.def("hand_observations",
               [](const std::array<std::int64_t, 4>& numbers, std::int64_t target, const DifficultyModel& model) {
                   const FourNumbers hand{numbers, target};
                   require(fits_machine_words(hand), "expected smaller numbers");
                   require(!hand_features(hand).first.empty(), "expected a hand that makes the target");
                   return hand_observations(hand, model.model);
               });
    module.def("step_features", [] { return std::vector<std::string>(STEP_FEATURES.begin(), STEP_FEATURES.end()); });
    module.def("number_features",
               [] { return std::vector<std::string>(NUMBER_FEATURES.begin(), NUMBER_FEATURES.end()); });
}
