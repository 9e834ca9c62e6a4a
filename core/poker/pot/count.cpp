#include "poker/pot/count.hpp"

#include <algorithm>
#include <utility>

#include "poker/cards/combinations.hpp"
#include "poker/deal/simulate.hpp"
#include "poker/deal/walk_deals.hpp"
#include "poker/equity/matchup.hpp"
#include "poker/equity/matchup_table.hpp"
#include "poker/equity/next_card.hpp"
#include "poker/equity/omaha.hpp"
#include "poker/pot/plan.hpp"
#include "poker/ranges/ranges.hpp"

namespace facevalue::poker {

namespace {

constexpr int DIGIT_BITS = 20;              // the sum of such digits over 1326 hands fits in 32 bits
constexpr std::uint64_t PAIR_WORK = 3'000;  // look-ups, as long as a match-up takes

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

void add_counts(ShareSums& sums, const ShareCounts& counts, const BigInt& factor) {
    if (sums.empty()) sums = ShareSums(counts.size(), std::vector<BigInt>(counts.size()));
    for (std::size_t player = 0; player < counts.size(); ++player)
        for (std::size_t others = 0; others < counts.size(); ++others)
            if (counts[player][others] != 0)
                sums[player][others] = sums[player][others] + big(counts[player][others]) * factor;
}

void add_counts(PotSums& sums, const PotCounts& counts, const BigInt& factor, bool has_low) {
    sums.deals = sums.deals + big(counts.boards) * factor;
    add_counts(sums.high, counts.high, factor);
    if (!has_low) return;
    add_counts(sums.low, counts.low, factor);
    add_counts(sums.halved, counts.halved, factor);
}

PotSums sums_of(const std::optional<PotCounts>& counts, bool has_low) {
    PotSums sums;
    if (counts) add_counts(sums, *counts, 1, has_low);
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

PotSums count_any_game(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    const int bits = bits_of_digits(deal).value_or(0);
    std::vector<std::vector<DigitWeights>> parts;
    std::vector<std::size_t> counts;
    std::size_t walks = 1, done = 0;
    for (const Holding& player : deal.players) {
        counts.push_back(parts.emplace_back(digits_of(player, bits)).size());
        walks *= counts.back();
    }
    PotSums sums;
    for_each_choice(counts, [&](const std::vector<std::size_t>& choice) {
        int place = 0;
        std::vector<WeightedHands> players;
        for (std::size_t i = 0; i < choice.size(); ++i) {
            const DigitWeights& digit = parts[i][choice[i]];
            place += digit.place;
            players.push_back(weighted(deal.players[i], digit));
        }
        const auto counted =
            walk_deals(deal.rules, players, deal.board, deal.gone, workers, part_of(stop, done++, walks));
        if (counted) add_counts(sums, *counted, shifted(1, place), deal.rules.low != nullptr);
        return counted.has_value();
    });
    return sums;
}

HandOrder order_in(const PotDeal& deal) { return *order_of(deal.rules.high->name); }

// Walks through all boards for each combination of hands.
PotSums count_one_by_one(const PotDeal& deal, std::size_t workers, const Stop& stop) {
    std::vector<std::size_t> counts;
    std::size_t walks = 1, done = 0;
    for (const Holding& player : deal.players) walks *= counts.emplace_back(player.hands.size());
    const std::uint64_t boards = boards_left(counts.size(), deal.board, deal.gone);
    Pulse pulse(stop.of(walks * boards));
    PotSums sums;
    for_each_choice(counts, [&](const std::vector<std::size_t>& choice) {
        std::vector<Cards> hands;
        BigInt weight = 1;
        for (std::size_t i = 0; i < choice.size(); ++i) {
            hands.push_back(deal.players[i].hands[choice[i]]);
            weight = weight * deal.players[i].weight(choice[i]);
        }
        const std::size_t number = done++;
        if (are_disjoint(hands)) {
            const Stop part = part_of(stop, number, walks);
            const auto shares = walk_hands(hands, deal.board, deal.gone, workers, part, order_in(deal));
            add_counts(sums, {boards, shares, {}, {}, {}}, weight, false);
        }
        if (walks > 1) pulse.beat(boards * counts.size(), boards);
        return !pulse.stopped();
    });
    return sums;
}

// What each hand of the first player meets before the flop, pair by pair.
std::vector<OutcomeSums> compare_pairs(const Holding& heroes, const Holding& villains, const Stop& stop) {
    std::vector<OutcomeSums> found;
    Pulse pulse(stop);
    for (const Cards hero : heroes.hands) {
        auto& [wins, ties, total] = found.emplace_back();
        for (std::size_t i = 0; i < villains.hands.size() && !pulse.stopped(); ++i) {
            if ((hero & villains.hands[i]) != 0) continue;
            const Matchup met = matchup(hero, villains.hands[i]);
            const BigInt& weight = villains.weight(i);
            wins = wins + weight * std::int64_t{met.wins};
            ties = ties + weight * std::int64_t{met.ties};
            total = total + weight * std::int64_t{MATCHUP_BOARDS};
            pulse.spend(PAIR_WORK);
        }
    }
    return found;
}

PotSums count_two_ranges(const PotDeal& deal, const MatchupLookup& table, std::size_t workers, const Stop& stop) {
    const auto outcomes = count_heads_up(deal, table, workers, stop);
    BigInt wins, ties, total;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const BigInt& weight = deal.players[0].weight(i);
        wins = wins + weight * outcomes[i].wins;
        ties = ties + weight * outcomes[i].ties;
        total = total + weight * outcomes[i].total;
    }
    return {total, {{wins, ties}, {total - wins - ties, ties}}, {}, {}, {}};
}

PotSums count_holdem(const PotDeal& deal, const MatchupLookup& table, std::size_t workers, const Stop& stop) {
    if (deal.has_matchups() || (deal.players.size() == 2 && !deal.are_single()))
        return count_two_ranges(deal, table, workers, stop);
    const bool are_light = std::ranges::all_of(
        deal.players, [](const Holding& player) { return player.largest() < shifted(1, WEIGHT_BITS); });
    if (!deal.are_single() && are_light) {
        std::vector<HoldemRange> ranges;
        for (const Holding& player : deal.players) ranges.push_back(holdem_range(player, digits_of(player, 0)[0]));
        if (do_weights_fit(ranges, deal.board, deal.gone))
            return sums_of(walk_ranges(ranges, deal.board, deal.gone, workers, stop, order_in(deal)), false);
    }
    return count_one_by_one(deal, workers, stop);
}

}  // namespace

MatchupLookup lookup_in(const MatchupTable* table) {
    if (table == nullptr) return {};
    return [table](std::span<const Cards> heroes, const HoldemRange& villain) {
        return table->range_equities(heroes, villain);
    };
}

PotSums count_pots(const PotDeal& deal, const MatchupLookup& table, std::size_t workers, const Stop& stop) {
    if (deal.is_holdem() && deal.are_whole()) return count_holdem(deal, table, workers, stop);
    if (!is_known_omaha(deal)) return count_any_game(deal, workers, stop);
    std::vector<Cards> hands;
    for (const Holding& player : deal.players) hands.push_back(player.hands[0]);
    const bool has_low = deal.rules.low != nullptr;
    return sums_of(walk_omaha(hands, deal.board, deal.gone, has_low, workers, stop), has_low);
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
    const auto counted = simulate(deal.rules, sampling, workers, stop);
    const bool has_low = deal.rules.low != nullptr;
    PotSums sums = sums_of(counted, has_low);
    if (counted && has_low) sums.both = counted->both;
    return sums;
}

std::vector<OutcomeSums> count_heads_up(const PotDeal& deal, const MatchupLookup& table, std::size_t workers,
                                        const Stop& stop) {
    const Holding &heroes = deal.players[0], &villains = deal.players[1];
    const bool is_looked_up = deal.has_matchups() && static_cast<bool>(table);
    if (deal.has_matchups() && !is_looked_up) return compare_pairs(heroes, villains, stop);
    const auto parts = digits_of(villains, villains.sum() < shifted(1, WEIGHT_BITS) ? 0 : DIGIT_BITS);
    std::vector<OutcomeSums> sums(heroes.hands.size());
    for (std::size_t number = 0; number < parts.size(); ++number) {
        const HoldemRange range = holdem_range(villains, parts[number]);
        const BigInt factor = shifted(1, parts[number].place);
        const auto outcomes = is_looked_up ? table(heroes.hands, range)
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

std::optional<std::vector<NextPot>> count_next_cards(const PotDeal& deal, const Stop& stop) {
    std::vector<Cards> hands;
    for (const Holding& player : deal.players) {
        if (player.hands.size() != 1 || player.weights[0] != BigInt(1)) return std::nullopt;
        hands.push_back(player.hands[0]);
    }
    if (!deal.is_holdem() || !deal.are_whole()) return std::nullopt;
    std::vector<NextPot> found;
    for (const NextCard& next : walk_next_cards(hands, deal.board, deal.gone, stop, order_in(deal)))
        found.push_back({next.card, sums_of(next.pots(hands.size()), false)});
    return found;
}

}  // namespace facevalue::poker
