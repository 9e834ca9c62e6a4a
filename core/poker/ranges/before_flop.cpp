#include "poker/ranges/before_flop.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <unordered_map>

#include "poker/cards/canonical.hpp"
#include "poker/equity/equity.hpp"
#include "work/sorting.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::uint64_t COUNT_WORK = 3'000;         // look-ups, as long as a combination takes to count
constexpr std::uint64_t USE_WORK = 10;              // the same of a sum with its weight
constexpr std::size_t MOST_HELD = 1 << 16;          // combinations of one kind of pair, before they are counted
constexpr std::size_t PAIRED = 2;                   // players whose hands are paired first
constexpr std::uint64_t HASH = 0x9E3779B97F4A7C15;  // an odd number

// How many of some hands have a card, and which hands there are.
class HandsByCard {
  public:
    explicit HandsByCard(std::span<const Cards> hands) : count_(hands.size()) {
        for (const Cards hand : hands) {
            const int low = std::countr_zero(hand), high = std::countr_zero(without_lowest(hand));
            ++with_[low], ++with_[high];
            ++same_[low][high];
        }
    }
    // The hands that share no card with these, which are sorted.
    std::uint64_t disjoint_from(std::span<const int> cards) const {
        std::uint64_t left = count_;  // wraps around meanwhile
        for (std::size_t i = 0; i < cards.size(); ++i) {
            left -= with_[cards[i]];
            for (std::size_t k = i + 1; k < cards.size(); ++k) left += same_[cards[i]][cards[k]];
        }
        return left;
    }

  private:
    std::uint64_t count_;
    std::array<std::uint32_t, DECK> with_{};
    std::array<std::array<std::uint32_t, DECK>, DECK> same_{};  // the lower card first
};

std::size_t cards_in(Cards set, std::array<int, 4>& cards) {
    std::size_t count = 0;
    for (; set != 0; set = without_lowest(set)) cards[count++] = std::countr_zero(set);
    return count;
}

Uint128 disjoint_pairs(std::span<const Cards> ones, std::span<const Cards> others) {
    const HandsByCard by_card(others);
    std::array<int, 4> cards;
    Uint128 pairs = 0;
    for (const Cards hand : ones) pairs += by_card.disjoint_from({cards.data(), cards_in(hand, cards)});
    return pairs;
}

Uint128 disjoint_triples(std::span<const Cards> ones, std::span<const Cards> others, std::span<const Cards> thirds) {
    const HandsByCard by_card(thirds);
    std::array<int, 4> cards;
    Uint128 triples = 0;
    for (const Cards one : ones)
        for (const Cards other : others)
            if ((one & other) == 0) triples += by_card.disjoint_from({cards.data(), cards_in(one | other, cards)});
    return triples;
}

// Suit s becomes suit names[s].
using Renaming = std::array<int, SUITS>;

Cards renamed(Cards cards, const Renaming& names) {
    Cards made = 0;
    for (int suit = 0; suit < SUITS; ++suit) made |= Cards{ranks_of_suit(cards, suit)} << RANKS * names[suit];
    return made;
}

// Is it the same list of different hands, in another order?
bool keeps(std::span<const Cards> sorted, const Renaming& names) {
    return std::ranges::all_of(sorted,
                               [&](Cards hand) { return std::ranges::binary_search(sorted, renamed(hand, names)); });
}

// The hands of the first two players, by their cards in the largest renaming.
struct PairOfHands {
    std::array<Cards, 3> kind;  // of both, and of the dead cards
    std::uint32_t one, other;
};

std::vector<PairOfHands> pairs_by_kind(std::span<const Cards> ones, std::span<const Cards> others, Cards dead,
                                       Pulse& pulse) {
    std::vector<PairOfHands> pairs;
    for (std::size_t i = 0; i < ones.size() && !pulse.stopped(); ++i) {
        if ((ones[i] & dead) != 0) continue;
        for (std::size_t k = 0; k < others.size(); ++k)
            if ((others[k] & (ones[i] | dead)) == 0)
                pairs.push_back({canonical(std::array{ones[i], others[k], dead}), static_cast<std::uint32_t>(i),
                                 static_cast<std::uint32_t>(k)});
        pulse.beat(others.size() * 8);
    }
    sort_in_pieces(pairs, pulse, [](const PairOfHands& a, const PairOfHands& b) { return a.kind < b.kind; });
    return pairs;
}

