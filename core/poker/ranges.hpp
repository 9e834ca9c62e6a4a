// Ranges: how often hold'em hands win when players may hold any of many, exactly.
//
// For: each hand of a range against a range (`range_equities`), and ranges of several players (`walk_ranges`). Not for:
// what a range's text means (Python), or two ranges before the flop, which matchups.hpp has a table for.
// Method: on each board all hands are valued once (lanes.hpp). Of two ranges they are then climbed from the worst to
// the best, with the weight below kept in all and for each card: what a hand beats is what lies below, less what its
// own two cards block. More ranges are dealt out hand by hand.
// Cost: 8 us a board for all hands against all, 10 ms on a flop; some nanoseconds for each board and way to deal.
// Threads: everything may be called from several; `workers` is how many a call starts itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "equity.hpp"
#include "weighted.hpp"

namespace facevalue {

// 2 to 10 ranges: `high` and `boards` of the result count each board once for each deal of hands that share no card,
// times all their weights. The product of the ranges' whole weights and the boards must fit in 64 bits. After a stop
// they say nothing.
Pots walk_ranges(std::span<const Weighted> players, Cards board, Cards dead, std::size_t workers, const Stop& stop,
                 Scale scale = usual_scale());

// The weight of what a hand meets, summed over all villain's hands and boards: what it beats, ties with, and all.
struct Outcome {
    std::uint64_t wins = 0, ties = 0, total = 0;
};

// One Outcome for each hand of the hero, which may be any hands of two cards. A hand that shares a card with the board
// or the dead cards meets nothing, and no villain holds one. The villain's hands are all different. After a stop the
// outcomes say nothing.
std::vector<Outcome> range_equities(std::span<const Cards> heroes, const Weighted& villain, Cards board, Cards dead,
                                    std::size_t workers, const Stop& stop, Scale scale = usual_scale());

}  // namespace facevalue
