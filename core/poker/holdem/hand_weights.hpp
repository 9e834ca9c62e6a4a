// HandWeights: a range of hold'em, which is the weight of each of the 1326 hands of two cards; and HandSet, a set of
// them.
//
// Hands have places from 0 to 1325: by the higher card, the highest first, then by the other. The 169 starting hands
// have places from 0 to 168 in the usual grid: aces first, suited hands above the pairs. Combining two ranges takes a
// few microseconds, and any number of threads may read a range.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "poker/cards/cards.hpp"
#include "poker/notation/weight.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

inline constexpr int STARTING_HANDS = RANKS * RANKS;
enum class Kind : std::uint8_t { Any, Suited, Offsuit };

inline constexpr std::size_t place_of(int high, int low) {
    return static_cast<std::size_t>(HOLDEM_HANDS - high * (high + 1) / 2 + high - 1 - low);
}
// The place of a hand of two cards.
std::size_t place_of(Cards hand);
// The hands by their places.
const std::array<Cards, HOLDEM_HANDS>& hands_by_place();
// The starting hand of each hand.
const std::array<std::uint8_t, HOLDEM_HANDS>& starting_hands_by_place();

class HandSet {
  public:
    static HandSet all();
    void insert(std::size_t place) { words_[place / 64] |= std::uint64_t{1} << place % 64; }
    void insert(const HandSet& other) {
        for (std::size_t i = 0; i < WORDS; ++i) words_[i] |= other.words_[i];
    }
    // Hands of these ranks, which are two different ones or a pair.
    void insert(int high, int low, Kind kind);
    void insert_starting_hand(std::size_t place);
    template <class Visit>
    void each(const Visit& visit) const {
        for (std::size_t i = 0; i < WORDS; ++i)
            for (std::uint64_t word = words_[i]; word != 0; word = without_lowest(word))
                visit(64 * i + static_cast<std::size_t>(std::countr_zero(word)));
    }

  private:
    static constexpr std::size_t WORDS = (HOLDEM_HANDS + 63) / 64;
    std::array<std::uint64_t, WORDS> words_{};
};

class HandWeights {
  public:
    // Of each hand; 0 for a hand that is not in the range.
    using OfHands = std::array<Weight, HOLDEM_HANDS>;

    HandWeights() = default;
    explicit HandWeights(const OfHands& weights);

    // The different weights above 0, the largest first.
    const std::vector<Weight>& weights() const { return weights_; }
    // For each hand, 0 if it is not in the range, otherwise one more than the place of its weight.
    const std::array<std::uint16_t, HOLDEM_HANDS>& places() const { return places_; }
    Weight of(std::size_t hand) const { return places_[hand] == 0 ? Weight{} : weights_[places_[hand] - 1U]; }
    std::size_t size() const;
    // How many hands have each of the weights.
    std::vector<std::uint32_t> counts() const;
    // The same among the hands of a starting hand.
    std::vector<std::uint32_t> counts_in(std::size_t starting_hand) const;
    bool operator==(const HandWeights&) const = default;
    std::uint64_t hash() const;
    bool contains(const HandSet& hands) const;
    // The hands, with any weight.
    HandSet hands() const;

    // Without the hands that have one of the cards.
    HandWeights without(Cards dead) const;
    // One minus each weight.
    HandWeights inverse() const;
    HandWeights larger(const HandWeights& other) const;
    HandWeights smaller(const HandWeights& other) const;
    // The differences, at least 0. An error if one has too many digits.
    Expected<HandWeights> minus(const HandWeights& other) const;

  private:
    template <class Combine>
    HandWeights combined(const HandWeights& other, const Combine& combine) const;

    std::vector<Weight> weights_;
    std::array<std::uint16_t, HOLDEM_HANDS> places_{};
};

}  // namespace facevalue::poker
