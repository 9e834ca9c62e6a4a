// ICM: what chip stacks are worth in prize money (the independent chip model).
//
// A player finishes first with the probability of their share of all chips; the other places follow in the same way
// among the players who are left (Malmuth; Harville, "Assigning probabilities to the outcomes of multi-entry
// competitions", 1973). One step for each set of players who have already finished, at most 1023.
#pragma once

#include <cstddef>
#include <vector>

#include "numbers/exact/big.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MOST_STACKS = 10;

// The expected prize of each player, in lowest terms; the first place's prize comes first. A RuleError unless there are
// 1 to MOST_STACKS stacks above 0 and at most one prize for each. After a stop the result is invalid. Obvious version:
// tests/poker/tournaments.
Expected<std::vector<numbers::BigFraction>> icm(const std::vector<numbers::BigFraction>& stacks,
                                                const std::vector<numbers::BigFraction>& prizes, const Stop& stop);

}  // namespace facevalue::poker
