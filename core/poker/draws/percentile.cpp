#include "poker/draws/percentile.hpp"

#include <algorithm>
#include <memory>
#include <tuple>

#include "poker/cards/combinations.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/scoring/score_counts.hpp"
#include "text/decimal.hpp"
#include "text/joined.hpp"
#include "work/kept.hpp"

namespace facevalue::poker {

using numbers::BigFraction;

namespace {

// Seconds for a hand with a table, for a hand of another ranking, and for each pair of hole cards, measured on one core
// of a 2023 server.
constexpr double HAND_SECONDS = 3e-8, RANKED_HAND_SECONDS = 1e-7, PAIR_SECONDS = 3e-7;

double seconds_per_hand(const GameCards& game, bool has_board) {
    if (game.from_hole != 0) return PAIR_SECONDS * static_cast<double>(choose(game.hole, game.from_hole));
    return game.ranking->name == "high" && !has_board ? HAND_SECONDS : RANKED_HAND_SECONDS;
}

BigFraction percentage(std::uint64_t beaten, std::uint64_t tied, std::uint64_t all) {
    const auto whole = [](std::uint64_t number) { return numbers::BigInt(static_cast<std::int64_t>(number)); };
    return numbers::reduced({whole(100 * (2 * beaten + tied)), whole(2 * all)});
}

// Of a starting hand, whose hands have these places in an order of so many.
BigFraction percentage_of_place(std::uint64_t first, std::uint64_t end, std::uint64_t all) {
    return percentage(all - end, end - first, all);
}

BigFraction in_holdem_order(Cards hand, int deck) {
    const std::size_t own = starting_hands_by_place()[place_of(hand)];
    std::uint64_t first = 0;
    for (const std::size_t place : best_starting_hands(deck)) {
        const std::uint64_t end = first + starting_hand_size(place);
        if (place == own) return percentage_of_place(first, end, choose(deck, 2));
        first = end;
    }
    return {};
}

BigFraction in_omaha_order(Cards hand, const OmahaOrder& order) {
    const auto place = static_cast<std::uint32_t>(std::ranges::find(order.hands, hand) - order.hands.begin());
    const auto end = std::ranges::upper_bound(order.ends, place);
    return percentage_of_place(end == order.ends.begin() ? 0 : *(end - 1), *end, order.hands.size());
}

}  // namespace

std::string PercentilePlan::work() const { return joined({"comparing ", with_commas(count), " hands"}); }

Expected<PercentilePlan> percentile_plan(const GameCards& game, Cards hand, Cards board) {
    using Way = PercentilePlan::Way;
    const int held = size(hand);
    PercentilePlan plan{Way::Counting, game.ranking, game.from_hole, game.deck, hand, board};
    const bool is_usual = game.ranking->name == (game.deck == DECK ? "high" : "short") && game.board == BOARD;
    if (is_usual && board == 0 && held == game.hole) {
        if (held == 2 && game.from_hole == 0) plan.way = Way::HoldemOrder;
        const bool is_ordered = held >= LEAST_HOLE && held <= MOST_ORDERED && game.deck == DECK;
        if (is_ordered && game.from_hole == 2) plan.way = Way::OmahaOrder;
        if (plan.way != Way::Counting) {
            if (auto problem = missing_card(game, hand)) return *std::move(problem);
            return plan;
        }
    }
    if (auto problem = wrong_hand(game, hand, board)) return *std::move(problem);
    if (held > MOST_CARDS)
        return card_problem(joined({"percentile compares hands of up to ", MOST_CARDS, " cards, not ", held}));
    plan.others = FULL_DECK & ~(game.missing() | (board != 0 ? hand | board : 0));
    plan.count = choose(size(plan.others), held);
    plan.seconds = static_cast<double>(plan.count) * seconds_per_hand(game, board != 0);
    return plan;
}

std::optional<BigFraction> percentile(const PercentilePlan& plan, const OmahaOrder* order, const Stop& stop) {
    // Cards, board, size, how many of the hole play, and the ranking.
    using Key = std::tuple<Cards, Cards, int, int, const Ranking*>;
    static auto& kept = *new Kept<Key, ScoreCounts>(20);  // of 60 kB each
    if (plan.way == PercentilePlan::Way::HoldemOrder) return in_holdem_order(plan.hand, plan.deck);
    if (plan.way == PercentilePlan::Way::OmahaOrder) return in_omaha_order(plan.hand, *order);
    const auto own = best(*plan.ranking, plan.hand, plan.board, plan.from_hole);
    const int held = size(plan.hand);
    const auto counts = kept.get({plan.others, plan.board, held, plan.from_hole, plan.ranking}, [&] {
        Pulse pulse(stop);
        auto made = std::make_shared<const ScoreCounts>(plan.others, held, plan.board, *plan.ranking, plan.from_hole,
                                                        pulse.inner());
        return pulse.stopped() ? nullptr : made;
    });
    if (!own || counts == nullptr) return std::nullopt;
    const auto [beaten, tied, all] = counts->beaten_by(own->score);
    return percentage(beaten, tied, all);
}

}  // namespace facevalue::poker
