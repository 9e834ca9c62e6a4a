// Ranges of hold'em and Omaha for Python.

#include "poker/equity/equity.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/holdem/holdem_notation.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/omaha/omaha_range.hpp"
#include "problem.hpp"
#include "texts.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Fraction = std::pair<std::uint64_t, std::uint64_t>;

Weight as_weight(const Fraction& weight) {
    require(weight.first <= weight.second && weight.second > 0 && weight.second <= LARGEST_DENOMINATOR,
            "expected a weight from 0 to 1");
    return {weight.first, weight.second};
}

Cards hole_of(nb::handle hand) {
    const auto mask = nb::cast<Cards>(hand);
    require(is_hole(mask), "expected two cards");
    return mask;
}
Cards hole_of(Cards hand) {
    require(is_hole(hand), "expected two cards");
    return hand;
}

// Reads a string without Python's lock if it is long.
template <class Read>
auto read_long(std::string_view text, const Read& read) {
    constexpr std::size_t SHORT = 1000;
    if (text.size() > SHORT) return result_of(interruptible([&] { return read(text, Stop(interrupted)); }));
    check_deadline();
    return result_of(read(text, Stop()));
}

HandWeights range_of_text(nb::str text, int deck) {
    raise_if(wrong_deck(deck));
    numbers::Encoded encoded;
    return read_long(numbers::view(text, encoded), [&](auto... given) { return read_range(given..., deck); });
}

HandSet hands_of(nb::handle hands, int deck) {
    HandSet found;
    if (!nb::isinstance<nb::str>(hands)) {
        found.insert(place_of(hole_of(hands)));
        return found;
    }
    numbers::Encoded encoded;
    return read_long(numbers::view(hands, encoded), [&](auto... given) { return read_hands(given..., deck); });
}

