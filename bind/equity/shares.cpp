// Equities as objects of Python, whose slots are filled here. And the functions for the equity of two hold'em hands, in
// a microsecond or two, or of a hand against random, whose fractions are computed when they are read.
#include "shares.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "integers.hpp"
#include "poker/cards/card_text.hpp"
#include "poker/equity/equity.hpp"
#include "poker/equity/matchup_table.hpp"
#include "poker/equity/next_card.hpp"
#include "poker/hands.hpp"
#include "poker/pot/shares.hpp"
#include "poker/ranges/ranges.hpp"
#include "problem.hpp"
#include "quick.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Row = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

// A class with slots, and the descriptors of its slots in the order of its fields.
template <std::size_t FIELDS>
class SlottedClass {
  public:
    void learn(const nb::object& type, const Row& slots) {
        if (slots.size() != FIELDS) throw std::invalid_argument("expected a slot for each field");
        type_ = reinterpret_cast<PyTypeObject*>(nb::object(type).release().ptr());
        for (std::size_t i = 0; i < FIELDS; ++i) {
            slots_[i] = nb::object(slots[i]).release().ptr();
            put_[i] = reinterpret_cast<descrsetfunc>(PyType_GetSlot(Py_TYPE(slots_[i]), Py_tp_descr_set));
            if (put_[i] == nullptr) throw std::invalid_argument("expected the descriptors of slots");
        }
    }
    // A new object; takes over the contents. Fields of nullptr stay empty.
    PyObject* make(const std::array<PyObject*, FIELDS>& contents) const {
        PyObject* made = PyType_GenericAlloc(type_, 0);
        for (std::size_t i = 0; i < FIELDS; ++i) {
            if (contents[i] == nullptr) continue;
            if (made != nullptr && put_[i](slots_[i], made, contents[i]) != 0) Py_CLEAR(made);
            Py_DECREF(contents[i]);
        }
        return made;
    }

  private:
    PyTypeObject* type_ = nullptr;
    std::array<PyObject*, FIELDS> slots_{};
    std::array<descrsetfunc, FIELDS> put_{};
};

SlottedClass<8> equity_class;  // game, hands, players, deals, method, seed, ties, names
SlottedClass<8> share_class;   // win, tie, lose, low_win, low_tie, scoop, equity, standard_error
QuickFunction equity_function, next_card_function;
PyObject *holdem = nullptr, *exact = nullptr;  // the strings
// Of all hands before the flop, once Python has loaded it. Never freed.
const MatchupTable* matchup_table = nullptr;

PyObject* none() {
    Py_INCREF(Py_None);
    return Py_None;
}
PyObject* again(PyObject* object) {
    Py_INCREF(object);
    return object;
}

