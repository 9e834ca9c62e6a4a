// Decks, deals and days for Python.
#include <nanobind/stl/array.h>

#include "numbers/answered.hpp"
#include "numbers/deal/day.hpp"
#include "numbers/deal/deal.hpp"
#include "numbers/deal/generate_options.hpp"
#include "numbers/puzzle_translation.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "texts.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using DealtCards = std::vector<std::int64_t>;

void make_deck(Deck* self, const std::string& name, const std::string& kind, const DealtCards& small,
               const DealtCards& large, const std::array<std::int64_t, Deck::RANKS>& values, std::size_t size,
               const std::optional<std::pair<std::int64_t, std::int64_t>>& targets, std::size_t rounds,
               bool next_is_target) {
    Deck made{name, named("kind", kind, DECK_KINDS), small, large, values, size, {}, rounds, next_is_target};
    if (targets) made.targets = Targets{targets->first, targets->second};
    require(made.is_valid(), "expected a deck");
    new (self) Deck(std::move(made));
}

// What was drawn, the targets and the next state of the words.
std::tuple<DealtCards, DealtCards, std::uint64_t> deal_once(const Deck& deck, std::uint64_t state,
                                                            std::optional<std::size_t> large, bool all_rounds,
                                                            std::int64_t target, const Rules* solvable_by, double limit,
                                                            const std::string& name) {
    DealRequest request{large, all_rounds, target, {}, limit, name};
    if (solvable_by != nullptr) request.solvable_by = *solvable_by;
    const auto bounds = result_of(large_tiles(deck, large.has_value()));
    require(!large || (bounds.fewest <= *large && *large <= bounds.most), "expected another number of large tiles");
    SplitMix64 words(state);
    DealResult result = interruptible([&] { return deal(deck, request, words, interrupted); });
    if (result.problem) raise_problem(*result.problem);
    if (result.unanswered) raise(*result.unanswered, limit);
    return {std::move(result.deal.drawn), std::move(result.deal.targets), words.state()};
}

using Span = std::pair<std::int64_t, std::int64_t>;
Span span_of(const Targets& targets) { return {targets.low, targets.high}; }

std::pair<std::int64_t, std::uint64_t> day_parts(nb::handle date, nb::handle given) {
    numbers::Encoded of_date, of_given;
    const Day found = result_of(day_of(numbers::view(date, of_date), numbers::view(given, of_given)));
    return {found.number, found.seed};
}

}  // namespace

void bind_dealing(nb::module_& module) {
    nb::class_<Deck>(module, "Deck")
        .def("__init__", make_deck, nb::arg("name"), nb::arg("kind"), nb::arg("small"), nb::arg("large"),
             nb::arg("values"), nb::arg("size"), nb::arg("targets").none(), nb::arg("rounds"),
             nb::arg("next_is_target"))
        // The minimum and maximum of large tiles.
        .def(
            "large_tiles",
            [](const Deck& deck, bool is_chosen) {
                const LargeTiles bounds = result_of(large_tiles(deck, is_chosen));
                return std::pair(bounds.fewest, bounds.most);
            },
            nb::arg("is_chosen"))
        .def("deal", deal_once, nb::arg("state"), nb::arg("large").none(), nb::arg("all_rounds"), nb::arg("target"),
             nb::arg("solvable_by").none(), nb::arg("limit"), nb::arg("name"));
    module.def(
        "read_targets",
        [](nb::handle low, nb::handle high) {
            return span_of(result_of(read_targets(argument_of(low), argument_of(high))));
        },
        nb::arg("low").none(), nb::arg("high").none());
    module.def(
        "read_percentiles", [](nb::handle difficulty) { return result_of(read_percentiles(argument_of(difficulty))); },
        nb::arg("difficulty").none());
    module.def("difficulties", [] {
        return std::vector<std::pair<std::string, std::pair<int, int>>>(DIFFICULTIES.begin(), DIFFICULTIES.end());
    });
    module.attr("FIRST_DAY") = FIRST_DAY;
    module.def("day", day_parts, nb::arg("date"), nb::arg("given"), "(number, seed).");
}
