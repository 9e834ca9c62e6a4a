#include "poker/pot/equities.hpp"

#include <utility>

#include "text/options.hpp"

namespace facevalue::poker {

namespace {

std::optional<Problem> too_long(const Cost& cost, std::size_t workers, double limit, const Counting& counting) {
    const double seconds = cost.seconds * counting.slowness / static_cast<double>(workers);
    return seconds > limit ? std::optional(cost_problem(cost.work, seconds, 0, limit)) : std::nullopt;
}

// How all deals are counted, with a table of match-ups if they have one; nothing if they are sampled.
Expected<std::optional<CountingMethod>> method_for(const PotDeal& deal, const EquityOptions& options, bool has_table,
                                                   const Counting& counting) {
    const bool must_count = options.exact.value_or(false);
    const auto plan = plan_counting(deal, has_table);
    if (!plan && must_count)
        return Problem{
            ErrorClass::Limit,
            "there are too many deals, or digits of weights, to count them; leave out `exact=True` to sample deals",
            {},
            0,
            ~std::uint64_t{0}};
    const std::size_t workers = must_count ? options.workers : 1;  // otherwise the result would depend on them
    auto problem = plan ? too_long(plan->cost, workers, options.limit, counting) : std::nullopt;
    if (must_count && problem) {
        problem->remedy = "leave out `exact=True` to sample deals";
        return *std::move(problem);
    }
    return plan && !problem ? std::optional(plan->method) : std::nullopt;
}

}  // namespace

Expected<EquityOptions> read_exactness(const Argument& exact, const Argument& samples) {
    EquityOptions options;
    if (!exact.is_nothing()) {
        const auto flag = true_or_false("exact", exact);
        if (!flag) return flag.problem();
        options.exact = *flag;
    }
    if (samples.is_nothing()) return options;
    const auto count = whole_number("samples", samples, 1, MOST_SAMPLES);
    if (!count) return count.problem();
    if (options.exact.value_or(false))
        return rule_problem("an exact result counts all deals; leave out `exact=True`, or the number of samples");
    options.samples = static_cast<std::uint64_t>(*count);
    return options;
}

std::optional<Problem> too_many_samples(const GameCards& game, std::size_t players, const EquityOptions& options,
                                        const Counting& counting) {
    if (!options.samples) return std::nullopt;
    return too_long(cost_of_samples(game, players, *options.samples), options.workers, options.limit, counting);
}

Expected<PotDeal> seat_players(const Game& game, Cards board, Cards dead, const std::vector<Player>& players,
                               bool may_share) {
    std::vector<SeatedPlayer> seated;
    for (const Player& player : players) seated.push_back({[&player] { return player.shown(); }, player.holding});
    return seat(game, game.low, board, dead, std::move(seated), may_share);
}

Expected<Equity> equity_of(const GameCards& game, const PotDeal& deal, const std::vector<Player>& players,
                           const EquityOptions& options, const Counting& counting, const Stop& stop) {
    const bool may_count = options.exact.value_or(!options.samples);
    const MatchupLookup table = may_count ? counting.matchups_for(deal) : MatchupLookup();
    const auto method = may_count ? method_for(deal, options, static_cast<bool>(table), counting)
                                  : Expected(std::optional<CountingMethod>());
    if (!method) return method.problem();
    const bool is_sampled = !method->has_value();
    if (is_sampled && !options.samples && game.wilds != 0)  // other games take little time
        if (auto problem = too_long(cost_of_samples(game, players.size(), USUAL_SAMPLES), options.workers,
                                    options.limit, counting))
            return *std::move(problem);
    auto sums = is_sampled
                    ? sample_pots(deal, options.samples.value_or(USUAL_SAMPLES), options.seed, options.workers, stop)
                    : Expected(count_pots(deal, **method, table, options.workers, stop));
    if (!sums) return std::move(sums.problem());
    if (!sums->deals.is_zero())
        return Equity{*std::move(sums), is_sampled ? std::optional(options.seed) : std::nullopt};
    std::vector<std::string> names;
    for (const Player& player : players) names.push_back(text_of(player.hands));
    return no_deal(deal, is_sampled, names);
}

Expected<std::vector<NextEquity>> equities_by_next_card(const Game& game, const PotDeal& deal,
                                                        const std::vector<Player>& players, std::uint64_t seed,
                                                        const Counting& counting, const Stop& stop) {
    if (auto any = equity_of(game, deal, players, {.samples = 1}, counting, stop); !any)
        return std::move(any.problem());
    std::vector<NextEquity> found;
    if (auto pots = count_next_cards(deal, stop)) {
        for (auto& [card, sums] : *pots) found.push_back({card, {std::move(sums)}});
        return found;
    }
    const int cards = size(FULL_DECK & ~(deal.board | deal.gone));
    const double limit = counting.limit / cards;
    for (int id = DECK; id-- > 0;) {
        const Cards card = card_of(id);
        if (((deal.board | deal.gone) & card) != 0) continue;
        const auto next = seat_players(game, deal.board | card, deal.gone & ~game.missing(), players);
        auto equity =
            next ? equity_of(game, *next, players, {.seed = seed, .limit = limit}, counting, stop) : next.problem();
        if (equity)
            found.push_back({card, *std::move(equity)});
        else if (equity.problem().error != ErrorClass::Card)  // otherwise no deal is possible with this card
            return std::move(equity.problem());
    }
    return found;
}

Expected<std::vector<HandEquity>> equities_of_hands(const PotDeal& deal, std::size_t workers, double limit,
                                                    const Counting& counting, const Stop& stop) {
    const MatchupLookup table = counting.matchups_for(deal);
    const CountingPlan plan = plan_hand_equities(deal, static_cast<bool>(table));
    if (auto problem = too_long(plan.cost, workers, limit, counting)) return *std::move(problem);
    const auto outcomes = count_heads_up(deal, plan.method, table, workers, stop);
    std::vector<HandEquity> found;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [wins, ties, total] = outcomes[i];
        if (!total.is_zero())
            found.push_back({deal.players[0].hands[i], numbers::reduced({wins * 2 + ties, total * 2})});
    }
    return found;
}

}  // namespace facevalue::poker
