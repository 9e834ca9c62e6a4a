// Known hold'em hands against one range on a flop, exactly.
//
// For: ranges.cpp, when all players but one have one known hand each and two cards of the board are to come. Not for:
// other streets, or small ranges, which are faster to compare hand by hand.
// Method: two cards of the board and two hole cards are four cards, which can be split in six ways; the best five of
// flop and four cards are the same for all of them. So each value is computed once for six showdowns: 178,365 values
// instead of a million for one hand on a flop (flop_range_simd.hpp).
// Cost: about half a millisecond for any range; 800 KB for each different weight.
// Threads may call everything; `workers` is the number of threads that a call starts.
#pragma once

#include <cstdint>
#include <span>

#include "equity.hpp"
#include "holdem_range.hpp"

namespace facevalue::poker {

inline constexpr int FLOP = 3;  // cards of the board

// Whether `walk_flop_range` is the quickest way for this range.
bool is_flop_range_faster(const HoldemRange& range);

// As walk_ranges, for one player with a range in this seat and known hands in the others; the board has three cards.
PotCounts walk_flop_range(std::span<const Cards> known, const HoldemRange& range, std::size_t seat, Cards board,
                          Cards dead, std::size_t workers, const Stop& stop, HandOrder order);

}  // namespace facevalue::poker
