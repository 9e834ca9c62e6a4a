// The queries about hands and ranges.
#include <algorithm>
#include <array>

#include "poker/cards/canonical.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/evaluate/cactus.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/hand_words.hpp"
#include "poker/holdem/holdem_notation.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/scoring/strength.hpp"
#include "poker/showdown/winners.hpp"
#include "query/poker/poker_queries.hpp"
#include "query/query.hpp"
#include "query/values.hpp"
#include "text/joined.hpp"

namespace facevalue::query {

using namespace poker;
using numbers::BigFraction;
using numbers::BigInt;

namespace {

Ids ids_of(Cards cards) {
    Ids ids;
    for (int id = DECK; id-- > 0;)
        if ((cards & card_of(id)) != 0) ids.push_back(static_cast<std::uint8_t>(id));
    return ids;
}

void write_ids(JsonWriter& json, const Ids& ids) {
    json.begin_list();
    for (const int id : ids) json.value(card_text(id));
    json.end_list();
}

// The category, the description and the cards that play.
Outcome write_played(JsonWriter& json, const Ranking& ranking, const Played& played) {
    const auto words = words_of(ranking, ids_of(played));
    if (!words) return words.problem();
    json.key("category").value(words->category).key("description").value(words->description);
    write_ids(json.key("best"), words->order);
    return std::nullopt;
}

// A hand and a board that a game can compare.
struct Held {
    Cards hole, board;
    Played played;
};
Expected<Held> evaluated(const PokerCall& call, const Game& game, Cards hole, Cards board) {
    if (auto problem = wrong_hand(game, hole, board, true)) return *std::move(problem);
    const auto played = strongest(game, *game.ranking, hole, board, call.options.stop);
    if (!played) return card_problem("no hand qualifies");  // only after a stop: `Game` has no such ranking
    return Held{hole, board, *played};
}

// The steps of Cactus Kev's evaluator with the cards that play.
Outcome write_explanation(JsonWriter& json, const Game& game, const Played& played) {
    if (game.ranking->name != "high") return no_explanation(game.name);
    if (played.twice != 0) return no_value_of_five();
    const Ids order = arranged(*game.ranking, ids_of(played));
    std::array<Cards, 5> cards{};
    std::ranges::transform(order, cards.begin(), card_of);
    json.key("explanation").begin_list();
    for (const std::string& line : explain_cactus(cards)) json.value(line);
    json.end_list();
    return std::nullopt;
}

}  // namespace

Outcome write_strength(PokerCall& call, bool has_score) {
    const auto game = any_game_of(call);
    if (!game) return game.problem();
    const auto is_explained = call.flag("explain");
    if (!is_explained) return is_explained.problem();
    const auto hands = read_hands(game->name, game->jokers, std::array{call.argument("cards"), call.argument("board")});
    if (!hands) return hands.problem();
    const auto held = evaluated(call, *game, (*hands)[0], (*hands)[1]);
    if (!held) return held.problem();
    JsonWriter& json = call.json;
    json.begin_object().key("game").value(game->name);
    write_cards(json.key("cards"), held->hole);
    write_cards(json.key("board"), held->board);
    json.key("cactus_kev");
    const bool has_kev = game->ranking->name == "high" && held->played.score < FIRST_VALUES.back();
    has_kev ? json.value(FIRST_VALUES.back() - held->played.score) : json.null();
    if (auto problem = write_played(json, *game->ranking, held->played)) return problem;
    if (has_score) json.key("score").value(held->played.score);
    if (game->low != nullptr) {
        const auto low = strongest(*game, *game->low, held->hole, held->board, call.options.stop);
        json.key("low_hand");
        if (low) {
            json.begin_object();
            if (auto problem = write_played(json, *game->low, *low)) return problem;
            json.end_object();
        } else {
            json.null();
        }
    }
    if (*is_explained)
        if (auto problem = write_explanation(json, *game, held->played)) return problem;
    json.end_object();
    return std::nullopt;
}

namespace {

Outcome evaluate(PokerCall& call) { return write_strength(call, true); }

// From one deck, or from several.
Expected<Winners> find_winners(const PokerCall& call, const Game& game, const std::vector<Argument>& given, int decks) {
    const Argument& board = call.argument("board");
    if (decks == 1) {
        std::vector<Argument> dealt{board};
        dealt.insert(dealt.end(), given.begin(), given.end());
        auto hands = read_hands(game.name, game.jokers, dealt);
        if (!hands) return std::move(hands.problem());
        return winners_of(game, {hands->begin() + 1, hands->end()}, hands->front(), call.options.stop);
    }
    const bool may_have_jokers = game.jokers != 0;
    const auto shared = read_repeated_cards(board, may_have_jokers);
    if (!shared) return shared.problem();
    Ids all = *shared;
    std::vector<Ids> hands;
    for (const Argument& hand : given) {
        auto cards = read_repeated_cards(hand, may_have_jokers);
        if (!cards) return std::move(cards.problem());
        all.insert(all.end(), cards->begin(), cards->end());
        hands.push_back(*std::move(cards));
    }
    if (auto problem = wrong_decks(game, all, decks)) return *std::move(problem);
    return winners_of(game, hands, *shared, decks, call.options.stop);
}

Outcome winners(PokerCall& call) {
    const Argument& given = call.argument("hands");
    if (given.items.empty()) return no_hands();
    const auto game = any_game_of(call);
    if (!game) return game.problem();
    const auto decks = call.has("decks") ? whole_number("decks", call.argument("decks"), 1, MOST_DECKS) : 1;
    if (!decks) return decks.problem();
    const auto found = find_winners(call, *game, given.items, static_cast<int>(*decks));
    if (!found) return found.problem();
    call.json.begin_object().key("winners").begin_list();
    for (const std::size_t player : *found) call.json.value(player);
    call.json.end_list().end_object();
    return std::nullopt;
}

Outcome parse_cards(PokerCall& call) {
    const auto found = read_given_cards(call.argument("cards"));
    if (!found) return found.problem();
    call.json.begin_object().key("ids").begin_list();
    for (const int id : found->ids) call.json.value(id);
    call.json.end_list().end_object();
    return std::nullopt;
}

Outcome canonical_query(PokerCall& call) {
    constexpr std::size_t FLOP = 3;
    const auto shared = read_given_cards(call.argument("board"));
    if (!shared) return shared.problem();
    const Ids& ids = shared->ids;
    if (ids.size() > std::size_t{BOARD})
        return card_problem(joined({"a board has up to ", BOARD, " cards, not ", ids.size()}));
    const auto hand = read_mask(call.argument("hand"));
    if (!hand) return hand.problem();
    if (auto problem = clash(std::array{Place{"in the hand", *hand}, Place{"on the board", shared->mask()}}))
        return problem;
    std::array<Cards, 4> streets{*hand};
    for (std::size_t i = 0; i < ids.size(); ++i) streets[i < FLOP ? 1 : i - 1] |= card_of(ids[i]);
    const auto [own, flop, turn, river] = canonical(streets);
    JsonWriter& json = call.json;
    write_cards(json.begin_object().key("cards"), own);
    json.key("board").begin_list();
    for (const Cards street : {flop, turn, river})
        for (const int id : ids_of(street)) json.value(card_text(id));
    json.end_list().end_object();
    return std::nullopt;
}

BigFraction exact(const Weight& weight) {
    return numbers::reduced({poker::big(weight.numerator), poker::big(weight.denominator)});
}

// The sum of so many hands of each weight.
BigFraction sum_of(const std::vector<Weight>& weights, const std::vector<std::uint32_t>& counts) {
    BigFraction sum{0, 1};
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const BigFraction part = exact(weights[i]);
        const BigFraction times = numbers::reduced({part.numerator() * counts[i], part.denominator()});
        sum = *numbers::lowest_result(numbers::Op::Add, sum, times);
    }
    return sum;
}

BigFraction divided(const BigFraction& sum, std::uint64_t count) {
    return numbers::reduced({sum.numerator(), sum.denominator() * poker::big(count)});
}

// What both kinds of ranges have.
void write_totals(JsonWriter& json, std::size_t count, const BigFraction& total, std::uint64_t all) {
    write(json.key("combo_count").value(count).key("total_weight"), total);
    write_share(json.key("share"), divided(total, all));
}

void write_combos(JsonWriter& json, const HandWeights& range) {
    json.begin_list();
    range.hands().each([&](std::size_t hand) {
        write_cards(json.begin_object().key("cards"), hands_by_place()[hand]);
        write(json.key("weight"), exact(range.of(hand)));
        json.end_object();
    });
    json.end_list();
}

// How much of each starting hand is in the range, in the order of the grid: decimals of those that are in it, or of all
// exactly.
void write_starting_hands(JsonWriter& json, const HandWeights& range) {
    json.key(json.has_print() ? "grid" : "starting_hands").begin_object();
    for (std::size_t place = 0; place < STARTING_HANDS; ++place) {
        const BigFraction part = divided(sum_of(range.weights(), range.counts_in(place)), starting_hand_size(place));
        if (!json.has_print())
            write(json.key(starting_hand_name(place)), part);
        else if (!part.numerator().is_zero())
            json.key(starting_hand_name(place)).real(numbers::nearest(part));
    }
    json.end_object();
}

void write_range(JsonWriter& json, const HandWeights& range, std::uint64_t all, bool has_combos) {
    json.key("range").value(range_text(range));
    write_totals(json, range.size(), sum_of(range.weights(), range.counts()), all);
    if (!has_combos) return;
    write_combos(json.key("combos"), range);
    write_starting_hands(json, range);
}

// Of so many hands of the game.
Outcome write_range(PokerCall& call, const OmahaRange& range, const OmahaOrder* order, std::uint64_t all) {
    JsonWriter& json = call.json;
    json.key("range").value(range.text()).key("hand_size").value(range.size);
    if (range.is_everything()) {
        const BigFraction weight = exact(range.weights.back());
        const auto count = static_cast<std::uint64_t>(choose(DECK, range.size));
        const BigFraction total = numbers::reduced({weight.numerator() * poker::big(count), weight.denominator()});
        write_totals(json, count, total, all);
        return std::nullopt;
    }
    const auto found = range.hands(order, call.options.stop);
    if (!found) return found.problem();
    std::vector<std::uint32_t> counts(range.items.size());
    for (const std::uint32_t item : found->items) ++counts[item];
    write_totals(json, found->hands.size(), sum_of(range.weights, counts), all);
    return std::nullopt;
}

// The game of a range, also of Omaha with so many `cards`.
Expected<Game> ranged_game_of(const PokerCall& call) {
    if (!call.has("cards")) return game_of(call);
    const auto cards = whole_number("cards", call.argument("cards"), LEAST_HOLE, MOST_HOLE);
    if (!cards) return cards.problem();
    return call.tables.games.game(Argument::of(std::string_view(omaha_name(static_cast<int>(*cards)))));
}

// A range of the game without dead cards, with all of its hands and its starting hands unless `combos` is false.
Outcome range_query(PokerCall& call) {
    const auto game = ranged_game_of(call);
    if (!game) return game.problem();
    const auto has_combos = call.has("combos") ? call.flag("combos") : Expected(true);
    if (!has_combos) return has_combos.problem();
    const auto dead = read_mask(call.argument("dead"));
    if (!dead) return dead.problem();
    if (auto problem = no_ranges(*game, *dead != 0)) return problem;
    const Argument& given = call.argument("hands");
    const auto all = static_cast<std::uint64_t>(choose(game->deck, game->hole));
    JsonWriter& json = call.json;
    if (game->has_starting_hands()) {
        const auto range = read_holdem_range(given, game->deck, call.options.stop);
        if (!range) return range.problem();
        const Cards gone = *dead | game->missing();
        json.begin_object().key("game").value(game->name);
        write_range(json, gone == 0 ? *range : range->without(gone), all, *has_combos);
        json.end_object();
        return std::nullopt;
    }
    const OmahaOrder* const order = order_for(call, *game);
    const auto range = read_omaha_range(given, game->hole, order, call.options.stop);
    if (!range) return range.problem();
    json.begin_object().key("game").value(game->name);
    if (auto problem = write_range(call, *range, order, all)) return problem;
    json.end_object();
    return std::nullopt;
}

}  // namespace

const std::vector<PokerRow>& hand_queries() {
    static const auto& all = *new std::vector<PokerRow>{
        {"evaluate", evaluate, {"cards", "game", "board", "explain"}},
        {"winners", winners, {"hands", "board", "game", "decks"}},
        {"parse-cards", parse_cards, {"cards"}},
        {"canonical", canonical_query, {"hand", "board"}},
        {"range", range_query, {"hands", "game", "cards", "dead", "combos"}},
    };
    return all;
}

Expected<QueryResult> answer_hands(PokerTables& tables, std::string_view name, const Argument& arguments,
                                   const QueryOptions& options) {
    return answer_by(hand_queries(), tables, name, arguments, options);
}

}  // namespace facevalue::query
