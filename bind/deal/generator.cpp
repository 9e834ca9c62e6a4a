// Generated puzzles for Python: columns of arrays.
#include "numbers/deal/generator.hpp"

#include <nanobind/stl/vector.h>

#include <limits>

#include "problem.hpp"
#include "query/arguments.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

template <class Item>
using Array = nb::ndarray<nb::numpy, Item>;
using Texts = std::vector<std::optional<std::string>>;

// Positions, numbers and targets; solvable, solution counts, whether fractions are needed, percentiles; the simplest
// solutions if they were wanted, and the percentiles for language models if puzzles are rated by these. Percentiles are
// NaN without a solution.
using Columns =
    std::tuple<Array<std::int64_t>, Array<std::int64_t>, Array<std::int64_t>, Array<bool>, Array<std::int64_t>,
               Array<bool>, Array<double>, std::optional<Texts>, std::optional<Array<double>>>;

Columns columns_of(LabelledPuzzles&& found, bool has_simplest, bool is_rated) {
    const std::size_t count = found.size();
    const auto column = [&]<class Item>(Item, const auto& value) {
        using Kept = std::conditional_t<std::is_same_v<Item, bool>, std::uint8_t, Item>;
        std::vector<Kept> items(count);
        for (std::size_t row = 0; row < count; ++row) items[row] = static_cast<Kept>(value(row));
        return array_of<Array<Item>>(std::move(items), {count});
    };
    const auto label = [&](std::size_t row) -> const Label& { return found.labels.rows[row]; };
    const auto percentile = [&](std::size_t row, std::int32_t hundredths) {
        return label(row).solvable ? hundredths / 100.0 : std::numeric_limits<double>::quiet_NaN();
    };
    auto solvable = column(false, [&](std::size_t row) { return label(row).solvable; });
    auto solutions = column(std::int64_t{}, [&](std::size_t row) { return label(row).solutions; });
    auto needs_fraction = column(false, [&](std::size_t row) { return label(row).needs_fraction; });
    auto percentiles = column(0.0, [&](std::size_t row) { return percentile(row, label(row).percentile); });
    std::optional<Array<double>> for_models;
    if (is_rated) for_models = column(0.0, [&](std::size_t row) { return percentile(row, found.for_models[row]); });
    std::optional<Texts> simplest;
    if (has_simplest) {
        simplest.emplace(count);
        for (std::size_t row = 0; row < count; ++row)
            if (label(row).solvable) (*simplest)[row] = std::move(found.labels.simplest[row]);
    }
    auto& [width, positions, numbers, targets] = found.puzzles;
    return {array_of<Array<std::int64_t>>(std::move(positions), {count}),
            array_of<Array<std::int64_t>>(std::move(numbers), {count, width}),
            array_of<Array<std::int64_t>>(std::move(targets), {count}),
            std::move(solvable),
            std::move(solutions),
            std::move(needs_fraction),
            std::move(percentiles),
            std::move(simplest),
            std::move(for_models)};
}

std::vector<Columns> columns_of(const PuzzleGenerator& generator, PuzzleGenerator::Batch&& batch, bool has_simplest) {
    std::vector<Columns> all;
    for (LabelledPuzzles& found : batch)
        all.push_back(columns_of(std::move(found), has_simplest, generator.rates_models()));
    return all;
}

// How far a search is: labelled, found, and up to where there was a match.
using PlaceParts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

std::optional<std::pair<std::vector<Columns>, PlaceParts>> next_puzzles(const PuzzleGenerator& generator,
                                                                        std::uint64_t seed, const PlaceParts& start,
                                                                        nb::handle count, std::size_t workers) {
    SearchPlace place = std::make_from_tuple<SearchPlace>(start);
    const Argument needed = argument_of(count);
    if (!needed.is_nothing()) place.needed = static_cast<std::uint64_t>(saturated(needed));
    auto batch = result_of(interruptible(
        [&] { return generator.next(seed, place, quoted(needed), workers, Stop([] { return interrupted(); })); }));
    if (!batch) return std::nullopt;
    return std::pair(columns_of(generator, std::move(*batch), false),
                     PlaceParts{place.start, place.found, place.last_match});
}

}  // namespace

void bind_generator(nb::module_& module) {
    module.attr("MOST_WITHOUT_MATCH") = MOST_WITHOUT_MATCH;
    nb::class_<PuzzleGenerator>(module, "PuzzleGenerator")
        .def(
            "__init__",
            [](PuzzleGenerator* self, const nb::typed<nb::dict, nb::str, nb::any>& options, const Deck& deck,
               const Rules& rules, const nb::str& name, std::optional<std::size_t> size, nb::handle target) {
                const auto read = result_of(read_generate_options(object_of(options), deck, argument_of(target)));
                new (self) PuzzleGenerator(result_of(interruptible([&] {
                    return PuzzleGenerator::make({copied(name), size, rules, deck}, read,
                                                 Stop([] { return interrupted(); }));
                })));
            },
            nb::arg("options"), nb::arg("deck"), nb::arg("rules"), nb::arg("name"), nb::arg("size").none(),
            nb::arg("target"))
        .def_prop_ro("count", &PuzzleGenerator::count)
        .def_prop_ro("targets",
                     [](const PuzzleGenerator& generator) {
                         return std::pair(generator.targets().low, generator.targets().high);
                     })
        .def(
            "matching",
            [](const PuzzleGenerator& generator, std::uint64_t seed, std::uint64_t first, std::uint64_t last,
               bool simplest, std::size_t workers) {
                require(first <= last && last <= generator.count(), "expected positions of the puzzles");
                auto batch = result_of(interruptible([&] {
                    return generator.matching(seed, first, last, simplest, workers, Stop([] { return interrupted(); }));
                }));
                return columns_of(generator, std::move(batch), simplest);
            },
            nb::arg("seed"), nb::arg("first"), nb::arg("last"), nb::arg("simplest"), nb::arg("workers"))
        .def("next", next_puzzles, nb::arg("seed"), nb::arg("place"), nb::arg("count").none(), nb::arg("workers"));
}
