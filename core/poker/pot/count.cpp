#include "poker/pot/count.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "poker/cards/combinations.hpp"
#include "poker/deal/simulate.hpp"
#include "poker/deal/walk_deals.hpp"
#include "poker/equity/matchup_table.hpp"
#include "poker/equity/next_card.hpp"
#include "poker/equity/omaha.hpp"
#include "poker/ranges/before_flop.hpp"
#include "poker/ranges/ranges.hpp"

namespace facevalue::poker {

namespace {

constexpr int DIGIT_BITS = 20;  // the sum of such digits over 1326 hands fits in 32 bits

std::vector<DigitWeights> digits_of(const Holding& player, int bits) {
    std::vector<DigitWeights> found;
    for_each_digit(player, bits, [&](DigitWeights digit) { found.push_back(std::move(digit)); });
    return found;
}

WeightedHands weighted(const Holding& player, const DigitWeights& digit) {
    WeightedHands made{player.hands, {}};
    for (const std::uint32_t place : player.places) made.weights.push_back(digit.weights[place]);
    return made;
}

HoldemRange holdem_range(const Holding& player, const DigitWeights& digit) {
    HoldemRange made{player.hands, {}};
    for (const std::uint32_t place : player.places)
        made.weights.push_back(static_cast<std::uint32_t>(digit.weights[place]));
    return made;
}

// The Stop of one of several equally long walks, which together are the work of this Stop.
Stop part_of(const Stop& stop, std::size_t number, std::size_t count) {
    if (!stop || count == 1) return stop;
    return Stop(
        [stop, number, count](Progress part) { return stop.of(count * part.total)(part.done + number * part.total); });
}

void add_counts(std::vector<BigInt>& sums, const SetCounts& counts, const BigInt& factor) {
    sums.resize(counts.size());
    for (std::size_t set = 0; set < counts.size(); ++set)
        if (counts[set] != 0) sums[set] = sums[set] + big(counts[set]) * factor;
}

void add_counts(PotSums& sums, const PotCounts& counts, const BigInt& factor, bool has_low) {
    sums.deals = sums.deals + big(counts.boards) * factor;
    add_counts(sums.high, counts.high, factor);
    if (!has_low) return;
    add_counts(sums.low, counts.low, factor);
    add_counts(sums.halved, counts.halved, factor);
    for (std::size_t sets = 0; sets < counts.both.size(); ++sets) {
        if (counts.both[sets] == 0) continue;
        BigInt& sum = sums.both[sets];
        sum = sum + big(counts.both[sets]) * factor;
    }
}

PotSums no_sums(const PotDeal& deal) {
    PotSums none;
    none.players = deal.players.size();
    none.high.resize(std::size_t{1} << none.players);
    if (deal.rules.low != nullptr) none.low = none.halved = none.high;
    return none;
}

PotSums sums_of(const PotDeal& deal, const std::optional<PotCounts>& counts) {
    PotSums sums = no_sums(deal);
    if (counts) add_counts(sums, *counts, 1, deal.rules.low != nullptr);
    return sums;
}

// Calls visit(choice) with each choice of one place for each player.
template <class Visit>
void for_each_choice(const std::vector<std::size_t>& counts, const Visit& visit) {
    std::vector<std::size_t> choice(counts.size());
    for (std::size_t player = counts.size(); player > 0;) {
        if (!visit(choice)) return;
        for (player = counts.size(); player > 0 && ++choice[player - 1] == counts[player - 1]; --player)
            choice[player - 1] = 0;
    }
}

// Walks with each combination of digits of the players' weights: walk(players, stop) returns their PotCounts, or
// nothing after a stop.
template <class Walk>
PotSums count_by_digits(const PotDeal& deal, int bits, const Stop& stop, const Walk& walk) {
    std::vector<std::vector<DigitWeights>> parts;
    std::vector<std::size_t> counts;
    std::size_t walks = 1, done = 0;
    for (const Holding& player : deal.players) {
        counts.push_back(parts.emplace_back(digits_of(player, bits)).size());
        walks *= counts.back();
    }
    PotSums sums = no_sums(deal);
    for_each_choice(counts, [&](const std::vector<std::size_t>& choice) {
        int place = 0;
        std::vector<WeightedHands> players;
        for (std::size_t i = 0; i < choice.size(); ++i) {
            const DigitWeights& digit = parts[i][choice[i]];
            place += digit.place;
            players.push_back(weighted(deal.players[i], digit));
        }
        const auto counted = walk(players, part_of(stop, done++, walks));
        if (counted) add_counts(sums, *counted, shifted(1, place), deal.rules.low != nullptr);
        return counted.has_value();
    });
    return sums;
}

HandOrder order_in(const PotDeal& deal) { return *order_of(deal.rules.high->name); }

PotSums count_known(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    std::vector<Cards> hands;
    BigInt weight = 1;
    for (const Holding& player : deal.players) {
        hands.push_back(player.hands[0]);
        weight = weight * player.weights[0];
    }
    PotSums sums = no_sums(deal);
    if (!are_disjoint(hands)) return sums;
    const auto sets = walk_hands(hands, deal.board, deal.gone, workers, stop, order_in(deal));
    add_counts(sums, {boards_left(hands.size(), deal.board, deal.gone), sets, {}, {}, {}}, weight, false);
    return sums;
}

// What each hand of the first player meets before the flop, hand against hand.
std::vector<OutcomeSums> compare_hands(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    const Holding &heroes = deal.players[0], &villains = deal.players[1];
    const BigInt boards = big(boards_left(2, 0, deal.gone));
    std::vector<OutcomeSums> found(heroes.hands.size());
    compare_before_flop(heroes.hands, villains.hands, deal.gone, workers, stop, order_in(deal),
                        [&](std::size_t hero, std::size_t villain, const Matchup& met) {
                            auto& [wins, ties, total] = found[hero];
                            const BigInt& weight = villains.weight(villain);
                            wins = wins + weight * std::int64_t{met.wins};
                            ties = ties + weight * std::int64_t{met.ties};
                            total = total + weight * boards;
                        });
    return found;
}

}  // namespace

std::vector<OutcomeSums> count_heads_up(const PotDeal& deal, CountingMethod method, const MatchupLookup& table,
                                        std::size_t workers, const Stop& stop) {
    if (method == CountingMethod::BeforeFlop) return compare_hands(deal, workers, stop);
    const Holding &heroes = deal.players[0], &villains = deal.players[1];
    const auto parts = digits_of(villains, villains.sum() < shifted(1, WEIGHT_BITS) ? 0 : DIGIT_BITS);
    std::vector<OutcomeSums> sums(heroes.hands.size());
    for (std::size_t number = 0; number < parts.size(); ++number) {
        const HoldemRange range = holdem_range(villains, parts[number]);
        const BigInt factor = shifted(1, parts[number].place);
        const auto outcomes = method == CountingMethod::Table
                                  ? table(heroes.hands, range)
                                  : range_equities(heroes.hands, range, deal.board, deal.gone, workers,
                                                   part_of(stop, number, parts.size()), order_in(deal));
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i].wins = sums[i].wins + big(outcomes[i].wins) * factor;
            sums[i].ties = sums[i].ties + big(outcomes[i].ties) * factor;
            sums[i].total = sums[i].total + big(outcomes[i].total) * factor;
        }
    }
    return sums;
}

