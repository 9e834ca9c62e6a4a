// Why deals cannot be dealt or decided as rows (deal_rows.hpp), and what dealing costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "poker/cards/read_cards.hpp"
#include "poker/deal/deal_rows.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

inline constexpr std::int64_t MOST_DEALS = 1'000'000'000'000;

// What `deal_rows` needs, and about how long it takes.
struct DealPlan {
    std::uint64_t count;  // deals; more than `sizes` can say on a machine of 32 bits
    RowSizes sizes;
    DealSource source;
    double seconds, megabytes;

    // "1,000 deals"
    std::string work() const;
};
// Gives jokers, which have the id of GivenCards, different ids from 52 up, one for the same joker of so many decks.
// Some were seen before.
void number_jokers(Ids& ids, int decks, int& seen);

// `count` is at most MOST_DEALS, and `players` are 1 to 10. A CardError if a card is in two places, or if there are too
// few or too many. From several decks, a card may be known as often as there are decks; jokers have the id of
// GivenCards.
Expected<DealPlan> deal_plan(const GameCards& game, std::uint64_t count, std::size_t players, Ids board, Ids dead,
                             int decks = 1);

// Why rows of these sizes, with so many boards, are none of deals.
std::optional<Problem> wrong_row_sizes(const RowSizes& sizes, std::size_t boards);
// Why `decide_rows` cannot decide such rows, of which the first deal is looked at; there are as many boards as deals.
std::optional<Problem> wrong_rows(const GameCards& game, const RowSizes& sizes, std::size_t boards,
                                  const std::uint8_t* hands, const std::uint8_t* board);
// Why the deal at an index is none of the game.
std::optional<Problem> wrong_row(const GameCards& game, const RowSizes& sizes, const std::uint8_t* hands,
                                 const std::uint8_t* boards, std::size_t index);

}  // namespace facevalue::poker
