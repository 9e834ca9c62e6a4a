// The simplex method, in whole numbers, for a game of two players whose gains have a constant sum.
//
// The second player chooses probabilities of acting, from 0 to 1, that minimize what the best response of the first
// player gains, the sum of max(0, gain of the hand): a linear program (Chvatal, "Linear Programming", 1983, chapters 3
// and 8). At a vertex, as many hands of the first player gain exactly 0 as hands of the second one are mixed. The dual
// solution, how often the hands of the first player act, need not be between 0 and 1 before the end. Bland's rule
// chooses the pivots, so that the method ends even if several hands tie.
//
// A pivot takes time in proportion to the square of the number of hands: 169 hands need about 400, or 0.3 s.
#pragma once

#include <optional>

#include "poker/push_fold/acting_game.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// Which hands are mixed and which act in an equilibrium. Nothing if stopped.
std::optional<Supports> simplex(const ActingGame& game, const Stop& stop);

}  // namespace facevalue::poker
