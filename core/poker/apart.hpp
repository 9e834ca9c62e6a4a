// Apart: of two players who may hold any of many sets of cards, how often each has the better one, over all pairs of
// sets that share no card.
//
// For: walk_deals.hpp, where two players get unknown cards from one deck. Not for: hands of two cards on many boards
// (ranges.cpp does the same for these, with less ado), or more than two players.
// Method: the sets are taken from the worst to the best. The weight of all that lies below is kept for each small set
// of cards: how much of it holds all of these. What a set beats is then what lies below and shares no card with it, by
// inclusion and exclusion over its subsets. Places of subsets come from the combinatorial number system. Few sets are
// compared pair by pair.
// Cost: 2^cards steps of 1 to 5 ns for each set, some five times, where pairs would be their product; memory 8 bytes
// for each set of that size in the deck. Weights may wrap on the way: sums are right while the answer fits in 64 bits.
// Threads: one Apart each.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "boards.hpp"
#include "cards.hpp"
#include "work/pulse.hpp"

namespace facevalue {

// What a player may hold: cards, all players' from one deck, what they are worth, and how often they come.
struct Held {
    Cards cards;
    std::uint32_t score;
    std::uint64_t weight;
};

// The weight of the pairs, products of their weights, that the one player wins and ties, and of all.
struct Versus {
    std::uint64_t wins = 0, ties = 0, total = 0;

    std::uint64_t losses() const { return total - wins - ties; }
};

// The weight that lies at all subsets of a size or less.
class Pile {
  public:
    static constexpr int MOST = 7;

    // Of sets of up to so many cards of the deck.
    Pile(Cards deck, int cards);

    void add(Cards set, std::uint64_t weight);
    // What lies there and shares no card with the set.
    std::uint64_t apart_from(Cards set) const;

  private:
    // The places of all subsets, one after the other: subset s of the set's cards, as bits, is at s.
    std::size_t find_places(Cards set, std::array<std::uint32_t, 1 << MOST>& places) const;

    std::array<std::array<std::uint32_t, MOST + 1>, DECK> steps_{};  // by card and the size that it makes
    std::vector<std::uint64_t> weights_;                             // by place
};

class Apart {
  public:
    // All sets of the one are of `cards` cards, those of the other of `others`; at most Pile::MOST.
    Apart(Cards deck, int cards, int others, Pulse& pulse);

    // Puts both in order. After a stop the answer says nothing.
    Versus count(std::vector<Held>& ones, std::vector<Held>& others);

  private:
    Versus climb(std::vector<Held>& ones, std::vector<Held>& others);

    Cards deck_;
    int cards_, others_;
    Pulse& pulse_;
    std::vector<Pile> pile_;  // none until one is needed
};

}  // namespace facevalue
