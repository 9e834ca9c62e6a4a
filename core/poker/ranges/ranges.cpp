#include "poker/ranges/ranges.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>

#include "poker/evaluate/evaluator.hpp"
#include "poker/ranges/flop_range.hpp"
#include "poker/ranges/flop_sweep.hpp"
#include "poker/ranges/hands_by_strength.hpp"
#include "work/sorting.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

// Deals hands to all players in all ways, and adds each way's weight to its winners. The hands of the player with the
// most of them are not dealt if looking them up is faster.
class RangeDeals {
  public:
    RangeDeals(HandOrder order, std::span<const HoldemRange> players, Pulse& pulse)
        : tally(players.size(), false), order_(order), players_(players), pulse_(pulse), values_(players.size()) {
        for (std::size_t i = 0; i < players.size(); ++i) {
            values_[i].resize(players[i].hands.size());
            turns_.push_back(i);
        }
        sort_stably(turns_, [&](std::size_t one, std::size_t other) {
            return players[one].hands.size() < players[other].hands.size();
        });
        double combinations = 1;
        for (const std::size_t player : std::span(turns_).first(players.size() - 1))
            combinations *= static_cast<double>(players[player].hands.size());
        if (is_last_looked_up(combinations, players[turns_.back()].hands.size()))
            last_ = std::make_unique<HandsByStrength>(players[turns_.back()]);
    }

    // No hand contains a blocked card.
    void settle(Cards board, Cards blocked) {
        for (std::size_t player = 0; player < players_.size(); ++player) evaluate(player, board);
        if (last_ != nullptr) last_->sort(values_[turns_.back()], blocked);
        blocked_ = blocked;
        deal(0, blocked, {1, FIRST_VALUES.back(), 0});
    }

    WinnerCounts tally;

  private:
    // The players dealt so far: the product of their weights, the best value, and who has it (one bit each).
    struct DealtSoFar {
        std::uint64_t weight;
        std::uint16_t best;
        std::size_t winners;

        DealtSoFar with(std::size_t player, std::uint32_t weight_of, std::uint16_t value) const {
            const std::size_t bit = std::size_t{1} << player;
            const std::size_t who = value > best ? winners : value == best ? winners | bit : bit;
            return {weight * weight_of, std::min(best, value), who};
        }
    };

    void evaluate(std::size_t player, Cards board) {
        const auto& hands = players_[player].hands;
        if (hands.empty()) return;
        rows_.resize(hands.size());
        for (std::size_t i = 0; i < hands.size(); ++i) rows_[i] = hands[i] | board;
        chosen_lanes<SimdKernels>().masks(rows_.data(), rows_.size(), order_, values_[player].data());
    }
    void deal(std::size_t turn, Cards taken, const DealtSoFar& held) {
        if (turn == players_.size()) return tally.add(held.winners, 0, held.weight);
        const std::size_t player = turns_[turn];
        if (last_ != nullptr && turn + 1 == players_.size()) return look_up(player, taken, held);
        const auto& [hands, weights] = players_[player];
        pulse_.beat(1 + hands.size() / 4);
        for (std::size_t i = 0; i < hands.size() && !pulse_.stopped(); ++i)
            if ((hands[i] & taken) == 0)
                deal(turn + 1, taken | hands[i], held.with(player, weights[i], values_[player][i]));
    }
    void look_up(std::size_t player, Cards taken, const DealtSoFar& held) {
        const auto [worse, equal, better] = last_->met_by(held.best, taken & ~blocked_);
        const std::size_t bit = std::size_t{1} << player;
        tally.add(held.winners, 0, held.weight * worse);
        tally.add(held.winners | bit, 0, held.weight * equal);
        tally.add(bit, 0, held.weight * better);
        pulse_.beat(4);
    }