namespace {

PotSums count_two_ranges(const PotDeal& deal, CountingMethod method, const MatchupLookup& table, std::size_t workers,
                         const Stop& stop) {
    const auto outcomes = count_heads_up(deal, method, table, workers, stop);
    BigInt wins, ties, total;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const BigInt& weight = deal.players[0].weight(i);
        wins = wins + weight * outcomes[i].wins;
        ties = ties + weight * outcomes[i].ties;
        total = total + weight * outcomes[i].total;
    }
    PotSums sums = no_sums(deal);
    sums.deals = total;
    sums.high = {0, wins, total - wins - ties, ties};
    return sums;
}

PotSums count_several_before_flop(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    return count_by_digits(deal, bits_of_digits(deal).value_or(0), stop,
                           [&](const std::vector<WeightedHands>& players, const Stop& part) {
                               return walk_before_flop(players, deal.gone, workers, part, order_in(deal));
                           });
}

PotSums count_several_ranges(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    const bool are_light =
        std::ranges::all_of(deal.players, [](const Holding& player) { return player.sum() < shifted(1, WEIGHT_BITS); });
    const int bits = bits_of_digits(deal).value_or(0);
    return count_by_digits(deal, are_light || bits != 0 ? std::min(bits, DIGIT_BITS) : DIGIT_BITS, stop,
                           [&](const std::vector<WeightedHands>& players, const Stop& part) {
                               std::vector<HoldemRange> ranges;
                               for (const auto& [hands, weights] : players)
                                   ranges.push_back({hands, {weights.begin(), weights.end()}});
                               return std::optional(walk_ranges(ranges, deal.board, deal.gone, workers, part,
                                                                order_in(deal), deal.rules.board));
                           });
}

