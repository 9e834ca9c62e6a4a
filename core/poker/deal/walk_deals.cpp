#include "poker/deal/walk_deals.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "poker/cards/combinations.hpp"
#include "poker/deal/disjoint_showdown.hpp"
#include "work/sorting.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::uint64_t COPY = 2;                               // look-ups that take as long as copying a hand
constexpr std::size_t MOST_SUBSET_SUMS = std::size_t{1} << 27;  // of 8 bytes, for all workers together: 1 GB

// The final hands that a player may have.
struct PlayerHands : WeightedHands {
    int hidden = 0;        // cards that are not the same in all of them
    bool are_any = false;  // the hidden cards may be any cards of the deck
};

// What is to be dealt: the possible hands of each player, and the remaining deck.
struct DealLayout {
    std::vector<PlayerHands> hands;
    Cards board = 0, dead = 0, deck = 0, held = 0, shared = 0;  // what some player may hold, and what two may
    int missing = 0;                                            // board cards

    // Invalid after a stop.
    DealLayout(const DealRules& rules, const std::vector<WeightedHands>& players, Cards known_board, Cards dead_cards,
               Pulse& pulse)
        : board(known_board), dead(dead_cards) {
        Cards taken = board | dead;
        for (const WeightedHands& player : players) {
            const Cards fixed = common_to(player.hands);
            fits &= (fixed & taken) == 0;
            taken |= fixed;
        }
        deck = rules.deck() & ~taken;
        missing = rules.board - size(board);
        for (const WeightedHands& player : players) hands.push_back(possible_hands(player, rules.hole, pulse));
        for (const PlayerHands& each : hands) {
            const Cards may_hold = union_of(each.hands);
            shared |= held & may_hold;
            held |= may_hold;
        }
    }

    // The weight of all pairs of hands of two players that share no card; not set if there is only one board, on which
    // it is computed faster.
    void count_pairs(const SimdKernels& kernels, Pulse& pulse) {
        for (std::size_t i = 0; i < 2; ++i) {
            const PlayerHands &any = hands[i], &other = hands[1 - i];
            if (!any.are_any) continue;
            const std::uint64_t weight = any.hands.empty() ? 0 : any.weights[0];
            pairs = std::reduce(other.weights.begin(), other.weights.end()) * weight *
                    choose(size(deck) - other.hidden, any.hidden);
            return;
        }
        if (missing == 0) return;
        std::array<std::vector<WeightedHand>, 2> held;
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t k = 0; k < hands[i].hands.size(); ++k)
                held[i].push_back({hands[i].hands[k] & shared, 1, hands[i].weights[k]});
        DisjointShowdown showdown(shared, hands[0].hidden, hands[1].hidden, pulse, kernels);
        pairs = showdown.count(held[0], held[1], false).ties;
    }

    bool fits = true;  // no known card occurs twice
    std::optional<std::uint64_t> pairs;

  private:
    PlayerHands possible_hands(const WeightedHands& holding, int hole, Pulse& pulse) const {
        PlayerHands made;
        const Cards fixed = common_to(holding.hands);
        made.hidden = hole - size(fixed);
        made.are_any = holding.hands.size() == 1;
        const int fewest = holding.hands.empty() ? hole : size(holding.hands[0]);
        const std::uint64_t most = holding.hands.size() * choose(size(deck), hole - fewest);
        made.hands.reserve(most);
        made.weights.reserve(most);
        for (std::size_t i = 0; i < holding.hands.size(); ++i) {
            const Cards hand = holding.hands[i];
            if (holding.weights[i] == 0 || (hand & ~fixed & ~deck) != 0) continue;
            for_each_subset(deck & ~hand, hole - size(hand), hand, [&](Cards full) {
                if (pulse.stopped()) return;
                pulse.spend(COPY);
                made.hands.push_back(full);
                made.weights.push_back(holding.weights[i]);
            });
        }
        return made;
    }
};

constexpr std::size_t PIECE = 1024;  // hands at once, which stay in the first cache

