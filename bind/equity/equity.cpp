// Equity for Python.
#include <numeric>

#include "poker/equity/equity.hpp"
#include "poker/equity/matchup_table.hpp"
#include "poker/ranges/ranges.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

using Masks = nb::ndarray<const Cards, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Item>
using Table = nb::ndarray<nb::numpy, Item, nb::ndim<2>>;

// An array with a row for each Row, which is a struct of Items.
template <class Item, class Row>
Table<Item> table(std::vector<Row>&& rows) {
    static_assert(sizeof(Row) % sizeof(Item) == 0);
    const std::size_t count = rows.size();
    return array_of<Table<Item>>(std::move(rows), {count, sizeof(Row) / sizeof(Item)});
}

constexpr const char* TWO_HANDS = "expected two hands of two different cards";

std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> pair(Cards hero, Cards villain) {
    require(is_hole(hero) && is_hole(villain) && (hero & villain) == 0, TWO_HANDS);
    const auto [wins, ties] = unlocked([&] { return matchup(hero, villain); });
    return {wins, ties, MATCHUP_BOARDS};
}

using Counted = std::pair<std::uint64_t, SetCounts>;  // boards or their weight, and who wins how many

HandOrder hand_order(const std::string& ranking) {
    const auto found = order_of(ranking);
    require(found.has_value(), "expected the ranking high or short");
    return *found;
}

Counted walked(const std::vector<Cards>& hands, Cards board, Cards dead, std::size_t workers,
               const std::string& ranking, nb::handle progress) {
    const HandOrder order = hand_order(ranking);
    require(is_holdem_deal(hands, board, dead),
            "expected 2 to 10 hands of two cards and a board of 0 to 5 cards, all different cards");
    const SetCounts sets =
        interruptible(progress, [&](const Stop& stop) { return walk_hands(hands, board, dead, workers, stop, order); });
    return {boards_left(hands.size(), board, dead), sets};
}

// A copy, because another thread may write to the array during the call.
std::vector<Cards> copied(const Masks& masks) { return {masks.data(), masks.data() + masks.size()}; }

HoldemRange range(const Masks& hands, const Weights& weights) {
    return {copied(hands), {weights.data(), weights.data() + weights.size()}};
}

std::optional<Counted> ranges_walked(const std::vector<std::pair<Masks, Weights>>& ranges, Cards board, Cards dead,
                                     std::size_t workers, const std::string& ranking, nb::handle progress) {
    const HandOrder order = hand_order(ranking);
    std::vector<HoldemRange> players;
    for (const auto& [hands, weights] : ranges) players.push_back(range(hands, weights));
    require(is_range_deal(players, board, dead),
            "expected 2 to 10 ranges of hands of two cards, a weight for each hand, and a board of 0 to 5 cards");
    if (!do_weights_fit(players, board, dead)) return std::nullopt;
    const PotCounts pots = interruptible(
        progress, [&](const Stop& stop) { return walk_ranges(players, board, dead, workers, stop, order); });
    return Counted{pots.boards, pots.high};
}

Table<std::uint64_t> equities(const Masks& heroes, const Masks& villains, const Weights& weights, Cards board,
                              Cards dead, std::size_t workers, const std::string& ranking, nb::handle progress) {
    const HandOrder order = hand_order(ranking);
    const std::vector<Cards> hero = copied(heroes);
    const HoldemRange villain = range(villains, weights);
    require(is_heads_up(hero, villain, board, dead),
            "expected different hands of two cards, a weight for each hand, and a board of 0 to 5 cards");
    return table<std::uint64_t>(interruptible(
        progress, [&](const Stop& stop) { return range_equities(hero, villain, board, dead, workers, stop, order); }));
}

Table<std::uint32_t> matchup_rows(std::size_t workers, nb::handle progress) {
    return table<std::uint32_t>(interruptible(progress, [&](const Stop& stop) { return all_matchups(workers, stop); }));
}

void fill_table(MatchupTable* place,
                const nb::ndarray<const std::uint32_t, nb::shape<MATCHUP_KINDS, 2>, nb::c_contig>& rows) {
    std::vector<Matchup> by_kind(MATCHUP_KINDS);
    for (std::size_t kind = 0; kind < MATCHUP_KINDS; ++kind) by_kind[kind] = {rows(kind, 0), rows(kind, 1)};
    unlocked([] { return matchup_kinds().size(); });  // computed now, so that no look-up waits for them
    new (place) MatchupTable(std::move(by_kind));
}

