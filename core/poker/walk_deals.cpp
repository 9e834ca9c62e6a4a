#include "walk_deals.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "combinations.hpp"
#include "disjoint_showdown.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::uint64_t COPY = 2;                               // look-ups that take as long as copying a hand
constexpr std::size_t MOST_SUBSET_SUMS = std::size_t{1} << 27;  // of 8 bytes, for all workers together: 1 GB

// The final hands that a player may have.
struct PlayerHands : WeightedHands {
    Cards fixed = FULL_DECK;  // the cards that are in all of them
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
        deck = FULL_DECK & ~taken;
        missing = rules.board - size(board);
        for (const WeightedHands& player : players) hands.push_back(possible_hands(player, rules.hole, pulse));
        for (const PlayerHands& each : hands) {
            const Cards may_hold = union_of(each.hands);
            shared |= held & may_hold;
            held |= may_hold;
        }
    }

    bool fits = true;  // no known card occurs twice

  private:
    PlayerHands possible_hands(const WeightedHands& holding, int hole, Pulse& pulse) const {
        PlayerHands made;
        made.fixed = common_to(holding.hands);
        const int fewest = holding.hands.empty() ? hole : size(holding.hands[0]);
        const std::uint64_t most = holding.hands.size() * choose(size(deck), hole - fewest);
        made.hands.reserve(most);
        made.weights.reserve(most);
        for (std::size_t i = 0; i < holding.hands.size(); ++i) {
            const Cards hand = holding.hands[i];
            if (holding.weights[i] == 0 || (hand & ~made.fixed & ~deck) != 0) continue;
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

// Scores hands on one board.
class BoardScores {
  public:
    BoardScores(const DealRules& rules, const Ranking* ranking, Cards dead, const SimdKernels& kernels, Pulse& pulse)
        : pulse_(pulse),
          by_pairs_(rules.from_hole == 2 && rules.hole > 2),
          scorer_(by_pairs_ ? DealRules{rules.high, rules.low, 2, rules.board, 2} : rules, ranking, dead, kernels) {}

    void score(const std::vector<Cards>& hands, Cards board, Cards may_be_held, std::vector<HandScore>& scores) {
        scores.resize(hands.size());
        if (!by_pairs_) return score_all(hands, board, scores);
        score_pairs(may_be_held, board);
        for (std::size_t i = 0; i < hands.size(); ++i) scores[i] = best_pair(hands[i]);
    }

  private:
    void score_all(const std::vector<Cards>& hands, Cards board, std::vector<HandScore>& scores) {
        const std::size_t piece = std::min(PIECE, hands.size());
        boards_.assign(piece, board);
        for (std::size_t done = 0; done < hands.size() && !pulse_.stopped(); done += piece) {
            const std::size_t count = std::min(piece, hands.size() - done);
            scorer_.score(hands.data() + done, boards_.data(), count, scores.data() + done);
            pulse_.beat(count * WORK);
        }
    }
    void score_pairs(Cards cards, Cards board) {
        if (cards == scored_cards_ && board == scored_board_) return;
        scored_cards_ = cards;
        scored_board_ = board;
        pairs_.clear();
        for_each_subset(cards, 2, 0, [&](Cards pair) { pairs_.push_back(pair); });
        pair_scores_.resize(pairs_.size());
        score_all(pairs_, board, pair_scores_);
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const int low = std::countr_zero(pairs_[i]), high = std::countr_zero(without_lowest(pairs_[i]));
            of_pairs_[low][high] = pair_scores_[i];
        }
    }
    HandScore best_pair(Cards hand) const {
        HandScore best = 0;
        std::array<const HandScore*, MOST_CARDS> rows;
        for (std::size_t found = 0; hand != 0; hand = without_lowest(hand), ++found) {
            const int card = std::countr_zero(hand);
            for (std::size_t i = 0; i < found; ++i) best = std::max(best, rows[i][card]);
            rows[found] = of_pairs_[card].data();
        }
        return best;
    }

    static constexpr std::size_t PIECE = 4096;  // hands between two looks whether to stop
    static constexpr std::size_t WORK = 20;     // look-ups that take as long as a hand of a slow ranking

    Pulse& pulse_;
    bool by_pairs_;
    Scorer scorer_;
    std::vector<Cards> boards_, pairs_;
    std::vector<HandScore> pair_scores_;
    std::array<std::array<HandScore, DECK>, DECK> of_pairs_{};  // the lower card first
    Cards scored_cards_ = 0, scored_board_ = 0;
};

// The hands of a player on a board with their high scores, and their low scores; only cards that others may hold too.
struct ScoredHands {
    std::vector<WeightedHand> hands;
    std::vector<HandScore> lows;
};

using Hands = std::vector<ScoredHands>;  // by player

void add(ShareCounts& shares, const Outcome& versus) {
    shares[0][0] += versus.wins;
    shares[1][0] += versus.losses();
    shares[0][1] += versus.ties;
    shares[1][1] += versus.ties;
}

// Two players: who has the better hand, and the same among hands without a low, give all counts.
class HeadsUpShowdown {
  public:
    HeadsUpShowdown(const DealLayout& layout, const DealRules& rules, Pulse& pulse, const SimdKernels& kernels)
        : has_low_(rules.low != nullptr),
          pulse_(pulse),
          showdown_(layout.shared, hidden_cards(layout, rules, 0), hidden_cards(layout, rules, 1), pulse, kernels),
          pots(WinnerCounts(2, has_low_).pots()) {}

    // Sorts the hands.
    void settle(Hands& hands) {
        Outcome whole;
        if (has_low_) {
            whole = among(hands, [](WeightedHand&, HandScore low) { return low == 0; });
            add(pots.low, among(hands, [](WeightedHand& hand, HandScore low) {
                    hand.score = low;
                    return true;
                }));
        }
        const Contest all = showdown_.count(hands[0].hands, hands[1].hands);
        const Outcome high = decided(all);
        pots.boards += all.total;
        add(pots.high, high);
        if (has_low_) add(pots.halved, {high.wins - whole.wins, high.ties - whole.ties, high.total - whole.total});
    }

  private:
    static int hidden_cards(const DealLayout& layout, const DealRules& rules, std::size_t player) {
        return rules.hole - size(layout.hands[player].fixed);
    }
    // Without the pairs in which neither qualifies.
    static Outcome decided(const Contest& contest) {
        return {contest.wins, contest.ties - contest.neither, contest.total - contest.neither};
    }
    // Among copies of some hands: of those for which counts(copy, low) is true, which may change the copy.
    template <class Counts>
    Outcome among(const Hands& hands, const Counts& counts) {
        for (std::size_t player = 0; player < 2; ++player) {
            const auto& [own, lows] = hands[player];
            held_[player].clear();
            for (std::size_t i = 0; i < own.size(); ++i) {
                WeightedHand hand = own[i];
                if (counts(hand, lows[i])) held_[player].push_back(hand);
                pulse_.spend(COPY);
                if (pulse_.stopped()) return {};
            }
        }
        return decided(showdown_.count(held_[0], held_[1]));
    }

    bool has_low_;
    Pulse& pulse_;
    DisjointShowdown showdown_;
    std::array<std::vector<WeightedHand>, 2> held_;

  public:
    PotCounts pots;
};

// Any number of players, dealt hand by hand.
class MultiwayShowdown {
  public:
    MultiwayShowdown(const DealLayout& layout, const DealRules& rules, Pulse& pulse)
        : pulse_(pulse), tally_(layout.hands.size(), rules.low != nullptr) {}

    void settle(Hands& hands) { deal(hands, 0, 0, {1, {1, 0}, {1, 0}}); }
    PotCounts pots() const { return tally_.pots(); }

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
        if (player == hands.size()) return tally_.add(dealt.high.winners, dealt.low.winners, dealt.weight);
        const std::size_t bit = std::size_t{1} << player;
        const auto& [own, lows] = hands[player];
        pulse_.beat(1 + own.size() / 4);
        for (std::size_t i = 0; i < own.size(); ++i) {
            const auto& [cards, score, weight] = own[i];
            if ((cards & taken) != 0) continue;
            if (pulse_.stopped()) return;
            deal(hands, player + 1, taken | cards,
                 {dealt.weight * weight, dealt.high.with(score, bit), dealt.low.with(lows[i], bit)});
        }
    }

    Pulse& pulse_;
    WinnerCounts tally_;
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
        const bool is_shared = player == 0 && is_finished;
        auto& [hands, lows] = hands_[player];
        full_.clear();
        full_.reserve(own.hands.size());
        hands.clear();
        hands.reserve(own.hands.size());
        for (std::size_t i = 0; i < own.hands.size(); ++i) {
            if ((own.hands[i] & more) != 0 || (is_shared && i % workers_ != worker_)) continue;
            pulse_.spend(COPY);
            if (pulse_.stopped()) return;
            full_.push_back(own.hands[i]);
            hands.push_back({own.hands[i] & layout_.shared, 0, own.weights[i]});
        }
        const Cards board = layout_.board | more, others = layout_.held & ~more;
        pulse_.beat(1 + full_.size());
        high_.score(full_, board, others, scores_);
        for (std::size_t i = 0; i < full_.size(); ++i) hands[i].score = scores_[i];
        lows.assign(full_.size(), 0);
        if (low_) low_->score(full_, board, others, lows);
    }

    const DealLayout& layout_;
    std::size_t worker_, workers_;
    Pulse& pulse_;
    BoardScores high_;
    std::optional<BoardScores> low_;
    std::vector<Cards> full_;
    std::vector<HandScore> scores_;
    Hands hands_;
};

