// Equity of any hands and ranges for Python: what is refused, whether deals are counted or sampled, and the shares; and
// what a range has on a board.
#include "game_rules.hpp"
#include "integers.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/equity/matchup_table.hpp"
#include "poker/holdem/hand_weights.hpp"
#include "poker/holdem/holdem_notation.hpp"
#include "poker/omaha/omaha_range.hpp"
#include "poker/pot/count.hpp"
#include "poker/pot/holdings.hpp"
#include "poker/pot/plan.hpp"
#include "poker/pot/players.hpp"
#include "poker/pot/shares.hpp"
#include "problem.hpp"
#include "texts.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Masks = nb::ndarray<const Cards, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using OmahaColumns = std::tuple<Masks, Places, const poker::OmahaRange*>;

std::string utf8(const nb::str& text) {
    numbers::Encoded encoded;
    return std::string(numbers::view(text, encoded));
}

// A range of hold'em, one of Omaha with its hands and their items, or one hand.
Holding holding_in(nb::handle hands) {
    const HandWeights* range = nullptr;
    if (nb::try_cast(hands, range)) return holding_of(*range);
    if (nb::isinstance<nb::tuple>(hands)) {
        const auto [masks, items, omaha] = nb::cast<OmahaColumns>(hands);
        require(masks.size() == items.size(), "expected the item of each hand");
        return {{masks.data(), masks.data() + masks.size()},
                {items.data(), items.data() + items.size()},
                whole_weights(omaha->weights)};
    }
    const auto mask = nb::cast<Cards>(hands);
    require(mask <= FULL_DECK, "expected cards of the deck");
    return Holding::of_hand(mask);
}

std::tuple<std::size_t, std::vector<numbers::PythonParts>, std::vector<numbers::PythonParts>> breakdown_of(
    const HandWeights& hands, Cards board, Cards dead) {
    require((board | dead) <= FULL_DECK, "expected cards of the deck");
    const Breakdown found = result_of(unlocked([&] { return breakdown(holding_of(hands), board, dead); }));
    const auto parts = [](const std::vector<numbers::BigFraction>& shares) {
        std::vector<numbers::PythonParts> pairs;
        for (const numbers::BigFraction& share : shares) pairs.push_back(numbers::python_parts(share));
        return pairs;
    };
    return {found.combos, parts(found.made), parts(found.draws)};
}

const Ranking* low_of(const std::optional<std::string>& low) { return low ? ranking_of(*low) : nullptr; }

// A string for messages, or None for the string of a range of hold'em; and the hands.
using PlayerRow = std::pair<nb::object, nb::object>;

PotDeal seated(const CardsRow& game, const std::optional<std::string>& low, Cards board, Cards dead,
               const std::vector<PlayerRow>& players, bool may_share) {
    require(players.size() >= LEAST_HANDS && players.size() <= MOST_HANDS && (board | dead) <= FULL_DECK,
            "expected 2 to 10 players and cards of the deck");
    std::vector<SeatedPlayer> given;
    for (const auto& [shown, hands] : players) {
        SeatedPlayer& player = given.emplace_back(SeatedPlayer{{}, holding_in(hands)});
        if (shown.is_none())
            player.shown = [range = nb::cast<const HandWeights*>(hands)] { return range_text(*range); };
        else
            player.shown = [text = utf8(nb::cast<nb::str>(shown))] { return text; };
    }
    const GameCards cards = game_cards(game);
    return result_of(unlocked([&] { return seat(cards, low_of(low), board, dead, std::move(given), may_share); }));
}

using numbers::python_int;
using numbers::python_parts;
using numbers::PythonParts;

using OptionalInt = std::optional<nb::int_>;
// The fields of poker.Share; the variance is the square of the standard error.
using ShareRow =
    std::tuple<nb::int_, nb::int_, nb::int_, OptionalInt, OptionalInt, PythonParts, std::optional<PythonParts>>;
using Found = std::pair<nb::int_, std::vector<ShareRow>>;

OptionalInt python_int(const std::optional<BigInt>& number) {
    return number ? OptionalInt(python_int(*number)) : std::nullopt;
}

