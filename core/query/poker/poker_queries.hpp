// What queries about poker share: the tables, and how cards, shares and hands are written.
#pragma once

#include <memory>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/games/game.hpp"
#include "poker/omaha/omaha_order.hpp"
#include "poker/pot/players.hpp"
#include "query/call.hpp"
#include "query/values.hpp"

namespace facevalue::query {

struct PokerTables {
    poker::GameRows games;
    std::unique_ptr<const poker::OmahaOrder> order{};  // of Omaha hands, once percentages need it
};

using PokerCall = Call<PokerTables>;
using PokerRow = QueryRow<PokerTables>;

// The queries about hands and ranges, which need no deals.
const std::vector<PokerRow>& hand_queries();

// The game of a call, by default hold'em, also with wild cards; and without them.
Expected<poker::Game> any_game_of(const PokerCall& call);
Expected<poker::Game> game_of(const PokerCall& call);

// A list of cards, the highest first; jokers come last.
void write_cards(JsonWriter& json, poker::Cards cards);
// A share as a fraction; interfaces add the nearest decimal.
void write_share(JsonWriter& json, const numbers::BigFraction& share);

}  // namespace facevalue::query
