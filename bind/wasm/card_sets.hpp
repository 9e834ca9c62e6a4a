// Sets of cards in requests: whole numbers with a bit for each card.
#pragma once

#include <optional>
#include <string_view>

#include "calls.hpp"
#include "poker/cards/cards.hpp"

namespace facevalue::wasm {

inline std::optional<poker::Cards> cards_in(std::string_view word) {
    const auto cards = as_int<poker::Cards>(word);
    return cards && *cards <= poker::FULL_DECK ? cards : std::nullopt;
}

}  // namespace facevalue::wasm
