// The rules of a game as Python passes them.
#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "poker/scoring/scoring.hpp"
#include "translation.hpp"

namespace facevalue {

// The rankings for high and low, if there is one; cards of the hole, of the board, and how many of the hole play.
using GameRow = std::tuple<std::string, std::optional<std::string>, int, int, int>;

inline poker::DealRules deal_rules(const GameRow& game) {
    const auto& [high, low, hole, board, from_hole] = game;
    const poker::DealRules rules{poker::ranking_of(high), low ? poker::ranking_of(*low) : nullptr, hole, board,
                                 from_hole};
    require(poker::is_valid_game(rules, low.has_value()),
            "expected known rankings, 1 to 7 hole cards and up to 5 of the board");
    return rules;
}

}  // namespace facevalue
