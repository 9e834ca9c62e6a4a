// Scorer: the scores of many hands in any game; the greater score wins.
//
// Rankings with a table use simd.hpp, also for Omaha. Deuce to seven is the high ranking reversed, except for the ace;
// ace to five and the low half of Omaha are looked up by the set of ranks. Everything else goes through `best`. 1 to 3
// ns for a hand of five to seven cards, 25 ns in badugi, 0.1 us in Omaha, up to 3 us through `best`. Threads may share
// a Scorer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "rankings.hpp"
#include "simd_dispatch.hpp"

namespace facevalue::poker {

// How many cards are dealt and how hands are ranked; `low` is nullptr without a low half. At most 7 hole cards and 5 on
// the board; `from_hole` as in `best`.
struct DealRules {
    const Ranking* high;
    const Ranking* low;
    int hole, board, from_hole;
};

// Whether both rankings are known, and the numbers of cards are within the limits.
bool is_valid_game(const DealRules& rules, bool has_low);

// Greater is stronger, 0 does not qualify.
using HandScore = std::uint32_t;

class Scorer {
  public:
    // `ranking` is from `rankings`; `dead` cards are never dealt.
    Scorer(const DealRules& rules, const Ranking* ranking, Cards dead, const SimdKernels& kernels);

    // Whether scoring a hand takes only some nanoseconds.
    bool is_quick() const;

    // The scores of `count` finished hands, each with its board.
    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;

  private:
    static constexpr std::size_t PIECE = 512;  // hands at once: they stay in the first cache
    using Values = std::array<std::uint16_t, PIECE>;
    using ScoreFunction = void (Scorer::*)(const Cards*, const Cards*, std::size_t, HandScore*) const;

    ScoreFunction score_function(const DealRules& rules) const;
    ScoreFunction five_card_function(int cards) const;
    Values values_of(const Cards* hands, const Cards* boards, std::size_t count, HandOrder order) const;
    void best_five(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;
    void low_27(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;
    void low_a5(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;
    void badugi(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;
    void omaha(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;
    void omaha_low(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;
    void by_ranking(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;

    const Ranking* ranking_;
    const SimdKernels& kernels_;
    std::optional<HandOrder> order_;
    int from_hole_;
    ScoreFunction score_function_;
};

}  // namespace facevalue::poker
