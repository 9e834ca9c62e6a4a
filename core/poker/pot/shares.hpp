// The share of the pot of each player, from the counts of deals.
#pragma once

#include <optional>
#include <vector>

#include "poker/pot/count.hpp"

namespace facevalue::poker {

// `low_win`, `low_tie` and `scoop`, the deals in which a player wins the whole pot alone, are nothing without a low
// half. The variance is the square of the standard error of a
// sampled equity; nothing if all deals were counted.
struct PotShare {
    BigInt win, tie, lose;
    std::optional<BigInt> low_win, low_tie, scoop;
    numbers::BigFraction equity;
    std::optional<numbers::BigFraction> variance;
};

std::vector<PotShare> shares_of(const PotSums& sums, bool is_sampled);

// The deals that several players share, or their high halves: by the set of players, a bit each. Only sets that occur,
// the smallest number first.
struct SharedDeals {
    std::size_t players;
    BigInt deals;
};
std::vector<SharedDeals> ties_of(const PotSums& sums);

}  // namespace facevalue::poker
