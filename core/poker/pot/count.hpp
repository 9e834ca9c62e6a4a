// Counts how much of the pot each player wins over all deals, or over random ones.
//
// Hold'em, short deck and known hands of Omaha have their own fast walks; in all other games, the hands that each
// player may end up with are walked (walk_deals.hpp). plan.hpp chooses one, and says beforehand how long it takes. The
// walks count in 64 bits. A count is a sum of products of weights, one product for each deal, so weights that do not
// fit are split into digits; each combination of digits is walked separately, and its counts are shifted to their
// place.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "poker/cards/pot_counts.hpp"
#include "poker/equity/equity.hpp"
#include "poker/pot/holdings.hpp"
#include "poker/pot/plan.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// As PotCounts; `low` and `halved` are empty without a low half, and `both` has no sets that win nothing.
struct PotSums {
    std::size_t players = 0;
    BigInt deals;
    std::vector<BigInt> high, low, halved;  // by the set of winners
    std::map<std::size_t, BigInt> both;
};

class MatchupTable;

// MatchupTable::range_equities of a table that outlives it, or nothing without a table.
using MatchupLookup = std::function<std::vector<Outcome>(std::span<const Cards> heroes, const HoldemRange& villain)>;
MatchupLookup lookup_in(const MatchupTable* table);

// Of all deals, by the method of `plan_counting`. After a stop the result is invalid.
PotSums count_pots(const PotDeal& deal, CountingMethod method, const MatchupLookup& table, std::size_t workers,
                   const Stop& stop);

// Of random deals; an error if the weights have too many digits to draw by them. After a stop the result is invalid.
Expected<PotSums> sample_pots(const PotDeal& deal, std::uint64_t samples, std::uint64_t seed, std::size_t workers,
                              const Stop& stop);

// After a card that may come next.
struct NextPot {
    Cards card;
    PotSums sums;
};

// For each card with which a deal is possible, the highest first; nothing unless the players have known hands of
// hold'em without weights. The board is not full. After a stop the result is invalid.
std::optional<std::vector<NextPot>> count_next_cards(const PotDeal& deal, const Stop& stop);

// As Outcome.
struct OutcomeSums {
    BigInt wins, ties, total;
};

// For each hand of the first of two players of hold'em, what it beats, ties and meets of the second one's, by their
// weights; by the method of `plan_hand_equities`. After a stop the result is invalid.
std::vector<OutcomeSums> count_heads_up(const PotDeal& deal, CountingMethod method, const MatchupLookup& table,
                                        std::size_t workers, const Stop& stop);

}  // namespace facevalue::poker
