// The share of the pot of each player, from the counts of deals.
#pragma once

#include <optional>
#include <vector>

#include "poker/pot/count.hpp"

namespace facevalue::poker {

// `low_win` and `low_tie` are nothing without a low half. The variance is the square of the standard error of a sampled
// equity; nothing if all deals were counted.
struct PotShare {
    BigInt win, tie, lose;
    std::optional<BigInt> low_win, low_tie;
    numbers::BigFraction equity;
    std::optional<numbers::BigFraction> variance;
};

std::vector<PotShare> shares_of(const PotSums& sums, bool is_sampled);

}  // namespace facevalue::poker
