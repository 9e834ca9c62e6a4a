// ThreeWay: how often three starting hands of hold'em are dealt together before the flop, and what each wins when all
// three are all-in, for all triples of starting hands.
//
// The deals are counted exactly, by inclusion and exclusion for one hand of each starting hand: 20 ms. What the hands
// win is sampled: 192 deals for each of the 818,805 triples (91,881 in a short deck), with 12 random choices of their
// suits. The standard error of a triple's share of the pot is about 0.035. About two seconds with vectors; 30 MB.
// Threads may share it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "poker/push_fold/all_in.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

struct ThreeWay {
    static constexpr std::size_t SAMPLES = 192;          // deals of a triple
    static constexpr std::int64_t PARTS = 12 * SAMPLES;  // of a pot, so that two or three can share each deal

    std::size_t size = 0;  // starting hands, in the order of AllIn
    // How many deals there are for starting hands a, b, c in place (a * size + b) * size + c.
    std::vector<std::uint16_t> deals{};
    // The parts of the pot that a wins against b and c, times their deals, in place (b * size + c) * size + a. What
    // three starting hands win together is PARTS for each deal.
    std::vector<std::int32_t> won{};
};

// Counts the deals; `won` stays empty.
ThreeWay three_way_deals(const AllIn& all_in, HandOrder order);

// For the deck of a ranking, high or short. The last one is kept. nullptr if stopped.
std::shared_ptr<const ThreeWay> three_way_of(const Ranking& ranking, const AllIn& all_in, std::uint64_t seed,
                                             const Stop& stop);

}  // namespace facevalue::poker
