#include "poker/deal/pot_decider.hpp"

namespace facevalue::poker {

bool takes_spaced_cards(const DealRules& rules) {
    const int cards = rules.hole + rules.board;
    return rules.wilds == 0 && rules.high == ranking_of("high") && rules.low == nullptr && rules.from_hole == 0 &&
           cards >= LEAST_CARDS && cards <= MOST_CARDS;
}

PotDecider::PotDecider(const DealRules& rules, std::size_t players, Cards dead, const SimdKernels& kernels)
    : players_(players), kernels_(kernels), scorer_(rules, rules.high, dead, kernels) {
    if (rules.low != nullptr) low_scorer_.emplace(rules, rules.low, dead, kernels);
    if (takes_spaced_cards(rules)) cards_ = static_cast<std::size_t>(rules.hole + rules.board);
}

void PotDecider::decide(const DealBatch& deals, std::size_t count) {
    if (cards_ != 0) {
        kernels_.showdowns({deals.boards.data(), deals.hands[0].data(), players_, DealBatch::MOST, cards_},
                           high_.data());
        return;
    }
    score(scorer_, deals, count, high_);
    if (low_scorer_) score(*low_scorer_, deals, count, low_);
}

void PotDecider::score(const Scorer& scorer, const DealBatch& deals, std::size_t count, WinnerSets& sets) {
    for (std::size_t player = 0; player < players_; ++player)
        scorer.score(deals.hands[player].data(), deals.boards.data(), count, scores_[player].data());
    kernels_.winners(scores_[0].data(), DealBatch::MOST, players_, count, sets.data());
}

}  // namespace facevalue::poker
