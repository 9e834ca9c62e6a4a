#include "query/poker/poker_queries.hpp"

#include <charconv>
#include <limits>

#include "poker/cards/read_cards.hpp"

namespace facevalue::query {

using namespace poker;

Expected<Game> any_game_of(const PokerCall& call) { return call.tables.games.game(call.word("game", "holdem")); }

Expected<Game> game_of(const PokerCall& call) {
    auto game = any_game_of(call);
    if (game)
        if (auto problem = no_wild_cards(*game)) return *std::move(problem);
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

Expected<std::uint64_t> seed_of(const PokerCall& call) {
    const Argument& given = call.argument("seed");
    std::uint64_t seed = 0;
    const char *const start = given.text.data(), *const end = start + given.text.size();
    const auto [last, error] = std::from_chars(start, end, seed);
    if (given.kind == Argument::Kind::Whole && error == std::errc() && last == end) return seed;
    return wrong_whole_number("seed", given, "0", std::to_string(std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace facevalue::query