// Scores hands on one board.
class BoardScores {
  public:
    BoardScores(const DealRules& rules, const Ranking* ranking, Cards dead, const SimdKernels& kernels, Pulse& pulse)
        : pulse_(pulse),
          hole_(static_cast<std::size_t>(rules.hole)),
          by_pairs_(rules.from_hole == 2 && rules.hole > 2),
          scorer_(by_pairs_ ? DealRules{rules.high, rules.low, 2, rules.board, 2, rules.wilds, rules.missing} : rules,
                  ranking, dead, kernels) {}

    // At most PIECE hands, of cards that `may_be_held`.
    void score(std::span<const Cards> hands, Cards board, Cards may_be_held, HandScore* scores) {
        if (!by_pairs_) return score_all(hands, board, scores);
        static constexpr auto BY_SIZE = []<std::size_t... CARDS>(std::index_sequence<CARDS...>) {
            return std::array{&BoardScores::find_best_pairs<CARDS>...};
        }(std::make_index_sequence<MOST_CARDS + 1>());
        score_pairs(may_be_held, board);
        (this->*BY_SIZE[hole_])(hands, scores);
    }

  private:
    void score_all(std::span<const Cards> hands, Cards board, HandScore* scores) {
        boards_.assign(hands.size(), board);
        scorer_.score(hands.data(), boards_.data(), hands.size(), scores);
        pulse_.beat(hands.size() * WORK);
    }
    void score_pairs(Cards cards, Cards board) {
        if (cards == scored_cards_ && board == scored_board_) return;
        scored_cards_ = cards;
        scored_board_ = board;
        pairs_.clear();
        for_each_subset(cards, 2, 0, [&](Cards pair) { pairs_.push_back(pair); });
        pair_scores_.resize(pairs_.size());
        score_all(pairs_, board, pair_scores_.data());
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const int low = std::countr_zero(pairs_[i]), high = std::countr_zero(without_lowest(pairs_[i]));
            of_pairs_[low][high] = pair_scores_[i];
        }
    }
    // The size of hands is a constant here, so that compilers unroll both loops.
    template <std::size_t CARDS>
    void find_best_pairs(std::span<const Cards> hands, HandScore* scores) {
        std::array<const HandScore*, CARDS> rows;
        for (Cards hand : hands) {
            HandScore best = 0;
            for (std::size_t i = 0; i < CARDS; ++i, hand = without_lowest(hand)) {
                const int card = std::countr_zero(hand);
                for (std::size_t lower = 0; lower < i; ++lower) best = std::max(best, rows[lower][card]);
                rows[i] = of_pairs_[card].data();
            }
            *scores++ = best;
        }
    }

    static constexpr std::size_t WORK = 20;  // look-ups that take as long as a hand of a slow ranking

    Pulse& pulse_;
    std::size_t hole_;
    bool by_pairs_;
    Scorer scorer_;
    std::vector<Cards> boards_, pairs_;
    std::vector<HandScore> pair_scores_;
    std::array<std::array<HandScore, DECK + MOST_JOKERS>, DECK + MOST_JOKERS> of_pairs_{};  // the lower card first
    Cards scored_cards_ = 0, scored_board_ = 0;
};

// The hands of a player on a board with their high scores, and their low scores in games that have them; only cards
// that other players may also have.
struct ScoredHands {
    std::vector<WeightedHand> hands;
    std::vector<HandScore> lows;
};

using Hands = std::vector<ScoredHands>;  // by player

// What two players win on some boards. In games with a low half, `high` is by the set of its winners.
struct HeadsUpCounts {
    std::array<Contest, 4> high;
    Contest low;

    void add(const HeadsUpCounts& other) {
        for (std::size_t set = 0; set < high.size(); ++set) high[set] += other.high[set];
        low += other.low;
    }
    // Of all pairs of hands, if it was counted.
    std::uint64_t total(bool has_low) const { return has_low ? low.total : high[0].total; }
};

// Two players. In games with a low half, the hands are split by their low scores, the better ones from the others, and
// so on; the hands of both parts meet, and finally the hands with the same low.
class HeadsUpShowdown {
  public:
    using Counts = HeadsUpCounts;
    static Counts none(const DealLayout&, const DealRules&) { return {}; }

