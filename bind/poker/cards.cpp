// Reads cards for Python.
#include "hands.hpp"
#include "poker/cards/read_cards.hpp"
#include "problem.hpp"
#include "texts.hpp"

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
        "foreign_letter",
        [](nb::str text) {
            numbers::Encoded encoded;
            return python_text(foreign_letter(numbers::view(text, encoded)));
        },
        nb::arg("text"), nb::sig("def foreign_letter(text: str) -> str"));
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
