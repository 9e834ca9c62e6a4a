// Exact equity of hold'em ranges: one range against another (`range_equities`), or several players (`walk_ranges`).
//
// All hands are evaluated once per board. For two ranges, hands are visited from worst to best while the weight of all
// weaker hands is kept, in total and per card: a hand beats that total minus the hands that contain one of its two
// cards. This takes 12 us per board for all hands against all, and a tenth of that on a flop, where hands of the same
// ranks are compared together (flop_sweep.hpp). Three or more ranges are dealt hand by hand, but for the longest one
// (hands_by_strength.hpp).
#pragma once

#include <span>
#include <vector>

#include "poker/equity/equity.hpp"

namespace facevalue::poker {

// Are these hands of two cards, each with a weight?
bool is_holdem_range(const HoldemRange& range);
// Are these 2 to 10 ranges, and a board?
bool is_range_deal(std::span<const HoldemRange> players, Cards board, Cards dead);
// Do the weights of all deals together fit in 64 bits?
bool do_weights_fit(std::span<const HoldemRange> players, Cards board, Cards dead);
// Are these hands of two cards, a villain's range of different hands, and a board?
bool is_heads_up(std::span<const Cards> heroes, const HoldemRange& villain, Cards board, Cards dead);

// On a board, is it faster to look up the hands of the last player than to deal them with so many combinations of the
// hands of all others?
bool is_last_looked_up(double combinations, std::size_t hands);

// 2 to 10 ranges: `high` and `boards` of the result count each board once for each deal of hands that share no card,
// times all their weights. `do_weights_fit` must be true. A finished board has `board_cards`, 3 to 5. After a stop the
// result is invalid.
PotCounts walk_ranges(std::span<const HoldemRange> players, Cards board, Cards dead, std::size_t workers,
                      const Stop& stop, HandOrder order = high_order(), int board_cards = BOARD);

// For each hand of the hero, its Outcome over all hands of the villain and boards. A hand that shares a card with the
// board or the dead cards meets no other hand. The villain's hands are all different. After a stop the result is
// invalid.
std::vector<Outcome> range_equities(std::span<const Cards> heroes, const HoldemRange& villain, Cards board, Cards dead,
                                    std::size_t workers, const Stop& stop, HandOrder order = high_order());

}  // namespace facevalue::poker