Found python_pots(const PotSums& sums, bool is_sampled) {
    if (sums.deals.is_zero()) return {nb::int_(0), {}};
    std::vector<ShareRow> rows;
    for (const PotShare& share : shares_of(sums, is_sampled))
        rows.emplace_back(python_int(share.win), python_int(share.tie), python_int(share.lose),
                          python_int(share.low_win), python_int(share.low_tie), python_parts(share.equity),
                          python_parts(share.variance));
    return {python_int(sums.deals), rows};
}

Found count_deal(const PotDeal& deal, const MatchupTable* table, std::size_t workers, nb::handle progress) {
    return python_pots(
        interruptible(progress, [&](const Stop& stop) { return count_pots(deal, lookup_in(table), workers, stop); }),
        false);
}

Found sample_deal(const PotDeal& deal, std::uint64_t samples, std::uint64_t seed, std::size_t workers,
                  nb::handle progress) {
    const auto sums =
        interruptible(progress, [&](const Stop& stop) { return sample_pots(deal, samples, seed, workers, stop); });
    if (!sums) raise_problem(sums.problem());
    return python_pots(*sums, true);
}

// Each hand that meets another one, and its equity.
std::vector<std::pair<Cards, PythonParts>> hand_equities(const PotDeal& deal, const MatchupTable* table,
                                                         std::size_t workers, nb::handle progress) {
    require(deal.is_holdem() && deal.players.size() == 2, "expected two ranges of hold'em");
    const auto outcomes = interruptible(
        progress, [&](const Stop& stop) { return count_heads_up(deal, lookup_in(table), workers, stop); });
    std::vector<std::pair<Cards, PythonParts>> rows;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [wins, ties, total] = outcomes[i];
        if (!total.is_zero())
            rows.emplace_back(deal.players[0].hands[i], python_parts(numbers::reduced({wins * 2 + ties, total * 2})));
    }
    return rows;
}

// What a string says that a player has: the mask of a hand, or a range of hold'em; None for a range of Omaha.
nb::object read_player_text(const CardsRow& row, const nb::str& given) {
    const Game game = as_game(row);
    const std::string text = utf8(given);
    if (is_omaha_range(text, game)) return nb::none();
    const PlayerHands found = result_of(interruptible(
        [&] { return read_player(Argument::of(std::string_view(text)), game, nullptr, Stop(interrupted)); }));
    if (const auto* const range = std::get_if<HandWeights>(&found)) return nb::cast(*range);
    return nb::cast(std::get<Cards>(found));
}

std::vector<nb::object> python_texts(const std::vector<std::string>& texts) {
    std::vector<nb::object> found;
    for (const std::string& text : texts) found.push_back(python_text(text));
    return found;
}

void raise_no_deal(const PotDeal& deal, bool is_sampled, const std::vector<nb::str>& names) {
    std::vector<std::string> shown;
    for (const nb::str& name : names) shown.push_back(utf8(name));
    raise_problem(no_deal(deal, is_sampled, shown));
}

std::optional<std::vector<std::pair<Cards, Found>>> next_cards(const PotDeal& deal) {
    require(size(deal.board) < deal.rules.board, "expected a board that is not full");
    const auto pots = interruptible([&] { return count_next_cards(deal, interrupted); });
    if (!pots) return std::nullopt;
    std::vector<std::pair<Cards, Found>> rows;
    for (const auto& [card, sums] : *pots) rows.emplace_back(card, python_pots(sums, false));
    return rows;
}

std::pair<std::string, double> python_cost(const Cost& cost) { return {cost.work, cost.seconds}; }

}  // namespace

