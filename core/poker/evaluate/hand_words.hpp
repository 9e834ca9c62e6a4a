// What hands are called: the category of the cards that play, their order, and the hand in words.
//
// Takes a microsecond. The short version is `words_of` in tests/oracles/hand_words.py.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "poker/cards/read_cards.hpp"
#include "poker/evaluate/rankings.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// The cards that play, the highest first.
Ids ids_of(const Played& played);

// The cards by how frequent their ranks are, then by rank, from the top; the ace of 5-4-3-2-A last.
Ids arranged(const Ranking& ranking, Ids cards);

// The category of the ranks of a hand, 0 to 12, of which an ace may be -1, that are all of one suit or not.
Expected<std::string_view> category_of(const Ranking& ranking, const Argument& ranks, bool is_one_suit);

// Of the cards that play: as many as the ranking has, or one to four in badugi.
Expected<std::string_view> category_of(const Ranking& ranking, const Ids& cards);

// The same cards arranged, with their category and "Full House, Sevens full of Aces".
struct HandWords {
    Ids order;
    std::string_view category;
    std::string description;
};
Expected<HandWords> words_of(const Ranking& ranking, const Ids& cards);

// Why a game has no explanations of its hands.
Problem no_explanation(std::string_view game);
// Why five of a kind has no explanation either.
Problem no_value_of_five();

}  // namespace facevalue::poker
