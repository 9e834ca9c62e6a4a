// Scoring: what the hands of many deals are worth in a game, as numbers of which the greater wins.
//
// For: simulate.hpp and walk_deals.hpp, which make the deals and find who wins. Not for: what a hand is called, or
// which of its cards play (rankings.hpp).
// Method: where any five cards play under a ranking that has a table, hands go through lanes.hpp, many at once, and so
// do all choices of two and three cards in Omaha for high. Deuce to seven is the usual order turned round but for the
// ace; ace to five and the low half of Omaha look sets of ranks up. Other rankings look at each hand with `best`.
// Cost: 1 to 3 ns a hand of five to seven cards, 25 in badugi, 0.1 us in Omaha with four cards of one's own, 0.1 to
// 3 us through `best`. Threads may share a Scorer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "machine.hpp"
#include "rankings.hpp"

namespace facevalue {

// What is dealt in the end and how hands are ranked; `low` is nullptr where there is no low half. At most 7 hole cards
// and 5 of the board; `from_hole` as in `best`.
struct Table {
    const Ranking* high;
    const Ranking* low;
    int hole, board, from_hole;
};

// Greater is stronger, 0 does not qualify.
using DealScore = std::uint32_t;

class Scorer {
  public:
    // `ranking` is one of the table's; `dead` are cards that never come; `lanes` is the way to run.
    Scorer(const Table& table, const Ranking* ranking, Cards dead, const Lanes& lanes);

    // Whether a hand is worth no more than some nanoseconds.
    bool is_quick() const;

    // What `count` finished hands are worth, each with the board at its place.
    void score(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;

  private:
    static constexpr std::size_t PIECE = 512;  // hands at once: they stay in the first cache
    using Values = std::array<std::uint16_t, PIECE>;
    using Way = void (Scorer::*)(const Cards*, const Cards*, std::size_t, DealScore*) const;

    Way way_of(const Table& table) const;
    Way way_of_five(int cards) const;
    Values values_of(const Cards* hands, const Cards* boards, std::size_t count, Scale scale) const;
    void any_five(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;
    void low_27(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;
    void low_a5(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;
    void badugi(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;
    void omaha(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;
    void omaha_low(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;
    void by_ranking(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const;

    const Ranking* ranking_;
    const Lanes& lanes_;
    std::optional<Scale> scale_;
    int from_hole_;
    Way way_;
};

}  // namespace facevalue