    HandOrder order_;
    std::span<const HoldemRange> players_;
    Pulse& pulse_;
    std::vector<Cards> rows_;
    std::vector<std::vector<std::uint16_t>> values_;
    std::vector<std::size_t> turns_;         // the players, the one with the most hands last
    std::unique_ptr<HandsByStrength> last_;  // none if the last hands are dealt
    Cards blocked_ = 0;
};

// The seat of the only range, if the flop is known and the other hands share no card.
std::optional<std::size_t> open_seat(std::span<const HoldemRange> players, Cards board, Cards dead) {
    std::optional<std::size_t> open;
    Cards taken = board | dead;
    for (std::size_t player = 0; player < players.size(); ++player) {
        const auto& hands = players[player].hands;
        if (hands.size() == 1 && (hands[0] & taken) == 0)
            taken |= hands[0];
        else if (!open && is_flop_range_faster(players[player]))
            open = player;
        else
            return std::nullopt;
    }
    return size(board) == FLOP ? open : std::nullopt;
}

PotCounts on_flop(std::span<const HoldemRange> players, std::size_t open, Cards board, Cards dead, HandOrder order) {
    std::vector<Cards> known;
    std::uint64_t weight = 1;
    for (std::size_t player = 0; player < players.size(); ++player) {
        if (player == open) continue;
        known.push_back(players[player].hands[0]);
        weight *= players[player].weights[0];
    }
    PotCounts pots = walk_flop_range(known, players[open], open, board, dead, order);
    pots.boards *= weight;
    for (auto& boards : pots.high) boards *= weight;
    return pots;
}

// Of hands of two cards.
bool are_different(std::span<const Cards> hands) {
    std::array<Cards, 64> with{};  // by the bit of the lower card: the others
    for (const Cards hand : hands) {
        Cards& others = with[static_cast<std::size_t>(std::countr_zero(hand)) % with.size()];
        if ((others & without_lowest(hand)) != 0) return false;
        others |= without_lowest(hand);
    }
    return true;
}

}  // namespace

bool is_last_looked_up(double combinations, std::size_t hands) {
    constexpr double DEAL = 3, LOOK_UP = 25, SORT = 40, START = 5'000;  // nanoseconds
    const auto last = static_cast<double>(hands);
    return combinations * LOOK_UP + last * SORT + START < combinations * last * DEAL;
}

bool is_holdem_range(const HoldemRange& range) {
    return range.hands.size() == range.weights.size() && std::all_of(range.hands.begin(), range.hands.end(), is_hole);
}

bool is_range_deal(std::span<const HoldemRange> players, Cards board, Cards dead) {
    if (players.size() < LEAST_HANDS || players.size() > MOST_HANDS || !is_board(board, dead)) return false;
    return std::all_of(players.begin(), players.end(), is_holdem_range);
}

bool do_weights_fit(std::span<const HoldemRange> players, Cards board, Cards dead) {
    std::uint64_t product = boards_left(players.size(), board, dead);
    for (const HoldemRange& player : players) {
        std::uint64_t sum = 0;
        for (const std::uint32_t weight : player.weights) sum += weight;
        if (__builtin_mul_overflow(product, sum, &product)) return false;
    }
    return true;
}

bool is_heads_up(std::span<const Cards> heroes, const HoldemRange& villain, Cards board, Cards dead) {
    return std::all_of(heroes.begin(), heroes.end(), is_hole) && is_holdem_range(villain) &&
           are_different(villain.hands) && is_board(board, dead);
}

