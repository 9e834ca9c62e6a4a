// Hands of cards as Python has them: whole numbers, texts and the objects of the class Card.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <vector>

#include "poker/cards/cards.hpp"

namespace facevalue {

// The set of a text like "Ah Kd", or of a list or tuple of ids, texts and known cards. Nothing where this fast way does
// not apply: another kind of object, an invalid or repeated card, brackets, commas, signs for suits.
std::optional<poker::Cards> plain_cards(PyObject* cards);

// There is one object for each card, so its address tells which card it is. The objects must live for ever.
void know_cards(const std::vector<nanobind::object>& by_id);

}  // namespace facevalue
