// Cards as callers give them: a string, or a list of strings and ids.
#pragma once

#include "poker/cards/read_cards.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

struct GivenCards {
    static constexpr std::uint8_t JOKER_ID = DECK;

    Ids ids;  // in order; all are different but jokers

    Cards mask() const;  // without jokers
    int jokers() const;
};

// Why cards are not from so many decks: one, other than jokers, is dealt more often.
std::optional<Problem> dealt_too_often(const Ids& cards, int decks);
// Why there are more jokers than in so many decks of a game.
std::optional<Problem> too_many_jokers(std::string_view game, int jokers, int decks, int seen);
std::optional<Problem> too_many_jokers(std::string_view game, int jokers, int decks, const Ids& cards);

// Why a value is not cards, or not the id of one.
Problem not_cards(const Argument& given);
Problem wrong_id(const Argument& given);

// Cards, and with `may_have_jokers` also jokers. Without a value there are none.
Expected<GivenCards> read_given_cards(const Argument& given, bool may_have_jokers = false);

// Cards of several decks, which may be repeated; jokers have JOKER_ID.
Expected<Ids> read_repeated_cards(const Argument& given, bool may_have_jokers = false);

// The set of cards of one deck.
Expected<Cards> read_mask(const Argument& given);

}  // namespace facevalue::poker
