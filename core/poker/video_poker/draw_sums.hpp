// The value of each way to hold cards of a hand of five and draw others, for video poker.
//
// For each set of up to five cards of the deck, the payouts of all hands of five that contain it are added up once
// (2.6 million hands with 31 sets each: 0.1 s, 13 MB). A hold's sum of payouts, over all draws that avoid the
// discarded cards, is then found by inclusion and exclusion over the discarded cards: 32 look-ups and 80 subtractions
// give all 32 holds of a hand. All sums are exact integers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr int DRAW_HAND = 5;
inline constexpr int HOLDS = 1 << DRAW_HAND;
inline constexpr int LARGEST_DRAW_DECK = 54;
inline constexpr std::int64_t LARGEST_PAYOUT = 100'000;  // then every sum below fits in 64 bits

class DrawSums {
  public:
    // `payouts` has one entry per hand of five of the `deck` cards, numbered 4 * rank + suit with jokers last, in
    // colexicographic order: hands are compared by their largest card, then the second largest, and so on. Nothing if
    // stopped.
    static std::optional<DrawSums> of(std::vector<std::int32_t> payouts, int deck, const Stop& stop);

    // The sum of payouts over all draws, for each set of held cards: bit i of the index is the i-th card of the hand.
    // The cards must be ascending.
    std::array<std::int64_t, HOLDS> holds(const std::array<int, DRAW_HAND>& hand) const;

    // The sum over all hands of the best hold's expected payout, times `denominator()`. Hands that differ by an
    // exchange of suits must have equal payouts, so only 134,459 of 2,598,960 hands are looked at. Nothing if stopped.
    std::optional<std::int64_t> best_total(const Stop& stop) const;

    // A common multiple of the numbers of draws C(deck - 5, 0) to C(deck - 5, 5).
    std::int64_t denominator() const { return denominator_; }
    int deck() const { return static_cast<int>(deck_); }

  private:
    std::size_t deck_ = 0;
    std::int64_t denominator_ = 1;
    // For sets of 0 to 5 cards in colexicographic order.
    std::array<std::vector<std::int64_t>, DRAW_HAND> sums_;
    std::vector<std::int32_t> payouts_;
};

}  // namespace facevalue::poker
