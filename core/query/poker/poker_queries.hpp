// What queries about poker share: the tables, and how cards, shares and hands are written.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/games/game.hpp"
#include "poker/omaha/omaha_order.hpp"
#include "poker/pot/equities.hpp"
#include "poker/push_fold/push_fold.hpp"
#include "query/call.hpp"
#include "query/values.hpp"
#include "text/cost.hpp"

namespace facevalue::query {

struct PokerTables {
    const poker::GameRows& games;
    // The order of hands of 4 to MOST_ORDERED cards, called where percentages need it; nullptr if it is not loaded.
    std::function<const poker::OmahaOrder*(int cards)> order{};
    poker::Counting counting{};
    // The table of all match-ups, where it is kept; without the function, it is computed.
    poker::FindMatchups matchups{};
};

using PokerCall = Call<PokerTables>;
using PokerRow = QueryRow<PokerTables>;

// The queries about hands and ranges, which need no deals.
const std::vector<PokerRow>& hand_queries();
// About the worth of stacks, hands and draws.
const std::vector<PokerRow>& worth_queries();

// The value of a hand and what plays, with its score among all hands of the ranking or without.
Outcome write_strength(PokerCall& call, bool has_score);

// The poker games, or one of them.
Outcome list_games(PokerCall& call);

// The game of a call, by default hold'em, also with wild cards; and without them.
Expected<poker::Game> any_game_of(const PokerCall& call);
Expected<poker::Game> game_of(const PokerCall& call);

// The order of Omaha hands, if the game has it and an argument has a percentage.
const poker::OmahaOrder* order_for(const PokerCall& call, const poker::Game& game);

// A list of cards, the highest first; jokers come last.
void write_cards(JsonWriter& json, poker::Cards cards);
// The key `names` of an object, unless nobody has a name.
void write_names(JsonWriter& json, const std::vector<std::string>& names);
// A share as a fraction, and as the nearest decimal if the call has a spelling of it.
void write_share(JsonWriter& json, const numbers::BigFraction& share);

}  // namespace facevalue::query
