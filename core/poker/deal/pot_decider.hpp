// PotDecider: who wins each deal of a batch, in every game that rankings.hpp knows.
//
// Where the usual order decides and five to seven cards are known, winners are found in vectors, without scores (about
// 1 ns per hand); otherwise each hand gets a score (scoring.hpp). 25 KB; one per thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "poker/deal/dealer.hpp"
#include "poker/lanes/simd.hpp"
#include "poker/scoring/scoring.hpp"

namespace facevalue::poker {

using WinnerSets = std::array<std::uint16_t, DealBatch::MOST>;  // of players, a bit each

// Must the cards of the deals be `spaced`, because winners are found without scores?
bool takes_spaced_cards(const DealRules& rules);

class PotDecider {
  public:
    PotDecider(const DealRules& rules, std::size_t players, Cards dead, const SimdKernels& kernels);

    // The first `count` deals of a batch.
    void decide(const DealBatch& deals, std::size_t count);

    bool has_low() const { return low_scorer_.has_value(); }
    // The winners of each deal of the last batch; of the low half nobody, if no hand qualifies.
    const WinnerSets& high() const { return high_; }
    const WinnerSets& low() const { return low_; }
    // Of a batch, in look-ups, about.
    std::uint64_t work() const { return DealBatch::MOST * players_ * (scorer_.is_quick() ? 1 : 100); }

  private:
    void score(const Scorer& scorer, const DealBatch& deals, std::size_t count, WinnerSets& sets);

    std::size_t players_;
    const SimdKernels& kernels_;
    Scorer scorer_;
    std::optional<Scorer> low_scorer_;
    std::size_t cards_ = 0;  // of a hand without a score; 0: hands have scores
    std::array<std::array<HandScore, DealBatch::MOST>, MOST_HANDS> scores_{};
    WinnerSets high_{}, low_{};
};

}  // namespace facevalue::poker
