// The cards of a game, and the problems of hands and boards that it does not have.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "poker/cards/cards.hpp"
#include "poker/evaluate/rankings.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// How many cards a game has; `from_hole` as in `best`.
struct GameCards {
    std::string name;
    const Ranking* ranking;
    int hole, board, from_hole, deck;

    // The lowest ranks of each suit are missing from a smaller deck.
    Cards missing() const;
    // Of the board, to compare hands.
    int fewest_shared() const { return ranking->cards - (from_hole != 0 ? from_hole : hole); }
    // Can ranges be written: of two cards, or of Omaha?
    bool has_ranges() const { return hole == 2 || (from_hole == 2 && hole >= 4 && hole <= 6); }
};

// A game cannot have these cards and rankings: another deck, a ranking that is only for low, or too few cards.
std::optional<Problem> wrong_game(const GameCards& game, const Ranking* low);

// Where cards are: "on the board".
struct Place {
    std::string_view where;
    Cards cards;
};

// A card is in two places.
std::optional<Problem> clash(std::span<const Place> places);
// A card is not in the deck of the game.
std::optional<Problem> missing_card(const GameCards& game, Cards cards);
// The game needs another number of hole cards.
Problem wrong_count(const GameCards& game, int fewest, int most, int count);
// The board has more cards than the game.
Problem wrong_board(const GameCards& game, int count);
// So many hole cards and cards of the board cannot be evaluated.
std::optional<Problem> wrong_sizes(const GameCards& game, int held, int shared);
// A hand and a board cannot be evaluated.
std::optional<Problem> wrong_hand(const GameCards& game, Cards hand, Cards board);

}  // namespace facevalue::poker
