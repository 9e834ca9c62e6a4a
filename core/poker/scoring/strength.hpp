// The strength of one hand in a game, also with wild cards.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "poker/games/game.hpp"
#include "text/argument.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// The hands of a deal as sets of cards; jokers are numbered from bit 52 up. Refuses more of them than the deck has.
Expected<std::vector<Cards>> read_hands(std::string_view game, int jokers, std::span<const Argument> hands);

// The best hand of these cards under a ranking of the game; nothing if none qualifies. After a stop the result is
// invalid.
std::optional<Played> strongest(const Game& game, const Ranking& ranking, Cards hole, Cards board, const Stop& stop);

}  // namespace facevalue::poker
