// Canonical hands and boards for Python. A call costs more than the renaming, so single hands use Python's C interface.
#include "poker/cards/canonical.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "hands.hpp"
#include "poker/cards/card_text.hpp"
#include "poker/cards/combinations.hpp"
#include "quick.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Masks = nb::ndarray<const Cards, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t FLOP = 3;  // cards, whose order does not matter

QuickFunction canonical_function;

// A hand, a flop, a turn and a river; nothing for anything unusual.
std::optional<std::array<Cards, 4>> streets_of(PyObject* hand, PyObject* board) {
    std::array<Cards, DECK> shared{};
    const std::optional<Cards> held = plain_cards(hand);
    const auto count = board == nullptr ? std::optional<std::size_t>(0) : plain_cards_in_order(board, shared);
    if (!held || !count || *count > BOARD || (union_of(shared) & *held) != 0) return std::nullopt;
    return std::array{*held, union_of({shared.data(), FLOP}), shared[FLOP], shared[FLOP + 1]};
}

PyObject* canonical_hand(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    PyObject* board = nullptr;
    const bool is_usual = (count == 1 && only_named("board", names, arguments + count, board)) ||
                          (count == 2 && names == nullptr && (board = arguments[1]));
    const auto streets = is_usual ? streets_of(arguments[0], board) : std::nullopt;
    if (!streets) return canonical_function.pass_on(arguments, count, names);
    const auto [hand, flop, turn, river] = canonical(*streets);
    const std::string own = text_of(hand), shared = text_of(flop) + text_of(turn) + text_of(river);
    return Py_BuildValue("ss", own.c_str(), shared.c_str());
}

nb::ndarray<nb::numpy, Cards, nb::ndim<1>> canonical_masks(const Masks& masks) {
    std::vector<Cards> renamed(masks.data(), masks.data() + masks.size());
    unlocked([&] {
        for (Cards& mask : renamed) mask = canonical(std::array{mask})[0];
        return true;
    });
    const std::size_t count = renamed.size();
    return array_of<nb::ndarray<nb::numpy, Cards, nb::ndim<1>>>(std::move(renamed), {count});
}

}  // namespace

void bind_canonical(nb::module_& module) {
    module.def("quick_canonical",
               [](const nb::object& others) { return canonical_function.stand_for(others, canonical_hand); });
    module.def("canonical_masks", canonical_masks, nb::arg("masks").noconvert(),
               "The largest mask that each set of cards becomes when its suits are renamed.");
}
