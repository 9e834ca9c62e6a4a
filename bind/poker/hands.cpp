#include "hands.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace nb = nanobind;

namespace facevalue {

namespace {

using namespace poker;

constexpr Cards NO_CARD = 0;

// The rank and the suit that a letter means, or -1.
struct Letters {
    std::array<std::int8_t, 256> rank{}, suit{};

    constexpr Letters() {
        rank.fill(-1);
        suit.fill(-1);
        place(rank, "23456789TJQKA");
        place(suit, "cdhs");
    }
    static constexpr void place(std::array<std::int8_t, 256>& table, std::string_view letters) {
        for (std::size_t i = 0; i < letters.size(); ++i) {
            const auto letter = static_cast<unsigned char>(letters[i]);
            table[letter] = static_cast<std::int8_t>(i);
            if (letter > '9') table[letter ^ 0x20U] = static_cast<std::int8_t>(i);  // upper and lower case
        }
    }
};
constexpr Letters LETTERS;
constexpr std::int8_t TEN = 8;

// Reads a card at the start of a string and removes it; NO_CARD if the string does not start with a card.
Cards read_card(std::string_view& text) {
    const bool is_ten = text.starts_with("10");
    const std::size_t length = is_ten ? 3 : 2;
    if (text.size() < length) return NO_CARD;
    const int rank = is_ten ? TEN : LETTERS.rank[static_cast<unsigned char>(text[0])];
    const int suit = LETTERS.suit[static_cast<unsigned char>(text[length - 1])];
    text.remove_prefix(length);
    return rank < 0 || suit < 0 ? NO_CARD : card(rank, suit);
}

// The bytes of an ASCII string: no other string consists of cards that `read_card` knows.
std::optional<std::string_view> bytes_of(PyObject* text) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes != nullptr) return std::string_view(bytes, static_cast<std::size_t>(size));
    PyErr_Clear();  // half of a surrogate pair
    return std::nullopt;
}

// Calls visit for each card of a string, which may have spaces between them. False for anything else.
template <class Visit>
bool each_card_of_text(PyObject* text, const Visit& visit) {
    auto rest = bytes_of(text);
    if (!rest) return false;
    while (!rest->empty()) {
        if (rest->front() == ' ')
            rest->remove_prefix(1);
        else if (!visit(read_card(*rest)))
            return false;
    }
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

Cards one_card(PyObject* item) {
    if (PyLong_CheckExact(item)) {
        int beyond = 0;
        const long id = PyLong_AsLongAndOverflow(item, &beyond);
        return id < 0 || id >= DECK ? NO_CARD : card(static_cast<int>(id) / SUITS, static_cast<int>(id) % SUITS);
    }
    if (!PyUnicode_CheckExact(item)) return known_cards.find(item);
    auto text = bytes_of(item);
    if (!text) return NO_CARD;
    const Cards found = read_card(*text);
    return text->empty() ? found : NO_CARD;
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
        known_cards.add(cards_by_id[static_cast<std::size_t>(id)], card(id / SUITS, id % SUITS));
    }
}

nb::tuple highest_first(Cards cards) {
    cards &= FULL_DECK;
    const nb::object found = nb::steal(PyTuple_New(size(cards)));
    if (!found.is_valid()) throw nb::python_error();
    Py_ssize_t place = 0;
    for (int id = DECK - 1; id >= 0; --id) {
        if ((cards & card(id / SUITS, id % SUITS)) == 0) continue;
        PyObject* const object = cards_by_id[static_cast<std::size_t>(id)];
        Py_INCREF(object);
        PyTuple_SetItem(found.ptr(), place++, object);
    }
    return nb::borrow<nb::tuple>(found);
}

}  // namespace facevalue
