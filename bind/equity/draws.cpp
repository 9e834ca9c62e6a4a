// Draws: outs and odds.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "players.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/draws/odds.hpp"
#include "poker/equity/equity.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

// The counts of a ranking's categories, the best first.
using NamedCounts = std::vector<std::pair<std::string_view, std::uint64_t>>;

NamedCounts named(const Game& game, const CategoryCounts& counts) {
    NamedCounts rows;
    for (const Category category : categories_of(game))
        rows.emplace_back(name_of(category), counts[static_cast<std::size_t>(category)]);
    return rows;
}

std::tuple<std::string_view, std::optional<NamedCounts>, NamedCounts> odds_of(const Game& game, Cards hand, Cards board,
                                                                              Cards dead, bool has_opponents,
                                                                              nb::handle exact, nb::handle samples,
                                                                              nb::handle workers, nb::handle limit,
                                                                              nb::handle progress) {
    result_of(read_exactness_of_odds(argument_of(exact), argument_of(samples), has_opponents));
    workers_in(workers);
    limit_in(limit);
    const Odds found = result_of(
        interruptible(progress, [&](const Stop& stop) { return odds(game, hand, board, dead, has_opponents, stop); }));
    const auto next = found.next ? std::optional(named(game, *found.next)) : std::nullopt;
    return {name_of(found.now), next, named(game, found.final)};
}

Cards outs_of(const Game& game, Cards hand, Cards board, Cards dead, const nb::list& given) {
    std::vector<Player> players = read_players(split_players(given), game);
    return result_of(interruptible([&]() -> Expected<Cards> {
        std::vector<Rival> rivals;
        for (Player& player : players) {
            const OmahaOrder* const order = order_for(player.shown(), game);
            auto rival = rival_of(std::move(player), order, Stop(interrupted));
            if (!rival) return std::move(rival.problem());
            rivals.push_back(*std::move(rival));
        }
        return outs(game, hand, board, dead, std::move(rivals), interrupted);
    }));
}

template <std::size_t COUNT>
std::vector<std::string_view> listed(const std::array<std::string_view, COUNT>& names) {
    return {names.begin(), names.end()};
}

}  // namespace

void bind_draws(nb::module_& module) {
    module.def("odds", odds_of, nb::arg("game"), nb::arg("hand"), nb::arg("board"), nb::arg("dead"),
               nb::arg("has_opponents"), nb::arg("exact").none(), nb::arg("samples").none(), nb::arg("workers").none(),
               nb::arg("limit").none(), nb::arg("progress").none(),
               nb::sig("def odds(game: Game, hand: int, board: int, dead: int, has_opponents: bool, exact: object, "
                       "samples: object, workers: object, limit: object, progress: object) -> tuple[str, "
                       "list[tuple[str, int]] | None, list[tuple[str, int]]]"),
               "The category now, and how often each is the best next, or None if no card comes, and in the end.");
    module.def("outs", outs_of, nb::arg("game"), nb::arg("hand"), nb::arg("board"), nb::arg("dead"), nb::arg("rivals"),
               nb::sig("def outs(game: Game, hand: int, board: int, dead: int, rivals: list[typing.Any]) -> int"),
               "The cards; rivals are hands and ranges, unread.");
    module.def("made_hands", [] { return listed(MADE_HANDS); });
    module.def("draws", [] { return listed(DRAWS); });
}
