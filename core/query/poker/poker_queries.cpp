#include "query/poker/poker_queries.hpp"

#include "poker/cards/read_cards.hpp"

namespace facevalue::query {

using namespace poker;

Expected<Game> any_game_of(const PokerCall& call) { return call.tables.games.game(call.word("game", "holdem")); }

Expected<Game> game_of(const PokerCall& call) {
    auto game = any_game_of(call);
    if (game && game->has_wild_cards()) return no_wild_cards(game->name);
    return game;
}

void write_cards(JsonWriter& json, Cards cards) {
    json.begin_list();
    for (int id = DECK; id-- > 0;)
        if ((cards & card_of(id)) != 0) json.value(card_text(id));
    for (Cards jokers = cards >> DECK; jokers != 0; jokers = without_lowest(jokers)) json.value(JOKER);
    json.end_list();
}

void write_share(JsonWriter& json, const numbers::BigFraction& share) {
    const std::string above = share.numerator().decimal(), below = share.denominator().decimal();
    json.begin_object().key("fraction").value(below == "1" ? above : above + "/" + below).end_object();
}

}  // namespace facevalue::query
