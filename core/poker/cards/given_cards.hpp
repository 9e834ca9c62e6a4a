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

// Why a value is not cards, or not the id of one.
Problem not_cards(const Argument& given);
Problem wrong_id(const Argument& given);

// Cards, and with `may_have_jokers` also the word "joker". Without a value there are none.
Expected<GivenCards> read_given_cards(const Argument& given, bool may_have_jokers = false);

// Cards of several decks, which may be repeated.
Expected<Ids> read_repeated_cards(const Argument& given);

// The set of cards of one deck.
Expected<Cards> read_mask(const Argument& given);

}  // namespace facevalue::poker
