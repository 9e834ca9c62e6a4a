// The query about the rules of games.
#include "poker/cards/card_text.hpp"
#include "poker/cards/combinations.hpp"
#include "query/poker/poker_queries.hpp"

namespace facevalue::query {

using namespace poker;

namespace {

void write_bounds(JsonWriter& json, int low, int high) { json.begin_list().value(low).value(high).end_list(); }

void write_game(JsonWriter& json, const Game& game) {
    const int played = game.ranking->cards;
    write_fields(json.begin_object(), game);
    write_bounds(json.key("hole_sizes"), game.fewest_known(), game.hole);
    write_bounds(json.key("hand_sizes"), game.from_hole != 0 ? game.hole : played,
                 game.from_hole != 0 ? game.hole : game.hole + game.board);
    json.key("ranks").value(RANK_LETTERS.substr(static_cast<std::size_t>(RANKS - game.deck / SUITS)));
    json.key("board_sizes");
    game.from_hole != 0 ? write_bounds(json, played - game.from_hole, game.board) : static_cast<void>(json.null());
    json.key("hand_count").value(choose(game.deck + game.jokers, game.hole));
    json.key("has_ranges").value(game.has_starting_hands() || game.is_omaha());
    json.key("has_starting_hands").value(game.has_starting_hands());
    json.key("has_explanation").value(game.ranking->name == "high");
    json.end_object();
}

}  // namespace

Outcome list_games(PokerCall& call) {
    std::vector<Argument> names;
    if (call.has("game"))
        names.push_back(call.argument("game"));
    else
        for (const std::string_view name : call.tables.games.names()) names.push_back(Argument::of(name));
    JsonWriter& json = call.json;
    json.begin_object().key("games").begin_list();
    for (const Argument& name : names) {
        const auto game = call.tables.games.game(name);
        if (!game) return game.problem();
        write_game(json, *game);
    }
    json.end_list().end_object();
    return std::nullopt;
}

}  // namespace facevalue::query
