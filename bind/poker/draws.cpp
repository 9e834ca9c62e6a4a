// Draws: outs, odds, and sums over draws for video poker.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include "poker/cards/combinations.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/draws/draw_sums.hpp"
#include "poker/draws/outs.hpp"
#include "problem.hpp"
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

Draw draw_of(Cards hand, Cards board, const std::string& ranking, int from_hole) {
    const Ranking* const found = ranking_of(ranking);
    require(found != nullptr, "expected the name of a ranking");
    return {found, hand, board, from_hole};
}

Cards improving(Cards hand, Cards board, Cards cards, const std::string& ranking, int from_hole) {
    return unlocked([&] { return improving_cards(draw_of(hand, board, ranking, from_hole), cards); });
}

std::optional<std::pair<Cards, Cards>> winning(Cards hand, Cards board, Cards cards, const std::string& ranking,
                                               int from_hole, const std::vector<std::vector<Cards>>& rivals) {
    const auto result = interruptible(
        [&] { return winning_cards(draw_of(hand, board, ranking, from_hole), rivals, cards, interrupted); });
    if (!result) return std::nullopt;
    return std::pair(result->found, result->possible);
}

int category_now(Cards hand, Cards board, const std::string& ranking, int from_hole) {
    return static_cast<int>(category_so_far(draw_of(hand, board, ranking, from_hole)));
}

CategoryCounts categories_after(Cards hand, Cards board, Cards cards, const std::string& ranking, int from_hole,
                                int more, bool is_to_hand) {
    const Draw draw = draw_of(hand, board, ranking, from_hole);
    return interruptible([&] { return count_categories_after(draw, cards, more, is_to_hand, interrupted); })
        .value_or(CategoryCounts{});
}

using Kind = std::optional<std::pair<int, int>>;

std::vector<Kind> kinds(const std::vector<Cards>& hands, Cards board, Cards dead) {
    std::vector<Kind> rows;
    for (const std::optional<HandKind>& kind : result_of(unlocked([&] { return hand_kinds(hands, board, dead); })))
        rows.push_back(kind ? Kind({kind->made, kind->draw}) : std::nullopt);
    return rows;
}

template <std::size_t COUNT>
std::vector<std::string_view> listed(const std::array<std::string_view, COUNT>& names) {
    return {names.begin(), names.end()};
}

}  // namespace

void bind_draws(nb::module_& module) {
    nb::class_<DrawSums>(module, "DrawSums", "Sums of payouts over the draws of video poker.")
        .def("holds", holds, nb::arg("hand"))
        .def("best_total", best_total)
        .def_prop_ro("denominator", &DrawSums::denominator);
    module.def("draw_sums", draw_sums, nb::arg("payouts").noconvert(), nb::arg("deck"));
    module.def("improving_cards", improving, nb::arg("hand"), nb::arg("board"), nb::arg("cards"), nb::arg("ranking"),
               nb::arg("from_hole"));
    module.def("winning_cards", winning, nb::arg("hand"), nb::arg("board"), nb::arg("cards"), nb::arg("ranking"),
               nb::arg("from_hole"), nb::arg("rivals"),
               "The cards that win, and those that may come; None if finding hands that fit together takes too long.");
    module.def("category_so_far", category_now, nb::arg("hand"), nb::arg("board"), nb::arg("ranking"),
               nb::arg("from_hole"), "The number of the category, 0 for a straight flush to 8.");
    module.def("count_categories_after", categories_after, nb::arg("hand"), nb::arg("board"), nb::arg("cards"),
               nb::arg("ranking"), nb::arg("from_hole"), nb::arg("more"), nb::arg("is_to_hand"),
               "How often each category is the best when `more` of the cards have come.");
    module.def("hand_kinds", kinds, nb::arg("hands"), nb::arg("board"), nb::arg("dead"),
               "The places in MADE_HANDS and in DRAWS of each hold'em hand; None for one that is not possible.");
    module.def("made_hands", [] { return listed(MADE_HANDS); });
    module.def("draws", [] { return listed(DRAWS); });
    module.attr("LARGEST_PAYOUT") = LARGEST_PAYOUT;
    module.attr("MOST_STEPS_TO_FIT") = MOST_STEPS_TO_FIT;
}
