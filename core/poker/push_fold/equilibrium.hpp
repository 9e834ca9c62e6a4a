// The exact equilibrium of a game of two players who each either act or fold with every hand.
//
// A player acts with the hands that gain and folds the hands that lose, and the few mixed hands of each player make the
// mixed hands of the other player indifferent: their probabilities solve two systems of linear equations. Floats only
// guess which hands are mixed (lemke.hpp); the equations are solved, and what the best responses would gain is
// computed, in integers.
//
// If a guess is wrong and the sum of what both players win is the same in every outcome, the simplex method finds an
// equilibrium in integers (simplex.hpp). Otherwise the result is an approximation with its measured exploitability, by
// regret matching in floats.
//
// About 20 ms for 169 hands, and 0.3 s more in the rare case that a guess is wrong.
#pragma once

#include <optional>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/push_fold/acting_game.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// How often each hand acts: so many parts of the whole.
struct MixedStrategy {
    std::vector<numbers::BigInt> parts;
    numbers::BigInt whole = 1;
};

struct Equilibrium {
    MixedStrategy first, second;
    // What the best response of each player gains, as so many parts of the unit; both 0 if the equilibrium is exact.
    numbers::BigInt first_misses, second_misses;
    // What the first player gains against always folding, and the second one against always folding.
    numbers::BigInt first_gains, second_gains;
    numbers::BigInt parts;  // of a unit

    bool is_exact() const { return first_misses.is_zero() && second_misses.is_zero(); }
};

// What two strategies are worth, computed exactly; invalid if stopped.
Equilibrium measured(const ActingGame& game, MixedStrategy first, MixedStrategy second, const Stop& stop);

// The exact equilibrium with these supports; nothing if there is none, or if stopped.
std::optional<Equilibrium> proved(const ActingGame& game, const Supports& supports, const Stop& stop);

// An exact equilibrium, or an approximation. Nothing if stopped; a Stop must continue to return true.
std::optional<Equilibrium> equilibrium(const ActingGame& game, const Stop& stop);

}  // namespace facevalue::poker