// Where the pairs of each kind start, and the end.
std::vector<std::size_t> starts_of_kinds(const std::vector<PairOfHands>& pairs) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (i == 0 || pairs[i].kind != pairs[i - 1].kind) starts.push_back(i);
    starts.push_back(pairs.size());
    return starts;
}

// The hands of all players and the dead cards, in an order of suits that does not depend on their names.
struct Kind {
    std::array<std::array<std::uint16_t, MOST_HANDS + 1>, SUITS> suits{};

    Kind(std::span<const Cards> hands, Cards dead) {
        for (int suit = 0; suit < SUITS; ++suit) {
            auto& held = suits[static_cast<std::size_t>(suit)];
            for (std::size_t i = 0; i < hands.size(); ++i)
                held[i] = static_cast<std::uint16_t>(ranks_of_suit(hands[i], suit));
            held[hands.size()] = static_cast<std::uint16_t>(ranks_of_suit(dead, suit));
        }
        sort_items(suits);
    }
    bool operator==(const Kind&) const = default;
};

struct KindHash {
    std::size_t operator()(const Kind& kind) const {
        std::uint64_t hash = 0;
        for (const auto& suit : kind.suits)
            for (const std::uint16_t ranks : suit) hash = (hash ^ ranks) * HASH, hash ^= hash >> 32;
        return hash;
    }
};

// Deals the hands of one kind of pair and of all other players, and counts each kind of combination once.
class Combinations {
  public:
    Combinations(const std::vector<WeightedHands>& players, Cards dead, HandOrder order, Pulse& pulse)
        : players_(players),
          dead_(dead),
          order_(order),
          pulse_(pulse),
          boards_(boards_left(players.size(), 0, dead)),
          hands_(players.size()),
          pots{0, no_sets(players.size()), {}, {}, {}} {}

    void deal(std::span<const PairOfHands> pairs) {
        for (const auto& [kind, one, other] : pairs) {
            hands_[0] = players_[0].hands[one];
            hands_[1] = players_[1].hands[other];
            deal(PAIRED, hands_[0] | hands_[1] | dead_, players_[0].weights[one] * players_[1].weights[other]);
        }
        count();
    }

  private:
    struct Held {
        std::vector<Cards> hands;
        std::uint64_t weight;
    };

    void deal(std::size_t player, Cards taken, std::uint64_t weight) {
        if (player == players_.size()) {
            auto [place, is_new] = held_.try_emplace(Kind(hands_, dead_), Held{{}, 0});
            if (is_new) place->second.hands = hands_;
            place->second.weight += weight;
            pulse_.beat(16);
            if (held_.size() == MOST_HELD) count();
            return;
        }
        const auto& [hands, weights] = players_[player];
        for (std::size_t i = 0; i < hands.size() && !pulse_.stopped(); ++i) {
            if ((hands[i] & taken) != 0) continue;
            hands_[player] = hands[i];
            deal(player + 1, taken | hands[i], weight * weights[i]);
        }
        pulse_.beat(hands.size() / 4);
    }
    void count() {
        for (const auto& [kind, held] : held_) {
            if (pulse_.stopped()) break;
            const SetCounts sets = count_before_flop(held.hands, dead_, order_);
            for (std::size_t set = 0; set < sets.size(); ++set) pots.high[set] += sets[set] * held.weight;
            pots.boards += boards_ * held.weight;
            pulse_.beat(COUNT_WORK);
        }
        held_.clear();
    }

    const std::vector<WeightedHands>& players_;
    Cards dead_;
    HandOrder order_;
    Pulse& pulse_;
    std::uint64_t boards_;
    std::vector<Cards> hands_;
    std::unordered_map<Kind, Held, KindHash> held_;

  public:
    PotCounts pots;
};

}  // namespace

