// Walk deals: who wins how often over all ways to deal what is not known, in any game, exactly.
//
// For: stud and draw games with hidden cards, Omaha with many possible hands, low games, hi-lo games, and whatever
// rankings.hpp knows. Not for: known hands of hold'em, short deck and Omaha, or ranges of the first two, where
// equity.hpp, omaha.hpp and ranges.hpp know shorter ways. Method: all hands that each player may end with are made
// once. On each finished board they are scored (scoring.hpp); where exactly two of a player's cards play, the pairs
// are, and a hand is worth the best of its own. Two players are then compared without looking at their pairs
// (apart.hpp), more are dealt out hand by hand. Cost: for two players, some 0.1 us for each hand on each board and as
// many for a board of Omaha; for more, 2 ns for each deal. Memory 24 bytes for each hand a player may end with, for
// each worker. Threads: everything may be called from several; `workers` is how many a call starts itself. They share
// the boards, or the first player's hands where there is one board only.
#pragma once

#include <optional>
#include <vector>

#include "dealer.hpp"
#include "machine.hpp"
#include "scoring.hpp"
#include "shares.hpp"
#include "work/pulse.hpp"

namespace facevalue {

// Each deal counts by the product of the weights of the hands that it completes; all deals together must fit in 64
// bits. Nothing if stopped, or if it is nothing to deal (is_dealing); no deals where known cards come twice or are not
// enough. Who wins parts of both halves is left empty: two players' hands are not paired.
std::optional<Pots> walk_deals(const Table& table, const std::vector<Holding>& players, Cards board, Cards dead,
                               std::size_t workers, const Stop& stop, const Lanes& lanes = chosen_lanes());

}  // namespace facevalue
