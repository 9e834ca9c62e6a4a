// Labels for Python.
#include "numbers/labels/labels.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>

#include <cstdlib>
#include <map>

#include "puzzle_translation.hpp"

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

DifficultyModels models(const DifficultyModel* people, const DifficultyModel& steps) {
    return {people != nullptr, people ? *people : DifficultyModel{}, steps};
}

// The simplest solution of each puzzle, or None if it is not solvable.
using Texts = std::vector<std::optional<std::string>>;

Texts simplest_of(Labels& labels) {
    Texts texts(labels.rows.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (labels.rows[i].solvable) texts[i] = std::move(labels.simplest[i]);
    return texts;
}

std::optional<Texts> label_many(const Matrix& rows, const Vector& targets, const Rules& rules,
                                const DifficultyModel* people, const DifficultyModel& steps, std::size_t workers,
                                const Column<bool>& solvable, const Column<bool>& needs_fraction,
                                const Column<std::int64_t>& solutions, const Column<std::int32_t>& percentiles,
                                bool simplest) {
    const std::size_t count = rows.shape(0);
    require(solvable.shape(0) == count && needs_fraction.shape(0) == count && solutions.shape(0) == count &&
                percentiles.shape(0) == count,
            "expected a place for each row");
    const DifficultyModels both = models(people, steps);
    const PuzzleRows batch = puzzle_rows(rows, targets);
    Labels labels = unlocked([&] { return label(batch, rules, both, workers, interrupted, {.simplest = simplest}); });
    check(labels.status);
    for (std::size_t i = 0; i < count; ++i) {
        const Label& label = labels.rows[i];
        solvable(i) = label.solvable;
        needs_fraction(i) = label.needs_fraction;
        solutions(i) = static_cast<std::int64_t>(label.solutions);
        percentiles(i) = label.percentile;
    }
    return simplest ? std::optional(simplest_of(labels)) : std::nullopt;
}

// (by_people, score, percentile, parallel effort, number features, correction); None if the puzzle is not solvable.
std::optional<std::tuple<bool, std::int64_t, std::int32_t, std::int64_t, NumberFeatures, std::int64_t>> difficulty(
    const std::vector<Pair>& given, const Pair& target, const Rules& rules, const DifficultyModel* people,
    const DifficultyModel& steps) {
    const DifficultyModels both = models(people, steps);
    const std::vector<Puzzle> batch{{exact_numbers(given), exact_number(target)}};
    const Labels labels = unlocked([&] { return label(batch, rules, both, 1, interrupted, {.score_parts = true}); });
    check(labels.status);
    const Label& label = labels.rows[0];
    if (!label.solvable) return std::nullopt;
    const auto& [effort, number_features, correction] = labels.score_parts[0];
    return std::tuple(label.by_people, label.score, label.percentile, effort, number_features, correction);
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

    module.def("label_many", label_many, nb::arg("numbers"), nb::arg("targets"), nb::arg("rules"),
               nb::arg("people").none(), nb::arg("steps"), nb::arg("workers"), nb::arg("solvable"),
               nb::arg("needs_fraction"), nb::arg("solutions"), nb::arg("percentiles"), nb::arg("simplest"));
    module.def("difficulty", difficulty, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"),
               nb::arg("people").none(), nb::arg("steps"));

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
