// Equity of any hands and ranges for Python, and what a range has on a board: arguments are read in the order in which
// they are refused.
#include <utility>

#include "integers.hpp"
#include "players.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/hands.hpp"
#include "poker/notation/hand_history.hpp"
#include "poker/pot/equities.hpp"
#include "poker/tables.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "query/values.hpp"
#include "shares.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

struct GivenPlayers {
    std::vector<nb::object> players;
    nb::object board;
    std::vector<std::string> names{};
};

// From the arguments of a call, as the core's `deal_of`; the only player may be a list.
GivenPlayers players_of(const Game& game, const nb::tuple& given, nb::handle board) {
    const bool is_list = given.size() == 1 && numbers::Items(given[0]).is_row();
    GivenPlayers found{{}, nb::borrow(board)};
    PastedHistory pasted;
    for (const nb::handle player : nb::iter(is_list ? nb::handle(given[0]) : nb::handle(given))) {
        const auto hands =
            PyUnicode_Check(player.ptr()) ? result_of(pasted.take(facevalue::copied(player))) : std::nullopt;
        if (hands)
            for (const KnownHand& hand : *hands) {
                found.players.push_back(python_text(with_hidden(hand.cards, game)));
                found.names.push_back(hand.player);
            }
        else
            for (nb::object& part : facevalue::split_players(nb::make_tuple(player))) found.players.push_back(part);
        found.names.resize(found.players.size());
    }
    if (!pasted.is_taken()) found.names.clear();
    const std::string shared = pasted.board();
    const bool has_board = pasted.is_taken() && mask_in(board) != 0;
    raise_if(pasted.refuse(found.players.size(), has_board));
    raise_if(wrong_players(found.players.size()));
    if (!has_board && !shared.empty()) found.board = python_text(shared);
    return found;
}

std::uint64_t seed_in(nb::handle given) {
    if (!given.is_none()) return result_of(query::read_seed(argument_of(given)));
    return nb::cast<std::uint64_t>(nb::module_::import_("facevalue.randomness").attr("random_seed")());
}

PotDeal seated(const Game& game, Cards board, Cards dead, const std::vector<Player>& players, bool may_share = false) {
    return result_of(unlocked([&] { return seat_players(game, board, dead, players, may_share); }));
}

nb::object any_equity(const Game& game, const nb::tuple& given, nb::handle board, nb::handle dead, nb::handle exact,
                      nb::handle samples, nb::handle seed, nb::handle workers, nb::handle limit, nb::handle progress) {
    const GivenPlayers found = players_of(game, given, board);
    EquityOptions options = result_of(read_exactness(argument_of(exact), argument_of(samples)));
    options.seed = seed_in(seed);
    options.workers = workers_in(workers);
    options.limit = limit_in(limit);
    raise_if(too_many_samples(game, found.players.size(), options, {}));
    const auto players = read_players(found.players, game);
    const Cards shared = cards_in(found.board, game), gone = cards_in(dead, game);
    const PotDeal deal = seated(game, shared, gone, players);
    const Equity equity = result_of(interruptible(progress, [&](const Stop& stop) {
        return equity_of(game, deal, players, options, counting_with(progress), stop);
    }));
    return python_equity(game, players, found.names, equity);
}

nb::object any_next_cards(const Game& game, const nb::tuple& given, nb::handle board, nb::handle dead,
                          nb::handle seed) {
    const Cards shared = mask_in(board);
    raise_if(no_next_card(game, size(shared)));
    const GivenPlayers unread = players_of(game, given, board);
    const std::uint64_t number = seed_in(seed);
    const auto players = read_players(unread.players, game);
    const PotDeal deal = seated(game, shared, mask_in(dead), players);
    const auto found = result_of(interruptible([&] {
        return equities_by_next_card(game, deal, players, number, counting_with(nb::none()), Stop(interrupted));
    }));
    nb::dict equities;
    for (const auto& [card, equity] : found)
        equities[highest_first(card)[0]] = python_equity(game, players, unread.names, equity);
    return equities;
}

nb::object hand_equities(const Game& game, nb::handle hero, nb::handle villain, nb::handle board, nb::handle dead,
                         nb::handle workers, nb::handle limit, nb::handle progress) {
    raise_if(no_range_equities(game, game.low));
    const std::size_t threads = workers_in(workers);
    const auto players = read_players({nb::borrow(hero), nb::borrow(villain)}, game);
    const Cards shared = mask_in(board), gone = mask_in(dead);
    const PotDeal deal = seated(game, shared, gone, players, true);
    const double most = limit_in(limit);
    const auto found = result_of(interruptible(progress, [&](const Stop& stop) {
        return equities_of_hands(deal, threads, most, counting_with(progress), stop);
    }));
    nb::dict equities;
    for (const auto& [hand, equity] : found) equities[highest_first(hand)] = numbers::python_fraction(equity);
    return equities;
}

