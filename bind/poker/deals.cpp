// Arrays of deals for Python.
#include "poker/deal/deal_rows.hpp"

#include <algorithm>

#include "poker/cards/given_cards.hpp"
#include "poker/cards/pot_counts.hpp"
#include "poker/deal/row_checks.hpp"
#include "poker/games/game.hpp"
#include "poker/showdown/deck_rows.hpp"
#include "poker/showdown/winners.hpp"
#include "problem.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

template <class Item, int DIMENSIONS>
using Rows = nb::ndarray<Item, nb::ndim<DIMENSIONS>, nb::c_contig, nb::device::cpu>;

bool fits(const RowSizes& sizes, std::size_t boards) {
    return sizes.players >= 1 && sizes.players <= MOST_HANDS && sizes.hole >= 1 && boards == sizes.count;
}

DealPlan plan_of_deals(const Game& game, std::uint64_t count, std::size_t players, const poker::Ids& board,
                       const poker::Ids& dead, int decks) {
    for (const poker::Ids& ids : {board, dead})
        require(std::ranges::all_of(ids, [](int id) { return id <= DECK; }), "expected ids of cards");
    require(decks >= 1 && decks <= MOST_DECKS, "expected 1 to 10 decks");
    return result_of(deal_plan(game, count, players, board, dead, decks));
}

poker::Ids numbered(const Game& game, poker::Ids ids, int decks) {
    require(decks >= 1 && decks <= MOST_DECKS, "expected 1 to 10 decks");
    raise_if(too_many_jokers(game.name, game.jokers, decks, ids));
    int seen = 0;
    number_jokers(ids, decks, seen);
    return ids;
}

bool dealt(const Rows<std::uint8_t, 3>& hands, const Rows<std::uint8_t, 2>& boards, const DealPlan& plan,
           std::uint64_t seed, std::size_t workers, nb::handle progress) {
    const RowSizes sizes{hands.shape(0), hands.shape(1), hands.shape(2), boards.shape(1)};
    require(fits(sizes, boards.shape(0)), "expected 1 to 10 players and a board for each deal");
    require(plan.source.board.size() <= sizes.board, "expected a board of the plan");
    return interruptible(progress, [&](const Stop& stop) {
        return deal_rows(sizes, plan.source, seed, hands.data(), boards.data(), workers, stop);
    });
}

std::ptrdiff_t decided(const Rows<const std::uint8_t, 3>& hands, const Rows<const std::uint8_t, 2>& boards,
                       const Game& game, const Rows<std::uint16_t, 2>& chips, int decks, std::size_t workers,
                       nb::handle progress) {
    const RowSizes sizes{hands.shape(0), hands.shape(1), hands.shape(2), boards.shape(1)};
    require(decks >= 1 && decks <= MOST_DECKS, "expected 1 to 10 decks");
    if (decks > 1) {
        if (auto problem = wrong_row_sizes(sizes, boards.shape(0))) raise_problem(*problem);
        require(chips.shape(0) == sizes.count && chips.shape(1) == sizes.players, "expected chips for each deal");
        const std::ptrdiff_t wrong = interruptible(progress, [&](const Stop& stop) {
            return decide_rows_of_decks(game, decks, sizes, hands.data(), boards.data(), chips.data(), workers, stop);
        });
        if (wrong >= 0)
            if (auto problem = wrong_row_of_decks(game, decks, sizes, hands.data(), boards.data(),
                                                  static_cast<std::size_t>(wrong)))
                raise_problem(*problem);
        return wrong;
    }
    if (auto problem = wrong_rows(game, sizes, boards.shape(0), hands.data(), boards.data())) raise_problem(*problem);
    if (sizes.count == 0) return -1;
    require(chips.shape(0) == sizes.count && chips.shape(1) == sizes.players, "expected chips for each deal");
    const DealRules rules{
        game.ranking, game.low,      static_cast<int>(sizes.hole), static_cast<int>(sizes.board), game.from_hole,
        game.wilds,   game.missing()};
    require(is_valid_game(rules, game.low != nullptr), "expected a hand and a board of the game");
    const std::ptrdiff_t bad = interruptible(progress, [&](const Stop& stop) {
        return decide_rows(rules, sizes, game.missing(), hands.data(), boards.data(), chips.data(), workers, stop);
    });
    if (bad >= 0)
        if (auto problem = wrong_row(game, sizes, hands.data(), boards.data(), static_cast<std::size_t>(bad)))
            raise_problem(*problem);
    return bad;  // at another value than -1, the row is valid now, so another thread has changed it
}

}  // namespace

void bind_deals(nb::module_& module) {
    nb::class_<DealPlan>(module, "DealPlan", "What dealing needs.")
        .def_ro("seconds", &DealPlan::seconds)
        .def_ro("megabytes", &DealPlan::megabytes)
        .def_prop_ro("work", &DealPlan::work);
    module.def("deal_plan", plan_of_deals, nb::arg("game"), nb::arg("count"), nb::arg("players"), nb::arg("board"),
               nb::arg("dead"), nb::arg("decks"), "The board and the dead cards are ids; 52 is a joker.");
    module.def("number_jokers", numbered, nb::arg("game"), nb::arg("ids"), nb::arg("decks"),
               "The ids, in which jokers, 52 each, get their ids in rows: from 52 up.");
    module.attr("MOST_DEALS") = MOST_DEALS;
    module.def("deal_rows", dealt, nb::arg("hands").noconvert(), nb::arg("boards").noconvert(), nb::arg("plan"),
               nb::arg("seed"), nb::arg("workers"), nb::arg("progress").none() = nb::none(),
               "Fills uint8 arrays of ids, (deals, players, cards) and (deals, cards).");
    module.def("decide_rows", decided, nb::arg("hands").noconvert(), nb::arg("boards").noconvert(), nb::arg("game"),
               nb::arg("chips").noconvert(), nb::arg("decks"), nb::arg("workers"),
               nb::arg("progress").none() = nb::none(), "Fills uint16 (deals, players); the first bad deal, or -1.");
    module.attr("POT") = POT;
}
