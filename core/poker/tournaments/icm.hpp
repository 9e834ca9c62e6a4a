// ICM: what chip stacks are worth in prize money (the independent chip model).
//
// A player finishes first with the probability of their share of all chips; the other places follow in the same way
// among the players who are left (Malmuth; Harville, "Assigning probabilities to the outcomes of multi-entry
// competitions", 1973). One step for each set of players who may have taken the first places, up to the last place
// that is paid: 1023 for ten players who are all paid, 211 for twenty players and three prizes.
//
// Exact numbers grow with the sets: twelve players with stacks of six digits take about a second, and each further
// player four times as long. So where the exact way is too expensive, prizes are floating-point numbers with a proven
// bound of their error: 0.2 s for twenty players who are all paid.
#pragma once

#include <cstddef>
#include <vector>

#include "numbers/exact/big.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MOST_STACKS = 20;

// What the exact prizes cost, in steps of about half a nanosecond; from its bounds, before anything is computed.
double exact_icm_cost(const std::vector<numbers::BigFraction>& stacks, std::size_t prizes);
// Up to this cost, `expected_prizes` is exact.
inline constexpr double MOST_EXACT_COST = 6e9;

// The expected prize of each player, in lowest terms; the first place's prize comes first. A RuleError unless there are
// 1 to MOST_STACKS stacks above 0 and at most one prize for each. Takes any time. After a stop the result is invalid.
// Obvious version: tests/poker/tournaments.
Expected<std::vector<numbers::BigFraction>> icm(const std::vector<numbers::BigFraction>& stacks,
                                                const std::vector<numbers::BigFraction>& prizes, const Stop& stop);

struct Prizes {
    std::vector<numbers::BigFraction> amounts{};
    // No amount differs from the exact one by more; 0 if they are exact.
    numbers::BigFraction error_bound{0, 1};

    bool is_exact() const { return error_bound.sign() == 0; }
};

// The same with floating-point numbers, whatever the exact way costs.
Expected<Prizes> rounded_icm(const std::vector<numbers::BigFraction>& stacks,
                             const std::vector<numbers::BigFraction>& prizes, const Stop& stop);
// The exact prizes where they cost at most MOST_EXACT_COST, and else the rounded ones.
Expected<Prizes> expected_prizes(const std::vector<numbers::BigFraction>& stacks,
                                 const std::vector<numbers::BigFraction>& prizes, const Stop& stop);

}  // namespace facevalue::poker
