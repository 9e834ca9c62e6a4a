// The rules of a game as Python passes them.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "poker/cards/card_text.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/games/game.hpp"
#include "poker/scoring/scoring.hpp"
#include "problem.hpp"
#include "texts.hpp"
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

// Its name and the ranking for high; cards of the hole, of the board, how many of the hole play, and the deck.
using CardsRow = std::tuple<nb::str, std::string, int, int, int, int>;

inline poker::GameCards game_cards(const CardsRow& game) {
    const auto& [name, ranking, hole, board, from_hole, deck] = game;
    deal_rules({ranking, std::nullopt, hole, board, from_hole});  // checks them
    require(deck == poker::DECK || deck == poker::SHORT_DECK, "expected a deck of 52 or 36 cards");
    numbers::Encoded encoded;
    return {std::string(numbers::view(name, encoded)), poker::ranking_of(ranking), hole, board, from_hole, deck};
}

// A game with these wild cards, "" for none.
inline poker::Game as_game(const CardsRow& row, std::string wild = {}, int jokers = 0) {
    const bool is_rank = wild.size() == 1 && poker::RANK_LETTERS.find(wild[0]) != std::string::npos;
    require(wild.size() != 1 || is_rank, "expected a rank or cards");
    require(jokers >= 0 && jokers <= poker::MOST_JOKERS, "expected up to 2 jokers");
    poker::Game made;
    static_cast<poker::GameCards&>(made) = game_cards(row);
    made.wild = std::move(wild);
    made.jokers = jokers;
    return made;
}

// Raises the error of a check, if it has found one.
}  // namespace facevalue
