#include "hands.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "poker/cards/read_cards.hpp"
#include "problem.hpp"
#include "texts.hpp"

namespace nb = nanobind;

namespace facevalue {

namespace {

using namespace poker;

constexpr Cards NO_CARD = 0;

// Nothing for half of a surrogate pair.
std::optional<std::string_view> bytes_of(PyObject* text) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes != nullptr) return std::string_view(bytes, static_cast<std::size_t>(size));
    PyErr_Clear();
    return std::nullopt;
}

// Calls visit for each card of a string. False for anything else.
template <class Visit>
bool each_card_of_text(PyObject* given, const Visit& visit) {
    const auto text = bytes_of(given);
    if (!text) return false;
    CardReader reader(*text);
    for (int id; (id = reader.next()) != CardReader::FINISHED;)
        if (id < 0 || !visit(card_of(id))) return false;
    return true;
}

// The objects of the class Card, found by their address: an open hash table, at most half full.
class KnownCards {
  public:
    void add(PyObject* object, Cards card) {
        std::size_t place = start(object);
        while (places_[place].object != nullptr && places_[place].object != object) place = after(place);
        places_[place] = {object, card};
    }
    Cards find(PyObject* object) const {
        for (std::size_t place = start(object); places_[place].object != nullptr; place = after(place))
            if (places_[place].object == object) return places_[place].card;
        return NO_CARD;
    }

  private:
    struct Place {
        PyObject* object = nullptr;
        Cards card = NO_CARD;
    };
    static constexpr std::size_t SIZE = 128;
    static std::size_t start(PyObject* object) {
        const auto address = reinterpret_cast<std::uintptr_t>(object);
        return (address >> 4 ^ address >> 11) % SIZE;
    }
    static std::size_t after(std::size_t place) { return (place + 1) % SIZE; }

    std::array<Place, SIZE> places_{};
};

// Written with Python's lock, before any hand is read.
KnownCards known_cards;
std::array<PyObject*, DECK> cards_by_id{};

// Not inlined, so that reading ids is a short loop.
[[gnu::noinline]] Cards known_or_spelled_card(PyObject* item) {
    if (!PyUnicode_CheckExact(item)) return known_cards.find(item);
    const auto text = bytes_of(item);
    const Spelling found = text ? card_at(*text) : Spelling{};
    return found && found.length == text->size() ? card_of(found.value) : NO_CARD;
}

Cards one_card(PyObject* item) {
    if (!PyLong_CheckExact(item)) return known_or_spelled_card(item);
    int beyond = 0;
    const long id = PyLong_AsLongAndOverflow(item, &beyond);
    return id < 0 || id >= DECK ? NO_CARD : card_of(static_cast<int>(id));
}

// Calls visit for each card of a string, a list or a tuple. False unless all are different cards.
template <class Visit>
bool each_card_of(PyObject* given, const Visit& visit) {
    Cards all = 0;
    const auto add = [&](Cards next) {
        if (next == NO_CARD || (all & next) != 0) return false;
        all |= next;
        visit(next);
        return true;
    };
    if (PyUnicode_CheckExact(given)) return each_card_of_text(given, add);
    const bool is_list = PyList_CheckExact(given);
    if (!is_list && !PyTuple_CheckExact(given)) return false;
    const Py_ssize_t count = is_list ? PyList_Size(given) : PyTuple_Size(given);
    for (Py_ssize_t i = 0; i < count; ++i)
        if (!add(one_card(is_list ? PyList_GetItem(given, i) : PyTuple_GetItem(given, i)))) return false;
    return true;
}

}  // namespace

std::optional<Cards> plain_cards(PyObject* given) {
    Cards all = 0;
    return each_card_of(given, [&](Cards next) { all |= next; }) ? std::optional(all) : std::nullopt;
}

std::optional<std::size_t> plain_cards_in_order(PyObject* given, std::span<Cards, DECK> cards) {
    std::size_t count = 0;
    return each_card_of(given, [&](Cards next) { cards[count++] = next; }) ? std::optional(count) : std::nullopt;
}

void know_cards(const std::vector<nb::object>& by_id) {
    if (by_id.size() != DECK) throw std::invalid_argument("expected 52 cards");
    known_cards = {};  // may contain objects of a class that was loaded before
    for (int id = 0; id < DECK; ++id) {
        nb::object object = by_id[static_cast<std::size_t>(id)];
        cards_by_id[static_cast<std::size_t>(id)] = object.release().ptr();
        known_cards.add(cards_by_id[static_cast<std::size_t>(id)], card_of(id));
    }
}

PyObject* card_object(int id) {
    PyObject* const object = cards_by_id[static_cast<std::size_t>(id)];
    Py_INCREF(object);
    return object;
}

nb::tuple highest_first(Cards cards) {
    cards &= FULL_DECK;
    const nb::object found = nb::steal(PyTuple_New(size(cards)));
    if (!found.is_valid()) throw nb::python_error();
    Py_ssize_t place = 0;
    for (int id = DECK - 1; id >= 0; --id) {
        if ((cards & card_of(id)) != 0) PyTuple_SetItem(found.ptr(), place++, card_object(id));
    }
    return nb::borrow<nb::tuple>(found);
}

}  // namespace facevalue

using namespace facevalue;
using namespace facevalue::poker;

namespace {

nb::tuple cards_in(nb::str text, bool may_repeat) {
    numbers::Encoded encoded;
    const Ids ids = result_of(read_cards(numbers::view(text, encoded)));
    const auto repeated = may_repeat ? std::nullopt : repeated_card(ids);
    if (repeated) raise_problem(*repeated);
    const nb::object found = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(ids.size())));
    if (!found.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < ids.size(); ++i)
        PyTuple_SetItem(found.ptr(), static_cast<Py_ssize_t>(i), card_object(ids[i]));
    return nb::borrow<nb::tuple>(found);
}

}  // namespace

void bind_cards(nb::module_& module) {
    module.def("know_cards", know_cards, nb::arg("by_id"));
    module.def("highest_first", highest_first, nb::arg("mask"),
               nb::sig("def highest_first(mask: int) -> tuple[typing.Any, ...]"), "The cards of a mask.");
    module.def("cards_in", cards_in, nb::arg("text"), nb::arg("may_repeat"),
               nb::sig("def cards_in(text: str, may_repeat: bool) -> tuple[typing.Any, ...]"),
               "The cards of a string.");
    module.def(
        "read_card",
        [](nb::str text) {
            numbers::Encoded encoded;
            return result_of(read_card(numbers::view(text, encoded)));
        },
        nb::arg("text"), "The id of the card of a string.");
    module.def(
        "is_card",
        [](nb::str text) {
            numbers::Encoded encoded;
            return static_cast<bool>(read_card(numbers::view(text, encoded)));
        },
        nb::arg("text"));
    module.def(
        "is_one_hand",
        [](nb::str text, std::size_t cards) {
            numbers::Encoded encoded;
            return is_one_hand(numbers::view(text, encoded), cards);
        },
        nb::arg("text"), nb::arg("cards"), "Has the string only cards, and with commas at most so many?");
}
