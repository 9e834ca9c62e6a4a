// Scorer: the scores of many hands in any game; the higher score wins.
//
// Rankings with a table use simd.hpp, also for Omaha, and so do five cards of deuce to seven; then one look-up converts
// the value to a score. Ace to five and the low half of Omaha are looked up by the set of ranks. Everything else goes
// through `best`, which gives the same scores. 1 to 3 ns for a hand of five to seven cards, 25 ns in badugi, 0.1 us in
// Omaha, up to 3 us through `best`. Threads may share a Scorer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "poker/evaluate/rankings.hpp"
#include "poker/lanes/simd.hpp"
#include "work/machine.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// How many cards are dealt and how hands are ranked; `low` is nullptr without a low half. At most 7 hole cards and 5 on
// the board; `from_hole` as in `best`.
struct DealRules {
    const Ranking* high;
    const Ranking* low;
    int hole, board, from_hole;
    Cards wilds = 0, missing = 0;  // as of a game (game_cards.hpp)

    // All cards that there may be, with the jokers.
    Cards deck() const { return FULL_DECK | (wilds & ~FULL_DECK); }
};

// Are both rankings known, and the numbers of cards within the limits?
bool is_valid_game(const DealRules& rules, bool has_low);

// As `best` scores: higher is stronger, 0 does not qualify.
using HandScore = std::uint32_t;

using ScoresByValue = std::array<HandScore, FIRST_VALUES.back()>;

class Strategy;

class Scorer {
  public:
    // `ranking` is from `rankings`; `dead` cards are never dealt.
    Scorer(const DealRules& rules, const Ranking* ranking, Cards dead, const SimdKernels& kernels);
    ~Scorer();
    Scorer(Scorer&&) noexcept;

    // Does scoring a hand take only a few nanoseconds?
    bool is_quick() const { return is_quick_; }

    // The scores of `count` finished hands, each with its board.
    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const;

  private:
    std::unique_ptr<const Strategy> strategy_;
    bool is_quick_;
};

// The scores of `count` hands on one board; 0 if a hand does not qualify.
void score_masks(const Cards* hands, std::size_t count, Cards board, const Ranking& ranking, int from_hole,
                 HandScore* scores, std::size_t workers, const Stop& stop);

}  // namespace facevalue::poker
