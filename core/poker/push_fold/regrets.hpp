// Regret matching: strategies for players who act or fold, in floats.
//
// CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014), with averages weighted by the square
// of the iteration.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace facevalue::poker {

// One decision of a player, for each hand: regrets of acting and of folding, at least 0, and the probabilities of
// acting that follow.
class Regrets {
  public:
    using Shares = std::vector<double>;

    explicit Regrets(std::size_t hands) : act_(hands, 1), fold_(hands, 1), share_(hands, 0.5), sum_(hands) {}

    const Shares& share() const { return share_; }
    // Learns what acting gains against folding.
    void learn(const Shares& gains, double weight) {
        for (std::size_t hand = 0; hand < share_.size(); ++hand) {
            act_[hand] = std::max(act_[hand] + gains[hand] * (1 - share_[hand]), 0.0);
            fold_[hand] = std::max(fold_[hand] - gains[hand] * share_[hand], 0.0);
            const double total = act_[hand] + fold_[hand];
            share_[hand] = total == 0 ? 0 : act_[hand] / total;
            sum_[hand] += weight * share_[hand];
        }
        weights_ += weight;
    }
    Shares mean() const {
        Shares made;
        for (const double part : sum_) made.push_back(part / weights_);
        return made;
    }

  private:
    Shares act_, fold_, share_, sum_;
    double weights_ = 0;
};

}  // namespace facevalue::poker
