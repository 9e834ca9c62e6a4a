// Odds and outs as questions about the cards of a game: what is refused, which cards are left and which of them come.
//
// The work is done in category_counts.hpp and outs.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "poker/draws/category_counts.hpp"
#include "poker/draws/outs.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/pot/equities.hpp"
#include "poker/pot/players.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

struct Odds {
    Category now;
    std::optional<CategoryCounts> next;  // after the flop or the next card; nothing if no card comes
    CategoryCounts final;                // when all cards have come
};

// How to find who is ahead of opponents, as for an equity. Refused if nothing can be sampled without opponents.
Expected<EquityOptions> read_exactness_of_odds(const Argument& exact, const Argument& samples, bool has_opponents);

// What a hand is and may become. With opponents, the hands must be comparable now. After a stop the result is invalid.
Expected<Odds> odds(const GameCards& game, Cards hand, Cards board, Cards dead, bool has_opponents, const Stop& stop);

// The hands that another player may have, and how messages show them.
struct Rival {
    std::string shown;
    std::vector<Cards> hands;
};
// Refused if there are too many hands. After a stop the result is invalid.
Expected<Rival> rival_of(Player player, const OmahaOrder* order, const Stop& stop);

// The cards that win against every hand that rivals may then have; without rivals, those that improve the hand. Refused
// if a rival has no possible hand, if they cannot be dealt together, or if finding hands that fit takes too long.
Expected<Cards> outs(const GameCards& game, Cards hand, Cards board, Cards dead, std::vector<Rival> rivals,
                     const Stop& stop);

}  // namespace facevalue::poker
