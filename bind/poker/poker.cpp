// Poker for Python.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>

#include "poker/cards/combinations.hpp"
#include "poker/cards/pot_counts.hpp"
#include "poker/deal/dealer.hpp"
#include "poker/equity/equity.hpp"
#include "poker/evaluate/cactus.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/hand_words.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker/scoring/scoring.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using IdRows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Masks = nb::ndarray<const Cards, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Scores = nb::ndarray<std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::ptrdiff_t ids(const IdRows& rows, const Values& out, std::size_t workers) {
    require(rows.shape(1) >= LEAST_CARDS && rows.shape(1) <= MOST_CARDS, "expected rows of 5, 6 or 7 cards");
    require(rows.shape(0) == out.shape(0), "expected a value for each row");
    return interruptible(
        [&] { return evaluate_ids(rows.data(), rows.shape(0), rows.shape(1), out.data(), workers, interrupted); });
}

std::ptrdiff_t masks(const Masks& rows, const Values& out, std::size_t workers) {
    require(rows.shape(0) == out.shape(0), "expected a value for each row");
    return interruptible([&] { return evaluate_masks(rows.data(), rows.shape(0), out.data(), workers, interrupted); });
}

std::array<std::uint64_t, CATEGORIES> counts(int cards, int deck, std::size_t workers) {
    require(cards >= LEAST_CARDS && cards <= MOST_CARDS, "expected hands of 5, 6 or 7 cards");
    require(deck == DECK || deck == SHORT_DECK, "expected a deck of 52 or 36 cards");
    return interruptible([&] { return count_categories(cards, (DECK - deck) / SUITS, workers, interrupted); });
}

const Ranking& known_ranking(const std::string& name) {
    const Ranking* ranking = ranking_of(name);
    if (ranking == nullptr) throw std::invalid_argument("unknown ranking: '" + name + "'");
    return *ranking;
}

std::optional<std::pair<std::uint32_t, Cards>> best_of(const std::string& name, Cards hole, Cards board,
                                                       int from_hole) {
    const auto played = best(known_ranking(name), hole, board, from_hole);
    if (!played) return std::nullopt;
    return std::pair(played->score, played->cards);
}

void scores(const Masks& hands, Cards board, const std::string& name, int from_hole, const Scores& out,
            std::size_t workers) {
    require(hands.shape(0) == out.shape(0), "expected a score for each row");
    const Ranking& ranking = known_ranking(name);
    interruptible([&] {
        score_masks(hands.data(), hands.shape(0), board, ranking, from_hole, out.data(), workers, interrupted);
        return true;
    });
}

// Name, whether the hand and the ace are low, whether straights and flushes count, top of the wheel, cards.
using RankingRow = std::tuple<std::string_view, bool, bool, bool, std::optional<int>, int>;

std::vector<RankingRow> ranking_rows() {
    std::vector<RankingRow> rows;
    for (const Ranking& row : rankings()) {
        const auto wheel = row.wheel_top == NO_WHEEL ? std::nullopt : std::optional(row.wheel_top);
        rows.emplace_back(row.name, row.is_low, row.is_ace_low, row.has_sequences, wheel, row.cards);
    }
    return rows;
}

const poker::Ids& checked_ids(const poker::Ids& ids) {
    require(std::ranges::all_of(ids, [](int id) { return id < DECK; }), "expected ids of cards");
    return ids;
}

// Five cards by Cactus Kev's evaluator.
std::vector<std::string> explain_five(const std::array<Cards, 5>& cards) {
    bool are_cards = are_disjoint(cards);
    for (const Cards card : cards) are_cards &= size(card) == 1;
    require(are_cards, "expected five different cards");
    return unlocked([&] { return explain_cactus(cards); });
}

template <auto TABLE>
auto cactus_table() {
    return unlocked([] { return cactus_tables().*TABLE; });
}

}  // namespace

void bind_poker(nb::module_& module) {
    module.def("evaluate_ids", ids, nb::arg("ids").noconvert(), nb::arg("out").noconvert(), nb::arg("workers"));
    module.def("evaluate_masks", masks, nb::arg("masks").noconvert(), nb::arg("out").noconvert(), nb::arg("workers"));
    module.def("count_categories", counts, nb::arg("cards"), nb::arg("deck"), nb::arg("workers"));
    module.def("hand_value", hand_value, nb::arg("mask"));
    module.def("best", best_of, nb::arg("ranking"), nb::arg("hole"), nb::arg("board"), nb::arg("from_hole"));
    module.def("score_masks", scores, nb::arg("masks").noconvert(), nb::arg("board"), nb::arg("ranking"),
               nb::arg("from_hole"), nb::arg("out").noconvert(), nb::arg("workers"));
    module.def("rankings", ranking_rows,
               "(name, is_low, is_ace_low, has_sequences, wheel, cards) of each ranking; wheel is None or a rank.");
    module.def(
        "arranged",
        [](const std::string& ranking, const poker::Ids& ids) {
            return arranged(known_ranking(ranking), checked_ids(ids));
        },
        nb::arg("ranking"), nb::arg("ids"), "The ids, the most important first.");
    module.def(
        "category",
        [](const std::string& ranking, const poker::Ids& ids) {
            return result_of(category_of(known_ranking(ranking), checked_ids(ids)));
        },
        nb::arg("ranking"), nb::arg("ids"));
    module.def(
        "category_of_ranks",
        [](const std::string& ranking, nb::handle ranks, bool is_one_suit) {
            return result_of(category_of(known_ranking(ranking), argument_of(ranks), is_one_suit));
        },
        nb::arg("ranking"), nb::arg("ranks").none(), nb::arg("is_one_suit"),
        nb::sig("def category_of_ranks(ranking: str, ranks: object, is_one_suit: bool) -> str"));
    module.def(
        "description",
        [](const std::string& ranking, const poker::Ids& ids) {
            return result_of(words_of(known_ranking(ranking), checked_ids(ids))).description;
        },
        nb::arg("ranking"), nb::arg("ids"));
    module.def(
        "categories",
        [](const std::string& ranking) {
            std::vector<std::string_view> names;
            for (const Category category : known_ranking(ranking).categories) names.push_back(name_of(category));
            return names;
        },
        nb::arg("ranking"), "The best first.");
    module.def("explain_cactus", explain_five, nb::arg("cards"));
    module.def("cactus_flushes", cactus_table<&CactusTables::flushes>);
    module.def("cactus_unique5", cactus_table<&CactusTables::unique5>);
    module.def("cactus_products", cactus_table<&CactusTables::products>);
    module.def("cactus_values", cactus_table<&CactusTables::values>);
    module.def("cactus_adjustments", cactus_table<&CactusTables::adjustments>);
    module.def("cactus_hash_values", cactus_table<&CactusTables::hash_values>);
    module.attr("WEAKEST_VALUE") = FIRST_VALUES.back() - 1;
    module.attr("SHORT_DECK") = SHORT_DECK;
    module.attr("MOST_PLAYERS") = MOST_HANDS;
    module.attr("MOST_HOLE_CARDS") = MOST_CARDS;
    module.attr("BOARD_CARDS") = BOARD;
    module.def("simd", [] { return chosen_lanes<SimdKernels>().name; });
}
