// What happens when two starting hands of hold'em are all-in before the flop, for all pairs of them: 28,561, or 6,561
// in a short deck. Summed over all hands from the match-ups of two hands in 20 ms; 0.5 MB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "poker/equity/matchup_table.hpp"
#include "poker/evaluate/rankings.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

struct AllIn {
    std::vector<std::size_t> places{};  // of the starting hands of the deck in the grid, the best first
    std::vector<std::int64_t> hands{};  // of each starting hand
    std::int64_t boards = 0;            // how many there are
    // For each hero and villain in rows: pairs of their hands without a common card, and, over all pairs and boards,
    // how much more often the hero wins than loses, and how often they tie.
    std::vector<std::int64_t> pairs{}, margins{}, ties{};

    std::size_t size() const { return places.size(); }
};

// From the Matchup of each kind in this order of hands.
AllIn all_in(const std::vector<Matchup>& by_kind, HandOrder order);

// Returns the table of match-ups of the whole deck.
using FindMatchups = std::function<const MatchupTable*()>;

// Of the deck of a ranking, high or short; it is kept. Without `find`, which is called at most once, it computes the
// match-ups. nullptr if stopped.
std::shared_ptr<const AllIn> all_in_of(const Ranking& ranking, const FindMatchups& find, const Stop& stop);

}  // namespace facevalue::poker
