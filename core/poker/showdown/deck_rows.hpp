// Deals of several decks as rows of ids: who wins how much of each pot. 1 us for each hand; deal_rows.hpp is faster for
// one deck.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "poker/deal/deal_rows.hpp"
#include "poker/games/game.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// Why the deal at an index is none of the game from so many decks.
std::optional<Problem> wrong_row_of_decks(const Game& game, int decks, const RowSizes& sizes, const std::uint8_t* hands,
                                          const std::uint8_t* boards, std::size_t index);

// As `decide_rows`: writes the chips, and returns the first bad deal or a negative number.
std::ptrdiff_t decide_rows_of_decks(const Game& game, int decks, const RowSizes& sizes, const std::uint8_t* hands,
                                    const std::uint8_t* boards, std::uint16_t* chips, std::size_t workers,
                                    const Stop& stop);

}  // namespace facevalue::poker
