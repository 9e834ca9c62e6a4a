// The queries about deals: equity, odds and what a range has on a board.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "poker/cards/given_cards.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/odds.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/pot/count.hpp"
#include "poker/pot/plan.hpp"
#include "poker/pot/shares.hpp"
#include "query/poker/poker_queries.hpp"
#include "query/query.hpp"
#include "text/cost.hpp"
#include "text/joined.hpp"

namespace facevalue::query {

using namespace poker;
using numbers::BigFraction;
using numbers::BigInt;

namespace {

// A deal, and how the players are named in results.
struct Seated {
    PotDeal deal;
    std::vector<std::string> names;
};

// `players` are as they were given, for messages.
Expected<Seated> seat_players(const PokerCall& call, const Game& game, Cards board, Cards dead,
                              const std::vector<Argument>& players, const std::vector<PlayerHands>& hands,
                              bool may_share = false) {
    const OmahaOrder* const order = order_for(call, game);
    std::vector<SeatedPlayer> seated;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < hands.size(); ++i) {
        names.push_back(poker::text_of(hands[i]));
        auto holding = holding_of(hands[i], order, call.options.stop);
        if (!holding) return std::move(holding.problem());
        const std::string& shown = players[i].is_text() ? players[i].text : names.back();
        seated.push_back({[shown] { return shown; }, *std::move(holding)});
    }
    auto deal = seat(game, game.low, board, dead, std::move(seated), may_share);
    if (!deal) return std::move(deal.problem());
    return Seated{*std::move(deal), std::move(names)};
}

Expected<std::vector<PlayerHands>> read_players(const PokerCall& call, const Game& game,
                                                const std::vector<Argument>& players) {
    const OmahaOrder* const order = order_for(call, game);
    std::vector<PlayerHands> hands;
    for (const Argument& player : players) {
        auto found = read_player(player, game, order, call.options.stop);
        if (!found) return std::move(found.problem());
        hands.push_back(*std::move(found));
    }
    return hands;
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

// The result of counting all deals, or of sampling with a seed.
void write_equity(JsonWriter& json, const Game& game, const std::vector<std::string>& names, const PotSums& sums,
                  std::optional<std::uint64_t> seed) {
    const bool is_exact = !seed;
    json.begin_object().key("game").value(game.name).key("method").value(is_exact ? "exact" : "sampled");
    json.key("exact").value(is_exact).key("deals").whole(sums.deals.decimal()).key("seed");
    seed ? json.whole(std::to_string(*seed)) : json.null();
    json.key("players").begin_list();
    const auto shares = shares_of(sums, !is_exact);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const PotShare& share = shares[i];
        json.begin_object().key("hand").value(names[i]);
        for (const auto& [name, count] : {std::pair("win", &share.win), {"tie", &share.tie}, {"lose", &share.lose}})
            json.key(name).whole(count->decimal());
        write_whole(json.key("low_win"), share.low_win);
        write_whole(json.key("low_tie"), share.low_tie);
        write_share(json.key("equity"), share.equity);
        write_error(json, share.variance);
        json.end_object();
    }
    json.end_list().end_object();
}

MatchupLookup matchups_for(const PokerCall& call, const PotDeal& deal) {
    const Counting& counting = call.tables.counting;
    return deal.has_matchups() && counting.matchups ? counting.matchups(deal) : MatchupLookup();
}

// Counts all deals if that is quick, and otherwise samples so many.
Outcome write_deal(PokerCall& call, const Game& game, const Seated& seated, std::optional<std::uint64_t> samples,
                   std::uint64_t seed) {
    const PotDeal& deal = seated.deal;
    const bool is_sampled = samples || !call.tables.counting.can_count(deal);
    const Stop& stop = call.options.stop;
    const auto sums = is_sampled ? sample_pots(deal, samples.value_or(USUAL_SAMPLES), seed, 1, stop)
                                 : Expected(count_pots(deal, matchups_for(call, deal), 1, stop));
    if (!sums) return sums.problem();
    if (sums->deals.is_zero()) return no_deal(deal, is_sampled, seated.names);
    write_equity(call.json, game, seated.names, *sums, is_sampled ? std::optional(seed) : std::nullopt);
    return std::nullopt;
}

// A board and dead cards.
struct Table {
    Cards board, dead;
};
Expected<Table> table_of(const PokerCall& call) {
    const auto board = read_mask(call.argument("board"));
    if (!board) return board.problem();
    const auto dead = read_mask(call.argument("dead"));
    if (!dead) return dead.problem();
    return Table{*board, *dead};
}

// The players of a call one by one.
Expected<std::vector<Argument>> players_of(const PokerCall& call) {
    auto players = split_players(call.argument("players").items);
    if (auto problem = wrong_players(players.size())) return *std::move(problem);
    return players;
}

Outcome equity(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    const auto players = players_of(call);
    if (!players) return players.problem();
    std::optional<std::uint64_t> samples;
    if (call.has("samples")) {
        const auto count = whole_number("samples", call.argument("samples"), 1, MOST_SAMPLES);
        if (!count) return count.problem();
        samples = static_cast<std::uint64_t>(*count);
    }
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    if (samples) {
        const auto limit = read_limit(call.arguments, call.tables.counting.limit);
        if (!limit) return limit.problem();
        const auto [work, seconds] = cost_of_samples(*game, players->size(), *samples);
        if (seconds > *limit) return cost_problem(work, seconds, 0, *limit);
    }
    const auto hands = read_players(call, *game, *players);
    if (!hands) return hands.problem();
    const auto table = table_of(call);
    if (!table) return table.problem();
    const auto seated = seat_players(call, *game, table->board, table->dead, *players, *hands);
    if (!seated) return seated.problem();
    return write_deal(call, *game, *seated, samples, *seed);
}

// The class of two cards of hold'em, and how often they win against a random hand.
Outcome write_starting_hand(PokerCall& call, const Game& game, Cards hand) {
    const auto& best = best_starting_hands();
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
    const std::vector<Argument> players{Argument::of(std::string_view(cards)), Argument::of("random")};
    const auto hands = read_players(call, game, players);
    if (!hands) return hands.problem();
    const auto seated = seat_players(call, game, 0, 0, players, *hands);
    if (!seated) return seated.problem();
    const PotDeal& deal = seated->deal;
    const PotSums sums = count_pots(deal, matchups_for(call, deal), 1, call.options.stop);
    if (sums.deals.is_zero()) return no_deal(deal, false, seated->names);  // only after a stop
    const PotShare share = shares_of(sums, false)[0];
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
    const auto table = table_of(call);
    if (!table) return table.problem();
    if (auto problem = no_next_card(*game, size(table->board))) return problem;
    const auto players = players_of(call);
    if (!players) return players.problem();
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto hands = read_players(call, *game, *players);
    if (!hands) return hands.problem();
    const auto [board, dead] = *table;
    const auto seated = seat_players(call, *game, board, dead, *players, *hands);
    if (!seated) return seated.problem();
    JsonWriter& json = call.json;
    json.begin_object().key("by_card").begin_object();
    if (const auto pots = count_next_cards(seated->deal, call.options.stop)) {
        for (const auto& [card, sums] : *pots)
            write_equity(json.key(poker::text_of(card)), *game, seated->names, sums, std::nullopt);
        json.end_object().end_object();
        return std::nullopt;
    }
    if (const auto sums = sample_pots(seated->deal, 1, 0, 1, call.options.stop); !sums)
        return sums.problem();
    else if (sums->deals.is_zero())
        return no_deal(seated->deal, true, seated->names);
    const Cards left = FULL_DECK & ~(board | dead | game->missing());
    for (int id = DECK; id-- > 0;) {
        const Cards card = card_of(id);
        if ((left & card) == 0) continue;
        const auto next = seat_players(call, *game, board | card, dead, *players, *hands);
        if (!next && next.problem().error == ErrorClass::Card) continue;  // no deal is possible with this card
        if (!next) return next.problem();
        PokerCall one{call.tables, call.arguments, call.options};
        const auto problem = write_deal(one, *game, *next, std::nullopt, *seed);
        if (problem && problem->error == ErrorClass::Card) continue;
        if (problem) return problem;
        json.key(card_text(id)).literal(one.json.text());
    }
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

// Why the equity of each hand of a range takes too long.
Outcome refuse_long(const PokerCall& call, const PotDeal& deal) {
    const Counting& counting = call.tables.counting;
    if (deal.has_matchups()) return counting.matchups ? std::nullopt : too_many_matchups(deal);
    const auto limit = read_limit(call.arguments, counting.limit);
    if (!limit) return limit.problem();
    const auto [work, seconds] = cost_of_hand_equities(deal);
    return seconds > *limit ? std::optional(cost_problem(work, seconds, 0, *limit)) : std::nullopt;
}

Outcome range_equities(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    if (auto problem = no_range_equities(*game, game->low)) return problem;
    const std::vector<Argument> players{call.argument("hero"), call.argument("villain")};
    const auto hands = read_players(call, *game, players);
    if (!hands) return hands.problem();
    const auto table = table_of(call);
    if (!table) return table.problem();
    const auto seated = seat_players(call, *game, table->board, table->dead, players, *hands, true);
    if (!seated) return seated.problem();
    const PotDeal& deal = seated->deal;
    if (auto problem = refuse_long(call, deal)) return problem;
    const auto outcomes = count_heads_up(deal, matchups_for(call, deal), 1, call.options.stop);
    std::array<std::optional<BigFraction>, HOLDEM_HANDS> shares;
    JsonWriter& json = call.json;
    json.begin_object().key("equities").begin_object();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [wins, ties, total] = outcomes[i];
        if (total.is_zero()) continue;
        const Cards hand = deal.players[0].hands[i];
        auto& share = shares[place_of(hand)] = numbers::reduced({wins * 2 + ties, total * 2});
        write_share(json.key(poker::text_of(hand)), *share);
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
    const auto range = read_player(call.argument("hands"), *game, nullptr, call.options.stop);
    if (!range) return range.problem();
    const auto dead = read_mask(call.argument("dead"));
    if (!dead) return dead.problem();
    const auto holding = holding_of(*range, nullptr, call.options.stop);
    if (!holding) return holding.problem();
    const auto found = breakdown(*holding, *board, *dead);
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
void write_chances(JsonWriter& json, const Ranking& ranking, const std::optional<CategoryCounts>& counts) {
    json.begin_object();
    std::uint64_t total = 0;
    if (counts)
        for (const std::uint64_t count : *counts) total += count;
    for (const Category category : categories_in_order(ranking)) {
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
                    const std::vector<Argument>& opponents, std::uint64_t seed) {
    Game finished = game;
    finished.board = size(table.board);
    std::vector<Argument> players{Argument::of(std::string_view(poker::text_of(hand)))};
    players.insert(players.end(), opponents.begin(), opponents.end());
    players = split_players(players);
    if (auto problem = wrong_players(players.size())) return problem;
    auto hands = read_players(call, finished, {players.begin() + 1, players.end()});
    if (!hands) return std::move(hands.problem());
    hands->insert(hands->begin(), PlayerHands(hand));
    const auto seated = seat_players(call, finished, table.board, table.dead, players, *hands);
    if (!seated) return seated.problem();
    return write_deal(call, finished, *seated, std::nullopt, seed);
}

Outcome odds_query(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto opponents = opponents_of(call);
    if (!opponents) return opponents.problem();
    const auto hand = read_mask(call.argument("hand"));
    if (!hand) return hand.problem();
    const auto table = table_of(call);
    if (!table) return table.problem();
    const auto found = odds(*game, *hand, table->board, table->dead, !opponents->empty(), call.options.stop);
    if (!found) return found.problem();
    JsonWriter& json = call.json;
    write_cards(json.begin_object().key("game").value(game->name).key("cards"), *hand);
    write_cards(json.key("board"), table->board);
    json.key("category").value(name_of(found->now));
    write_chances(json.key("next"), *game->ranking, found->next);
    write_chances(json.key("final"), *game->ranking, found->final);
    json.key("ahead");
    if (opponents->empty())
        json.null();
    else if (auto problem = write_ahead(call, *game, *hand, *table, *opponents, *seed))
        return problem;
    json.end_object();
    return std::nullopt;
}

// All hands that a rival may have.
Expected<std::vector<Cards>> hands_of(const PokerCall& call, const Game& game, const PlayerHands& given,
                                      std::string_view shown) {
    const OmahaOrder* const order = order_for(call, game);
    const auto* const omaha = std::get_if<poker::OmahaRange>(&given);
    if (omaha == nullptr || !omaha->is_everything()) {
        auto holding = holding_of(given, order, call.options.stop);
        if (!holding) return std::move(holding.problem());
        return std::move(holding->hands);
    }
    const auto count = static_cast<std::uint64_t>(choose(DECK, omaha->size));
    if (count > MAX_HANDS) return too_many_rival_hands(count, shown);
    auto listed = omaha->hands(order, call.options.stop);
    if (!listed) return std::move(listed.problem());
    return std::move(listed->hands);
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
        const auto hands = read_players(call, *game, *given);
        if (!hands) return hands.problem();
        for (std::size_t i = 0; i < hands->size(); ++i) {
            const std::string& text = (*given)[i].text;
            const std::string shown =
                quoted(std::string_view((*given)[i].is_text() ? text : poker::text_of((*hands)[i])));
            auto rival = hands_of(call, *game, (*hands)[i], shown);
            if (!rival) return std::move(rival.problem());
            rivals.push_back({shown, *std::move(rival)});
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
        {"equity", equity, {"players", "board", "dead", "game", "samples", "seed", "limit"}},
        {"hand", hand_query, {"cards", "game", "board", "explain"}},
        {"games", list_games, {"game"}},
        {"by-next-card", by_next_card, {"players", "board", "dead", "game", "seed"}},
        {"range-equities", range_equities, {"hero", "villain", "board", "dead", "game", "limit"}},
        {"breakdown", breakdown_query, {"hands", "board", "dead"}},
        {"odds", odds_query, {"hand", "board", "opponents", "dead", "game", "seed"}},
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
