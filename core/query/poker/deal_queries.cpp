// The queries about deals: equity, odds and what a range has on a board.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "poker/cards/given_cards.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/odds.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/notation/hand_history.hpp"
#include "poker/pot/equities.hpp"
#include "poker/pot/shares.hpp"
#include "poker/scoring/strength.hpp"
#include "query/poker/poker_queries.hpp"
#include "query/query.hpp"
#include "text/cost.hpp"
#include "text/joined.hpp"

namespace facevalue::query {

using namespace poker;
using numbers::BigFraction;
using numbers::BigInt;

namespace {

Expected<std::vector<Player>> read_players(const PokerCall& call, const Game& game,
                                           const std::vector<Argument>& players) {
    const OmahaOrder* const order = order_for(call, game);
    std::vector<Player> read;
    std::vector<std::string> texts;
    for (const Argument& given : players)
        if (given.is_text()) texts.push_back(given.text);
    if (texts.size() == players.size())
        if (auto problem = repeated_board(game, texts)) return *std::move(problem);
    for (const Argument& given : players) {
        auto player = read_player(given, game, order, call.options.stop);
        if (!player) return std::move(player.problem());
        read.push_back(*std::move(player));
    }
    return read;
}

void write_whole(JsonWriter& json, const std::optional<BigInt>& number) {
    number ? json.whole(number->decimal()) : json.null();
}

// The standard error of a sampled equity; its square, of which JavaScript takes the root, if nothing spells it.
void write_error(JsonWriter& json, const std::optional<BigFraction>& variance) {
    json.key(json.has_print() ? "standard_error" : "variance");
    if (!variance)
        json.null();
    else if (json.has_print())
        json.real(std::sqrt(numbers::nearest(*variance)));
    else
        write_share(json, *variance);
}

void write_equity(JsonWriter& json, const Game& game, const std::vector<Player>& players,
                  const std::vector<std::string>& names, const Equity& equity) {
    const auto& [sums, seed] = equity;
    const bool is_exact = !seed;
    json.begin_object().key("game").value(game.name).key("method").value(is_exact ? "exact" : "sampled");
    json.key("exact").value(is_exact).key("deals").whole(sums.deals.decimal()).key("seed");
    seed ? json.whole(std::to_string(*seed)) : json.null();
    write_names(json, names);
    json.key("players").begin_list();
    const auto shares = shares_of(sums, !is_exact);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const PotShare& share = shares[i];
        json.begin_object().key("hand").value(poker::text_of(players[i].hands));
        for (const auto& [name, count] : {std::pair("win", &share.win), {"tie", &share.tie}, {"lose", &share.lose}})
            json.key(name).whole(count->decimal());
        write_whole(json.key("low_win"), share.low_win);
        write_whole(json.key("low_tie"), share.low_tie);
        write_whole(json.key("scoop"), share.scoop);
        write_share(json.key("equity"), share.equity);
        write_error(json, share.variance);
        json.end_object();
    }
    json.end_list().key("ties_by_players").begin_list();
    for (const auto& [set, deals] : ties_of(sums)) {
        json.begin_object().key("winners").begin_list();
        for (std::size_t i = 0; i < players.size(); ++i)
            if ((set >> i & 1) != 0) json.value(i);
        json.end_list().key("deals").whole(deals.decimal()).end_object();
    }
    json.end_list().end_object();
}

// A board and dead cards.
struct Table {
    Cards board, dead;
};
Expected<Table> table_of(const PokerCall& call, const Game& game, const Argument& board) {
    const auto cards = read_hands(game.name, game.jokers, std::array{board, call.argument("dead")});
    if (!cards) return cards.problem();
    return Table{(*cards)[0], (*cards)[1]};
}
Expected<Table> table_of(const PokerCall& call) {
    const auto board = read_mask(call.argument("board"));
    if (!board) return board.problem();
    const auto dead = read_mask(call.argument("dead"));
    if (!dead) return dead.problem();
    return Table{*board, *dead};
}

// The players of a call one by one, and its board, which may be in a hand history.
Expected<GivenDeal> deal_of(const PokerCall& call, const Game& game) {
    return poker::deal_of(call.argument("players").items, call.argument("board"), game);
}

// Seats players, who may have names, and writes their equity.
Outcome write_deal(PokerCall& call, const Game& game, const Table& table, const std::vector<Player>& players,
                   const std::vector<std::string>& names, const EquityOptions& options) {
    const auto deal = seat_players(game, table.board, table.dead, players);
    if (!deal) return deal.problem();
    const auto found = equity_of(game, *deal, players, options, call.tables.counting, call.options.stop);
    if (!found) return found.problem();
    write_equity(call.json, game, players, names, *found);
    return std::nullopt;
}

Outcome equity(PokerCall& call) {
    const auto game = any_game_of(call);
    if (!game) return game.problem();
    const auto given = deal_of(call, *game);
    if (!given) return given.problem();
    auto options = read_exactness(call.argument("exact"), call.argument("samples"));
    if (!options) return options.problem();
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto limit = read_limit(call.arguments, call.tables.counting.limit);
    if (!limit) return limit.problem();
    options->seed = *seed;
    options->limit = *limit;
    if (auto problem = too_many_samples(*game, given->players.size(), *options, call.tables.counting)) return problem;
    const auto players = read_players(call, *game, given->players);
    if (!players) return players.problem();
    const auto table = table_of(call, *game, given->board);
    if (!table) return table.problem();
    return write_deal(call, *game, *table, *players, given->names, *options);
}

// The known hands of a hand history and its board, for the poker page.
Outcome parse_history(PokerCall& call) {
    PastedHistory pasted;
    const Argument& text = call.argument("text");
    const auto hands = pasted.take(text.text);
    if (!hands) return hands.problem();
    if (!*hands) return card_problem("expected a hand history: " + quoted(text));
    if (auto problem = pasted.refuse(LEAST_HANDS, false)) return problem;
    JsonWriter& json = call.json;
    json.begin_object().key("hands").begin_list();
    for (const KnownHand& hand : **hands) {
        json.begin_object().key("player").value(hand.player).key("cards");
        write_cards(json, *cards_of(hand.cards));
        json.end_object();
    }
    write_cards(json.end_list().key("board"), *cards_of(pasted.board()));
    json.end_object();
    return std::nullopt;
}

// The class of two cards of hold'em, and how often they win against a random hand.
Outcome write_starting_hand(PokerCall& call, const Game& game, Cards hand) {
    const auto best = best_starting_hands();
    std::size_t place = 0;  // from 1
    int combos = 0;
    for (bool is_found = false; !is_found; ++place) {
        HandSet hands;
        hands.insert_starting_hand(best[place]);
        combos = 0;
        hands.each([&](std::size_t each) {
            ++combos;
            is_found = is_found || each == place_of(hand);
        });
    }
    const std::string name = starting_hand_name(best[place - 1]);
    const std::string cards = poker::text_of(hand);
    const auto players = read_players(call, game, {Argument::of(std::string_view(cards)), Argument::of("random")});
    if (!players) return players.problem();
    const auto deal = seat_players(game, 0, 0, *players);
    if (!deal) return deal.problem();
    const EquityOptions exactly{.exact = true, .limit = std::numeric_limits<double>::infinity()};
    const auto found = equity_of(game, *deal, *players, exactly, call.tables.counting, call.options.stop);
    if (!found) return found.problem();  // only after a stop
    const PotShare share = shares_of(found->sums, false)[0];
    JsonWriter& json = call.json;
    write_cards(json.begin_object().key("game").value(game.name).key("cards"), hand);
    write_cards(json.key("board"), 0);
    json.key("cactus_kev").null().key("category").value(name.size() == 2 ? "One Pair" : "High Card");
    json.key("description").value(joined({name, ", number ", place, " of ", STARTING_HANDS, " starting hands"}));
    write_cards(json.key("best"), hand);
    json.key("starting_hand").begin_object().key("name").value(name).key("combo_count").value(combos);
    write_share(json.key("place").value(place).key("equity"), share.equity);
    for (const auto& [part, count] : {std::pair("win", &share.win), {"tie", &share.tie}, {"lose", &share.lose}})
        json.key(part).whole(count->decimal());
    json.end_object().end_object();
    return std::nullopt;
}

// A poker hand, or two hole cards of hold'em.
Outcome hand_query(PokerCall& call) {
    const auto game = any_game_of(call);
    if (!game) return game.problem();
    const Argument& board = call.argument("board");
    if (game->name != "holdem" || !board.text.empty() || !board.items.empty()) return write_strength(call, false);
    const auto cards = read_given_cards(call.argument("cards"));
    if (!cards) return cards.problem();
    if (cards->ids.size() != 2) return write_strength(call, false);
    const auto hand = read_mask(call.argument("cards"));
    return hand ? write_starting_hand(call, *game, *hand) : std::optional(hand.problem());
}

Outcome by_next_card(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    const auto board = read_mask(call.argument("board"));
    if (!board) return board.problem();
    if (auto problem = no_next_card(*game, size(*board))) return problem;
    const auto given = deal_of(call, *game);
    if (!given) return given.problem();
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto players = read_players(call, *game, given->players);
    if (!players) return players.problem();
    const auto dead = read_mask(call.argument("dead"));
    if (!dead) return dead.problem();
    const auto deal = seat_players(*game, *board, *dead, *players);
    if (!deal) return deal.problem();
    const auto found = equities_by_next_card(*game, *deal, *players, *seed, call.tables.counting, call.options.stop);
    if (!found) return found.problem();
    JsonWriter& json = call.json;
    json.begin_object().key("by_card").begin_object();
    for (const auto& [card, equity] : *found)
        write_equity(json.key(poker::text_of(card)), *game, *players, given->names, equity);
    json.end_object().end_object();
    return std::nullopt;
}

// The hands of each starting hand, and their mean.
void write_means(JsonWriter& json, const std::array<std::optional<BigFraction>, HOLDEM_HANDS>& shares) {
    json.begin_object();
    for (const std::size_t place : best_starting_hands()) {
        HandSet hands;
        hands.insert_starting_hand(place);
        BigFraction sum{0, 1};
        int count = 0;
        hands.each([&](std::size_t hand) {
            if (!shares[hand]) return;
            sum = *numbers::lowest_result(numbers::Op::Add, sum, *shares[hand]);
            ++count;
        });
        if (count == 0) continue;
        write_share(json.key(starting_hand_name(place)),
                    numbers::reduced({sum.numerator(), sum.denominator() * count}));
    }
    json.end_object();
}

Outcome range_equities(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    if (auto problem = no_range_equities(*game, game->low)) return problem;
    const auto players = read_players(call, *game, {call.argument("hero"), call.argument("villain")});
    if (!players) return players.problem();
    const auto table = table_of(call);
    if (!table) return table.problem();
    const auto deal = seat_players(*game, table->board, table->dead, *players, true);
    if (!deal) return deal.problem();
    const auto limit = read_limit(call.arguments, call.tables.counting.limit);
    if (!limit) return limit.problem();
    auto found = equities_of_hands(*deal, 1, *limit, call.tables.counting, call.options.stop);
    if (!found) return std::move(found.problem());
    std::array<std::optional<BigFraction>, HOLDEM_HANDS> shares;
    JsonWriter& json = call.json;
    json.begin_object().key("equities").begin_object();
    for (auto& [hand, equity] : *found) {
        write_share(json.key(poker::text_of(hand)), equity);
        shares[place_of(hand)] = std::move(equity);
    }
    json.end_object();
    write_means(json.key("starting_hands"), shares);
    json.end_object();
    return std::nullopt;
}

void write_shares(JsonWriter& json, std::span<const std::string_view> names, const std::vector<BigFraction>& shares) {
    json.begin_object();
    for (std::size_t i = 0; i < shares.size() && i < names.size(); ++i) write_share(json.key(names[i]), shares[i]);
    json.end_object();
}

Outcome breakdown_query(PokerCall& call) {
    const auto game = call.tables.games.game(Argument::of("holdem"));
    if (!game) return game.problem();
    const auto board = read_mask(call.argument("board"));
    if (!board) return board.problem();
    auto range = read_player(call.argument("hands"), *game, nullptr, call.options.stop);
    if (!range) return std::move(range.problem());
    const auto dead = read_mask(call.argument("dead"));
    if (!dead) return dead.problem();
    const auto found = breakdown(std::move(range->holding), *board, *dead);
    if (!found) return found.problem();
    JsonWriter& json = call.json;
    write_cards(json.begin_object().key("board"), *board);
    json.key("combo_count").value(found->combos);
    write_shares(json.key("made"), MADE_HANDS, found->made);
    write_shares(json.key("draw_parts"), DRAWS, found->draws);
    json.end_object();
    return std::nullopt;
}

// The chance of each category, the best first; nothing if no card comes, or if the count was stopped before the first.
void write_chances(JsonWriter& json, const Game& game, const std::optional<CategoryCounts>& counts) {
    json.begin_object();
    std::uint64_t total = 0;
    if (counts)
        for (const std::uint64_t count : *counts) total += count;
    for (const Category category : categories_of(game)) {
        if (total == 0) break;
        const std::uint64_t count = (*counts)[static_cast<std::size_t>(category)];
        write_share(json.key(name_of(category)), numbers::reduced({poker::big(count), poker::big(total)}));
    }
    json.end_object();
}

// The hands or ranges of the opponents, unread, from these or from a number.
Expected<std::vector<Argument>> opponents_of(const PokerCall& call) {
    Argument given = call.has("opponents") ? call.argument("opponents") : Argument::of(std::int64_t{0});
    if (given.is_text() && given.text.size() == 1 && given.text[0] >= '0' && given.text[0] <= '9')
        given = Argument::whole(given.text);
    if (given.is_text() || given.kind == Argument::Kind::List || given.kind == Argument::Kind::Object)
        return split_rivals(given);
    const auto count = whole_number("opponents", given, 0, std::int64_t{MOST_HANDS} - 1);
    if (!count) return count.problem();
    return std::vector<Argument>(static_cast<std::size_t>(*count), Argument::of("random"));
}

// The equity if no more cards were dealt.
Outcome write_ahead(PokerCall& call, const Game& game, Cards hand, const Table& table,
                    const std::vector<Argument>& opponents, const EquityOptions& options) {
    Game finished = game;
    finished.board = size(table.board);
    std::vector<Argument> players{Argument::of(std::string_view(poker::text_of(hand)))};
    players.insert(players.end(), opponents.begin(), opponents.end());
    players = split_players(players);
    if (auto problem = wrong_players(players.size())) return problem;
    if (auto problem = too_many_samples(finished, players.size(), options, call.tables.counting)) return problem;
    auto read = read_players(call, finished, {players.begin() + 1, players.end()});
    if (!read) return std::move(read.problem());
    read->insert(read->begin(), Player{PlayerHands(hand), Holding::of_hand(hand)});
    return write_deal(call, finished, table, *read, {}, options);
}

Outcome odds_query(PokerCall& call) {
    const auto game = any_game_of(call);
    if (!game) return game.problem();
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto opponents = opponents_of(call);
    if (!opponents) return opponents.problem();
    auto options = read_exactness_of_odds(call.argument("exact"), call.argument("samples"), !opponents->empty());
    if (!options) return options.problem();
    const auto limit = read_limit(call.arguments, call.tables.counting.limit);
    if (!limit) return limit.problem();
    options->seed = *seed;
    options->limit = *limit;
    const auto hands = read_hands(game->name, game->jokers,
                                  std::array{call.argument("hand"), call.argument("board"), call.argument("dead")});
    if (!hands) return hands.problem();
    const Cards* const hand = &hands->front();
    const Table known{(*hands)[1], (*hands)[2]};
    const Table* const table = &known;
    const auto found = odds(*game, *hand, table->board, table->dead, !opponents->empty(), call.options.stop);
    if (!found) return found.problem();
    JsonWriter& json = call.json;
    write_cards(json.begin_object().key("game").value(game->name).key("cards"), *hand);
    write_cards(json.key("board"), table->board);
    json.key("category").value(name_of(found->now));
    write_chances(json.key("next"), *game, found->next);
    write_chances(json.key("final"), *game, found->final);
    json.key("ahead");
    if (opponents->empty())
        json.null();
    else if (auto problem = write_ahead(call, *game, *hand, *table, *opponents, *options))
        return problem;
    json.end_object();
    return std::nullopt;
}

Outcome outs_query(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    const auto hand = read_mask(call.argument("hand"));
    if (!hand) return hand.problem();
    const auto table = table_of(call);
    if (!table) return table.problem();
    std::vector<Rival> rivals;
    if (call.has("against")) {
        const auto given = split_rivals(call.argument("against"));
        if (!given) return given.problem();
        auto players = read_players(call, *game, *given);
        if (!players) return players.problem();
        for (Player& player : *players) {
            auto rival = rival_of(std::move(player), order_for(call, *game), call.options.stop);
            if (!rival) return std::move(rival.problem());
            rivals.push_back(*std::move(rival));
        }
    }
    const auto found = outs(*game, *hand, table->board, table->dead, std::move(rivals), call.options.stop);
    if (!found) return found.problem();
    write_cards(call.json.begin_object().key("cards"), *found);
    call.json.end_object();
    call.is_found = *found != 0;
    return std::nullopt;
}

std::vector<PokerRow> all_queries() {
    std::vector<PokerRow> all = hand_queries();
    const PokerRow deals[] = {
        {"equity", equity, {"players", "board", "dead", "game", "exact", "samples", "seed", "limit"}},
        {"parse-history", parse_history, {"text"}},
        {"hand", hand_query, {"cards", "game", "board", "explain"}},
        {"games", list_games, {"game"}},
        {"by-next-card", by_next_card, {"players", "board", "dead", "game", "seed"}},
        {"range-equities", range_equities, {"hero", "villain", "board", "dead", "game", "limit"}},
        {"breakdown", breakdown_query, {"hands", "board", "dead"}},
        {"odds", odds_query, {"hand", "board", "opponents", "dead", "game", "exact", "samples", "seed", "limit"}},
        {"outs", outs_query, {"hand", "board", "against", "dead", "game"}},
    };
    all.insert(all.end(), std::begin(deals), std::end(deals));
    all.insert(all.end(), worth_queries().begin(), worth_queries().end());
    return all;
}

const std::vector<PokerRow>& poker_queries() {
    static const auto& all = *new std::vector<PokerRow>(all_queries());
    return all;
}

}  // namespace

Expected<QueryResult> answer_poker(PokerTables& tables, std::string_view name, const Argument& arguments,
                                   const QueryOptions& options) {
    return answer_by(poker_queries(), tables, name, arguments, options);
}

std::vector<QueryNames> poker_query_names() { return names_of(poker_queries()); }

}  // namespace facevalue::query
