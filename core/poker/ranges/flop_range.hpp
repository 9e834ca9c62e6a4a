// Known hold'em hands against one range on a flop, exactly, in 0.08 ms, or in twice that if the weights need 64 bits.
//
// Without flushes a value depends on the ranks alone, and there are only 455 * 13 sets of four ranks that turn, river
// and hand may have. So a board compares 91 kinds of hands, once for all boards of its ranks, and subtracts the hands
// that contain one of its two cards. Where a flush is possible, the hands that make one are subtracted in the same way,
// in a row for each card of the suit, and added with the values of their flushes, if these do not all win. A short
// version in Python, with the same result: compare_on_flop in tests/oracles/readable.py.
#pragma once

#include <cstdint>
#include <span>

#include "poker/equity/equity.hpp"

namespace facevalue::poker {

// Is `walk_flop_range` the fastest method for this range?
bool is_flop_range_faster(const HoldemRange& range);

// As walk_ranges, for one player with a range in this seat and known hands in the others; the board has three cards.
PotCounts walk_flop_range(std::span<const Cards> known, const HoldemRange& range, std::size_t seat, Cards board,
                          Cards dead, HandOrder order);

}  // namespace facevalue::poker