    HeadsUpShowdown(const DealLayout& layout, const DealRules& rules, const SimdKernels& kernels, Pulse& pulse,
                    Counts& counts)
        : has_low_(rules.low != nullptr),
          has_total_(layout.pairs.has_value()),
          pulse_(pulse),
          showdown_(layout.shared, layout.hands[0].hidden, layout.hands[1].hidden, pulse, kernels),
          counts_(counts) {}

    // Sorts the hands.
    void settle(Hands& hands) {
        if (!has_low_) {
            counts_.high[0] += showdown_.count(hands[0].hands, hands[1].hands, !has_total_);
            return;
        }
        lows_.clear();
        for (const auto& [own, lows] : hands) lows_.insert(lows_.end(), lows.begin(), lows.end());
        sort_items(lows_);
        lows_.erase(std::unique(lows_.begin(), lows_.end()), lows_.end());
        for (std::size_t player = 0; player < 2; ++player) sort_by_low(player, hands[player]);
        if (pulse_.stopped()) return;
        split(0, lows_.size());
        counts_.low += showdown_.count(by_low_[0], by_low_[1], !has_total_);
    }

  private:
    // The hands with their low scores, and where those with each low start with their high scores.
    void sort_by_low(std::size_t player, const ScoredHands& scored) {
        const auto& [own, lows] = scored;
        auto& starts = starts_[player];
        starts.assign(lows_.size() + 1, 0);
        places_.clear();
        for (const HandScore low : lows) {
            const auto place = std::ranges::lower_bound(lows_, low) - lows_.begin();
            places_.push_back(static_cast<std::size_t>(place));
            ++starts[places_.back() + 1];
        }
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
        by_low_[player] = own;
        by_high_[player].resize(own.size());
        for (std::size_t i = 0; i < own.size() && !pulse_.stopped(); ++i) {
            by_high_[player][next[places_[i]]++] = own[i];
            by_low_[player][i].score = lows[i];
            pulse_.spend(COPY);
        }
    }
    // Counts the pairs of hands whose lows have these places.
    void split(std::size_t from, std::size_t to) {
        if (from == to || pulse_.stopped()) return;
        if (to - from == 1) return meet(from, to, from, to, lows_[from] == 0 ? 0b00 : 0b11);
        const std::size_t middle = from + (to - from) / 2;
        meet(middle, to, from, middle, 0b01);
        meet(from, middle, middle, to, 0b10);
        split(from, middle);
        split(middle, to);
    }
    void meet(std::size_t from, std::size_t to, std::size_t others_from, std::size_t others_to, std::size_t low) {
        const auto part = [&](std::size_t player, std::size_t first, std::size_t last) {
            const auto begin = by_high_[player].begin();
            const auto& starts = starts_[player];
            held_[player].assign(begin + static_cast<std::ptrdiff_t>(starts[first]),
                                 begin + static_cast<std::ptrdiff_t>(starts[last]));
            pulse_.spend(COPY * held_[player].size());
        };
        part(0, from, to);
        part(1, others_from, others_to);
        if (!held_[0].empty() && !held_[1].empty()) counts_.high[low] += showdown_.count(held_[0], held_[1], false);
    }

    bool has_low_, has_total_;
    Pulse& pulse_;
    DisjointShowdown showdown_;
    std::vector<HandScore> lows_;  // the different ones
    std::vector<std::size_t> places_;
    std::array<std::vector<std::size_t>, 2> starts_;
    std::array<std::vector<WeightedHand>, 2> by_low_, by_high_, held_;
    Counts& counts_;
};

