// Lemke's path to an equilibrium of a game of two players who act or fold, in floats.
//
// Acting costs a tax, another multiple of the same amount for each hand. With a high tax nobody acts; the path follows
// the equilibria while the tax changes, until it is 0. Where a mixed hand becomes pure, or what a pure hand gains
// becomes 0, the path turns. It cannot end elsewhere, because probabilities are bounded (Lemke, "Bimatrix equilibrium
// points and mathematical programming", 1965), except by rounding errors or where several hands change at once.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "poker/push_fold/acting_game.hpp"
#include "poker/push_fold/matrix.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// A game in floats, whose largest number is about 1: what the first player's hands gain if nobody else acts, and what
// hands gain by hands of the other player (equilibrium.hpp).
struct FloatGame {
    std::vector<double> base;
    Matrix<double> of_first, of_second;

    std::size_t size() const { return base.size(); }
};

// Which hands are mixed and which act where the path ends. Nothing if it gets lost, or if stopped.
std::optional<Supports> lemke(const FloatGame& game, const Stop& stop);

}  // namespace facevalue::poker
