// Ranges of hold'em for Python.

#include "poker/notation/holdem_notation.hpp"
#include "poker/notation/starting_hands.hpp"
#include "problem.hpp"
#include "range_text.hpp"
#include "texts.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

HandWeights range_of_text(nb::str text) {
    numbers::Encoded encoded;
    return read_long(numbers::view(text, encoded), [](auto... given) { return read_range(given...); });
}

HandSet hands_of(nb::handle hands) {
    HandSet found;
    if (!nb::isinstance<nb::str>(hands)) {
        found.insert(place_of(hole_of(hands)));
        return found;
    }
    numbers::Encoded encoded;
    return read_long(numbers::view(hands, encoded), [](auto... given) { return read_hands(given...); });
}

void add(HoldemItems& items, nb::handle hands, std::optional<Fraction> weight) {
    if (weight) return items.add(hands_of(hands), as_weight(*weight));
    if (!nb::isinstance<nb::str>(hands)) return items.add(hands_of(hands), WHOLE);
    numbers::Encoded encoded;
    read_long(numbers::view(hands, encoded), [&](std::string_view text, const Stop& stop) {
        Pulse pulse(stop);
        return read_items(text, items, pulse);
    });
}

nb::tuple masks_of(const HandWeights& range) {
    const nb::object found = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(range.size())));
    if (!found.is_valid()) throw nb::python_error();
    Py_ssize_t place = 0;
    range.hands().each([&](std::size_t hand) {
        PyTuple_SetItem(found.ptr(), place++, PyLong_FromUnsignedLongLong(hands_by_place()[hand]));
    });
    return nb::borrow<nb::tuple>(found);
}

std::vector<std::uint16_t> places_of(const HandWeights& range) {
    std::vector<std::uint16_t> found;
    for (const std::uint16_t place : range.places())
        if (place != 0) found.push_back(static_cast<std::uint16_t>(place - 1));
    return found;
}

std::vector<std::pair<std::string, std::vector<std::uint32_t>>> starting_hand_counts(const HandWeights& range) {
    std::vector<std::pair<std::string, std::vector<std::uint32_t>>> rows;
    for (std::size_t place = 0; place < STARTING_HANDS; ++place)
        rows.emplace_back(starting_hand_name(place), range.counts_in(place));
    return rows;
}

std::vector<std::pair<std::string, std::vector<Cards>>> starting_hands() {
    std::vector<std::pair<std::string, std::vector<Cards>>> rows;
    for (const std::size_t place : best_starting_hands()) {
        HandSet hands;
        hands.insert_starting_hand(place);
        auto& row = rows.emplace_back(starting_hand_name(place), std::vector<Cards>());
        hands.each([&](std::size_t hand) { row.second.push_back(hands_by_place()[hand]); });
    }
    return rows;
}

}  // namespace

void bind_ranges(nb::module_& module) {
    module.attr("MAX_RANGE_CHARACTERS") = MAX_CHARACTERS;
    module.attr("MAX_WEIGHT_DIGITS") = MAX_DIGITS;
    module.def("starting_hands", starting_hands, "The name and the hands of each starting hand, the best first.");
    module.def("weight_text", [](Fraction weight) { return weight_text(as_weight(weight)); }, nb::arg("weight"));
    module.def("read_range", range_of_text, nb::arg("text"));
    nb::class_<HandWeights>(module, "HandWeights", "A range of hold'em. The hands are in order of their cards.")
        .def("__len__", &HandWeights::size)
        .def(
            "__eq__", [](const HandWeights& a, const HandWeights& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &HandWeights::hash)
        .def("__str__", range_text)
        .def_prop_ro("masks", masks_of, nb::for_getter(nb::sig("def masks(self) -> tuple[int, ...]")))
        .def_prop_ro("places", places_of, "The place of the weight of each hand.")
        .def_prop_ro("weights",
                     [](const HandWeights& range) {
                         std::vector<Fraction> found;
                         for (const Weight& weight : range.weights())
                             found.emplace_back(weight.numerator, weight.denominator);
                         return found;
                     })
        .def_prop_ro("counts", &HandWeights::counts, "How many hands have each weight.")
        .def_prop_ro("starting_hands", starting_hand_counts, "The same for each starting hand, by its name.")
        .def(
            "weight",
            [](const HandWeights& range, Cards hand) {
                const Weight weight = range.of(place_of(hole_of(hand)));
                return Fraction(weight.numerator, weight.denominator);
            },
            nb::arg("hand"))
        .def(
            "contains", [](const HandWeights& range, nb::handle hands) { return range.contains(hands_of(hands)); },
            nb::arg("hands"))
        .def(
            "contains_all",
            [](const HandWeights& range, const HandWeights& other) { return range.contains(other.hands()); },
            nb::arg("other"))
        .def("without", &HandWeights::without, nb::arg("dead"))
        .def("inverse", &HandWeights::inverse)
        .def("larger", &HandWeights::larger, nb::arg("other"))
        .def("smaller", &HandWeights::smaller, nb::arg("other"))
        .def(
            "minus", [](const HandWeights& range, const HandWeights& other) { return result_of(range.minus(other)); },
            nb::arg("other"));
    nb::class_<HoldemItems>(module, "HoldemItems", "Collects hands and strings, one by one.")
        .def(nb::init<>())
        .def("add", add, nb::arg("hands"), nb::arg("weight").none() = nb::none(),
             "Adds a mask or a string; a string has its own weights if none is given.")
        .def("range", &HoldemItems::range);
}