void add(HoldemItems& items, nb::handle hands, std::optional<Fraction> weight) {
    if (weight) return items.add(hands_of(hands, items.deck()), as_weight(*weight));
    if (!nb::isinstance<nb::str>(hands)) return items.add(hands_of(hands, items.deck()), WHOLE);
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

using MaskArray = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;
using PlaceArray = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>;
using ByteArray = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

OmahaOrder order_of(int cards, const ByteArray& places) {
    require(cards >= LEAST_HOLE && cards <= MOST_ORDERED, "expected hands of 4 or 5 cards");
    require(places.shape(0) == omaha_place_bytes(cards) && places.shape(1) == omaha_starting_hands(cards),
            "expected the place of each starting hand");
    const std::span<const std::uint8_t> bytes(places.data(), places.size());
    return interruptible([&] { return omaha_order(cards, bytes, Stop(interrupted)); });
}

// The items of a range that is being made, without an order where no string has a percent sign.
class OmahaBuilder {
  public:
    OmahaBuilder(int size, nb::object order)
        : order_(std::move(order)), items_(size, order_.is_none() ? nullptr : nb::cast<const OmahaOrder*>(order_)) {
        require(size >= LEAST_HOLE && size <= MOST_HOLE, "expected hands of 4 to 6 cards");
    }
    void add(nb::handle hands, std::optional<Fraction> weight) {
        const std::size_t start = items_.weights().size();
        bool has_weights = false;
        numbers::Encoded encoded;
        if (nb::isinstance<nb::str>(hands)) {
            has_weights = read_long(numbers::view(hands, encoded), [&](std::string_view text, const Stop& stop) {
                              Pulse pulse(stop);
                              return read_items(text, items_, pulse);
                          }).has_weights;
        } else {
            const auto mask = nb::cast<Cards>(hands);
            require(mask <= FULL_DECK && size(mask) == items_.size(), "expected a hand");
            items_.add_hand(mask);
            items_.weigh(WHOLE);
        }
        if (!weight) return;
        if (has_weights) raise_problem(no_weights_problem(numbers::view(hands, encoded)));
        for (std::size_t at = start; at < items_.weights().size(); ++at) items_.weights()[at] = as_weight(*weight);
    }
    // Empties the builder; nothing without items.
    std::optional<poker::OmahaRange> range() {
        if (items_.items().empty()) return std::nullopt;
        return poker::OmahaRange{items_.size(), std::move(items_.items()), std::move(items_.weights())};
    }

  private:
    nb::object order_;
    OmahaItems items_;
};

const OmahaOrder* order_in(nb::handle order) { return order.is_none() ? nullptr : nb::cast<const OmahaOrder*>(order); }

nb::tuple hands_of_omaha(const poker::OmahaRange& range, nb::handle order) {
    const OmahaOrder* const known = order_in(order);
    OmahaHands found = result_of(interruptible([&] { return range.hands(known, Stop(interrupted)); }));
    const std::size_t count = found.hands.size();
    return nb::make_tuple(array_of<MaskArray>(std::move(found.hands), {count}),
                          array_of<PlaceArray>(std::move(found.items), {count}));
}

poker::OmahaRange combined(const poker::OmahaRange& one, const poker::OmahaRange& other, const std::string& how,
                           nb::handle order) {
    const OmahaOrder* const known = order_in(order);
    const auto combination = how == "|"   ? Combination::Larger
                             : how == "&" ? Combination::Smaller
                                          : Combination::Difference;
    return result_of(interruptible([&] { return combine(one, other, combination, known, Stop(interrupted)); }));
}

std::vector<Fraction> pairs_of(const std::vector<Weight>& weights) {
    std::vector<Fraction> found;
    for (const Weight& weight : weights) found.emplace_back(weight.numerator, weight.denominator);
    return found;
}

void bind_omaha_ranges(nb::module_& module) {
    module.attr("MAX_OMAHA_HANDS") = MAX_HANDS;
    module.attr("MAX_OMAHA_LISTED") = MAX_LISTED;
    module.attr("MOST_ORDERED") = MOST_ORDERED;
    nb::class_<OmahaOrder>(module, "OmahaOrder", "All hands of Omaha of 4 or 5 cards, the best first.")
        .def(
            "__init__",
            [](OmahaOrder* made, int cards, const ByteArray& places) {
                new (made) OmahaOrder(order_of(cards, places));
            },
            nb::arg("cards"), nb::arg("places").noconvert(),
            "uint8: the lowest byte of the place of each starting hand, then the next byte.")
        .def(
            "hands",
            [](const OmahaOrder& order) { return array_of<MaskArray>(std::vector(order.hands), {order.hands.size()}); })
        .def("ends", [](const OmahaOrder& order) {
            return array_of<PlaceArray>(std::vector(order.ends), {order.ends.size()});
        });
    nb::class_<poker::OmahaRange>(module, "OmahaHands", "The items of an Omaha range.")
        .def_ro("size", &poker::OmahaRange::size)
        .def_prop_ro("is_everything", &poker::OmahaRange::is_everything)
        .def_prop_ro(
            "weights", [](const poker::OmahaRange& range) { return pairs_of(range.weights); }, "Of the items.")
        .def("__str__", &poker::OmahaRange::text)
        .def("hands", hands_of_omaha, nb::arg("order").none(),
             nb::sig("def hands(self, order: OmahaOrder | None) -> tuple[typing.Any, typing.Any]"),
             "uint64 and uint32: the hands, ascending, and the item that gives each its weight.")
        .def(
            "weight",
            [](const poker::OmahaRange& range, Cards hand, nb::handle order) {
                const Weight weight = range.of(hand, order_in(order));
                return Fraction(weight.numerator, weight.denominator);
            },
            nb::arg("hand"), nb::arg("order").none())
        .def("inverse", &poker::OmahaRange::inverse)
        .def("combined", combined, nb::arg("other"), nb::arg("how"), nb::arg("order").none());
    nb::class_<OmahaBuilder>(module, "OmahaItems", "Collects hands and strings of Omaha, one by one.")
        .def(nb::init<int, nb::object>(), nb::arg("size"), nb::arg("order").none())
        .def("add", &OmahaBuilder::add, nb::arg("hands"), nb::arg("weight").none() = nb::none(),
             "Adds a mask or a string; a string has its own weights if none is given.")
        .def("range", &OmahaBuilder::range);
}

}  // namespace

void bind_ranges(nb::module_& module) {
    bind_omaha_ranges(module);
    module.attr("MAX_RANGE_CHARACTERS") = MAX_CHARACTERS;
    module.attr("MAX_WEIGHT_DIGITS") = MAX_DIGITS;
    module.def("starting_hands", starting_hands, "The name and the hands of each starting hand, the best first.");
    module.def("read_range", range_of_text, nb::arg("text"), nb::arg("deck"),
               "Percentages are of the hands of the deck.");
    nb::class_<HandWeights>(module, "HandWeights", "A range of hold'em. The hands are in order of their cards.")
        .def("__len__", &HandWeights::size)
        .def(
            "__eq__", [](const HandWeights& a, const HandWeights& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &HandWeights::hash)
        .def("__str__", range_text)
        .def_prop_ro("masks", masks_of, nb::for_getter(nb::sig("def masks(self) -> tuple[int, ...]")))
        .def_prop_ro("places", places_of, "The place of the weight of each hand.")
        .def_prop_ro("weights", [](const HandWeights& range) { return pairs_of(range.weights()); })
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
            "contains",
            [](const HandWeights& range, nb::handle hands, int deck) { return range.contains(hands_of(hands, deck)); },
            nb::arg("hands"), nb::arg("deck"))
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
        .def(
            "__init__",
            [](HoldemItems* made, int deck) {
                raise_if(wrong_deck(deck));
                new (made) HoldemItems(deck);
            },
            nb::arg("deck"))
        .def("add", add, nb::arg("hands"), nb::arg("weight").none() = nb::none(),
             "Adds a mask or a string; a string has its own weights if none is given.")
        .def("range", &HoldemItems::range);
}
