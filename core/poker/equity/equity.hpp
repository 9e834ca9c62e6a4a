// Exact equity of known hold'em hands: walks all boards, in batches that simd.hpp evaluates for one player at a time.
// Before the flop, matchup.hpp counts without walking.
#pragma once

#include <span>

#include "poker/cards/cards.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/cards/kev_tables.hpp"
#include "poker/cards/pot_counts.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr int HOLE = 2;  // cards that a player holds

// Hands of two cards, each with a weight.
struct HoldemRange {
    std::vector<Cards> hands;
    std::vector<std::uint32_t> weights;
};

// Do no two of the sets share a card, and are all of them cards of the deck?
bool are_disjoint(std::span<const Cards> sets);
// Are these a board of 0 to 5 cards and dead cards, all different?
bool is_board(Cards board, Cards dead);
inline constexpr bool is_hole(Cards hand) { return hand <= FULL_DECK && size(hand) == HOLE; }
// Are these 2 to 10 hands of two cards, a board and dead cards, all different?
bool is_holdem_deal(std::span<const Cards> hands, Cards board, Cards dead);

// How many boards are possible with this many known hands of two cards.
std::uint64_t boards_left(std::size_t hands, Cards board, Cards dead);

// What the first of two hands meets on all boards that start with these 3 to 5 cards, all different: 4 us from a flop.
// Same result as walk_hands.
Outcome count_two_hands(Cards hero, Cards villain, Cards board);

// 2 to 10 hands of two cards and a board of 0 to 5, all different. Dead cards are never dealt; for a
// short deck, they include the cards below six. After a stop, the result is invalid.
SetCounts walk_hands(std::span<const Cards> hands, Cards board, Cards dead, std::size_t workers, const Stop& stop,
                     HandOrder order = high_order());

}  // namespace facevalue::poker
