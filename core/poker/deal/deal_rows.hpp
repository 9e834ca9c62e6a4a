// Deals as rows of card ids: `deal_rows` deals them at random, `decide_rows` finds who wins how much of each pot.
//
// For NumPy and JavaScript: the hands of a deal are players * hole ids in a row, its board is another row. Dealing
// takes 5 ns per player and deciding 3 ns in games with the usual order; both are independent of the number of workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "poker/cards/cards.hpp"
#include "poker/lanes/simd.hpp"
#include "poker/scoring/scoring.hpp"
#include "work/machine.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// The sizes of rows, and the cards that no random deal has.
struct RowSizes {
    std::size_t count, players, hole, board;  // deals; 1 to 10 players; cards of a hand and of the board
};

// Writes random deals. Each board begins with the ids of `board`. The seed decides all cards. False if stopped, or if
// the deck without `board` and `dead` has too few cards.
bool deal_rows(const RowSizes& sizes, std::span<const std::uint8_t> board, Cards dead, std::uint64_t seed,
               std::uint8_t* hands, std::uint8_t* boards, std::size_t workers, const Stop& stop,
               const SimdKernels& kernels = chosen_lanes<SimdKernels>());

// A pot has this many chips, which 2 to 10 winners can share, also of each half.
inline constexpr std::uint16_t POT = 5040;

// Writes how many chips of the pot each player wins in each deal. `dead` are the cards that are not in the deck of the
// game. Returns the first deal that has such a card, an invalid id or a repeated card, else a negative number.
std::ptrdiff_t decide_rows(const DealRules& rules, const RowSizes& sizes, Cards dead, const std::uint8_t* hands,
                           const std::uint8_t* boards, std::uint16_t* chips, std::size_t workers, const Stop& stop,
                           const SimdKernels& kernels = chosen_lanes<SimdKernels>());

}  // namespace facevalue::poker
