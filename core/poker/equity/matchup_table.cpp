#include "poker/equity/matchup_table.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "work/once.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

// For each suit, which of its ranks a hand contains: a number below 92, for zero, one or two ranks.
using SuitHoldings = std::array<std::uint64_t, SUITS>;
constexpr int HOLDING_BITS = 7;

std::uint64_t holding(Ranks ranks) {
    if (ranks == 0) return 0;
    const auto low = static_cast<std::uint64_t>(std::countr_zero(ranks));
    const auto high = static_cast<std::uint64_t>(std::bit_width(ranks) - 1);
    return 1 + (low == high ? low : RANKS + high * (high - 1) / 2 + low);
}

SuitHoldings holding_of(Cards hand) {
    SuitHoldings held;
    for (int suit = 0; suit < SUITS; ++suit) held[suit] = holding(ranks_of_suit(hand, suit));
    return held;
}

// A number that does not depend on the names of the suits.
std::uint64_t key(const SuitHoldings& hero, const SuitHoldings& villain) {
    SuitHoldings both;
    for (std::size_t suit = 0; suit < SUITS; ++suit) both[suit] = hero[suit] << HOLDING_BITS | villain[suit];
    std::sort(both.begin(), both.end());
    std::uint64_t key = 0;
    for (const std::uint64_t suit : both) key = key << 2 * HOLDING_BITS | suit;
    return key;
}

struct Kinds {
    std::vector<std::int32_t> ids = std::vector<std::int32_t>(HOLDEM_HANDS * HOLDEM_HANDS, NO_KIND);
    std::vector<std::pair<Cards, Cards>> firsts;  // one pair of each kind, in the kind's order

    Kinds() {
        known_.reserve(MATCHUP_KINDS);
        std::array<Cards, HOLDEM_HANDS> hands;
        std::array<SuitHoldings, HOLDEM_HANDS> held;
        for (std::size_t i = 0; i < HOLDEM_HANDS; ++i) held[i] = holding_of(hands[i] = hand_of(i));
        for (std::size_t i = 0; i < HOLDEM_HANDS; ++i)
            for (std::size_t j = i + 1; j < HOLDEM_HANDS; ++j) {
                if ((hands[i] & hands[j]) != 0) continue;
                const auto [id, turned_id] = ids_of(key(held[i], held[j]), key(held[j], held[i]), hands[i], hands[j]);
                ids[i * HOLDEM_HANDS + j] = id;
                ids[j * HOLDEM_HANDS + i] = turned_id;
            }
        known_ = {};
    }

  private:
    // Of two hands by their keys in both orders: the ids for one against the other and the other way round.
    std::pair<std::int32_t, std::int32_t> ids_of(std::uint64_t forward, std::uint64_t backward, Cards one,
                                                 Cards other) {
        const bool turned = backward < forward;
        const auto [found, is_new] =
            known_.try_emplace(std::min(forward, backward), static_cast<std::int32_t>(firsts.size()));
        if (is_new) firsts.emplace_back(turned ? other : one, turned ? one : other);
        const std::int32_t id = 2 * found->second, turned_id = id + 1;
        if (forward == backward) return {id, id};  // renaming suits swaps the players, so there is only one order
        return turned ? std::pair(turned_id, id) : std::pair(id, turned_id);
    }

    std::unordered_map<std::uint64_t, std::int32_t> known_;  // kinds by key
};

const Kinds& all_kinds() {
    static constinit Once<Kinds> kinds;
    return kinds.get([] { return Kinds(); });
}

}  // namespace

Cards hand_of(std::size_t number) {
    std::size_t high = 1;
    while ((high + 1) * high / 2 <= number) ++high;
    const std::size_t low = number - high * (high - 1) / 2;
    return card(static_cast<int>(high / SUITS), static_cast<int>(high % SUITS)) |
           card(static_cast<int>(low / SUITS), static_cast<int>(low % SUITS));
}

std::size_t number_of(Cards hand) {
    const auto id = [](int bit) { return static_cast<std::size_t>(bit % RANKS * SUITS + bit / RANKS); };
    const std::size_t one = id(std::countr_zero(hand)), other = id(static_cast<int>(std::bit_width(hand)) - 1);
    const auto [low, high] = std::minmax(one, other);
    return high * (high - 1) / 2 + low;
}

Matchup MatchupTable::of(Cards hero, Cards villain) const {
    const auto kind = static_cast<std::size_t>(matchup_kinds()[number_of(hero) * HOLDEM_HANDS + number_of(villain)]);
    const Matchup found = by_kind_[kind / 2];
    if (kind % 2 == 0) return found;
    return {MATCHUP_BOARDS - found.wins - found.ties, found.ties};
}

std::vector<Outcome> MatchupTable::range_equities(std::span<const Cards> heroes, const HoldemRange& villain) const {
    std::vector<std::size_t> numbers;
    for (const Cards hand : villain.hands) numbers.push_back(number_of(hand));
    std::vector<Outcome> outcomes;
    for (const Cards hero : heroes) {
        const std::int32_t* kinds = matchup_kinds().data() + number_of(hero) * HOLDEM_HANDS;
        Outcome sums{};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::int32_t kind = kinds[numbers[i]];
            if (kind == NO_KIND) continue;
            const auto [wins, ties] = by_kind_[static_cast<std::size_t>(kind / 2)];
            const std::uint64_t weight = villain.weights[i];
            sums.wins += weight * (kind % 2 == 0 ? wins : MATCHUP_BOARDS - wins - ties);
            sums.ties += weight * ties;
            sums.total += weight * MATCHUP_BOARDS;
        }
        outcomes.push_back(sums);
    }
    return outcomes;
}

const std::vector<std::int32_t>& matchup_kinds() { return all_kinds().ids; }

std::vector<Matchup> all_matchups(std::size_t workers, const Stop& stop, HandOrder order) {
    constexpr std::uint64_t WORK = 20'000;  // look-ups for one of them, about
    const auto& firsts = all_kinds().firsts;
    std::vector<Matchup> all(firsts.size());
    workers = std::max<std::size_t>(workers, 1);
    run_workers(workers, stop.of(all.size()), [&](std::size_t worker, Pulse& pulse) {
        for (std::size_t i = worker; i < all.size() && !pulse.stopped(); i += workers) {
            const auto [hero, villain] = firsts[i];
            const bool is_dealt = ((hero | villain) & missing_cards(order)) == 0;
            if (is_dealt) all[i] = matchup(hero, villain, order);
            pulse.beat(is_dealt ? WORK : 1, 1);
        }
    });
    return all;
}

}  // namespace facevalue::poker
