// Who wins a deal: the hands of all players, compared on a board. They come from one deck or from several.
//
// From several decks, a card may occur more than once. Five cards of one rank are then the best hand, and five cards of
// one suit are a flush also if some are equal; flushes are compared by their cards, from the highest to the lowest. All
// choices of five cards are compared, at 0.1 us each: 2 us for seven cards. In badugi, equal cards cannot both play.
// A short version in Python, with the same winners: tests/poker/hands/several_decks.py. Threads may share everything.
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

// From several decks, without jokers: a card may be repeated.
Expected<Winners> winners_of(const Game& game, const std::vector<Ids>& hands, const Ids& board, const Stop& stop);

// Why cards are not from so many decks: one is dealt more often.
std::optional<Problem> wrong_decks(const Ids& cards, int decks);
// Why a deck with jokers is the only one.
Problem jokers_of_decks(int decks);

}  // namespace facevalue::poker
