// Breakdown: which made hand and which draw each hold'em hand has on a board, named by what its two cards add.
//
// 0.1 us for a hand: categories by their tables, straights by shifts; then weights of any size are added up. Source:
// how players name hands (tests/vectors/players.txt). Short version: tests/oracles/breakdown.py.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/cards/cards.hpp"
#include "poker/pot/holdings.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// The best first.
inline constexpr std::array<std::string_view, 14> MADE_HANDS{
    "Straight Flush", "Four of a Kind", "Full House", "Flush",       "Straight", "Set",      "Trips",
    "Two Pair",       "Overpair",       "Top Pair",   "Middle Pair", "Low Pair", "Ace High", "Nothing"};
inline constexpr std::array<std::string_view, 5> DRAWS{"Flush Draw", "Open-Ended Straight Draw", "Gutshot",
                                                       "Flush and Straight Draw", "No Draw"};

// The shares of a range, by its weights.
struct Breakdown {
    std::size_t combos;                       // hands that are possible
    std::vector<numbers::BigFraction> made;   // as MADE_HANDS
    std::vector<numbers::BigFraction> draws;  // as DRAWS; empty on a full board
};
// Of hands of two cards on a board of three to five, or a problem as for `hand_kinds`.
Expected<Breakdown> breakdown(const Holding& range, Cards board, Cards dead);

// Places in these lists. There are no draws on a full board.
struct HandKind {
    std::uint8_t made, draw;
};

// The kind of each hand of two cards on a board of three to five; nothing for a hand with a card of the board or a dead
// card. A problem for another board, for a dead card on it, and if no hand is possible.
Expected<std::vector<std::optional<HandKind>>> hand_kinds(std::span<const Cards> hands, Cards board, Cards dead);

}  // namespace facevalue::poker
