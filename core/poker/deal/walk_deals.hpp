// Exact results over all ways to deal the unknown cards, in any game. For hold'em and known Omaha hands, equity.hpp,
// ranges.hpp and omaha.hpp are faster.
//
// All final hands of each player are listed once and scored on each board (scoring.hpp); if exactly two hole cards
// play, pairs are scored, and a hand gets its best pair's score. Two players are compared by disjoint_showdown.hpp,
// about 0.03 us per hand and board; more players are dealt hand by hand, 2 ns per deal. 24 bytes per final hand and
// worker.
#pragma once

#include <optional>
#include <vector>

#include "poker/cards/pot_counts.hpp"
#include "poker/deal/dealer.hpp"
#include "poker/lanes/simd.hpp"
#include "poker/scoring/scoring.hpp"
#include "work/machine.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// Each deal counts by the product of its hands' weights; all deals together must fit in 64 bits. Nothing if stopped, or
// without is_valid_deal; no deals if a known card occurs twice or there are not enough cards.
std::optional<PotCounts> walk_deals(const DealRules& rules, const std::vector<WeightedHands>& players, Cards board,
                                    Cards dead, std::size_t workers, const Stop& stop,
                                    const SimdKernels& kernels = chosen_lanes<SimdKernels>());

}  // namespace facevalue::poker