PotSums count_any_game(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    return count_by_digits(deal, bits_of_digits(deal).value_or(0), stop,
                           [&](const std::vector<WeightedHands>& players, const Stop& part) {
                               return walk_deals(deal.rules, players, deal.board, deal.gone, workers, part);
                           });
}

PotSums count_omaha(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    std::vector<Cards> hands;
    for (const Holding& player : deal.players) hands.push_back(player.hands[0]);
    return sums_of(deal, walk_omaha(hands, deal.board, deal.gone, deal.rules.low != nullptr, workers, stop));
}

}  // namespace

MatchupLookup lookup_in(const MatchupTable* table) {
    if (table == nullptr) return {};
    return [table](std::span<const Cards> heroes, const HoldemRange& villain) {
        return table->range_equities(heroes, villain);
    };
}

PotSums count_pots(const PotDeal& deal, CountingMethod method, const MatchupLookup& table, std::size_t workers,
                   const Stop& stop) {
    switch (method) {
        case CountingMethod::KnownHoldem:
            return count_known(deal, workers, stop);
        case CountingMethod::KnownOmaha:
            return count_omaha(deal, workers, stop);
        case CountingMethod::BeforeFlop:
            if (deal.players.size() > 2) return count_several_before_flop(deal, workers, stop);
            [[fallthrough]];
        case CountingMethod::Table:
        case CountingMethod::TwoRanges:
            return count_two_ranges(deal, method, table, workers, stop);
        case CountingMethod::SeveralRanges:
            return count_several_ranges(deal, workers, stop);
        case CountingMethod::AnyGame:
            break;
    }
    return count_any_game(deal, workers, stop);
}

Expected<PotSums> sample_pots(const PotDeal& deal, std::uint64_t samples, std::uint64_t seed, std::size_t workers,
                              const Stop& stop) {
    Sampling sampling{{}, deal.board, deal.gone, samples, seed};
    for (const Holding& player : deal.players) {
        if (!(player.sum() * static_cast<std::int64_t>(player.hands.size()) < shifted(1, COUNT_BITS)))
            return Problem{ErrorClass::Limit,
                           "the weights have too many digits for sampling; round them",
                           {},
                           0,
                           ~std::uint64_t{0}};
        sampling.players.push_back(weighted(player, digits_of(player, 0)[0]));
    }
    return sums_of(deal, simulate(deal.rules, sampling, workers, stop));
}

namespace {

PotCounts pots_of(const SetCounts& boards) {
    return {std::accumulate(boards.begin(), boards.end(), std::uint64_t{0}), boards, {}, {}, {}};
}

}  // namespace

std::optional<std::vector<NextPot>> count_next_cards(const PotDeal& deal, const Stop& stop) {
    std::vector<Cards> hands;
    for (const Holding& player : deal.players) {
        if (player.hands.size() != 1 || player.weights[0] != BigInt(1)) return std::nullopt;
        hands.push_back(player.hands[0]);
    }
    if (!deal.is_holdem() || !deal.are_whole()) return std::nullopt;
    std::vector<NextPot> found;
    for (const NextCard& next : walk_next_cards(hands, deal.board, deal.gone, stop, order_in(deal)))
        found.push_back({next.card, sums_of(deal, pots_of(next.boards))});
    return found;
}

}  // namespace facevalue::poker