PotCounts walk_ranges(std::span<const HoldemRange> players, Cards board, Cards dead, std::size_t workers,
                      const Stop& stop, HandOrder order, int board_cards) {
    const auto open = board_cards == BOARD ? open_seat(players, board, dead) : std::nullopt;
    if (open) return on_flop(players, *open, board, dead, order);
    Cards left = FULL_DECK & ~(board | dead);
    for (const HoldemRange& player : players) left &= ~common_to(player.hands);
    std::vector<WinnerCounts> parts(std::max<std::size_t>(workers, 1), WinnerCounts(players.size(), false));
    const int missing = board_cards - size(board);
    const std::uint64_t boards = choose(size(left), missing);
    run_workers(parts.size(), stop.of(boards), [&](std::size_t worker, Pulse& pulse) {
        RangeDeals deals(order, players, pulse);
        for_each_subset_of_worker(left, missing, worker, parts.size(), [&](Cards more) {
            if (pulse.stopped()) return;
            deals.settle(board | more, board | dead | more);
            pulse.beat(1, 1);
        });
        parts[worker] = deals.tally;
    });
    return total(parts).pots();
}

namespace {

constexpr std::size_t FEW_HEROES = 3;  // up to here, comparing one by one is faster than sorting all hands
constexpr std::uint16_t BLOCKED = 0;   // the value of a hand that the board makes impossible: no hero beats it
constexpr std::uint16_t WORST_VALUE = FIRST_VALUES.back() - 1;

// Both ranges as one list of different hands, sorted by mask.
struct CombinedRange {
    std::vector<Cards> hands;
    std::vector<std::uint32_t> weights;                    // of the villain
    std::vector<std::array<std::uint8_t, HOLE>> cards;     // their bits
    std::array<std::vector<std::uint16_t>, DECK> holding;  // the hands with this card
    std::vector<std::uint16_t> heroes;                     // places in the list

    std::size_t place(Cards hand) const {
        return static_cast<std::size_t>(std::lower_bound(hands.begin(), hands.end(), hand) - hands.begin());
    }
};

// The hands without a blocked card, each once, sorted by mask.
std::vector<Cards> different(std::span<const Cards> hands, Cards blocked) {
    std::vector<Cards> kept;
    for (const Cards hand : hands)
        if ((hand & blocked) == 0) kept.push_back(hand);
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return kept;
}

// No hand contains `blocked` cards. Every hero has the `common` ones, so no villain does.
CombinedRange combined_range(std::span<const Cards> heroes, const HoldemRange& villain, Cards blocked, Cards common) {
    const auto own = different(heroes, blocked), others = different(villain.hands, blocked | common);
    CombinedRange combined;
    std::set_union(own.begin(), own.end(), others.begin(), others.end(), std::back_inserter(combined.hands));
    for (const Cards hand : own) combined.heroes.push_back(static_cast<std::uint16_t>(combined.place(hand)));
    combined.weights.resize(combined.hands.size());
    for (std::size_t i = 0; i < villain.hands.size(); ++i)
        if ((villain.hands[i] & (blocked | common)) == 0)
            combined.weights[combined.place(villain.hands[i])] += villain.weights[i];
    for (std::size_t i = 0; i < combined.hands.size(); ++i) {
        const int low = std::countr_zero(combined.hands[i]), high = std::countr_zero(without_lowest(combined.hands[i]));
        combined.cards.push_back({static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)});
        for (const int card : {low, high}) combined.holding[card].push_back(static_cast<std::uint16_t>(i));
    }
    return combined;
}

// The weight of the added hands, in total and by card.
class DisjointWeight {
  public:
    explicit DisjointWeight(const CombinedRange& combined)
        : cards_(combined.cards.data()), weights_(combined.weights.data()) {}
    void add(std::size_t hand) {
        const std::uint64_t weight = weights_[hand];
        total_ += weight;
        for (const std::uint8_t card : cards_[hand]) held_[card] += weight;
    }
    // The weight of added hands that share no card with this one. If it was added itself, both cards subtract it.
    std::uint64_t disjoint_from(std::size_t hand, bool holds_itself) const {
        const auto [one, other] = cards_[hand];
        return total_ - held_[one] - held_[other] + (holds_itself ? weights_[hand] : 0);
    }

  private:
    const std::array<std::uint8_t, HOLE>* cards_;
    const std::uint32_t* weights_;
    std::uint64_t total_ = 0;
    std::array<std::uint64_t, DECK> held_{};
};