std::optional<double> counting_seconds(const Game& game, const std::vector<nb::object>& given, Cards board) {
    std::vector<Player> players;
    for (const nb::object& player : given) {
        Cards hand = 0;
        const bool is_mask = nb::try_cast(player, hand);
        players.push_back(is_mask ? Player{hand, Holding::of_hand(hand)} : read_players({player}, game)[0]);
    }
    const PotDeal deal = seated(game, board, 0, players);
    const auto plan = unlocked([&] { return plan_counting(deal, true); });
    return plan ? std::optional(plan->cost.seconds) : std::nullopt;
}

std::tuple<std::size_t, std::vector<numbers::PythonParts>, std::vector<numbers::PythonParts>> breakdown_of(
    const Game& game, nb::handle hands, Cards board, nb::handle dead) {
    const auto players = read_players({nb::borrow(hands)}, game);
    const Cards gone = mask_in(dead);
    require(board <= FULL_DECK, "expected cards of the deck");
    const Breakdown found = result_of(unlocked([&] { return breakdown(players[0].holding, board, gone); }));
    const auto parts = [](const std::vector<numbers::BigFraction>& shares) {
        std::vector<numbers::PythonParts> pairs;
        for (const numbers::BigFraction& share : shares) pairs.push_back(numbers::python_parts(share));
        return pairs;
    };
    return {found.combos, parts(found.made), parts(found.draws)};
}

}  // namespace

void bind_pots(nb::module_& module) {
    module.def("equity", any_equity, nb::arg("game"), nb::arg("players"), nb::arg("board").none(),
               nb::arg("dead").none(), nb::arg("exact").none(), nb::arg("samples").none(), nb::arg("seed").none(),
               nb::arg("workers").none(), nb::arg("limit").none(), nb::arg("progress").none(),
               nb::sig("def equity(game: Game, players: tuple[typing.Any, ...], board: object, dead: object, exact: "
                       "object, samples: object, seed: object, workers: object, limit: object, progress: object) -> "
                       "typing.Any"),
               "A poker.Equity.");
    module.def("by_next_card", any_next_cards, nb::arg("game"), nb::arg("players"), nb::arg("board").none(),
               nb::arg("dead").none(), nb::arg("seed").none(),
               nb::sig("def by_next_card(game: Game, players: tuple[typing.Any, ...], board: object, dead: object, "
                       "seed: object) -> dict[typing.Any, typing.Any]"),
               "A poker.Equity for each card.");
    module.def("equities_of_hands", hand_equities, nb::arg("game"), nb::arg("hero").none(), nb::arg("villain").none(),
               nb::arg("board").none(), nb::arg("dead").none(), nb::arg("workers").none(), nb::arg("limit").none(),
               nb::arg("progress").none(),
               nb::sig("def equities_of_hands(game: Game, hero: object, villain: object, board: object, dead: object, "
                       "workers: object, limit: object, progress: object) -> dict[typing.Any, typing.Any]"),
               "The equity of each hand, as fractions by two cards.");
    module.def("counting_seconds", counting_seconds, nb::arg("game"), nb::arg("players"), nb::arg("board"),
               "How long an equity that counts all deals takes; None if it cannot. A player is a range, or the mask of "
               "a hand, of which any cards may be missing.");
    module.def(
        "breakdown", breakdown_of, nb::arg("game"), nb::arg("hands").none(), nb::arg("board"), nb::arg("dead").none(),
        "How many hands are possible, and the shares of MADE_HANDS and of DRAWS, which are empty on a full board.");
    module.attr("MOST_SAMPLES") = MOST_SAMPLES;
    module.def(
        "check_ranges", [](const Game& game, bool has_dead) { raise_if(no_ranges(game, has_dead)); }, nb::arg("game"),
        nb::arg("has_dead"));
    module.def("split_players", facevalue::split_players, nb::arg("players"),
               nb::sig("def split_players(players: collections.abc.Iterable[typing.Any]) -> list[typing.Any]"));
    module.def(
        "split_deal",
        [](const nb::str& text) {
            std::vector<nb::object> hands;
            for (const std::string& hand : split_deal(copied(text))) hands.push_back(python_text(hand));
            return hands;
        },
        nb::arg("text"), nb::sig("def split_deal(text: str) -> list[str]"));
}
