// The cards of a game for Python: what hands and boards it refuses.
#include "poker/evaluate/game_cards.hpp"

#include <vector>

#include "game_rules.hpp"
#include "problem.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

void refuse_clashes(const std::vector<std::pair<std::string_view, Cards>>& given) {
    std::vector<Place> places;
    for (const auto& [where, cards] : given) places.push_back({where, cards});
    raise_if(clash(places));
}

}  // namespace

void bind_game_cards(nb::module_& module) {
    module.def("refuse_clashes", refuse_clashes, nb::arg("places"), "Each is where cards are, and the cards.");
    module.def(
        "check_deck", [](const CardsRow& game, Cards cards) { raise_if(missing_card(game_cards(game), cards)); },
        nb::arg("game"), nb::arg("cards"));
    module.def(
        "check_game",
        [](const GameRow& row, int deck) {
            const DealRules rules = deal_rules(row);
            raise_if(wrong_game({{}, rules.high, rules.hole, rules.board, rules.from_hole, deck}, rules.low));
        },
        nb::arg("game"), nb::arg("deck"));
    module.def(
        "check_hand",
        [](const CardsRow& game, Cards hand, Cards board) { raise_if(wrong_hand(game_cards(game), hand, board)); },
        nb::arg("game"), nb::arg("hand"), nb::arg("board"));
    module.def(
        "check_sizes",
        [](const CardsRow& game, int held, int shared) { raise_if(wrong_sizes(game_cards(game), held, shared)); },
        nb::arg("game"), nb::arg("held"), nb::arg("shared"));
    module.def(
        "wrong_count",
        [](const CardsRow& game, int fewest, int most, int count) {
            return wrong_count(game_cards(game), fewest, most, count).sentence;
        },
        nb::arg("game"), nb::arg("fewest"), nb::arg("most"), nb::arg("count"), "The message of the error.");
}
