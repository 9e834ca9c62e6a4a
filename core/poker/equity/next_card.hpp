// Equity after each card that may come next: each board is dealt once, and counted for each of its new cards.
//
// 10 us for two hands on a flop, 60 ms before it. Same result as walk_hands on each longer board.
#pragma once

#include <span>
#include <vector>

#include "poker/cards/pot_counts.hpp"
#include "poker/equity/equity.hpp"

namespace facevalue::poker {

// Who wins the boards with a card.
struct NextCard {
    Cards card;
    SetCounts boards;
};

// For each card that can come, the highest first. The hands, the board and the dead cards are an `is_holdem_deal`, and
// the board is not full. After a stop, the result is invalid.
std::vector<NextCard> walk_next_cards(std::span<const Cards> hands, Cards board, Cards dead, const Stop& stop,
                                      HandOrder order = high_order());

}  // namespace facevalue::poker