PyObject* string_of(Cards hand) {
    const std::string text = text_of(hand);
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

constexpr Cards RANDOM = 0;  // a hand of two unknown cards

PyObject* share(std::uint64_t wins, std::uint64_t ties, std::uint64_t losses) {
    return share_class.make({PyLong_FromUnsignedLongLong(wins), PyLong_FromUnsignedLongLong(ties),
                             PyLong_FromUnsignedLongLong(losses), none(), none(), none(), nullptr, none()});
}

PyObject* equity_of(Cards hero, Cards villain, const Outcome& found) {
    PyObject* const hands = PyTuple_New(2);
    PyObject* const shares = PyTuple_New(2);
    if (hands != nullptr && shares != nullptr) {
        PyTuple_SetItem(hands, 0, string_of(hero));
        PyTuple_SetItem(hands, 1, villain == RANDOM ? PyUnicode_FromString("random") : string_of(villain));
        PyTuple_SetItem(shares, 0, share(found.wins, found.ties, found.losses()));
        PyTuple_SetItem(shares, 1, share(found.losses(), found.ties, found.wins));
    }
    PyObject* const made = equity_class.make({again(holdem), hands, shares, PyLong_FromUnsignedLongLong(found.total),
                                              again(exact), none(), nullptr, PyTuple_New(0)});
    if (PyErr_Occurred() == nullptr) return made;
    Py_XDECREF(made);
    return nullptr;
}

// A new reference to a number, or to None.
PyObject* number_or_none(const std::optional<BigInt>& value) {
    return value ? numbers::python_int(*value).release().ptr() : none();
}

PyObject* share(const PotShare& found) {
    PyObject* const error = found.variance ? PyFloat_FromDouble(std::sqrt(numbers::nearest(*found.variance))) : none();
    return share_class.make({number_or_none(found.win), number_or_none(found.tie), number_or_none(found.lose),
                             number_or_none(found.low_win), number_or_none(found.low_tie), number_or_none(found.scoop),
                             numbers::python_fraction(found.equity).release().ptr(), error});
}

// A string, or an object whose string is the range.
nb::object python_hands(const PlayerHands& hands) {
    if (const auto* const range = std::get_if<HandWeights>(&hands)) return nb::cast(*range);
    if (const auto* const range = std::get_if<poker::OmahaRange>(&hands)) return nb::cast(*range);
    return python_text(text_of(hands));
}

constexpr int MIN_BOARD = 3;  // cards

// Nothing unless these are two hands, each written as one hand, and no board or at least a flop; or a hand, "random"
// and at least a flop.
std::optional<std::tuple<Cards, Cards, Cards>> two_hands(PyObject* const* arguments, PyObject* given_board) {
    const bool is_random =
        PyUnicode_Check(arguments[1]) && PyUnicode_CompareWithASCIIString(arguments[1], "random") == 0;
    const auto hero = plain_cards(arguments[0]);
    const auto villain = is_random ? std::optional(RANDOM) : plain_cards(arguments[1]);
    const auto board = given_board == nullptr ? std::optional<Cards>(0) : plain_cards(given_board);
    if (!hero || !villain || !board || !is_hole(*hero) || (!is_random && !is_hole(*villain))) return std::nullopt;
    if ((*board != 0 || is_random) && (size(*board) < MIN_BOARD || size(*board) > BOARD)) return std::nullopt;
    if ((*hero & *villain) != 0 || ((*hero | *villain) & *board) != 0) return std::nullopt;
    return std::tuple(*hero, *villain, *board);
}

Outcome count_against_random(Cards hero, Cards board) {
    static const HoldemRange random = [] {
        HoldemRange all;
        for_each_subset(FULL_DECK, HOLE, 0, [&](Cards hand) { all.hands.push_back(hand); });
        all.weights.assign(all.hands.size(), 1);
        return all;
    }();
    return range_equities({&hero, 1}, random, board, 0, 1, {}, high_order())[0];
}

PyObject* equity(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    PyObject* given_board = nullptr;
    if (count != 2 || !only_named("board", names, arguments + count, given_board))
        return equity_function.pass_on(arguments, count, names);
    const auto deal = two_hands(arguments, given_board);
    if (!deal) return equity_function.pass_on(arguments, count, names);
    if (const DeadlineState* passed = Deadline::passed()) {
        set_deadline_error(*passed);
        return nullptr;
    }
    const auto [hero, villain, board] = *deal;
    try {
        if (villain == RANDOM) return equity_of(hero, villain, count_against_random(hero, board));
        if (board != 0) return equity_of(hero, villain, count_two_hands(hero, villain, board));
        const auto [wins, ties] = matchup_table != nullptr ? matchup_table->of(hero, villain) : matchup(hero, villain);
        return equity_of(hero, villain, {wins, ties, MATCHUP_BOARDS});
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

// Two hands on a flop or a turn; the results by the next card, the highest first.
PyObject* by_next_card(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    PyObject* given_board = nullptr;
    const bool is_usual =
        count == 2 && only_named("board", names, arguments + count, given_board) && given_board != nullptr;
    const auto deal = is_usual ? two_hands(arguments, given_board) : std::nullopt;
    const auto [hero, villain, board] = deal.value_or(std::tuple<Cards, Cards, Cards>());
    if (villain == RANDOM || board == 0 || size(board) == BOARD)
        return next_card_function.pass_on(arguments, count, names);
    try {
        check_deadline();
        nb::dict found;
        const std::array hands{hero, villain};
        for (const auto& [card, boards] : walk_next_cards(hands, board, 0, {})) {
            const nb::object equity = nb::steal(
                equity_of(hero, villain, {boards[0b01], boards[0b11], boards[0b01] + boards[0b10] + boards[0b11]}));
            if (!equity.is_valid()) return nullptr;
            found[highest_first(card)[0]] = equity;
        }
        return found.release().ptr();
    } catch (nb::python_error& error) {
        error.restore();
        return nullptr;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

}  // namespace

namespace {

// By the places of the players.
nb::dict python_ties(const PotSums& sums) {
    nb::dict ties;
    for (const auto& [set, deals] : ties_of(sums)) {
        nb::list places;
        for (std::size_t player = 0; player < sums.players; ++player)
            if ((set >> player & 1) != 0) places.append(player);
        ties[nb::tuple(places)] = numbers::python_int(deals);
    }
    return ties;
}

}  // namespace

nb::object facevalue::python_equity(const Game& game, const std::vector<Player>& players,
                                    const std::vector<std::string>& names, const Equity& equity) {
    nb::list hands, shares, named;
    for (const std::string& name : names) named.append(python_text(name));
    for (const Player& player : players) hands.append(python_hands(player.hands));
    for (const PotShare& found : shares_of(equity.sums, equity.seed.has_value()))
        shares.append(nb::steal(share(found)));
    PyObject* const seed = equity.seed ? PyLong_FromUnsignedLongLong(*equity.seed) : none();
    nb::object made = nb::steal(equity_class.make(
        {python_text(game.name).release().ptr(), nb::tuple(hands).release().ptr(), nb::tuple(shares).release().ptr(),
         number_or_none(equity.sums.deals), equity.seed ? PyUnicode_InternFromString("sampled") : again(exact), seed,
         python_ties(equity.sums).release().ptr(), nb::tuple(named).release().ptr()}));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

void bind_shares(nb::module_& module) {
    holdem = PyUnicode_InternFromString("holdem");
    exact = PyUnicode_InternFromString("exact");
    module.def(
        "quick_equity",
        [](const nb::object& others, const nb::object& equity_type, const Row& equity_slots,
           const nb::object& share_type, const Row& share_slots) {
            equity_class.learn(equity_type, equity_slots);
            share_class.learn(share_type, share_slots);
            return equity_function.stand_for(others, equity);
        },
        nb::arg("others"), nb::arg("equity"), nb::arg("equity_slots"), nb::arg("share"), nb::arg("share_slots"));
    module.def(
        "quick_by_next_card",
        [](const nb::object& others) { return next_card_function.stand_for(others, by_next_card); }, nb::arg("others"),
        "After quick_equity.");
    module.def(
        "use_matchups",
        [](const nb::object& table) {
            matchup_table = nb::cast<const MatchupTable*>(table);
            nb::object(table).release();  // kept until the process ends
        },
        nb::arg("table"), "Looks up hands before the flop in this MatchupTable from now on.");
}
