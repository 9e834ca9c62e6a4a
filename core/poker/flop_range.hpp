// Known hold'em hands against one range on a flop, exactly, in about half a millisecond.
//
// Two board cards and two hole cards are four cards, which can be split in six ways; the best five of flop and four
// cards are the same for all six. So each value is computed once for six showdowns (flop_range_simd.hpp). 800 KB for
// each different weight.
#pragma once

#include <cstdint>
#include <span>

#include "equity.hpp"

namespace facevalue::poker {

inline constexpr int FLOP = 3;  // cards of the board

// Whether `walk_flop_range` is the quickest way for this range.
bool is_flop_range_faster(const HoldemRange& range);

// As walk_ranges, for one player with a range in this seat and known hands in the others; the board has three cards.
PotCounts walk_flop_range(std::span<const Cards> known, const HoldemRange& range, std::size_t seat, Cards board,
                          Cards dead, std::size_t workers, const Stop& stop, HandOrder order);

}  // namespace facevalue::poker