// The pots of all deals, which weigh `total`.
PotCounts heads_up_pots(const HeadsUpCounts& counts, std::uint64_t total, bool has_low) {
    const Contest& low = counts.low;
    const std::array<std::uint64_t, 4> totals{has_low ? low.neither : total, low.wins, total - low.wins - low.ties,
                                              low.ties - low.neither};  // by the winners of the low half
    WinnerCounts boards(2, has_low);
    for (std::size_t set = 0; set < (has_low ? totals.size() : 1); ++set) {
        const Contest& high = counts.high[set];
        boards.add(0b00, set, high.neither);
        boards.add(0b01, set, high.wins);
        boards.add(0b10, set, totals[set] - high.wins - high.ties);
        boards.add(0b11, set, high.ties - high.neither);
    }
    return boards.pots();
}

// Any number of players, dealt hand by hand.
class MultiwayShowdown {
  public:
    using Counts = WinnerCounts;
    static Counts none(const DealLayout& layout, const DealRules& rules) {
        return {layout.hands.size(), rules.low != nullptr};
    }

    MultiwayShowdown(const DealLayout&, const DealRules&, const SimdKernels&, Pulse& pulse, Counts& counts)
        : pulse_(pulse), counts_(counts) {}

    void settle(Hands& hands) { deal(hands, 0, 0, {1, {1, 0}, {1, 0}}); }

  private:
    // The best score so far and who has it, one bit each; a score of 0 does not qualify.
    struct Best {
        HandScore score;
        std::size_t winners;

        Best with(HandScore other, std::size_t bit) const {
            return other > score ? Best{other, bit} : other == score ? Best{score, winners | bit} : *this;
        }
    };
    struct Dealt {
        std::uint64_t weight;
        Best high, low;
    };

    void deal(const Hands& hands, std::size_t player, Cards taken, const Dealt& dealt) {
        if (player == hands.size()) return counts_.add(dealt.high.winners, dealt.low.winners, dealt.weight);
        const std::size_t bit = std::size_t{1} << player;
        const auto& [own, lows] = hands[player];
        pulse_.beat(1 + own.size() / 4);
        for (std::size_t i = 0; i < own.size(); ++i) {
            const auto& [cards, score, weight] = own[i];
            if ((cards & taken) != 0) continue;
            if (pulse_.stopped()) return;
            const HandScore low = lows.empty() ? 0 : lows[i];
            deal(hands, player + 1, taken | cards,
                 {dealt.weight * weight, dealt.high.with(score, bit), dealt.low.with(low, bit)});
        }
    }

    Pulse& pulse_;
    Counts& counts_;
};

// One worker's boards.
class BoardWalk {
  public:
    BoardWalk(const DealLayout& layout, const DealRules& rules, const SimdKernels& kernels, std::size_t worker,
              std::size_t workers, Pulse& pulse)
        : layout_(layout),
          worker_(worker),
          workers_(workers),
          pulse_(pulse),
          high_(rules, rules.high, layout.dead, kernels, pulse) {
        if (rules.low != nullptr) low_.emplace(rules, rules.low, layout.dead, kernels, pulse);
        hands_.resize(layout.hands.size());
    }

    template <class Showdown>
    void run(Showdown& showdown) {
        const bool is_finished = layout_.missing == 0;
        const auto settle = [&](Cards more) {
            if (pulse_.stopped()) return;
            for (std::size_t player = 0; player < hands_.size(); ++player) score(player, more, is_finished);
            if (!pulse_.stopped()) showdown.settle(hands_);
            pulse_.beat(1, 1);
        };
        if (is_finished) return settle(0);
        for_each_subset_of_worker(layout_.deck, layout_.missing, worker_, workers_, settle);
    }

