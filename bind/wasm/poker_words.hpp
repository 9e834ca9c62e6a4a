// Cards and counts in requests and results. Sets of cards are whole numbers with a bit for each card.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "calls.hpp"
#include "poker/cards/cards.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/evaluate/rankings.hpp"

namespace facevalue::wasm {

inline std::optional<poker::Cards> cards_in(std::string_view word) {
    const auto cards = as_int<poker::Cards>(word);
    return cards && *cards <= poker::FULL_DECK ? cards : std::nullopt;
}

// The same in two halves, as calls with numbers pass them.
inline poker::Cards cards_of(std::uint32_t low, std::uint32_t high) { return poker::Cards{high} << 32 | low; }

// "omaha,hole=5": a game. The next line has the ranking, the cards of the hole, of the board, how many must play, and
// the deck.
inline std::optional<poker::GameCards> game_cards_in(Request& request) {
    const std::string_view name = request.line();
    std::string_view line = request.line();
    const poker::Ranking* const ranking = poker::ranking_of(Request::word(line));
    const auto hole = as_int<int>(Request::word(line)), board = as_int<int>(Request::word(line));
    const auto from_hole = as_int<int>(Request::word(line)), deck = as_int<int>(line);
    if (!ranking || !hole || !board || !from_hole || !deck) return std::nullopt;
    return poker::GameCards{std::string(name), ranking, *hole, *board, *from_hole, *deck};
}

}  // namespace facevalue::wasm
