// The cards of a game for Python: what hands and boards it refuses.
#include "poker/evaluate/game_cards.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/cards/read_cards.hpp"
#include "poker/evaluate/hand_words.hpp"

#include <vector>

#include "poker/games/game.hpp"
#include "poker/scoring/strength.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"

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
    nb::class_<Game>(module, "Game", "The checked rules of a game.")
        .def(
            "__init__",
            [](Game* self, const nb::dict& fields) { new (self) Game(result_of(read_game(object_of(fields)))); },
            nb::arg("fields"), nb::sig("def __init__(self, fields: dict[str, typing.Any]) -> None"))
        .def(
            "fields",
            [](const Game& self) {
                JsonWriter json;
                write_fields(json.begin_object(), self);
                return python_text(json.end_object().text());
            },
            nb::sig("def fields(self) -> str"), "As JSON.")
        .def("refuse_wild_cards", [](const Game& self) {
            if (self.has_wild_cards()) raise_problem(no_wild_cards(self.name));
        });
    nb::class_<GameRows>(module, "GameRows")
        .def(
            "__init__",
            [](GameRows* self, std::string_view json) {
                auto rows = read_json(json);
                require(rows && rows->kind == Argument::Kind::Object, "expected the rows of games");
                new (self) GameRows(*std::move(rows));
            },
            nb::arg("json"))
        .def(
            "find",
            [](const GameRows& self, nb::handle game) {
                return python_spelling(result_of(self.find(argument_of(game))));
            },
            nb::arg("game").none(), nb::sig("def find(self, game: object) -> tuple[str, dict[str, str | int]]"),
            "The name of a row, and changed options.");
    module.attr("MOST_JOKERS") = MOST_JOKERS;
    module.attr("JOKER") = JOKER;
    module.def(
        "read_given_cards", [](nb::handle given) { return result_of(read_given_cards(argument_of(given), true)).ids; },
        nb::arg("given").none(), nb::sig("def read_given_cards(given: object) -> list[int]"),
        "The ids of cards; 52 for each joker.");
    module.def(
        "read_repeated_cards",
        [](nb::handle given) { return result_of(read_repeated_cards(argument_of(given), true)); },
        nb::arg("given").none(), nb::sig("def read_repeated_cards(given: object) -> list[int]"),
        "The ids of cards of several decks; 52 for each joker.");
    module.def(
        "read_hands",
        [](const std::string& game, int jokers, const nb::list& hands) {
            require(jokers >= 0 && jokers <= MOST_JOKERS, "expected up to 2 jokers");
            std::vector<Argument> given;
            for (const nb::handle hand : hands) given.push_back(argument_of(hand));
            return result_of(read_hands(game, jokers, given));
        },
        nb::arg("game"), nb::arg("jokers"), nb::arg("hands"),
        nb::sig("def read_hands(game: str, jokers: int, hands: list[typing.Any]) -> list[int]"),
        "The masks of the hands of a deal.");
    module.def(
        "strongest",
        [](const Game& game, const std::string& name, Cards hole, Cards board) {
            const Ranking* const ranking = ranking_of(name);
            require(ranking != nullptr, "unknown ranking");
            const auto found = interruptible(
                [&] { return strongest(game, *ranking, hole, board, Stop([] { return interrupted(); })); });
            return found ? std::optional(std::pair(found->score, ids_of(*found))) : std::nullopt;
        },
        nb::arg("game"), nb::arg("ranking"), nb::arg("hole"), nb::arg("board"),
        "The score of the best hand, and the ids of the cards that play.");
    module.def(
        "check_hand", [](const Game& game, Cards hand, Cards board) { raise_if(wrong_hand(game, hand, board, true)); },
        nb::arg("game"), nb::arg("hand"), nb::arg("board"));
    module.def(
        "wrong_count",
        [](const Game& game, int fewest, int most, int count) {
            return wrong_count(game, fewest, most, count).sentence;
        },
        nb::arg("game"), nb::arg("fewest"), nb::arg("most"), nb::arg("count"), "The message of the error.");
}
