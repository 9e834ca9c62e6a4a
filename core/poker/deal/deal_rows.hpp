// Deals as rows of card ids: `deal_rows` deals them at random, `decide_rows` finds who wins how much of each pot.
//
// For NumPy and JavaScript: the hands of a deal are players * hole ids in a row, its board is another row. Dealing
// takes 5 ns per player and deciding 3 ns in games with the usual order; from several decks, dealing takes 5 ns per
// card. Both are independent of the number of workers. Jokers have the ids from 52 up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

// What is dealt from.
struct DealSource {
    std::vector<std::uint8_t> board{};  // the ids that each board begins with
    Cards gone = 0;                     // cards that do not come, other than these
    Cards deck = FULL_DECK;             // one deck, with its jokers
    std::vector<std::uint8_t> pool{};   // or the ids of all cards of several decks that may come
};

// Writes random deals. The seed decides all cards. False if stopped, or if there are too few cards.
bool deal_rows(const RowSizes& sizes, const DealSource& source, std::uint64_t seed, std::uint8_t* hands,
               std::uint8_t* boards, std::size_t workers, const Stop& stop,
               const SimdKernels& kernels = chosen_lanes<SimdKernels>());

// A pot has this many chips, which 2 to 10 winners can share, also of each half.
inline constexpr std::uint16_t POT = 5040;

// Writes how many of these chips each player wins, by the sets of the winners of both halves; nobody may win the low
// half, and the other winners then get all of them.
void share_chips(unsigned high, unsigned low, std::size_t players, std::uint16_t* chips);

// Writes how many chips of the pot each player wins in each deal. `dead` are the cards that are not in the deck of the
// game; of its wild cards, those from bit 52 up are jokers of the deck. Returns the first deal that has such a card, an
// invalid id or a repeated card, else a negative number.
std::ptrdiff_t decide_rows(const DealRules& rules, const RowSizes& sizes, Cards dead, const std::uint8_t* hands,
                           const std::uint8_t* boards, std::uint16_t* chips, std::size_t workers, const Stop& stop,
                           const SimdKernels& kernels = chosen_lanes<SimdKernels>());

}  // namespace facevalue::poker
