// How often players win over random deals, in every game that rankings.hpp knows.
//
// Each batch of deals depends only on the seed and its number, so a seed gives the same result for any number of
// workers. About 2 ns per deal for two players in hold'em, stud and five-card draw, 6 ns for six players; 4 to 50 ns in
// short deck, deuce to seven and razz, 0.1 us in badugi, 0.2 us in Omaha.
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

struct Sampling {
    std::vector<WeightedHands> players;
    Cards board, dead;
    std::uint64_t deals, seed;
};

// Nothing if stopped, or without is_valid_deal. No boards if no deal is possible: a known card occurs twice, there are
// not enough cards, or a million tries find no hands of the ranges that share no card.
std::optional<PotCounts> simulate(const DealRules& rules, const Sampling& sampling, std::size_t workers,
                                  const Stop& stop, const SimdKernels& kernels = chosen_lanes<SimdKernels>());

}  // namespace facevalue::poker
