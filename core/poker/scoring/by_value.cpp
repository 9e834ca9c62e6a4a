#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/scoring/strategy.hpp"
#include "work/once.hpp"

namespace facevalue::poker {

namespace {

// Calls visit(hand) for five cards of each value: any five ranks, and if they are different, also in one suit.
template <class Visit>
void each_kind(int lowest_rank, const Visit& visit, Cards hand = 0) {
    if (size(hand) < 5) {
        for (int rank = lowest_rank; rank < RANKS; ++rank)
            if (const Cards free = all_suits(rank) & ~hand; free != 0) each_kind(rank, visit, hand | lowest(free));
        return;
    }
    visit(hand);
    if (hand <= ALL_RANKS) visit(hand ^ lowest(hand) ^ lowest(hand) << RANKS);
}

// The scores of five cards by their value in an order.
ScoresByValue make_scores(const Ranking* ranking, HandOrder order) {
    ScoresByValue scores{};
    each_kind(order.lowest, [&](Cards hand) {
        std::uint16_t value = 0;
        chosen_lanes<SimdKernels>().values(&hand, 1, order, &value);
        scores[value] = best(*ranking, hand, 0, 0)->score;
    });
    return scores;
}

// The same, computed at first use; nullptr for high, whose scores need no table.
const ScoresByValue* scores_by_value(const Ranking* ranking) {
    if (ranking == ranking_of("short")) {
        static constinit Once<ScoresByValue> scores;
        return &scores.get([=] { return make_scores(ranking, short_deck_order()); });
    }
    if (ranking == ranking_of("low-27")) {
        static constinit Once<ScoresByValue> scores;
        return &scores.get([=] { return make_scores(ranking, high_order()); });
    }
    return nullptr;
}

class ByValue final : public Strategy {
  public:
    ByValue(const Ranking* ranking, HandOrder order, const SimdKernels& kernels)
        : scores_(ranking), order_(order), kernels_(kernels) {}

    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const override {
        std::array<Cards, PIECE> cards;
        std::array<std::uint16_t, PIECE> values;
        for (std::size_t i = 0; i < count; ++i) cards[i] = hands[i] | boards[i];
        // What follows the last hand in its vector; the compiler cannot see that nothing else is read.
        std::fill_n(cards.begin() + static_cast<std::ptrdiff_t>(count), std::min(PIECE - count, std::size_t{32}), 0);
        kernels_.values(cards.data(), count, order_, values.data());
        for (std::size_t i = 0; i < count; ++i) scores[i] = scores_.of(values[i]);
    }

  private:
    ValueScores scores_;
    HandOrder order_;
    const SimdKernels& kernels_;
};

}  // namespace

ValueScores::ValueScores(const Ranking* ranking) : table_(scores_by_value(ranking)) {}

std::unique_ptr<Strategy> score_by_value(const Ranking* ranking, HandOrder order, const SimdKernels& kernels) {
    return std::make_unique<ByValue>(ranking, order, kernels);
}

}  // namespace facevalue::poker
