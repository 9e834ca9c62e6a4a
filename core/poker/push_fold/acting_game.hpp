// ActingGame: a game of two players who each either act or fold with every hand.
//
// What acting gains against folding is linear in how often each hand of the other player acts. Threads may share a
// game.
#pragma once

#include <cstddef>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/push_fold/matrix.hpp"

namespace facevalue::poker {

// Gains of acting against folding, summed over the hands of the other player, as whole numbers of a common unit. The
// second player only has a choice when the first one acts.
struct ActingGame {
    std::vector<numbers::BigInt> base;  // what each hand of the first player gains if the second one folds
    // What each hand of the first player (row) gains more if a hand of the second one (column) acts; and what each hand
    // of the second one (row) gains if a hand of the first one (column) acts.
    Matrix<numbers::BigInt> of_first, of_second;

    std::size_t size() const { return base.size(); }
    bool is_constant_sum() const;
};

// Which hands of both players are mixed, and which of the others act.
struct Supports {
    std::vector<std::size_t> first_mixed, second_mixed;
    std::vector<bool> first_acts, second_acts;

    explicit Supports(std::size_t hands) : first_acts(hands), second_acts(hands) {}
};

}  // namespace facevalue::poker
