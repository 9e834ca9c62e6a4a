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

// One way to play a hand: the places of the cards to hold, ascending, and what is paid in all draws together, in parts
// of a coin.
struct Hold {
    std::vector<std::size_t> places;
    std::int64_t payouts, draws;
    std::int32_t parts = 1;  // so many are a coin

    std::int64_t parts_of_draws() const { return draws * parts; }  // below 2^38
    numbers::BigFraction value() const { return numbers::reduced({payouts, parts_of_draws()}); }
};

// Why these cards are not a hand of the machine; `shown` is how messages show them.
std::optional<Problem> wrong_drawn_hand(const PayTable& table, const GivenCards& hand, std::string_view shown);
// All 32 ways, the one with the largest value first; among equals, the one with the most cards.
std::vector<Hold> holds_of(const DrawSums& sums, const GivenCards& hand, std::int32_t parts);

// The best hold of each hand of a session.
struct PlayedHand {
    GivenCards hand;
    Hold hold;
};
inline constexpr std::size_t MOST_SESSION_HANDS = 100'000;
// The hands are the lines of a string, without empty ones and comments after #, or the items of a list. About 100,000
// hands per second. After a stop the result is invalid. `sums` belong to the table.
Expected<std::vector<PlayedHand>> play_session(const PayTable& table, const DrawSums& sums, const Argument& hands,
                                               const Stop& stop);

// The return per coin of a player who always holds the best cards, from the sums of payouts in parts of a coin; nothing
// if stopped. About half a second.
std::optional<numbers::BigFraction> expected_return(const DrawSums& sums, std::int32_t parts, const Stop& stop);

}  // namespace facevalue::poker
