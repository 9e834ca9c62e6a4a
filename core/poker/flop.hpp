// Flop: known hold'em hands against one player who may hold any of many, on a flop, exactly.
//
// For: ranges.cpp, where all players but one have one hand each and two cards of the board are to come. Not for: other
// streets, or few hands, which are sooner compared one by one.
// Method: splits_lanes.hpp. Two cards of the board and two of the player's make six splits of the same four cards, so
// a value is found once for six showdowns: 178,365 values instead of a million for one hand on a flop.
// Cost: about half a millisecond for any range against one hand or several; 800 KB for each weight.
// Threads: everything may be called from several; `workers` is how many a call starts itself.
#pragma once

#include <cstdint>
#include <span>

#include "equity.hpp"
#include "weighted.hpp"

namespace facevalue {

inline constexpr int FLOP = 3;  // cards of the board

// Whether `range_on_flop` is the quickest way for this range.
bool suits_a_flop(const Weighted& range);

// As walk_ranges, for one player with a range in this seat and known hands in the others; the board has three cards.
Pots range_on_flop(std::span<const Cards> known, const Weighted& range, std::size_t seat, Cards board, Cards dead,
                   std::size_t workers, const Stop& stop, Scale scale);

}  // namespace facevalue