// Hands grouped by value, worst first.
class SortedSweep {
  public:
    explicit SortedSweep(const CombinedRange& combined) : next_(combined.hands.size()) {}

    void put(std::span<const std::uint16_t> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] == BLOCKED) continue;
            std::uint64_t& word = present_[values[i] / 64];
            const std::uint64_t bit = std::uint64_t{1} << values[i] % 64;
            next_[i] = (word & bit) != 0 ? last_[values[i]] : NONE;
            word |= bit;
            last_[values[i]] = static_cast<std::uint16_t>(i);
        }
    }
    // Calls step(each) for every value, worst first, where each(visit) visits its hands. Empties the groups.
    template <class Step>
    void sweep(const Step& step) {
        for (std::size_t word = present_.size(); word-- > 0;)
            for (; present_[word] != 0; present_[word] ^= std::bit_floor(present_[word])) {
                const std::uint16_t first =
                    last_[word * 64 + static_cast<std::size_t>(std::bit_width(present_[word])) - 1];
                step([&](const auto& visit) {
                    for (std::uint16_t hand = first; hand != NONE; hand = next_[hand]) visit(hand);
                });
            }
    }

  private:
    static constexpr std::uint16_t NONE = 0xFFFF;
    std::array<std::uint64_t, WORST_VALUE / 64 + 1> present_{};  // a bit for each value
    std::array<std::uint16_t, WORST_VALUE + 1> last_;            // the hand of this value that came last
    std::vector<std::uint16_t> next_;                            // the one before it
};

// One worker's outcomes.
class RangeSweep {
  public:
    RangeSweep(HandOrder order, const CombinedRange& combined, Cards known_board)
        : order_(order),
          combined_(combined),
          outcomes_(combined.hands.size()),
          rows_(combined.hands.size()),
          values_(combined.hands.size()),
          sweep_(combined) {
        if (combined.heroes.size() > FEW_HEROES) {
            if (size(known_board) == FLOP) flop_ = flop_sweep(known_board, order, combined.hands, combined.weights);
        } else
            for (const std::uint16_t hero : combined.heroes) met_.push_back(met_by(hero));
    }

    // `more` are the cards added to the known board.
    void settle(Cards board, Cards more) {
        if (flop_ && flop_->settle(more)) return;
        for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = combined_.hands[i] | board;
        chosen_lanes<SimdKernels>().masks(rows_.data(), rows_.size(), order_, values_.data());
        for (; more != 0; more = without_lowest(more))
            for (const std::uint16_t hand : combined_.holding[std::countr_zero(more)]) values_[hand] = BLOCKED;
        if (combined_.heroes.size() > FEW_HEROES) return sweep();
        for (std::size_t i = 0; i < met_.size(); ++i) compare(combined_.heroes[i], met_[i].data());
    }

    // For all boards; the last call.
    std::vector<Outcome> outcomes() && {
        if (flop_) flop_->add_to(outcomes_);
        return std::move(outcomes_);
    }

