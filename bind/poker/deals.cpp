// Arrays of deals for Python.
#include "poker/deal/deal_rows.hpp"

#include <algorithm>

#include "poker/cards/pot_counts.hpp"
#include "poker/deal/row_checks.hpp"
#include "poker/games/game.hpp"
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
                       Cards dead) {
    require(std::ranges::all_of(board, [](int id) { return id < DECK; }), "expected ids of cards");
    return result_of(deal_plan(game, count, players, board, dead));
}

bool dealt(const Rows<std::uint8_t, 3>& hands, const Rows<std::uint8_t, 2>& boards, const poker::Ids& board, Cards dead,
           std::uint64_t seed, std::size_t workers, nb::handle progress) {
    const RowSizes sizes{hands.shape(0), hands.shape(1), hands.shape(2), boards.shape(1)};
    require(fits(sizes, boards.shape(0)), "expected 1 to 10 players and a board for each deal");
    require(board.size() <= sizes.board && std::ranges::all_of(board, [](int id) { return id < DECK; }),
            "expected ids of cards");
    return interruptible(progress, [&](const Stop& stop) {
        return deal_rows(sizes, board, dead, seed, hands.data(), boards.data(), workers, stop);
    });
}

std::ptrdiff_t decided(const Rows<const std::uint8_t, 3>& hands, const Rows<const std::uint8_t, 2>& boards,
                       const Game& game, const Rows<std::uint16_t, 2>& chips, std::size_t workers,
                       nb::handle progress) {
    const RowSizes sizes{hands.shape(0), hands.shape(1), hands.shape(2), boards.shape(1)};
    if (auto problem = wrong_rows(game, sizes, boards.shape(0), hands.data(), boards.data())) raise_problem(*problem);
    if (sizes.count == 0) return -1;
    require(chips.shape(0) == sizes.count && chips.shape(1) == sizes.players, "expected chips for each deal");
    const DealRules rules{game.ranking, game.low, static_cast<int>(sizes.hole), static_cast<int>(sizes.board),
                          game.from_hole};
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
        .def_ro("board", &DealPlan::board)
        .def_ro("gone", &DealPlan::gone)
        .def_ro("seconds", &DealPlan::seconds)
        .def_ro("megabytes", &DealPlan::megabytes)
        .def_prop_ro("work", &DealPlan::work);
    module.def("deal_plan", plan_of_deals, nb::arg("game"), nb::arg("count"), nb::arg("players"), nb::arg("board"),
               nb::arg("dead"));
    module.attr("MOST_DEALS") = MOST_DEALS;
    module.def("deal_rows", dealt, nb::arg("hands").noconvert(), nb::arg("boards").noconvert(), nb::arg("board"),
               nb::arg("dead"), nb::arg("seed"), nb::arg("workers"), nb::arg("progress").none() = nb::none(),
               "Fills uint8 arrays of ids, (deals, players, cards) and (deals, cards).");
    module.def("decide_rows", decided, nb::arg("hands").noconvert(), nb::arg("boards").noconvert(), nb::arg("game"),
               nb::arg("chips").noconvert(), nb::arg("workers"), nb::arg("progress").none() = nb::none(),
               "Fills uint16 (deals, players); the first bad deal, or -1.");
    module.attr("POT") = POT;
}
