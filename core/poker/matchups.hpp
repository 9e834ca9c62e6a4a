// Match-ups: all pairs of hold'em hands before the flop, up to the names of the suits.
//
// For: the table that Python keeps (poker/table.py), so that hands and ranges before the flop are looked up.
// Index: the 1326 hands are numbered by their two card ids a < b as b * (b - 1) / 2 + a. The 812,175 pairs of
// different cards fall into 47,008 kinds when suits may be renamed and the players swapped. Kinds are numbered as they
// are first met when the pairs of hands are walked in order (hero below villain, hero's number outermost).
// Method: for each suit, the ranks that each player holds of it make a number; the four numbers in order are the same
// for all namings of the suits. Of the two players' orders, the one with the smaller numbers is the kind's own.
// Cost: some tens of milliseconds for the kinds, about two seconds of one worker for the table; then a look-up takes
// two reads of memory. 7 MB for the kinds, 376 KB for the table.
// Threads may share the kinds and a table: they are const after the first use.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "matchup.hpp"
#include "work/pulse.hpp"

namespace facevalue {

inline constexpr std::size_t HANDS = DECK * (DECK - 1) / 2;
inline constexpr std::size_t KINDS = 47'008;
inline constexpr std::int32_t NO_KIND = 2 * KINDS;  // of two hands that share a card

// A hand of two cards by its number, and back.
Cards hand_of(std::size_t number);
std::size_t number_of(Cards hand);

// For each hero and villain by number, HANDS of them in a row: 2 * kind, and 1 more where the players stand the other
// way round than in the kind's own order.
const std::vector<std::int32_t>& kinds();

// The Matchup of each kind in its own order. After a stop they say nothing.
std::vector<Matchup> all_matchups(std::size_t workers, const Stop& stop);

// The Matchup of each kind, KINDS of them, for look-ups.
class Matchups {
  public:
    explicit Matchups(std::vector<Matchup> by_kind) : by_kind_(std::move(by_kind)) {}

    // For two hands of two cards, all four different.
    Matchup of(Cards hero, Cards villain) const;

  private:
    std::vector<Matchup> by_kind_;
};

}  // namespace facevalue