Uint128 disjoint_combinations(const HandLists& players) {
    HandLists sorted = players;  // the smallest first
    sort_stably(sorted, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    Uint128 combinations =
        sorted.size() == 2 ? disjoint_pairs(sorted[0], sorted[1]) : disjoint_triples(sorted[0], sorted[1], sorted[2]);
    for (std::size_t i = 3; i < sorted.size(); ++i) combinations *= sorted[i].size();
    return combinations;
}

// The mean, over all renamings that keep the dead cards and each range, of how many combinations they keep (Burnside).
Uint128 different_combinations(const HandLists& players, Cards dead) {
    std::vector<std::vector<Cards>> sorted;
    for (const auto& hands : players) {
        sorted.emplace_back(hands.begin(), hands.end());
        sort_items(sorted.back());
    }
    Renaming names{0, 1, 2, 3};
    Uint128 kept = disjoint_combinations(players);
    std::uint64_t renamings = 1;
    while (std::ranges::next_permutation(names).found) {
        if (renamed(dead, names) != dead) continue;
        if (!std::ranges::all_of(sorted, [&](const auto& hands) { return keeps(hands, names); })) continue;
        ++renamings;
        Uint128 combinations = 1;
        for (const auto& hands : sorted)
            combinations *= static_cast<std::size_t>(
                std::ranges::count_if(hands, [&](Cards hand) { return renamed(hand, names) == hand; }));
        kept += combinations;
    }
    return (kept + renamings - 1) / renamings;
}

std::optional<PotCounts> walk_before_flop(const std::vector<WeightedHands>& players, Cards dead, std::size_t workers,
                                          const Stop& stop, HandOrder order) {
    Pulse first(stop);
    const auto pairs = pairs_by_kind(players[0].hands, players[1].hands, dead, first);
    if (first.stopped()) return std::nullopt;
    const auto starts = starts_of_kinds(pairs);
    const std::size_t kinds = starts.size() - 1;
    std::atomic<std::size_t> next{0};
    PotCounts total{0, no_sets(players.size()), {}, {}, {}};
    std::vector<PotCounts> parts(std::max<std::size_t>(workers, 1), total);
    const bool done = run_workers(parts.size(), stop.of(pairs.size()), [&](std::size_t worker, Pulse& pulse) {
        Combinations combinations(players, dead, order, pulse);
        for (std::size_t kind = next++; kind < kinds && !pulse.stopped(); kind = next++) {
            const std::size_t count = starts[kind + 1] - starts[kind];
            combinations.deal({pairs.data() + starts[kind], count});
            pulse.beat(1, count);
        }
        parts[worker] = std::move(combinations.pots);
    });
    if (!done) return std::nullopt;
    for (const PotCounts& part : parts) {
        total.boards += part.boards;
        add_sets(total.high, part.high);
    }
    return total;
}

void compare_before_flop(std::span<const Cards> heroes, std::span<const Cards> villains, Cards dead,
                         std::size_t workers, const Stop& stop, HandOrder order, const UseMatchup& use) {
    Pulse first(stop);
    const auto pairs = pairs_by_kind(heroes, villains, dead, first);
    if (first.stopped()) return;
    const auto starts = starts_of_kinds(pairs);
    std::vector<Matchup> met(starts.size() - 1);
    std::atomic<std::size_t> next{0};
    const bool done =
        run_workers(std::max<std::size_t>(workers, 1), stop.of(pairs.size()), [&](std::size_t, Pulse& pulse) {
            for (std::size_t kind = next++; kind < met.size() && !pulse.stopped(); kind = next++) {
                const PairOfHands& pair = pairs[starts[kind]];
                const std::array hands{heroes[pair.one], villains[pair.other]};
                const SetCounts sets = count_before_flop(hands, dead, order);
                met[kind] = {static_cast<std::uint32_t>(sets[0b01]), static_cast<std::uint32_t>(sets[0b11])};
                pulse.beat(COUNT_WORK, starts[kind + 1] - starts[kind]);
            }
        });
    Pulse last(stop);
    for (std::size_t kind = 0; done && kind < met.size(); ++kind)
        for (std::size_t i = starts[kind]; i < starts[kind + 1] && !last.stopped(); ++i) {
            use(pairs[i].one, pairs[i].other, met[kind]);
            last.beat(USE_WORK);
        }
}

}  // namespace facevalue::poker
