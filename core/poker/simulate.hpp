// Simulate: who wins how often, over random deals.
//
// For: ranges and games where walking all deals is too long: hold'em, Omaha and whatever rankings.hpp knows. Not for:
// what can be counted (equity.hpp, omaha.hpp): figures from here have an error, about half of a share over the root of
// the number of deals.
// Method: dealer.hpp deals, scoring.hpp says what the hands are worth. The same seed gives the same figures for every
// number of workers and on every machine: each batch of deals is a function of the seed and its number.
// Cost: about 8 ns a deal heads-up in hold'em and 40 with six players, 12 to 35 in stud, razz, deuce to seven and short
// deck, 0.2 us in badugi, 0.4 us in Omaha, microseconds through `best`.
// Threads: everything may be called from several; `workers` is how many a call starts itself.
#pragma once

#include <optional>
#include <vector>

#include "dealer.hpp"
#include "machine.hpp"
#include "scoring.hpp"
#include "shares.hpp"
#include "work/pulse.hpp"

namespace facevalue {

struct Sampling {
    std::vector<Holding> players;
    Cards board, dead;
    std::uint64_t deals, seed;
};

// Nothing if stopped, or if it is nothing to deal (is_dealing). No boards if no deal is possible: a card is known
// twice, or there are not enough, or the hands of the ranges never fit together, as far as a million tries can tell.
std::optional<Pots> simulate(const Table& table, const Sampling& sampling, std::size_t workers, const Stop& stop,
                             const Lanes& lanes = chosen_lanes());

}  // namespace facevalue
