// Cactus Kev's evaluator for Python.
#include "poker/evaluate/cactus.hpp"

#include <nanobind/stl/array.h>

#include "poker/equity/equity.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

std::vector<std::string> explained(const std::array<Cards, 5>& cards) {
    bool are_cards = are_disjoint(cards);
    for (const Cards card : cards) are_cards &= size(card) == 1;
    require(are_cards, "expected five different cards");
    return unlocked([&] { return explain_cactus(cards); });
}

template <auto TABLE>
auto table() {
    return unlocked([] { return cactus_tables().*TABLE; });
}

}  // namespace

void bind_cactus(nb::module_& module) {
    module.def("explain_cactus", explained, nb::arg("cards"));
    module.def("cactus_flushes", table<&CactusTables::flushes>);
    module.def("cactus_unique5", table<&CactusTables::unique5>);
    module.def("cactus_products", table<&CactusTables::products>);
    module.def("cactus_values", table<&CactusTables::values>);
    module.def("cactus_adjustments", table<&CactusTables::adjustments>);
    module.def("cactus_hash_values", table<&CactusTables::hash_values>);
}
