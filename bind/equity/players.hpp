// Hands and ranges of players as Python gives them: strings, cards, and objects of the classes Range and OmahaRange.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <vector>

#include "poker/games/game.hpp"
#include "poker/pot/players.hpp"

namespace facevalue {

// Cards of any kind that `mask_of` of Python reads.
poker::Cards mask_in(nanobind::handle cards);

// The same in a game, which may have jokers.
poker::Cards cards_in(nanobind::handle cards, const poker::Game& game);

// The options of a call that counts deals: threads, and the most seconds.
std::size_t workers_in(nanobind::handle given);
double limit_in(nanobind::handle limit);

// The players one by one; a string may have several.
std::vector<nanobind::object> split_players(nanobind::handle players);

// The order of Omaha hands, if a range has a percentage.
const poker::OmahaOrder* order_for(std::string_view range, const poker::Game& game);

// In order, each one before the next.
std::vector<poker::Player> read_players(const std::vector<nanobind::object>& players, const poker::Game& game);

}  // namespace facevalue
