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
    Ids board;   // the known cards
    Cards gone;  // the dead cards, and those that are not in the deck of the game
    double seconds, megabytes;

    // "1,000 deals"
    std::string work() const;
};
// `count` is at most MOST_DEALS, and `players` are 1 to 10. A CardError if a card is in two places, or if there are too
// few or too many.
Expected<DealPlan> deal_plan(const GameCards& game, std::uint64_t count, std::size_t players, const Ids& board,
                             Cards dead);

// Why `decide_rows` cannot decide such rows, of which the first deal is looked at; there are as many boards as deals.
std::optional<Problem> wrong_rows(const GameCards& game, const RowSizes& sizes, std::size_t boards,
                                  const std::uint8_t* hands, const std::uint8_t* board);
// Why the deal at an index is none of the game.
std::optional<Problem> wrong_row(const GameCards& game, const RowSizes& sizes, const std::uint8_t* hands,
                                 const std::uint8_t* boards, std::size_t index);

}  // namespace facevalue::poker
