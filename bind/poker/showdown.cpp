// Comparing the hands of one deal, and shuffling, for Python.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "hands.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/games/game.hpp"
#include "poker/notation/hand_history.hpp"
#include "poker/showdown/winners.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "quick.hpp"
#include "translation.hpp"
#include "work/shuffle.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

constexpr std::size_t MAX_ROWS = 52;  // hands that are compared here
constexpr int HOLDEM_HOLE = 2;        // cards of a hand next to a board

QuickFunction winners_function;

// The hands with the lowest value, as a tuple of their places.
PyObject* places_of_lowest(std::span<const std::uint16_t> values) {
    const std::uint16_t lowest = *std::min_element(values.begin(), values.end());
    PyObject* const places = PyTuple_New(std::count(values.begin(), values.end(), lowest));
    if (places == nullptr) return nullptr;
    Py_ssize_t next = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] == lowest) PyTuple_SetItem(places, next++, PyLong_FromSize_t(i));  // small numbers always exist
    return places;
}

// Hold'em hands of one deck.
PyObject* winners(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    PyObject* given_board = nullptr;
    std::optional<Cards> board = 0;
    std::array<std::uint16_t, MAX_ROWS> values;
    const auto hands = static_cast<std::size_t>(count);
    bool is_usual = hands >= 1 && hands <= MAX_ROWS && only_named("board", names, arguments + count, given_board);
    if (is_usual && given_board != nullptr) board = plain_cards(given_board);
    is_usual = is_usual && board;
    Cards taken = is_usual ? *board : 0;
    for (std::size_t i = 0; is_usual && i < hands; ++i) {
        const std::optional<Cards> hand = plain_cards(arguments[i]);
        is_usual = hand && (*hand & taken) == 0 && (*board == 0 || size(*hand) == HOLDEM_HOLE);
        if (!is_usual) break;
        taken |= *hand;
        values[i] = hand_value(*hand | *board);
        is_usual = values[i] != 0;
    }
    if (!is_usual) return winners_function.pass_on(arguments, count, names);
    return places_of_lowest({values.data(), hands});
}

// From one deck.
Winners winners_of_masks(const Game& game, const std::vector<Cards>& hands, Cards board) {
    Cards all = board;
    for (const Cards hand : hands) all |= hand;
    require(all >> (DECK + game.jokers) == 0 && !hands.empty(), "expected hands of cards of the deck");
    return result_of(interruptible([&] { return winners_of(game, hands, board, Stop(interrupted)); }));
}

// Jokers have the id after the cards.
void check_ids(const poker::Ids& ids) {
    require(std::ranges::all_of(ids, [](int id) { return id <= DECK; }), "expected ids of cards");
}

void check_decks(const Game& game, const poker::Ids& ids, int decks) {
    check_ids(ids);
    require(decks >= 1, "expected a deck");
    raise_if(wrong_decks(game, ids, decks));
}

// From several decks.
Winners winners_of_ids(const Game& game, const std::vector<poker::Ids>& hands, const poker::Ids& board, int decks) {
    poker::Ids all = board;
    for (const poker::Ids& hand : hands) all.insert(all.end(), hand.begin(), hand.end());
    require(!hands.empty(), "expected hands");
    check_decks(game, all, decks);
    return result_of(interruptible([&] { return winners_of(game, hands, board, decks, Stop(interrupted)); }));
}

void check_boards(const Game& game, const std::vector<poker::Ids>& hands) {
    std::vector<Cards> masks;
    for (const poker::Ids& hand : hands) {
        check_ids(hand);
        Cards mask = 0;
        for (const int id : hand) mask |= card_of(id);
        masks.push_back(mask);
    }
    raise_if(repeated_board(game, masks));
}

constexpr int SHARED = -1;

