// How often players win over all ways to deal the unknown cards, in any game, exactly.
//
// For: stud and draw games with hidden cards, Omaha ranges, low and hi-lo games, and everything else that rankings.hpp
// knows. Not for: known hands of hold'em, short deck and Omaha, or ranges of the first two: equity.hpp, omaha.hpp and
// ranges.hpp are faster there.
// Method: all final hands of each player are listed once. On each finished board they are scored (scoring.hpp); where
// exactly two hole cards play, the pairs are scored, and a hand gets the best score of its pairs. Two players are then
// compared without visiting their pairs of hands (disjoint_showdown.hpp); more players are dealt hand by hand.
// Cost: for two players, about 0.1 us for each hand on each board; for more, 2 ns for each deal. 24 bytes for each
// final hand, for each worker.
// Threads may call everything; `workers` is the number of threads that a call starts. Workers share the boards, or the
// first player's hands if there is only one board.
#pragma once

#include <optional>
#include <vector>

#include "dealer.hpp"
#include "pot_counts.hpp"
#include "scoring.hpp"
#include "simd_dispatch.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// Each deal counts by the product of the weights of the hands that it completes; all deals together must fit in 64
// bits. Nothing if stopped, or if it is nothing to deal (is_valid_deal); no deals where known cards come twice or are
// not enough. Who wins parts of both halves is left empty: two players' hands are not paired.
std::optional<PotCounts> walk_deals(const DealRules& rules, const std::vector<WeightedHands>& players, Cards board,
                                    Cards dead, std::size_t workers, const Stop& stop,
                                    const SimdKernels& kernels = chosen_kernels());

}  // namespace facevalue::poker
