// How an equity is found: all deals are counted if that takes at most about five seconds, and otherwise some are
// sampled. The estimates are upper bounds on one thread, in about twice the nanoseconds that were measured, since
// machines differ.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "poker/pot/holdings.hpp"

namespace facevalue::poker {

inline constexpr int COUNT_BITS = 64, WEIGHT_BITS = 32;  // of counts in walks, and of the weights of hands of two cards
inline constexpr std::uint64_t USUAL_SAMPLES = 1'000'000;
inline constexpr std::int64_t MOST_SAMPLES = 1'000'000'000'000;
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

// A part of the weights of a player: whole numbers, which count 2^place times.
struct DigitWeights {
    int place = 0;
    std::vector<std::uint64_t> weights;  // the different ones
};

// Calls use(digit) with each digit of so many bits that is not 0 in all weights; without bits with the whole weights,
// which fit in 64 bits. One digit at a time, since there may be thousands.
void for_each_digit(const Holding& player, int bits, const std::function<void(DigitWeights)>& use);

// The work of a call, and its time on one thread of a 2023 server.
struct Cost {
    std::string work;
    double seconds;
};
Cost cost_of_samples(const GameCards& game, std::size_t players, std::uint64_t samples);
// Of the equity of each hand of the first of two ranges, without a table of match-ups.
Cost cost_of_hand_equities(const PotDeal& deal);

// Why a browser does not compute the equity of each hand of the first of two ranges.
std::optional<Problem> too_many_matchups(const PotDeal& deal);

}  // namespace facevalue::poker
