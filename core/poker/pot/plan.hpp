// How all deals of an equity are counted, and what that costs. The estimates are upper bounds on one thread, in about
// 1.5 times the nanoseconds that were measured, since machines differ.
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

// The work of a call, and its time on one thread of a 2023 server.
struct Cost {
    std::string work;
    double seconds;
};

enum class CountingMethod {
    KnownHoldem,    // walk_hands
    KnownOmaha,     // walk_omaha
    Table,          // two ranges of hold'em, looked up in the table of match-ups
    BeforeFlop,     // ranges of hold'em, hand against hand
    TwoRanges,      // of hold'em, board by board
    SeveralRanges,  // the same for three and more
    AnyGame,        // walk_deals
};

struct CountingPlan {
    CountingMethod method;
    Cost cost;
};

// The fastest method; nothing if there are too many deals, or digits of weights, to count in 64 bits. Two ranges before
// the flop are looked up only with a table.
std::optional<CountingPlan> plan_counting(const PotDeal& deal, bool has_table);

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

Cost cost_of_samples(const GameCards& game, std::size_t players, std::uint64_t samples);
// Of the equity of each hand of the first of two ranges of hold'em.
CountingPlan plan_hand_equities(const PotDeal& deal, bool has_table);

}  // namespace facevalue::poker
