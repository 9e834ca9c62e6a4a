// Omaha and simulation for Python.
#include "poker/equity/omaha.hpp"

#include <algorithm>

#include "poker/deal/simulate.hpp"
#include "poker/deal/walk_deals.hpp"
#include "poker/equity/omaha_points.hpp"
#include "poker/games/game.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

// The members of PotCounts; all but boards and high are None without a low half.
using Answer =
    std::tuple<std::uint64_t, SetCounts, std::optional<SetCounts>, std::optional<SetCounts>, std::optional<SetCounts>>;

Answer answer(const std::optional<PotCounts>& pots, bool low, const char* expected) {
    if (!pots) throw std::invalid_argument(expected);
    if (!low) return {pots->boards, pots->high, std::nullopt, std::nullopt, std::nullopt};
    const auto both = pots->both.empty() ? std::nullopt : std::optional(pots->both);
    return {pots->boards, pots->high, pots->low, pots->halved, both};
}

Answer omaha_shares(const std::vector<Cards>& hands, Cards board, Cards dead, bool low, std::size_t workers,
                    nb::handle progress) {
    const auto pots =
        interruptible(progress, [&](const Stop& stop) { return walk_omaha(hands, board, dead, low, workers, stop); });
    return answer(pots, low, "expected 2 to 10 hands of 4 to 6 cards, and up to 5 of the board");
}

// The rankings for high and low, if there is one; cards of the hole, of the board, and how many of the hole play.
using GameRow = std::tuple<std::string, std::optional<std::string>, int, int, int>;

DealRules deal_rules(const GameRow& game) {
    const auto& [high, low, hole, board, from_hole] = game;
    const DealRules rules{ranking_of(high), low ? ranking_of(*low) : nullptr, hole, board, from_hole};
    require(is_valid_game(rules, low.has_value()),
            "expected known rankings, 1 to 7 hole cards and up to 5 of the board");
    return rules;
}

using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
WeightedHands weighted_hands(const std::pair<Words, Words>& range) {
    const auto& [masks, weights] = range;
    return {{masks.data(), masks.data() + masks.shape(0)}, {weights.data(), weights.data() + weights.shape(0)}};
}

constexpr const char* NO_DEALING = "expected 2 to 10 players with hands of one size, and weights that fit";

Answer simulated_shares(const std::vector<std::pair<Words, Words>>& players, const GameRow& game, Cards board,
                        Cards dead, std::uint64_t samples, std::uint64_t seed, std::size_t workers,
                        nb::handle progress) {
    const DealRules rules = deal_rules(game);
    Sampling sampling{{}, board, dead, samples, seed};
    for (const auto& player : players) sampling.players.push_back(weighted_hands(player));
    const auto pots =
        interruptible(progress, [&](const Stop& stop) { return simulate(rules, sampling, workers, stop); });
    return answer(pots, rules.low != nullptr, NO_DEALING);
}

Answer walked_shares(const std::vector<std::pair<Words, Words>>& players, const GameRow& game, Cards board, Cards dead,
                     std::size_t workers, nb::handle progress) {
    const DealRules rules = deal_rules(game);
    std::vector<WeightedHands> holdings;
    for (const auto& player : players) holdings.push_back(weighted_hands(player));
    const auto pots = interruptible(
        progress, [&](const Stop& stop) { return walk_deals(rules, holdings, board, dead, workers, stop); });
    return answer(pots, rules.low != nullptr, NO_DEALING);
}

using Points = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;

Points points(const Words& hands, const Words& boards, std::size_t workers, nb::handle progress) {
    const auto are_of = [](const Words& rows, int fewest, int most) {
        return std::all_of(rows.data(), rows.data() + rows.size(), [&](Cards cards) {
            return cards <= FULL_DECK && size(cards) >= fewest && size(cards) <= most;
        });
    };
    const int held = hands.size() == 0 ? LEAST_HOLE : size(hands(0));
    require(held >= LEAST_HOLE && held <= MOST_HOLE && are_of(hands, held, held), "expected hands of 4 to 6 cards");
    require(are_of(boards, BOARD, BOARD), "expected boards of five cards");
    const std::span<const Cards> rows(hands.data(), hands.size()), dealt(boards.data(), boards.size());
    auto found = interruptible(progress, [&](const Stop& stop) { return omaha_points(rows, dealt, workers, stop); });
    return array_of<Points>(std::move(*found), {hands.size()});
}

Points boards() {
    std::vector<Cards> made = boards_by_ranks();
    const std::size_t count = made.size();
    return array_of<Points>(std::move(made), {count});
}

}  // namespace

void bind_omaha(nb::module_& module) {
    module.def(
        "walk_omaha", omaha_shares, nb::arg("hands"), nb::arg("board"), nb::arg("dead"), nb::arg("low"),
        nb::arg("workers"), nb::arg("progress").none() = nb::none(),
        "(boards, high, low, halved, both): high[s] counts the boards on which the players of the set s win the high "
        "half, a bit each, low[s] the same of the low half, halved[s] is high[s] where somebody has a low, and both "
        "counts by the set of high winners and, above it, the set of low winners. No boards where no deal is possible. "
        "progress(done, total), if given, is called ten times a second with the boards.");
    module.def(
        "simulate", simulated_shares, nb::arg("players"), nb::arg("game"), nb::arg("board"), nb::arg("dead"),
        nb::arg("samples"), nb::arg("seed"), nb::arg("workers"), nb::arg("progress").none() = nb::none(),
        "As walk_omaha, over random deals. A player is (masks, weights), uint64 arrays: whole weights, not summed up. "
        "Masks with fewer cards than the hole get the rest from the deck, so ([0], [1]) is any hand. A game is "
        "(high ranking, low ranking or None, hole, board, from_hole).");
    module.def("walk_deals", walked_shares, nb::arg("players"), nb::arg("game"), nb::arg("board"), nb::arg("dead"),
               nb::arg("workers"), nb::arg("progress").none() = nb::none(),
               "As simulate, over all deals, which together with their weights must fit in 64 bits. The "
               "players. The progress counts the boards; their total is 0 if all are finished.");
    module.def(
        "omaha_points", points, nb::arg("hands").noconvert(), nb::arg("boards").noconvert(), nb::arg("workers"),
        nb::arg("progress").none() = nb::none(),
        "uint64: for each of the uint64 hands, the sum over all boards with the ranks of uint64 boards and over all "
        "rivals of 2 for a win and 1 for a tie.");
    module.def("boards_by_ranks", boards, "uint64 (6175,): a board of each kind of ranks.");
}
