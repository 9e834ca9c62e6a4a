// Sums over draws, for video poker.
#include <nanobind/stl/array.h>

#include "poker/cards/combinations.hpp"
#include "poker/draws/draw_sums.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Payouts = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

DrawSums draw_sums(const Payouts& payouts, int deck) {
    require(deck >= 2 * DRAW_HAND && deck <= LARGEST_DRAW_DECK, "expected a deck of 10 to 54 cards");
    require(payouts.shape(0) == choose(deck, DRAW_HAND), "expected a payout for each hand");
    const std::span<const std::int32_t> row(payouts.data(), payouts.shape(0));
    return *interruptible([&] {
        for (const std::int32_t payout : row)
            if (payout < 0 || payout > LARGEST_PAYOUT) throw std::invalid_argument("expected payouts of 0 to 100000");
        return DrawSums::of(row, deck, interrupted);
    });
}

std::array<std::int64_t, HOLDS> holds(const DrawSums& sums, const std::array<int, DRAW_HAND>& hand) {
    return sums.holds(hand);
}

std::int64_t best_total(const DrawSums& sums) {
    return *interruptible([&] { return sums.best_total(interrupted); });
}

}  // namespace

void bind_draws(nb::module_& module) {
    nb::class_<DrawSums>(module, "DrawSums", "Sums of payouts over the draws of video poker.")
        .def("holds", holds, nb::arg("hand"))
        .def("best_total", best_total)
        .def_prop_ro("denominator", &DrawSums::denominator);
    module.def("draw_sums", draw_sums, nb::arg("payouts").noconvert(), nb::arg("deck"));
    module.attr("LARGEST_PAYOUT") = LARGEST_PAYOUT;
}
