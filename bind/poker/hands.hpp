// Hands of cards in Python: whole numbers, strings and objects of the class Card.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <span>
#include <vector>

#include "poker/cards/cards.hpp"

namespace facevalue {

// The set for a string like "Ah Kd", or for a list or tuple of ids, strings and known cards. Nothing where this fast
// path does not apply: another kind of object, or an invalid or repeated card.
std::optional<poker::Cards> plain_cards(PyObject* cards);

// The same in order, and how many there are.
std::optional<std::size_t> plain_cards_in_order(PyObject* given, std::span<poker::Cards, poker::DECK> cards);

// There is one object for each card, so its address identifies the card. The objects must live forever.
void know_cards(const std::vector<nanobind::object>& by_id);

// A new reference to the object of a card.
PyObject* card_object(int id);
// The objects of some cards, the highest id first.
nanobind::tuple highest_first(poker::Cards cards);

}  // namespace facevalue