void add(PotCounts& sum, const PotCounts& part) {
    sum.boards += part.boards;
    add_shares(sum.high, part.high);
    add_shares(sum.low, part.low);
    add_shares(sum.halved, part.halved);
}

// Fewer workers for two players if their subset sums would take too much memory.
std::size_t workers_for(const DealLayout& layout, const DealRules& rules, std::size_t wanted) {
    int most = 0;
    for (const PlayerHands& own : layout.hands) most = std::max(most, rules.hole - size(own.fixed));
    const std::size_t places = layout.hands.size() == 2 ? choose(size(layout.shared), most) + 1 : 1;
    return std::clamp<std::size_t>(MOST_SUBSET_SUMS / places, 1, std::max<std::size_t>(wanted, 1));
}

PotCounts walk_part(const DealLayout& layout, const DealRules& rules, BoardWalk& walk, Pulse& pulse,
                    const SimdKernels& kernels) {
    if (layout.hands.size() == 2) {
        HeadsUpShowdown showdown(layout, rules, pulse, kernels);
        walk.run(showdown);
        return showdown.pots;
    }
    MultiwayShowdown showdown(layout, rules, pulse);
    walk.run(showdown);
    return showdown.pots();
}

}  // namespace

std::optional<PotCounts> walk_deals(const DealRules& rules, const std::vector<WeightedHands>& players, Cards board,
                                    Cards dead, std::size_t workers, const Stop& stop, const SimdKernels& kernels) {
    if (!is_valid_deal(players, rules.hole, board, rules.board, dead) || rules.hole > SubsetSums::MOST)
        return std::nullopt;
    PotCounts total = WinnerCounts(players.size(), rules.low != nullptr).pots();
    total.both.clear();
    const auto holds_none = [](const WeightedHands& player) { return player.hands.empty(); };
    if ((board & dead) != 0 || std::any_of(players.begin(), players.end(), holds_none)) return total;
    Pulse pulse(stop);
    const DealLayout layout(rules, players, board, dead, pulse);
    if (pulse.stopped()) return std::nullopt;
    if (!layout.fits) return total;
    std::vector<PotCounts> parts(workers_for(layout, rules, workers), total);
    const std::uint64_t boards = layout.missing == 0 ? 0 : choose(size(layout.deck), layout.missing);
    const bool done = run_workers(parts.size(), stop.of(boards), [&](std::size_t worker, Pulse& pulse) {
        BoardWalk walk(layout, rules, kernels, worker, parts.size(), pulse);
        parts[worker] = walk_part(layout, rules, walk, pulse, kernels);
    });
    if (!done) return std::nullopt;
    for (const PotCounts& part : parts) add(total, part);
    return total;
}

}  // namespace facevalue::poker
