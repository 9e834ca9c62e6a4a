// Labels for Python: shims that translate, release the lock and let Ctrl-C through.
#include "numbers/labels/labels.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <string>

#include "puzzle_translation.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using Weights = std::map<std::string, std::int32_t>;
template <class Item>
using Column = nb::ndarray<Item, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Every name has its weight, and there are no others.
template <std::size_t N>
std::array<std::int32_t, N> weights(const Weights& given, const std::array<std::string_view, N>& names) {
    std::array<std::int32_t, N> all{};
    require(given.size() == N, "expected a weight for each name");
    for (std::size_t i = 0; i < N; ++i) {
        const auto found = given.find(std::string(names[i]));
        require(found != given.end(), "expected a weight for each name");
        all[i] = found->second;
    }
    return all;
}

std::vector<Mark> marks(const std::vector<std::pair<std::int64_t, std::int32_t>>& pairs) {
    require(!pairs.empty(), "expected marks");
    std::vector<Mark> marks;
    for (const auto& [score, percentile] : pairs) {
        require(marks.empty() || marks.back().score < score, "expected marks that rise");
        marks.push_back({score, percentile});
    }
    return marks;
}

Rulers rulers(const Ruler* people, const Ruler& steps) {
    return {people != nullptr, people ? *people : Ruler{}, steps};
}

// The simplest solution of each, None where there is none; and nothing where they are not wanted.
using Texts = std::vector<std::optional<std::string>>;

Texts simplest_of(Labels& labels) {
    Texts texts(labels.rows.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (labels.rows[i].solvable) texts[i] = std::move(labels.rows[i].simplest);
    return texts;
}

std::optional<Texts> label_many(const Matrix& rows, const Vector& targets, const RulesTuple& row, const Ruler* people,
                                const Ruler& steps, std::size_t workers, const Column<bool>& solvable,
                                const Column<bool>& needs_fraction, const Column<std::int64_t>& solutions,
                                const Column<std::int32_t>& percentiles, bool simplest) {
    const std::size_t count = rows.shape(0);
    require(solvable.shape(0) == count && needs_fraction.shape(0) == count && solutions.shape(0) == count &&
                percentiles.shape(0) == count,
            "expected a place for each row");
    const Rules game = rules(row);
    const Rulers both = rulers(people, steps);
    const std::vector<Puzzle> posed = puzzles(rows, targets);
    Labels labels = unlocked([&] { return label(posed, game, both, workers, interrupted, simplest); });
    check(labels.ended);
    for (std::size_t i = 0; i < count; ++i) {
        const Label& label = labels.rows[i];
        solvable(i) = label.solvable;
        needs_fraction(i) = label.needs_fraction;
        solutions(i) = static_cast<std::int64_t>(label.solutions);
        percentiles(i) = label.percentile;
    }
    return simplest ? std::optional(simplest_of(labels)) : std::nullopt;
}

// Whether the people's model applied, score, percentile, race, what the numbers show; None where nothing solves it.
std::optional<std::tuple<bool, std::int64_t, std::int32_t, std::int64_t, std::array<std::int64_t, SHOWN.size()>>>
difficulty(const std::vector<Pair>& given, const Pair& target, const RulesTuple& row, const Ruler* people,
           const Ruler& steps) {
    const Rules game = rules(row);
    const Rulers both = rulers(people, steps);
    const std::vector<Puzzle> posed{{exact_numbers(given), exact_number(target)}};
    const Labels labels = unlocked([&] { return label(posed, game, both, 1, interrupted); });
    check(labels.ended);
    const Label& label = labels.rows[0];
    if (!label.solvable) return std::nullopt;
    return std::tuple(label.by_people, label.score, label.percentile, label.race, all(label.shown));
}

}  // namespace

void bind_labels(nb::module_& module) {
    nb::class_<Ruler>(module, "Ruler")
        .def(
            "__init__",
            [](Ruler* self, const Weights& traits, std::int32_t step, const Weights& shown, std::int32_t race,
               std::int32_t base, const std::vector<std::pair<std::int64_t, std::int32_t>>& pairs) {
                const Model model{weights(traits, TRAITS), step, weights(shown, SHOWN), race, base};
                new (self) Ruler{model, marks(pairs)};
            },
            nb::arg("traits"), nb::arg("step"), nb::arg("shown"), nb::arg("race"), nb::arg("base"), nb::arg("marks"));

    module.def("label_many", label_many, nb::arg("numbers"), nb::arg("targets"), nb::arg("rules"),
               nb::arg("people").none(), nb::arg("steps"), nb::arg("workers"), nb::arg("solvable"),
               nb::arg("needs_fraction"), nb::arg("solutions"), nb::arg("percentiles"), nb::arg("simplest"));
    module.def("difficulty", difficulty, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"),
               nb::arg("people").none(), nb::arg("steps"));

    // For the fit: what the ways of a hand ask, a count for each trait, and what its numbers show.
    module.def("asked", [](const std::array<std::int64_t, 4>& numbers, std::int64_t target) {
        const Four hand{numbers, target};
        require(fits(hand), "expected smaller numbers");
        const auto [asks, shown] = unlocked([&] { return asked(hand); });
        std::vector<std::array<int, TRAITS.size()>> counts(asks.size());
        for (std::size_t i = 0; i < asks.size(); ++i)
            for (std::size_t trait = 0; trait < TRAITS.size(); ++trait)
                counts[i][trait] = asks[i].count(static_cast<Trait>(trait));
        return std::pair(counts, all(shown));
    });
    module.def("traits", [] { return std::vector<std::string>(TRAITS.begin(), TRAITS.end()); });
    module.def("shown", [] { return std::vector<std::string>(SHOWN.begin(), SHOWN.end()); });
}
