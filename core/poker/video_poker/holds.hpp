// Video poker: the exact value of each of the 32 ways to hold cards of a hand.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/video_poker/draw_sums.hpp"
#include "poker/video_poker/pay_tables.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// One way to play a hand: the places of the cards to hold, ascending, and what is paid in all draws together.
struct Hold {
    std::vector<std::size_t> places;
    std::int64_t payouts, draws;

    numbers::BigFraction value() const { return numbers::reduced({payouts, draws}); }
};

// Why these cards are not a hand of the machine; `shown` is how messages show them.
std::optional<Problem> wrong_drawn_hand(const PayTable& table, const GivenCards& hand, std::string_view shown);
// All 32 ways, the one with the largest value first; among equals, the one with the most cards.
std::vector<Hold> holds_of(const DrawSums& sums, const GivenCards& hand);

// The return per coin of a player who always holds the best cards; nothing if stopped. About half a second.
std::optional<numbers::BigFraction> expected_return(const DrawSums& sums, const Stop& stop);

}  // namespace facevalue::poker
