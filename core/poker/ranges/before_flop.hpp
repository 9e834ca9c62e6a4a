// Hold'em ranges before the flop, hand against hand: combinations of hands that a renaming of suits turns into each
// other are counted once (matchup.hpp), and so are those with dead cards, if the renaming keeps these.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "poker/cards/pot_counts.hpp"
#include "poker/deal/dealer.hpp"
#include "poker/equity/matchup.hpp"
#include "work/integers.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// The hands of the players that are dealt.
using HandLists = std::vector<std::span<const Cards>>;

// How many combinations of hands share no card: exact for up to three players, otherwise an upper bound.
Uint128 disjoint_combinations(const HandLists& players);

// How many combinations are counted: an upper bound, and for three and more players a close one.
Uint128 different_combinations(const HandLists& players, Cards dead);

// 2 to 10 ranges, as walk_ranges; all weights together fit in 64 bits. Nothing after a stop.
std::optional<PotCounts> walk_before_flop(const std::vector<WeightedHands>& players, Cards dead, std::size_t workers,
                                          const Stop& stop, HandOrder order);

// Calls use(hero, villain, matchup) with the places of each two hands that share no card, one after the other. Not with
// all of them after a stop.
using UseMatchup = std::function<void(std::size_t hero, std::size_t villain, const Matchup& matchup)>;
void compare_before_flop(std::span<const Cards> heroes, std::span<const Cards> villains, Cards dead,
                         std::size_t workers, const Stop& stop, HandOrder order, const UseMatchup& use);

}  // namespace facevalue::poker
