// DisjointShowdown: compares two players over all pairs of their hands that share no card.
//
// Hands are visited from worst to best. SubsetSums keeps, for each small set of cards, the weight of all weaker hands
// that contain it; inclusion and exclusion over the subsets of a hand then gives the weight of the weaker hands that
// share no card with it. Few hands are compared pair by pair. About five times 2^cards steps of 1 to 5 ns per hand, and
// 8 bytes per subset of that size. Sums may wrap; they are correct as long as the result fits in 64 bits. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"
#include "combinations.hpp"
#include "pot_counts.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// A hand that a player may hold, its score, and how often it occurs.
struct WeightedHand {
    Cards cards;
    std::uint32_t score;
    std::uint64_t weight;
};

// The weight of the added sets that contain each subset, up to a size.
class SubsetSums {
  public:
    static constexpr int MOST = 7;

    // For sets of up to this many cards of the deck.
    SubsetSums(Cards deck, int cards);

    void add(Cards set, std::uint64_t weight);
    // The weight of added sets that share no card with this one.
    std::uint64_t disjoint_from(Cards set) const;

  private:
    // The places of all subsets: the subset with the bits s of the set's cards is at s.
    std::size_t find_places(Cards set, std::array<std::uint32_t, 1 << MOST>& places) const;

    std::array<std::array<std::uint32_t, MOST + 1>, DECK> steps_{};  // by card and the size that it makes
    std::vector<std::uint64_t> weights_;                             // by place
};

class DisjointShowdown {
  public:
    // One player's hands have `cards` cards, the other's `others`; at most SubsetSums::MOST.
    DisjointShowdown(Cards deck, int cards, int others, Pulse& pulse);

    // Sorts both. After a stop the result is invalid.
    Outcome count(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others);

  private:
    Outcome sweep(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others);

    Cards deck_;
    int cards_, others_;
    Pulse& pulse_;
    std::vector<SubsetSums> sums_;  // none until one is needed
};

}  // namespace facevalue::poker
