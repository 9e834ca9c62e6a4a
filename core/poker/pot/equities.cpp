#include "poker/pot/equities.hpp"

#include <utility>

#include "text/options.hpp"

namespace facevalue::poker {

Expected<std::optional<std::uint64_t>> read_samples(const Argument& given) {
    if (given.is_nothing()) return std::optional<std::uint64_t>();
    const auto count = whole_number("samples", given, 1, MOST_SAMPLES);
    if (!count) return count.problem();
    return std::optional(static_cast<std::uint64_t>(*count));
}

Expected<PotDeal> seat_players(const Game& game, Cards board, Cards dead, const std::vector<Player>& players,
                               bool may_share) {
    std::vector<SeatedPlayer> seated;
    for (const Player& player : players) seated.push_back({[&player] { return player.shown(); }, player.holding});
    return seat(game, game.low, board, dead, std::move(seated), may_share);
}

Expected<Equity> equity_of(const PotDeal& deal, const std::vector<Player>& players, const EquityOptions& options,
                           const Counting& counting, const Stop& stop) {
    const auto& [samples, seed, workers] = options;
    const bool is_sampled = samples || !counting.can_count(deal);
    auto sums = is_sampled ? sample_pots(deal, samples.value_or(USUAL_SAMPLES), seed, workers, stop)
                           : Expected(count_pots(deal, counting.matchups_for(deal), workers, stop));
    if (!sums) return std::move(sums.problem());
    if (!sums->deals.is_zero()) return Equity{*std::move(sums), is_sampled ? std::optional(seed) : std::nullopt};
    std::vector<std::string> names;
    for (const Player& player : players) names.push_back(text_of(player.hands));
    return no_deal(deal, is_sampled, names);
}

Expected<std::vector<NextEquity>> equities_by_next_card(const Game& game, const PotDeal& deal,
                                                        const std::vector<Player>& players, std::uint64_t seed,
                                                        const Counting& counting, const Stop& stop) {
    if (auto any = equity_of(deal, players, {.samples = 1}, counting, stop); !any) return std::move(any.problem());
    std::vector<NextEquity> found;
    if (auto pots = count_next_cards(deal, stop)) {
        for (auto& [card, sums] : *pots) found.push_back({card, {std::move(sums)}});
        return found;
    }
    for (int id = DECK; id-- > 0;) {
        const Cards card = card_of(id);
        if (((deal.board | deal.gone) & card) != 0) continue;
        const auto next = seat_players(game, deal.board | card, deal.gone & ~game.missing(), players);
        auto equity = next ? equity_of(*next, players, {.seed = seed}, counting, stop) : next.problem();
        if (equity)
            found.push_back({card, *std::move(equity)});
        else if (equity.problem().error != ErrorClass::Card)  // otherwise no deal is possible with this card
            return std::move(equity.problem());
    }
    return found;
}

std::vector<HandEquity> equities_of_hands(const PotDeal& deal, std::size_t workers, const Counting& counting,
                                          const Stop& stop) {
    const auto outcomes = count_heads_up(deal, counting.matchups_for(deal), workers, stop);
    std::vector<HandEquity> found;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [wins, ties, total] = outcomes[i];
        if (!total.is_zero())
            found.push_back({deal.players[0].hands[i], numbers::reduced({wins * 2 + ties, total * 2})});
    }
    return found;
}

}  // namespace facevalue::poker
