#include "query/poker/poker_queries.hpp"

#include "poker/cards/read_cards.hpp"

#include <algorithm>

namespace facevalue::query {

using namespace poker;

namespace {

// JSON has few levels.
bool mentions(const Argument& given, char sign) {
    return given.text.find(sign) != std::string::npos ||
           std::ranges::any_of(given.items, [&](const Argument& item) { return mentions(item, sign); });
}

}  // namespace

Expected<Game> any_game_of(const PokerCall& call) { return call.tables.games.game(call.word("game", "holdem")); }

Expected<Game> game_of(const PokerCall& call) {
    auto game = any_game_of(call);
    if (game && game->has_wild_cards()) return no_wild_cards(game->name);
    return game;
}

const OmahaOrder* order_for(const PokerCall& call, const Game& game) {
    const bool may_have = game.is_omaha() && game.hole <= MOST_ORDERED;
    return may_have && call.tables.order && mentions(call.arguments, '%') ? call.tables.order(game.hole) : nullptr;
}

void write_cards(JsonWriter& json, Cards cards) {
    json.begin_list();
    for (int id = DECK; id-- > 0;)
        if ((cards & card_of(id)) != 0) json.value(card_text(id));
    for (Cards jokers = cards >> DECK; jokers != 0; jokers = without_lowest(jokers)) json.value(JOKER);
    json.end_list();
}

void write_names(JsonWriter& json, const std::vector<std::string>& names) {
    if (names.empty()) return;
    json.key("names").begin_list();
    for (const std::string& name : names) json.value(name);
    json.end_list();
}

void write_share(JsonWriter& json, const numbers::BigFraction& share) {
    const std::string above = share.numerator().decimal(), below = share.denominator().decimal();
    json.begin_object().key("fraction").value(below == "1" ? above : above + "/" + below);
    if (json.has_print()) {
        const bool is_loss = share.sign() < 0;
        const double size =
            numbers::nearest(is_loss ? numbers::BigFraction{-share.numerator(), share.denominator()} : share);
        json.key("decimal").real(is_loss ? -size : size);
    }
    json.end_object();
}

}  // namespace facevalue::query
