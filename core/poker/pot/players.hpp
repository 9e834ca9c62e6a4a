// The hands and ranges of players, as callers give them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "poker/games/game.hpp"
#include "poker/holdem/hand_weights.hpp"
#include "poker/omaha/omaha_range.hpp"
#include "poker/pot/holdings.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// The hands of a string such as "AhKh vs QQ+ | JTs", between "vs", "v" and "|"; the string itself if nothing splits it.
std::vector<std::string> split_players(std::string_view text);
// Also at names, as in "Black: 2H 3D White: 2C AH".
std::vector<std::string> split_deal(std::string_view text);
// The same for players who may be strings.
std::vector<Argument> split_players(const std::vector<Argument>& players);
// The players of a call, 2 to 10, and its board. One of the strings may be a hand history (hand_history.hpp), which
// also has the board if none is given, and names; "" is the name of a player who is not from a history.
struct GivenDeal {
    std::vector<Argument> players;
    Argument board;
    std::vector<std::string> names{};  // none without a history
};
Expected<GivenDeal> deal_of(const std::vector<Argument>& players, const Argument& board, const Game& game);
// A hand of a history, with "?" for each card that a player of a game with a board did not show.
std::string with_hidden(const std::string& cards, const Game& game);
// The hands and ranges of other players: one, or several in a list or a string. A list of single cards is one hand.
Expected<std::vector<Argument>> split_rivals(const Argument& given);

// What a player has: one hand, of which cards may be missing, or a range.
using PlayerHands = std::variant<Cards, HandWeights, OmahaRange>;

// Why a value is not a range, is one without hands or with hands of another size, or has nobody's hand.
Problem not_a_range(const Argument& given);
Problem empty_range(const Argument& given);
Problem wrong_range_size(std::string_view text, int cards, int wanted);
Problem nobody(const Argument& given);
// Of a comparison.
Problem no_hands();

// Why a game does not have a range that was made before, with hands of so many cards.
std::optional<Problem> wrong_range(std::string_view text, int cards, const Game& game);
// So many cards, also unknown ones, are not a hand of a player; messages show it.
std::optional<Problem> wrong_known(const Game& game, int known, int unknown, std::string_view shown);
// A game does not have ranges, or not with dead cards.
std::optional<Problem> no_ranges(const Game& game, bool has_dead);

// The string of a range, or the cards of a hand.
std::string text_of(const PlayerHands& hands);

// A player who was read; `given` is the string of the caller, if there is one.
struct Player {
    PlayerHands hands;
    Holding holding;
    std::optional<std::string> given{};

    // How messages show the player.
    std::string shown() const { return given ? *given : text_of(hands); }
};
// Lists the hands. Percentages of Omaha hands need an order. After a stop the result is invalid.
Expected<Player> player_of(PlayerHands hands, std::optional<std::string> given, const OmahaOrder* order,
                           const Stop& stop);
// In a game with jokers, the range of all hands of two cards also has those with jokers.
void add_jokers(Player& player, const Game& game);
// Strings that are hands with the same board, as `repeated_board` of winners.hpp, and not ranges of hands.
std::optional<Problem> repeated_board(const Game& game, const std::vector<std::string>& players);
// A hand, a string, or a range as an object with its string under "range", and under "hand_size" how many cards a hand
// of Omaha has.
Expected<Player> read_player(const Argument& given, const Game& game, const OmahaOrder* order, const Stop& stop);

// The items of a range: a string, or strings and hands one by one. After a stop the result is invalid.
Expected<ReadItems> read_range_items(const Argument& given, ItemNotation& items, const Stop& stop);
Expected<HandWeights> read_holdem_range(const Argument& given, int deck, const Stop& stop);
Expected<OmahaRange> read_omaha_range(const Argument& given, int size, const OmahaOrder* order, const Stop& stop);

}  // namespace facevalue::poker
