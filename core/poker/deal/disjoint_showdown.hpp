// DisjointShowdown: compares two players over all pairs of their hands that share no card.
//
// Hands are visited from worst to best, or from best to worst. SubsetSums keeps, for each small set of cards, the
// weight of the other player's hands so far that contain it; inclusion and exclusion over the subsets of a hand then
// gives the weight of those that share no card with it. That takes about four steps of 0.5 ns for each subset of a
// hand, and 8 bytes per subset of that size. If one player has few hands, all pairs are compared in vectors, 0.3 ns
// each. Sums may wrap; they are correct as long as the result fits in 64 bits. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "poker/cards/cards.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/lanes/simd.hpp"
#include "work/machine.hpp"
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
    static constexpr std::size_t CLEARED = 8;  // sums that are cleared while one is changed

    // For sets of up to this many cards of the deck.
    SubsetSums(Cards deck, int cards);

    void add(Cards set, std::uint64_t weight);
    // Removes all sets, which are these.
    void remove(const std::vector<WeightedHand>& sets);
    // The weight of added sets that share no card with this one.
    std::uint64_t disjoint_from(Cards set) const;

  private:
    // The places of all subsets of so many cards: the subset with the bits s of the set's cards is at s.
    template <std::size_t CARDS>
    std::array<std::uint32_t, std::size_t{1} << CARDS> places(Cards set) const;
    template <std::size_t CARDS>
    void add_all(Cards set, std::uint64_t weight);
    template <std::size_t CARDS>
    std::uint64_t disjoint_from_all(Cards set) const;

    std::array<std::array<std::uint32_t, MOST + 1>, DECK + MOST_JOKERS> steps_{};  // by card and the size that it makes
    std::vector<std::uint64_t> weights_;                                           // by place
    std::size_t changes_ = 0;                                                      // of weights, since they were all 0
};

// The weight of pairs of hands that share no card: of the pairs that the first player wins, of ties, and of ties of
// hands with a score of 0, which do not qualify. `total` is the weight of all pairs, if requested.
struct Contest {
    std::uint64_t wins = 0, ties = 0, neither = 0, total = 0;

    Contest& operator+=(const Contest& other) {
        wins += other.wins;
        ties += other.ties;
        neither += other.neither;
        total += other.total;
        return *this;
    }
};

class DisjointShowdown {
  public:
    // The hands are sets of up to `cards` cards of one player and `others` of the other, at most SubsetSums::MOST. The
    // fewer cards `deck` has, the better: leave out cards that only one of them may hold.
    DisjointShowdown(Cards deck, int cards, int others, Pulse& pulse,
                     const SimdKernels& kernels = chosen_lanes<SimdKernels>());

    // May sort both. After a stop the result is invalid.
    Contest count(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others, bool with_total);

  private:
    Contest by_pairs(const std::vector<WeightedHand>& longer, const std::vector<WeightedHand>& shorter,
                     bool longer_wins);
    template <class Iterator, class Before>
    Contest sweep(Iterator one, Iterator last, Iterator next, Iterator last_added, const Before& is_before);
    std::uint64_t total(const std::vector<WeightedHand>& hands);

    Cards deck_;
    int cards_, others_;
    Pulse& pulse_;
    const SimdKernels& kernels_;
    std::vector<SubsetSums> sums_;  // none until one is needed
    std::vector<WeightedHand> spare_;
};

}  // namespace facevalue::poker
