// Draws: outs, odds, and sums over draws for video poker.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "game_rules.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/draws/draw_sums.hpp"
#include "poker/draws/odds.hpp"
#include "poker/equity/equity.hpp"
#include "problem.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Payouts = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

DrawSums draw_sums(const Payouts& payouts, int deck) {
    require(deck >= 2 * DRAW_HAND && deck <= LARGEST_DRAW_DECK, "expected a deck of 10 to 54 cards");
    require(payouts.shape(0) == choose(deck, DRAW_HAND), "expected a payout for each hand");
    const std::span<const std::int32_t> row(payouts.data(), payouts.shape(0));
    return *interruptible([&] {
        for (const std::int32_t payout : row)
            if (payout < 0 || payout > LARGEST_PAYOUT) throw std::invalid_argument("expected payouts of 0 to 100000");
        return DrawSums::of(row, deck, interrupted);
    });
}

std::array<std::int64_t, HOLDS> holds(const DrawSums& sums, const std::array<int, DRAW_HAND>& hand) {
    return sums.holds(hand);
}

std::int64_t best_total(const DrawSums& sums) {
    return *interruptible([&] { return sums.best_total(interrupted); });
}

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
    nb::class_<DrawSums>(module, "DrawSums", "Sums of payouts over the draws of video poker.")
        .def("holds", holds, nb::arg("hand"))
        .def("best_total", best_total)
        .def_prop_ro("denominator", &DrawSums::denominator);
    module.def("draw_sums", draw_sums, nb::arg("payouts").noconvert(), nb::arg("deck"));
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
    module.attr("LARGEST_PAYOUT") = LARGEST_PAYOUT;
}
