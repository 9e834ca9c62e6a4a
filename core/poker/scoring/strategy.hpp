// Strategy: one way to score hands, correct for some games. Each is in a separate file; scoring.cpp chooses.
#pragma once

#include <cstddef>
#include <memory>

#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker/lanes/simd.hpp"
#include "poker/scoring/scoring.hpp"
#include "work/machine.hpp"

namespace facevalue::poker {

class Strategy {
  public:
    static constexpr std::size_t PIECE = 512;  // hands at once: they stay in the first cache

    virtual ~Strategy() = default;
    // The scores of at most PIECE finished hands, each with its board.
    virtual void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const = 0;
};

// Five to seven cards, by a table of values (by_value.cpp).
std::unique_ptr<Strategy> score_by_value(const Ranking* ranking, HandOrder order, const SimdKernels& kernels);
// Five to seven cards of ace to five, by their set of ranks (low_a5.cpp).
std::unique_ptr<Strategy> score_low_a5();
// Four cards of badugi (badugi.cpp).
std::unique_ptr<Strategy> score_badugi();
// Omaha with a full board: high by a table of values, low by sets of ranks (omaha_hands.cpp, omaha_lows.cpp).
std::unique_ptr<Strategy> score_omaha(const Ranking* ranking, HandOrder order, const SimdKernels& kernels);
std::unique_ptr<Strategy> score_omaha_low();

// The score of a value in an order. Tables are computed at first use; high needs no table.
class ValueScores {
  public:
    explicit ValueScores(const Ranking* ranking);
    HandScore of(std::uint16_t value) const {
        return table_ == nullptr ? FIRST_VALUES.back() - HandScore{value} : (*table_)[value];
    }

  private:
    const ScoresByValue* table_;
};

// The score of the best five cards for ace to five, in a ranking of that order.
HandScore lowest_score(const Ranking* ranking, Cards cards);

constexpr Cards all_suits(int rank) { return card(rank, 0) | card(rank, 1) | card(rank, 2) | card(rank, 3); }

}  // namespace facevalue::poker