std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> looked_up(const MatchupTable& table, Cards hero,
                                                                  Cards villain) {
    require(is_hole(hero) && is_hole(villain) && (hero & villain) == 0, TWO_HANDS);
    const auto [wins, ties] = table.of(hero, villain);
    return {wins, ties, MATCHUP_BOARDS};
}

Table<std::uint64_t> table_equities(const MatchupTable& matchups, const Masks& heroes, const Masks& villains,
                                    const Weights& weights) {
    const std::vector<Cards> hero = copied(heroes);
    const HoldemRange villain = range(villains, weights);
    const std::uint64_t sum = std::accumulate(villain.weights.begin(), villain.weights.end(), std::uint64_t{0});
    require(is_heads_up(hero, villain, 0, 0) && sum < std::uint64_t{1} << 32,
            "expected different hands of two cards, a weight for each hand, and weights below 2^32 in total");
    return table<std::uint64_t>(unlocked([&] { return matchups.range_equities(hero, villain); }));
}

// The array needs no owner, because the numbers are never freed.
nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<2>> kind_rows() {
    const std::int32_t* rows = unlocked([] { return matchup_kinds().data(); });
    return {rows, {HOLDEM_HANDS, HOLDEM_HANDS}, nb::none()};
}

}  // namespace

void bind_equity(nb::module_& module) {
    module.attr("MATCHUP_KINDS") = MATCHUP_KINDS;
    module.def("matchup", pair, nb::arg("hero"), nb::arg("villain"),
               "(wins, ties, boards) of two hold'em hands before the flop.");
    module.def("walk_hands", walked, nb::arg("hands"), nb::arg("board"), nb::arg("dead"), nb::arg("workers"),
               nb::arg("ranking") = "high", nb::arg("progress").none() = nb::none(),
               "(boards, sets): sets[s] counts the boards that the players of the set s win, a bit for each player. "
               "A ranking is high, or short with the cards below six dead. "
               "progress(done, total), if given, is called ten times a second with the boards.");
    module.def(
        "walk_ranges", ranges_walked, nb::arg("players"), nb::arg("board"), nb::arg("dead"), nb::arg("workers"),
        nb::arg("ranking") = "high", nb::arg("progress").none() = nb::none(),
        "As walk_hands, for ranges as pairs of uint64 masks and uint32 weights: boards and sets count a deal by the "
        "product of its weights. None where they might not fit in 64 bits.");
    module.def("range_equities", equities, nb::arg("hero_masks").noconvert(), nb::arg("villain_masks").noconvert(),
               nb::arg("villain_weights").noconvert(), nb::arg("board"), nb::arg("dead"), nb::arg("workers"),
               nb::arg("ranking") = "high", nb::arg("progress").none() = nb::none(),
               "uint64 (N, 3): what each hand of the hero beats, ties with and meets, over villain's weights and "
               "boards.");
    module.def("matchup_table", matchup_rows, nb::arg("workers"), nb::arg("progress").none() = nb::none(),
               "uint32 (47008, 2): wins and ties of each kind of match-up before the flop.");
    nb::class_<MatchupTable>(module, "MatchupTable", "The table of all match-ups before the flop, to look up in.")
        .def("__init__", fill_table, nb::arg("matchups").noconvert())
        .def("of", looked_up, nb::arg("hero"), nb::arg("villain"), "(wins, ties, boards), as matchup.")
        .def("range_equities", table_equities, nb::arg("hero_masks").noconvert(), nb::arg("villain_masks").noconvert(),
             nb::arg("villain_weights").noconvert(),
             "As the function range_equities, before the flop. The weights are below 2^32 together.");
    module.attr("MATCHUP_KINDS") = MATCHUP_KINDS;
    module.def("matchup_kinds", kind_rows,
               "int32 (1326, 1326), hands numbered b * (b - 1) / 2 + a by card ids a < b: 2 * kind, plus 1 where wins "
               "are losses, and 94016 where a card is shared.");
}