  private:
    // On a finished board, each worker takes a part of the first player's hands.
    void score(std::size_t player, Cards more, bool is_finished) {
        const PlayerHands& own = layout_.hands[player];
        const Cards board = layout_.board | more, others = layout_.held & ~more;
        const bool is_shared = player == 0 && is_finished;
        auto& [hands, lows] = hands_[player];
        hands.clear();
        lows.clear();
        hands.reserve(own.hands.size());
        for (std::size_t i = is_shared ? worker_ : 0; i < own.hands.size() && !pulse_.stopped();) {
            std::size_t count = 0;
            for (; i < own.hands.size() && count < PIECE; i += is_shared ? workers_ : 1) {
                full_[count] = own.hands[i];
                weights_[count] = own.weights[i];
                count += (own.hands[i] & more) == 0 ? 1 : 0;  // no branch, because it would be mispredicted
            }
            const std::span piece(full_.data(), count);
            high_.score(piece, board, others, scores_.data());
            for (std::size_t k = 0; k < count; ++k)
                hands.push_back({full_[k] & layout_.shared, scores_[k], weights_[k]});
            if (low_) {
                low_->score(piece, board, others, scores_.data());
                lows.insert(lows.end(), scores_.begin(), scores_.begin() + static_cast<std::ptrdiff_t>(count));
            }
            pulse_.beat(count);
            pulse_.spend(COPY * PIECE);
        }
    }

    const DealLayout& layout_;
    std::size_t worker_, workers_;
    Pulse& pulse_;
    BoardScores high_;
    std::optional<BoardScores> low_;
    std::array<Cards, PIECE> full_;
    std::array<std::uint64_t, PIECE> weights_;
    std::array<HandScore, PIECE> scores_;
    Hands hands_;
};

// Fewer workers for two players if their subset sums would take too much memory.
std::size_t workers_for(const DealLayout& layout, std::size_t wanted) {
    int most = 0;
    for (const PlayerHands& own : layout.hands) most = std::max(most, own.hidden);
    const std::size_t places = layout.hands.size() == 2 ? choose(size(layout.shared), most) + 1 : 1;
    return std::clamp<std::size_t>(MOST_SUBSET_SUMS / places, 1, std::max<std::size_t>(wanted, 1));
}

// What the workers count together; nothing if stopped.
template <class Showdown>
std::optional<typename Showdown::Counts> walked(const DealLayout& layout, const DealRules& rules, std::size_t workers,
                                                const Stop& stop, const SimdKernels& kernels) {
    std::vector<typename Showdown::Counts> parts(workers_for(layout, workers), Showdown::none(layout, rules));
    const std::uint64_t boards = layout.missing == 0 ? 0 : choose(size(layout.deck), layout.missing);
    const bool done = run_workers(parts.size(), stop.of(boards), [&](std::size_t worker, Pulse& pulse) {
        BoardWalk walk(layout, rules, kernels, worker, parts.size(), pulse);
        Showdown showdown(layout, rules, kernels, pulse, parts[worker]);
        walk.run(showdown);
    });
    if (!done) return std::nullopt;
    for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);
    return std::move(parts[0]);
}

}  // namespace

std::optional<PotCounts> walk_deals(const DealRules& rules, const std::vector<WeightedHands>& players, Cards board,
                                    Cards dead, std::size_t workers, const Stop& stop, const SimdKernels& kernels) {
    if (!is_valid_deal(players, rules.hole, board, rules.board, dead, rules.deck()) || rules.hole > SubsetSums::MOST)
        return std::nullopt;
    const PotCounts none = WinnerCounts(players.size(), rules.low != nullptr).pots();
    const auto holds_none = [](const WeightedHands& player) { return player.hands.empty(); };
    if ((board & dead) != 0 || std::any_of(players.begin(), players.end(), holds_none)) return none;
    Pulse pulse(stop);
    DealLayout layout(rules, players, board, dead, pulse);
    if (pulse.stopped()) return std::nullopt;
    if (!layout.fits) return none;
    if (players.size() > 2) {
        const auto counts = walked<MultiwayShowdown>(layout, rules, workers, stop, kernels);
        return counts ? std::optional(counts->pots()) : std::nullopt;
    }
    layout.count_pairs(kernels, pulse);
    const auto counts = walked<HeadsUpShowdown>(layout, rules, workers, stop, kernels);
    if (!counts) return std::nullopt;
    const std::uint64_t pairs = layout.pairs.value_or(counts->total(rules.low != nullptr));
    const int left = size(layout.deck) - layout.hands[0].hidden - layout.hands[1].hidden;
    return heads_up_pots(*counts, pairs * choose(left, layout.missing), rules.low != nullptr);
}

}  // namespace facevalue::poker
