// Who wins a deal: the hands of all players, compared on a board. They come from one deck or from several.
//
// From several decks, a card may occur more than once. Five cards of one rank are then the best hand, and five cards of
// one suit are a flush also if some are equal; flushes are compared by their cards, from the highest to the lowest. A
// wild card counts as any card, also as one that the hand has. 1 us for a hand (patterns.hpp). In badugi, equal cards
// cannot both play. A short version in Python, with the same winners: tests/poker/wild/several_decks.py. Threads may
// share everything.
#pragma once

#include <cstddef>
#include <vector>

#include "poker/cards/read_cards.hpp"
#include "poker/games/game.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr int MOST_DECKS = 10;

// The places of the players who win, ascending. After a stop the result is invalid.
using Winners = std::vector<std::size_t>;

// From one deck; jokers are numbered from bit 52 up. A CardError if a card is in two places, or if a hand and the board
// cannot be evaluated.
Expected<Winners> winners_of(const Game& game, const std::vector<Cards>& hands, Cards board, const Stop& stop);

// From several decks a card may be repeated; jokers have the id of GivenCards. So many decks have the cards.
Expected<Winners> winners_of(const Game& game, const std::vector<Ids>& hands, const Ids& board, int decks,
                             const Stop& stop);

// The score of the best hand of several decks under a ranking of the game, by its worth; 0 if none qualifies. Wild
// cards and jokers count as any card. After a stop the result is invalid.
std::uint32_t score_of_decks(const Game& game, const Ranking& ranking, const Ids& hand, const Ids& board,
                             const Stop& stop);

// Why a hand and a board of several decks cannot be evaluated.
std::optional<Problem> wrong_hand_of_decks(const Game& game, const Ids& hand, const Ids& board);

// Each hand contains the same board, which is given once instead.
std::optional<Problem> repeated_board(const Game& game, const std::vector<Cards>& hands);

// Why cards are not from so many decks of a game: one is dealt more often, or there are too many jokers.
std::optional<Problem> wrong_decks(const Game& game, const Ids& cards, int decks);

}  // namespace facevalue::poker
