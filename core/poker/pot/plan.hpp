// How an equity is found: all deals are counted if that takes at most about five seconds, and otherwise some are
// sampled. The estimates are upper bounds on one thread, in about twice the nanoseconds that were measured, since
// machines differ.
#pragma once

#include <cstdint>
#include <optional>

#include "poker/pot/holdings.hpp"

namespace facevalue::poker {

inline constexpr int COUNT_BITS = 64, WEIGHT_BITS = 32;  // of counts in walks, and of the weights of hands of two cards
inline constexpr std::uint64_t USUAL_SAMPLES = 1'000'000;
inline constexpr std::int64_t COUNTING_BUDGET = 5'000'000'000;  // nanoseconds

// Are the hands known and exactly two of them play, in a game that `walk_omaha` counts?
bool is_known_omaha(const PotDeal& deal);

// Can all deals be counted in so many nanoseconds?
bool can_count(const PotDeal& deal, std::int64_t budget = COUNTING_BUDGET);

// The same in a browser, which has one thread, narrow vectors and no table of match-ups.
bool can_count_in_browser(const PotDeal& deal);

// Are there so many match-ups before the flop that computing the whole table takes less time?
bool needs_matchups(const PotDeal& deal);

// Into digits of how many bits `walk_deals` needs the weights split; 0 if it counts with whole weights, nothing if no
// digits are short enough.
std::optional<int> bits_of_digits(const PotDeal& deal);

// How many digits of so many bits the weights of a player have that are not all 0; 1 without bits.
std::size_t count_digits(const Holding& player, int bits);

// Why a browser does not compute the equity of each hand of the first of two ranges.
std::optional<Problem> too_many_matchups(const PotDeal& deal);

}  // namespace facevalue::poker