// Who wins a deal that is written as the hands of all players one after the other: the place of the player, or SHARED.
// Nothing unless all are different plain cards, 5 to 7 for each player.
std::optional<int> deal_winner(nb::handle line, std::size_t players) {
    std::array<Cards, DECK> cards;
    const std::optional<std::size_t> count = plain_cards_in_order(line.ptr(), cards);
    if (!count || players == 0 || *count % players != 0) return std::nullopt;
    const std::size_t each = *count / players;
    std::uint16_t best = FIRST_VALUES.back();
    int winner = SHARED;
    for (std::size_t player = 0; player < players; ++player) {
        const std::uint16_t value = hand_value(union_of({cards.data() + player * each, each}));
        if (value == 0) return std::nullopt;
        if (value <= best) winner = value == best ? SHARED : static_cast<int>(player);
        best = std::min(best, value);
    }
    return winner;
}

// Finds hand histories in lines of Python.
class PythonLines {
  public:
    std::pair<bool, nb::object> add(const nb::str& line) {
        const HistoryLines::Added added = lines_.add(copied(line));
        return {added.is_inside, text_or_none(added.finished)};
    }
    nb::object finish() { return text_or_none(lines_.finish()); }

  private:
    static nb::object text_or_none(const std::optional<std::string>& text) {
        return text ? python_text(*text) : nb::none();
    }

    HistoryLines lines_;
};

// The known hands, the board and the names of the players of a history, in strings.
std::tuple<std::vector<nb::object>, nb::object, nb::tuple> history_of(const nb::str& text, std::size_t players,
                                                                      std::size_t board, bool has_board) {
    const HandHistory history = result_of(read_history(copied(text)));
    raise_if(wrong_showdown(history, players, board, has_board));
    std::vector<nb::object> hands;
    nb::list names;
    for (const KnownHand& hand : history.hands) {
        hands.push_back(python_text(hand.cards));
        names.append(python_text(hand.player));
    }
    return {std::move(hands), python_text(history.board), nb::tuple(names)};
}

// The ids of a deck in a random order, and the next state of the generator.
std::pair<nb::bytes, std::uint64_t> shuffled_deck(std::uint64_t state) {
    std::array<std::uint8_t, DECK> order;
    for (std::size_t i = 0; i < DECK; ++i) order[i] = static_cast<std::uint8_t>(i);
    SplitMix64 words(state);
    shuffle(order, words);
    return {nb::bytes(order.data(), order.size()), words.state()};
}

}  // namespace

void bind_showdown(nb::module_& module) {
    module.def("quick_winners", [](const nb::object& others) { return winners_function.stand_for(others, winners); });
    module.def("winners", winners_of_masks, nb::arg("game"), nb::arg("hands"), nb::arg("board"),
               "The places of the players who win; jokers are the bits of hands from 52 up.");
    module.def("winners_of_decks", winners_of_ids, nb::arg("game"), nb::arg("hands"), nb::arg("board"),
               nb::arg("decks"), "The same for ids of so many decks; 52 is a joker.");
    module.attr("MOST_DECKS") = MOST_DECKS;
    module.def("check_decks", check_decks, nb::arg("game"), nb::arg("ids"), nb::arg("decks"));
    module.def("check_boards", check_boards, nb::arg("game"), nb::arg("hands"),
               "Raises the error of hands that all contain the board.");
    module.def("deal_winner", deal_winner, nb::arg("line"), nb::arg("players"),
               "The player who wins a deal of 5 to 7 cards each, -1 if several share; None for anything unusual.");
    nb::class_<PythonLines>(module, "HistoryLines", "Finds hand histories in lines.")
        .def(nb::init<>())
        .def("add", &PythonLines::add, nb::arg("line"), nb::sig("def add(self, line: str) -> tuple[bool, str | None]"),
             "Whether the line belongs to a history, and the history that ends before it.")
        .def("finish", &PythonLines::finish, nb::sig("def finish(self) -> str | None"),
             "The history after the last line.");
    module.def("is_history", [](const nb::str& text) { return is_history(copied(text)); }, nb::arg("text"));
    module.def("read_history", history_of, nb::arg("text"), nb::arg("players"), nb::arg("board"), nb::arg("has_board"),
               nb::sig("def read_history(text: str, players: int, board: int, has_board: bool) -> tuple[list[str], "
                       "str, tuple[str, ...]]"),
               "The known hands of a history, its board, and the names of the players, for a showdown.");
    module.def("shuffled_deck", shuffled_deck, nb::arg("state"), "(52 ids, the next state of SplitMix64).");
}
