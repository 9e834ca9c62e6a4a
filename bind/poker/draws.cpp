// Draws: outs and odds.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "game_rules.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/draws/odds.hpp"
#include "poker/equity/equity.hpp"
#include "problem.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

// The counts of a ranking's categories, the best first.
using NamedCounts = std::vector<std::pair<std::string_view, std::uint64_t>>;

NamedCounts named(const Ranking& ranking, const CategoryCounts& counts) {
    NamedCounts rows;
    for (const Category category : categories_in_order(ranking))
        rows.emplace_back(name_of(category), counts[static_cast<std::size_t>(category)]);
    return rows;
}

std::tuple<std::string_view, std::optional<NamedCounts>, NamedCounts> odds_of(const CardsRow& game, Cards hand,
                                                                              Cards board, Cards dead,
                                                                              bool has_opponents) {
    const GameCards rules = game_cards(game);
    const Odds found =
        result_of(interruptible([&] { return odds(rules, hand, board, dead, has_opponents, interrupted); }));
    const auto next = found.next ? std::optional(named(*rules.ranking, *found.next)) : std::nullopt;
    return {name_of(found.now), next, named(*rules.ranking, found.final)};
}

Cards outs_of(const CardsRow& game, Cards hand, Cards board, Cards dead,
              std::vector<std::pair<std::string, std::vector<Cards>>> players) {
    const GameCards rules = game_cards(game);
    std::vector<Rival> rivals;
    for (auto& [shown, hands] : players) rivals.push_back({std::move(shown), std::move(hands)});
    return result_of(interruptible([&] { return outs(rules, hand, board, dead, std::move(rivals), interrupted); }));
}

template <std::size_t COUNT>
std::vector<std::string_view> listed(const std::array<std::string_view, COUNT>& names) {
    return {names.begin(), names.end()};
}

}  // namespace

void bind_draws(nb::module_& module) {
    module.def("odds", odds_of, nb::arg("game"), nb::arg("hand"), nb::arg("board"), nb::arg("dead"),
               nb::arg("has_opponents"),
               "The category now, and how often each is the best next, or None if no card comes, and in the end.");
    module.def("outs", outs_of, nb::arg("game"), nb::arg("hand"), nb::arg("board"), nb::arg("dead"), nb::arg("rivals"),
               "The cards; of each rival, how messages show it and its hands.");
    module.def(
        "refuse_rival_hands",
        [](std::uint64_t count, const std::string& shown) { raise_problem(too_many_rival_hands(count, shown)); },
        nb::arg("count"), nb::arg("shown"),
        nb::sig("def refuse_rival_hands(count: int, shown: str) -> typing.NoReturn"));
    module.def("made_hands", [] { return listed(MADE_HANDS); });
    module.def("draws", [] { return listed(DRAWS); });
}