  private:
    // The weights of the hands that share no card with the hero's hand.
    std::vector<std::uint32_t> met_by(std::size_t hero) const {
        std::vector<std::uint32_t> weights = combined_.weights;
        for (std::size_t i = 0; i < weights.size(); ++i)
            if ((combined_.hands[i] & combined_.hands[hero]) != 0) weights[i] = 0;
        return weights;
    }
    // Weights are added in two 16-bit halves, so sums fit in 32 bits and vectors take twice as many.
    void compare(std::size_t hero, const std::uint32_t* weights) {
        const std::uint16_t* values = values_.data();
        const std::uint16_t value = values[hero];
        if (value == BLOCKED) return;
        std::uint32_t wins = 0, ties = 0, high_wins = 0, high_ties = 0;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const std::uint32_t low = weights[i] & 0xFFFF, high = weights[i] >> 16;
            wins += values[i] > value ? low : 0;
            ties += values[i] == value ? low : 0;
            high_wins += values[i] > value ? high : 0;
            high_ties += values[i] == value ? high : 0;
        }
        outcomes_[hero].wins += wins + (std::uint64_t{high_wins} << 16);
        outcomes_[hero].ties += ties + (std::uint64_t{high_ties} << 16);
    }
    void sweep() {
        sweep_.put(values_);
        DisjointWeight below(combined_);
        sweep_.sweep([&](const auto& each) {
            each([&](std::size_t hand) {
                const std::uint64_t beaten = below.disjoint_from(hand, false);
                outcomes_[hand].wins += beaten;
                outcomes_[hand].ties -= beaten;  // ties are the hands that are not better, minus those beaten
            });
            each([&](std::size_t hand) { below.add(hand); });
            each([&](std::size_t hand) { outcomes_[hand].ties += below.disjoint_from(hand, true); });
        });
    }

    HandOrder order_;
    const CombinedRange& combined_;
    std::vector<Outcome> outcomes_;
    std::vector<Cards> rows_;
    std::vector<std::uint16_t> values_;
    SortedSweep sweep_;
    std::vector<std::vector<std::uint32_t>> met_;  // by each of few heroes
    std::unique_ptr<FlopSweep> flop_;              // none unless a flop is known
};

// Sums the workers' outcomes, and adds the total weight that each hand meets.
std::vector<Outcome> summed(const CombinedRange& combined, const std::vector<std::vector<Outcome>>& parts,
                            std::uint64_t boards) {
    DisjointWeight all(combined);
    for (std::size_t hand = 0; hand < combined.hands.size(); ++hand) all.add(hand);
    std::vector<Outcome> outcomes(combined.hands.size());
    for (std::size_t hand = 0; hand < combined.hands.size(); ++hand) {
        outcomes[hand].total = boards * all.disjoint_from(hand, true);
        for (const auto& part : parts) {
            outcomes[hand].wins += part[hand].wins;
            outcomes[hand].ties += part[hand].ties;
        }
    }
    return outcomes;
}

}  // namespace

std::vector<Outcome> range_equities(std::span<const Cards> heroes, const HoldemRange& villain, Cards board, Cards dead,
                                    std::size_t workers, const Stop& stop, HandOrder order) {
    const Cards blocked = board | dead;
    if (heroes.size() == 1 && size(board) == FLOP && (heroes[0] & blocked) == 0 && is_flop_range_faster(villain)) {
        const PotCounts pots = walk_flop_range(heroes, villain, 1, board, dead, order);
        return {{pots.high[0b01], pots.high[0b11], pots.boards}};
    }
    const Cards common = common_to(heroes);
    const CombinedRange combined = combined_range(heroes, villain, blocked, common);
    const int missing = BOARD - size(board);
    std::vector<std::vector<Outcome>> parts(std::max<std::size_t>(workers, 1));
    const std::uint64_t boards = choose(DECK - size(blocked | common), missing);
    run_workers(parts.size(), stop.of(boards), [&](std::size_t worker, Pulse& pulse) {
        RangeSweep sweep(order, combined, board);
        for_each_subset_of_worker(FULL_DECK & ~(blocked | common), missing, worker, parts.size(), [&](Cards more) {
            if (pulse.stopped() || combined.hands.empty()) return;
            sweep.settle(board | more, more);
            pulse.beat(combined.hands.size(), 1);
        });
        parts[worker] = std::move(sweep).outcomes();
    });
    const auto sum = summed(combined, parts, choose(DECK - size(blocked) - 2 * HOLE, missing));
    std::vector<Outcome> outcomes;
    for (const Cards hand : heroes) outcomes.push_back((hand & blocked) == 0 ? sum[combined.place(hand)] : Outcome{});
    return outcomes;
}

}  // namespace facevalue::poker
