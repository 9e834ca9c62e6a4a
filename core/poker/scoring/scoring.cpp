#include "poker/scoring/scoring.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "poker/cards/combinations.hpp"
#include "poker/equity/omaha.hpp"
#include "poker/scoring/strategy.hpp"
#include "poker/scoring/wild_cards.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

// May cards below the lowest rank be dealt, which the table of a short deck does not have?
bool has_lower_cards(Cards dead, int lowest_rank) {
    for (int rank = 0; rank < lowest_rank; ++rank)
        if ((all_suits(rank) & ~dead) != 0) return true;
    return false;
}

class ByRanking final : public Strategy {
  public:
    ByRanking(const Ranking& ranking, int from_hole) : ranking_(ranking), from_hole_(from_hole) {}

    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const override {
        for (std::size_t i = 0; i < count; ++i) {
            const auto played = best(ranking_, hands[i], boards[i], from_hole_);
            scores[i] = played ? played->score : 0;
        }
    }

  private:
    const Ranking& ranking_;
    int from_hole_;
};

// The table of values that is correct for all hands of a game, if there is one.
std::optional<HandOrder> order_for(const DealRules& rules, const Ranking* ranking, Cards dead) {
    // Deuce to seven is the usual order reversed, except that the ace is never low. This is true only for five cards.
    if (ranking == ranking_of("low-27") && rules.hole + rules.board == LEAST_CARDS && rules.from_hole == 0)
        return high_order();
    const std::optional<HandOrder> order = order_of(ranking->name);
    return order && has_lower_cards(dead, order->lowest) ? std::nullopt : order;
}

// The fast strategy of a game; nullptr if there is no such strategy. Each is correct only for these numbers of cards.
std::unique_ptr<Strategy> quick_strategy(const DealRules& rules, const Ranking* ranking, Cards dead,
                                         const SimdKernels& kernels) {
    if (rules.wilds != 0) return nullptr;
    const std::optional<HandOrder> order = order_for(rules, ranking, dead);
    if (rules.from_hole == 2 && rules.hole <= MOST_HOLE && rules.board == BOARD) {
        if (order) return score_omaha(ranking, *order, kernels);
        if (ranking == ranking_of("low-8")) return score_omaha_low();
    }
    if (rules.from_hole != 0) return nullptr;
    const int cards = rules.hole + rules.board;
    if (cards == 4 && ranking == ranking_of("badugi")) return score_badugi();
    if (cards < LEAST_CARDS || cards > MOST_CARDS) return nullptr;
    if (ranking == ranking_of("low-a5")) return score_low_a5();
    return order ? score_by_value(ranking, *order, kernels) : nullptr;
}

}  // namespace

bool is_valid_game(const DealRules& rules, bool has_low) {
    return rules.high != nullptr && (rules.low != nullptr) == has_low && rules.hole >= 1 && rules.hole <= MOST_CARDS &&
           rules.board >= 0 && rules.board <= BOARD && rules.from_hole >= 0 && rules.from_hole <= rules.hole;
}

Scorer::Scorer(const DealRules& rules, const Ranking* ranking, Cards dead, const SimdKernels& kernels)
    : strategy_(quick_strategy(rules, ranking, dead, kernels)), is_quick_(strategy_ && rules.from_hole == 0) {
    if (strategy_) return;
    if (rules.wilds != 0)
        strategy_ = score_with_wild_cards(*ranking, {rules.from_hole, rules.wilds, rules.missing});
    else
        strategy_ = std::make_unique<ByRanking>(*ranking, rules.from_hole);
}
Scorer::~Scorer() = default;
Scorer::Scorer(Scorer&&) noexcept = default;

void Scorer::score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    for (std::size_t done = 0; done < count; done += Strategy::PIECE)
        strategy_->score(hands + done, boards + done, std::min(Strategy::PIECE, count - done), scores + done);
}

namespace {

// Scores rows on one board, up to ROWS at once.
class BoardRows {
  public:
    static constexpr std::size_t ROWS = 256;  // about 50 ms for the slowest ranking and the largest hands

    BoardRows(Cards board, const Ranking& ranking, int from_hole, Pulse& pulse)
        : board_(board), ranking_(ranking), from_hole_(from_hole), pulse_(pulse) {
        boards_.fill(board);
    }

    // The rows are copied, because other threads may change them.
    void score(const Cards* rows, std::size_t count, HandScore* scores) {
        std::copy_n(rows, count, rows_.begin());
        for (std::size_t first = 0, end; first < count; first = end) {
            for (end = first + 1; end < count && cards(rows_[end]) == cards(rows_[first]);) ++end;
            score_alike({rows_.data() + first, end - first}, scores + first);
        }
    }

  private:
    static constexpr int NO_HAND = -1;
    static constexpr std::size_t SLOW = 1000;  // look-ups for a hand of a slow ranking, about

    // The score of the hand; NO_HAND if it cannot occur.
    int cards(Cards hand) const {
        const bool is_hand = hand <= FULL_DECK && (hand & board_) == 0 && size(hand) >= from_hole_;
        return is_hand ? size(hand) : NO_HAND;
    }
    void score_alike(std::span<const Cards> hands, HandScore* scores) {
        const int hole = cards(hands[0]);
        if (hole == NO_HAND) {
            std::fill_n(scores, hands.size(), 0);
            return;
        }
        const Cards others = FULL_DECK & ~(union_of(hands) | board_);
        const Scorer scorer({&ranking_, nullptr, hole, size(board_), from_hole_}, &ranking_, others,
                            chosen_lanes<SimdKernels>());
        scorer.score(hands.data(), boards_.data(), hands.size(), scores);
        pulse_.beat(hands.size() * (scorer.is_quick() ? 1 : SLOW));
    }

    Cards board_;
    const Ranking& ranking_;
    int from_hole_;
    Pulse& pulse_;
    std::array<Cards, ROWS> rows_, boards_;
};

}  // namespace

void score_masks(const Cards* hands, std::size_t count, Cards board, const Ranking& ranking, int from_hole,
                 HandScore* scores, std::size_t workers, const Stop& stop) {
    workers = std::max<std::size_t>(workers, 1);
    run_workers(workers, stop, [&](std::size_t worker, Pulse& pulse) {
        BoardRows rows(board, ranking, from_hole, pulse);
        for (std::size_t first = worker * BoardRows::ROWS; first < count && !pulse.stopped();
             first += workers * BoardRows::ROWS)
            rows.score(hands + first, std::min(BoardRows::ROWS, count - first), scores + first);
    });
}

}  // namespace facevalue::poker
