// Push or fold with three players: an approximation of an equilibrium, with its exploitability.
//
// Regret matching in floats (regrets.hpp) finds six strategies, which are rounded to hundredths; what the best
// responses to the rounded strategies would win is computed exactly, in integers, on the same model (three_game.hpp).
// The number of steps is bounded, so that the result is the same on every machine.
//
// About 1 s, and 2 s more for the first call with a seed, which samples what three hands win. Threads may share it.
// A short version in Python of the measure, with the same result: tests/poker/tournaments/push_fold_three.py.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/holdem/hand_weights.hpp"
#include "poker/push_fold/push_fold.hpp"
#include "poker/three_handed/three_game.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t THREE = 3;  // players: the button, the small blind and the big blind

// The stacks of the three players: one for all, or three. Stakes without payouts.
std::vector<numbers::BigFraction> three_stacks(const Stakes& stakes);
// Why three players do not play push or fold with such stakes.
std::optional<Problem> wrong_stakes_of_three(const Stakes& stakes);

struct PushFoldThree {
    struct Acting {
        HandWeights hands;           // weights are probabilities in hundredths
        numbers::BigFraction share;  // of all hands of the deck, exactly
    };
    std::array<Acting, DECISIONS> acting;
    // What the button, the small blind and the big blind win per hand, in big blinds; the sum is 0.
    std::array<numbers::BigFraction, THREE> expectations;
    // The sum of what the best response of each player alone would win more, in big blinds per hand.
    numbers::BigFraction exploitability;
};

// For a game of push or fold and stakes without a problem. `find` as for push_fold. Nothing if stopped.
std::optional<PushFoldThree> push_fold_three(const Ranking& ranking, const Stakes& stakes, std::uint64_t seed,
                                             const FindMatchups& find, const Stop& stop);

}  // namespace facevalue::poker
