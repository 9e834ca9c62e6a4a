// The match-ups of all pairs of hold'em hands before the flop, up to renaming of suits. Python keeps the table in a
// file.
//
// Hands are numbered by their card ids a < b as b * (b - 1) / 2 + a. The 812,175 pairs of hands without a common card
// form 47,008 kinds if suits may be renamed and players swapped, numbered in the order in which they first occur. To
// find the kind, the ranks that both players hold in each suit are coded as one number, and the four numbers are
// sorted; the smaller key of the two orders of players counts. The table takes about two seconds of one thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "poker/equity/equity.hpp"
#include "poker/equity/matchup.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MATCHUP_KINDS = 47'008;
inline constexpr std::int32_t NO_KIND = 2 * MATCHUP_KINDS;  // of two hands that share a card

// A hand of two cards by its number, and back.
Cards hand_of(std::size_t number);
std::size_t number_of(Cards hand);

// For each hero and villain by number, HOLDEM_HANDS in a row: 2 * kind, plus 1 if the players are in the opposite
// order.
const std::vector<std::int32_t>& matchup_kinds();

// The Matchup of each kind; all 0 for kinds with a card that a short deck lacks. After a stop the result is invalid.
std::vector<Matchup> all_matchups(std::size_t workers, const Stop& stop, HandOrder order = high_order());

// The Matchup of each kind, MATCHUP_KINDS of them, for look-ups.
class MatchupTable {
  public:
    explicit MatchupTable(std::vector<Matchup> by_kind) : by_kind_(std::move(by_kind)) {}

    const std::vector<Matchup>& by_kind() const { return by_kind_; }
    // For two hands of two cards, all four different.
    Matchup of(Cards hero, Cards villain) const;
    // For each hand of the hero, its Outcome over all hands of the villain. All are hands of two cards; the weights
    // together are below 2^32. It takes about 2 ns for each pair of hands.
    std::vector<Outcome> range_equities(std::span<const Cards> heroes, const HoldemRange& villain) const;

  private:
    std::vector<Matchup> by_kind_;
};

}  // namespace facevalue::poker
