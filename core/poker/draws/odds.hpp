// Odds and outs as questions about the cards of a game: what is refused, which cards are left and which of them come.
//
// The work is done in category_counts.hpp and outs.hpp.
#pragma once

#include <optional>
#include <vector>

#include "poker/draws/category_counts.hpp"
#include "poker/draws/outs.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

struct Odds {
    Category now;
    std::optional<CategoryCounts> next;  // after the flop or the next card; nothing if no card comes
    CategoryCounts final;                // when all cards have come
};

// What a hand is and may become. With opponents, the hands must be comparable now. After a stop the result is invalid.
Expected<Odds> odds(const GameCards& game, Cards hand, Cards board, Cards dead, bool has_opponents, const Stop& stop);

// What is wrong with the hands of rivals: one of them has no possible hand, they cannot be dealt together, or finding
// hands that fit together takes too long. The messages quote the hands as they were written.
enum class RivalProblem : std::uint8_t { None, Impossible, Apart, TooLong };

struct Outs {
    Cards found;
    RivalProblem problem;
    std::size_t rival;  // without a possible hand
};

// The cards that win against every hand that rivals may then have; without rivals, those that improve the hand.
Expected<Outs> outs(const GameCards& game, Cards hand, Cards board, Cards dead, std::vector<std::vector<Cards>> rivals,
                    const Stop& stop);

}  // namespace facevalue::poker
