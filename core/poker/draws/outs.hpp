// Outs: the next board cards that improve a hand, or with which it beats other hands: 2 us for a hold'em hand on a
// flop.
#pragma once

#include <span>

#include "poker/cards/cards.hpp"
#include "poker/evaluate/rankings.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// A hand and the board so far. `from_hole` as in `best`. The ranking is high or short, unless hands are compared.
struct Draw {
    const Ranking* ranking;
    Cards hand, board;
    int from_hole;
};

// Which of the cards lift the category of the hand above the category of the new board alone, and also lift it by more
// than they lift the board, or pair a hole card.
Cards improving_cards(const Draw& draw, Cards cards);

// Which of the cards make the hand beat all rival hands that do not contain the card. After a stop the result is
// invalid.
Cards winning_cards(const Draw& draw, std::span<const Cards> rivals, Cards cards, const Stop& stop);

}  // namespace facevalue::poker
