// The cards of a game, and the problems of hands and boards that it does not have.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "poker/cards/cards.hpp"
#include "poker/evaluate/rankings.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// How many cards a game has; `from_hole` as in `best`.
struct GameCards {
    std::string name;
    const Ranking* ranking;
    int hole, board, from_hole, deck;
    Cards wilds = 0;  // the wild cards; jokers are the bits from 52 up

    // The lowest ranks of each suit are missing from a smaller deck.
    Cards missing() const;
    // All cards, with the jokers.
    Cards all_cards() const { return (FULL_DECK & ~missing()) | (wilds & ~FULL_DECK); }
    // Is the hand the best of more cards than play, of which any may?
    bool has_choice() const { return from_hole == 0 && !ranking->has_smaller_hands && hole + board > ranking->cards; }
    // Of the board, to compare hands.
    int fewest_shared() const { return ranking->cards - (from_hole != 0 ? from_hole : hole); }
    // Can ranges be written: of two cards, or of Omaha?
    bool has_ranges() const { return hole == 2 || (from_hole == 2 && hole >= 4 && hole <= 6); }
};

// The categories of its hands, the best first; with wild cards also five of a kind.
std::vector<Category> categories_of(const GameCards& game);

// No game has a deck of so many cards.
std::optional<Problem> wrong_deck(int deck);
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
// So many hole cards and cards of the board cannot be evaluated; with `may_have_more`, a hand without a board may have
// more cards than the game deals, up to the whole deck, if the best of them play.
std::optional<Problem> wrong_sizes(const GameCards& game, int held, int shared, bool may_have_more = false);
// A hand and a board cannot be evaluated.
std::optional<Problem> wrong_hand(const GameCards& game, Cards hand, Cards board, bool may_have_more = false);

}  // namespace facevalue::poker
