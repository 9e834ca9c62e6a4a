// How much each Omaha hand wins against all others on all boards: for the order of starting hands.
//
// Suits matter only on boards with three or more cards of a suit, and then only which cards have that suit. So the
// points of a hand are the points of its ranks, as if there were no flushes, and for each suit the difference that
// flushes make, which depends on the ranks in the suit and on the other ranks. With five cards there are 6,175 hands
// and as many boards by ranks, and 101,608 hands and 36,608 boards by a suit.
//
// On a board, hands are visited from the worst to the best. The hands below a hand that share no card with it are
// counted by inclusion and exclusion over its cards: how many hands below contain each part of it. All boards take
// about a minute of one thread for four cards, and ten minutes for five. The points are exact.
// `python -m tests.tables.omaha_order` writes the order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "poker/cards/cards.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// A board for each of the 6,175 kinds of five ranks.
std::vector<Cards> boards_by_ranks();

// For each hand, of 4 to 6 cards like the first: the sum over all boards with the ranks of one of these, and over
// all rivals, of 2 for a win and 1 for a tie. Nothing if stopped.
std::optional<std::vector<std::uint64_t>> omaha_points(std::span<const Cards> hands, std::span<const Cards> boards,
                                                       std::size_t workers, const Stop& stop);

}  // namespace facevalue::poker
