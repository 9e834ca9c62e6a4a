// Percentiles: the percentage of all other hands that a hand beats, where a tie counts half.
//
// Two cards of hold'em or short deck, and four or five of Omaha, without a board have a place in the orders of starting
// hands. All other hands are compared with every hand of their size: with those that another player may hold on the
// board, 2 us to 10 ms, or without a board with all hands, up to seconds. The last counts are kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "numbers/exact/big.hpp"
#include "poker/cards/cards.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/omaha/omaha_order.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// How the percentile of a hand is found.
struct PercentilePlan {
    enum class Way : std::uint8_t { HoldemOrder, OmahaOrder, Counting };

    Way way;
    const Ranking* ranking;
    int from_hole, deck;
    Cards hand, board;
    Cards others = 0;         // the cards of the hands to count
    std::uint64_t count = 0;  // of these hands
    double seconds = 0;       // to count them, about

    // "comparing 1,081 hands"
    std::string work() const;
};
// A CardError if the game cannot compare the hand on the board.
Expected<PercentilePlan> percentile_plan(const GameCards& game, Cards hand, Cards board);

// 0 to 100; nothing if stopped. `order` is only for that way. Threads may call it at once.
std::optional<numbers::BigFraction> percentile(const PercentilePlan& plan, const OmahaOrder* order, const Stop& stop);

}  // namespace facevalue::poker
