// Arrays of deals for Python.
#include "poker/deal/deal_rows.hpp"

#include "game_rules.hpp"
#include "poker/cards/pot_counts.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

template <class Item, int DIMENSIONS>
using Rows = nb::ndarray<Item, nb::ndim<DIMENSIONS>, nb::c_contig, nb::device::cpu>;

bool fits(const RowSizes& sizes, std::size_t boards) {
    return sizes.players >= 1 && sizes.players <= MOST_HANDS && sizes.hole >= 1 && boards == sizes.count;
}

bool dealt(const Rows<std::uint8_t, 3>& hands, const Rows<std::uint8_t, 2>& boards, Cards board, Cards dead,
           std::uint64_t seed, std::size_t workers, nb::handle progress) {
    const RowSizes sizes{hands.shape(0), hands.shape(1), hands.shape(2), boards.shape(1)};
    require(fits(sizes, boards.shape(0)), "expected 1 to 10 players and a board for each deal");
    return interruptible(progress, [&](const Stop& stop) {
        return deal_rows(sizes, board, dead, seed, hands.data(), boards.data(), workers, stop);
    });
}

std::ptrdiff_t decided(const Rows<const std::uint8_t, 3>& hands, const Rows<const std::uint8_t, 2>& boards,
                       const GameRow& game, Cards dead, const Rows<std::uint16_t, 2>& chips, std::size_t workers,
                       nb::handle progress) {
    const DealRules rules = deal_rules(game);
    const RowSizes sizes{hands.shape(0), hands.shape(1), hands.shape(2), boards.shape(1)};
    require(fits(sizes, boards.shape(0)) && chips.shape(0) == sizes.count && chips.shape(1) == sizes.players,
            "expected 1 to 10 players, and a board and chips for each deal");
    return interruptible(progress, [&](const Stop& stop) {
        return decide_rows(rules, sizes, dead, hands.data(), boards.data(), chips.data(), workers, stop);
    });
}

}  // namespace

void bind_deals(nb::module_& module) {
    module.def("deal_rows", dealt, nb::arg("hands").noconvert(), nb::arg("boards").noconvert(), nb::arg("board"),
               nb::arg("dead"), nb::arg("seed"), nb::arg("workers"), nb::arg("progress").none() = nb::none(),
               "Fills uint8 arrays of ids, (deals, players, cards) and (deals, cards).");
    module.def("decide_rows", decided, nb::arg("hands").noconvert(), nb::arg("boards").noconvert(), nb::arg("game"),
               nb::arg("dead"), nb::arg("chips").noconvert(), nb::arg("workers"),
               nb::arg("progress").none() = nb::none(), "Fills uint16 (deals, players); the first bad deal, or -1.");
    module.attr("POT") = POT;
}
