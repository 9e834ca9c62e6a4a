// Equity: how often known hold'em hands win, exactly, by walking all boards that can come.
//
// For: 2 to 10 hands on any board, of a short deck too. Not for: ranges (ranges.hpp), two hands before the flop
// (matchup.hpp knows a shorter way, which is taken here), or games where the rules say which cards may play. Method:
// boards come in batches, and lanes.hpp values a whole batch for one player at a time. Cost: some nanoseconds for each
// board and player: 9 ms for three hands before the flop. Threads: everything may be called from several; `workers` is
// how many a call starts itself.
#pragma once

#include <span>

#include "boards.hpp"
#include "cards.hpp"
#include "parts.hpp"
#include "shares.hpp"
#include "work/pulse.hpp"

namespace facevalue {

inline constexpr int HOLE = 2;  // cards that a player holds

// 2 to 10 hands of two cards and a board of 0 to 5, all different; dead cards cannot come: in a short deck the cards
// below six are dead. After a stop the shares say
// nothing.
PotShares walk(std::span<const Cards> hands, Cards board, Cards dead, std::size_t workers, const Stop& stop,
               Scale scale = usual_scale());

}  // namespace facevalue