void bind_pots(nb::module_& module) {
    nb::class_<PotDeal>(module, "PotDeal",
                        "A game, a board and dead cards, and the hands that each player can still have. A player is a "
                        "name for messages, and a mask, HandWeights, or the masks, items and OmahaHands of a range.")
        .def(
            "__init__",
            [](PotDeal* place, const CardsRow& game, const std::optional<std::string>& low, Cards board, Cards dead,
               const std::vector<PlayerRow>& players,
               bool may_share) { new (place) PotDeal(seated(game, low, board, dead, players, may_share)); },
            nb::arg("game"), nb::arg("low").none(), nb::arg("board"), nb::arg("dead"), nb::arg("players"),
            nb::arg("may_share") = false)
        .def_prop_ro("has_matchups", &PotDeal::has_matchups, "Whether two players meet before the flop.")
        .def_prop_ro("needs_matchups", needs_matchups, "Whether computing the table of match-ups saves time.")
        .def_prop_ro(
            "hand_equities_cost", [](const PotDeal& deal) { return python_cost(cost_of_hand_equities(deal)); },
            "What `hand_equities` does without a table, and its seconds on one thread.")
        .def(
            "can_count",
            [](const PotDeal& deal, std::int64_t budget) { return unlocked([&] { return can_count(deal, budget); }); },
            nb::arg("nanoseconds") = COUNTING_BUDGET, "Whether all deals are counted in this time.")
        .def("count", count_deal, nb::arg("table").none(), nb::arg("workers"), nb::arg("progress").none() = nb::none(),
             "The deals, and a row for each player: win, tie, lose, low win, low tie, equity, variance.")
        .def("sample", sample_deal, nb::arg("samples"), nb::arg("seed"), nb::arg("workers"),
             nb::arg("progress").none() = nb::none(), "The same for random deals.")
        .def("hand_equities", hand_equities, nb::arg("table").none(), nb::arg("workers"),
             nb::arg("progress").none() = nb::none(), "The hands of the first range, and their equity.")
        .def("next_cards", next_cards,
             "The same as `count` for each card that may come next, the highest first; None unless the players have "
             "known hands of hold'em without weights.")
        .def("raise_no_deal", raise_no_deal, nb::arg("is_sampled"), nb::arg("names"), "After a result without deals.");
    module.def(
        "breakdown", breakdown_of, nb::arg("hands"), nb::arg("board"), nb::arg("dead"),
        "How many hands are possible, and the shares of MADE_HANDS and of DRAWS, which are empty on a full board.");
    module.attr("USUAL_SAMPLES") = USUAL_SAMPLES;
    module.attr("MOST_SAMPLES") = MOST_SAMPLES;
    module.def(
        "samples_cost",
        [](const CardsRow& game, std::size_t players, std::uint64_t samples) {
            return python_cost(cost_of_samples(game_cards(game), players, samples));
        },
        nb::arg("game"), nb::arg("players"), nb::arg("samples"), "What sampling does, and its seconds on one thread.");
    module.def("read_player", read_player_text, nb::arg("game"), nb::arg("text"));
    module.def(
        "check_range",
        [](const CardsRow& game, const nb::str& text, int cards) {
            raise_if(wrong_range(utf8(text), cards, as_game(game)));
        },
        nb::arg("game"), nb::arg("text"), nb::arg("cards"));
    module.def(
        "check_known_cards",
        [](const CardsRow& game, int known, const nb::str& shown) {
            raise_if(wrong_known(as_game(game), known, 0, utf8(shown)));
        },
        nb::arg("game"), nb::arg("known"), nb::arg("shown"));
    module.def(
        "check_ranges", [](const CardsRow& game, bool has_dead) { raise_if(no_ranges(as_game(game), has_dead)); },
        nb::arg("game"), nb::arg("has_dead"));
    module.def(
        "split_players", [](const nb::str& text) { return python_texts(split_players(utf8(text))); }, nb::arg("text"),
        nb::sig("def split_players(text: str) -> list[str]"));
    module.def(
        "split_deal", [](const nb::str& text) { return python_texts(split_deal(utf8(text))); }, nb::arg("text"),
        nb::sig("def split_deal(text: str) -> list[str]"));
    module.def("check_players", [](std::size_t count) { raise_if(wrong_players(count)); }, nb::arg("count"));
    module.def(
        "check_next_card", [](const CardsRow& game, int board) { raise_if(no_next_card(game_cards(game), board)); },
        nb::arg("game"), nb::arg("board"));
    module.def(
        "check_range_equities",
        [](const CardsRow& game, const std::optional<std::string>& low) {
            raise_if(no_range_equities(game_cards(game), low_of(low)));
        },
        nb::arg("game"), nb::arg("low").none());
}
