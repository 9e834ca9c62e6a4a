// The hands of one range on a board in the order of their strength: the weight of those that a value beats and that
// share no card with the hands of others, by inclusion and exclusion over these cards, about 20 ns for four cards.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "poker/cards/cards.hpp"
#include "poker/cards/kev_tables.hpp"
#include "poker/equity/equity.hpp"

namespace facevalue::poker {

class HandsByStrength {
  public:
    // The hands may be there several times.
    explicit HandsByStrength(const HoldemRange& range);

    // The values of the hands on a board, of which hands with one of these cards are left out. It takes about 40 ns for
    // each hand.
    void sort(std::span<const std::uint16_t> values, Cards board);

    // The weight of the hands that share no card with `taken`: those worse than the value, equal, and better.
    struct Met {
        std::uint64_t worse, equal, better;
    };
    Met met_by(std::uint16_t value, Cards taken) const;

  private:
    static constexpr std::size_t ALL = DECK;  // the place of the sum without regard to cards
    static constexpr std::uint16_t NONE = 0xFFFF;
    using Sums = std::array<std::uint64_t, DECK + 1>;

    const HoldemRange& range_;
    std::vector<Sums> below_;  // of the hands in lower classes: all, and those with each card
    std::array<std::uint16_t, FIRST_VALUES.back() + 1> classes_;  // by value: how many classes of hands are worse
    // By two cards, the lower first: the weight of the hand, and its class, or NONE if it is not there.
    std::array<std::array<std::uint64_t, DECK>, DECK> weights_{};
    std::array<std::array<std::uint16_t, DECK>, DECK> class_of_;
};

}  // namespace facevalue::poker
