// Poker for JavaScript: poker.wasm. See calls.hpp for the form of a call; js/src/poker.js makes them.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "poker/cards/read_cards.hpp"
#include "poker/equity/equity.hpp"
#include "poker/equity/matchup.hpp"
#include "poker/evaluate/cactus.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker/holdem/holdem_notation.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/omaha/omaha_range.hpp"
#include "poker_words.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using namespace facevalue::wasm;

namespace {

constexpr std::string_view NO_JOKERS = "which is not available in JavaScript";

// Adds what a range is made of: a line with a hand, or an empty line and a string with its size.
wasm::Status add_items(Request& request, ItemNotation& items) {
    while (!request.is_empty()) {
        const std::string_view line = request.line();
        if (!line.empty()) {
            const auto hand = cards_in(line);
            if (!hand || size(*hand) != items.size()) return Bad;
            items.add_hand(*hand);
            items.weigh(WHOLE);
            continue;
        }
        const auto text = request.block();
        if (!text) return Bad;
        Pulse pulse;
        const auto found = read_items(*text, items, pulse);
        if (!found) return refuse(found.problem());
    }
    return Ready;
}

// The string of a range; then a line for each different weight: numerator, denominator, and how many hands have it.
wasm::Status reply_range(const std::string& text, const std::vector<Weight>& weights,
                         const std::vector<std::uint32_t>& counts) {
    reply(text);
    for (std::size_t i = 0; i < weights.size(); ++i) reply(weights[i].numerator, weights[i].denominator, counts[i]);
    return Ready;
}

wasm::Status reply_range(const HandWeights& range) {
    return reply_range(range_text(range), range.weights(), range.counts());
}

// Of Omaha hands, once JavaScript has loaded it. Never freed.
const OmahaOrder* omaha_order_in_use = nullptr;

// How many cards a hand has, then the items of an Omaha range; nothing with the status that is not Ready.
std::optional<OmahaRange> omaha_range_in(Request& request, wasm::Status& status) {
    const auto cards = as_int<int>(request.line());
    status = Bad;
    if (!cards || *cards < LEAST_HOLE || *cards > MOST_HOLE) return std::nullopt;
    OmahaItems items(*cards, omaha_order_in_use);
    status = add_items(request, items);
    if (status != Ready || items.items().empty()) return std::nullopt;
    return OmahaRange{*cards, std::move(items.items()), std::move(items.weights())};
}

template <class Item>
void append_bytes(const Item& item) {
    wasm::result_text().append(reinterpret_cast<const char*>(&item), sizeof item);
}

}  // namespace

extern "C" {

// A string. The ids of its cards, which are all different.
[[clang::export_name("read_cards")]] wasm::Status cards_of_text(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto ids = read_cards(request.rest(), NO_JOKERS);
        if (!ids) return refuse(ids.problem());
        if (const auto repeated = repeated_card(*ids)) return refuse(*repeated);
        for (const int id : *ids) reply(id);
        return Ready;
    });
}

// A string. The id of its card.
[[clang::export_name("read_card")]] wasm::Status card_of_text(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto id = read_card(request.rest(), NO_JOKERS);
        if (!id) return refuse(id.problem());
        reply(*id);
        return Ready;
    });
}

// A string: "1" if it is one card.
[[clang::export_name("is_card")]] wasm::Status is_card_text(std::size_t size) {
    return answered(size, [](Request& request) {
        reply(read_card(request.rest()) ? 1 : 0);
        return Ready;
    });
}

// How many cards a hand has, then a string: "1" if it is one hand.
[[clang::export_name("is_one_hand")]] wasm::Status is_hand_text(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto cards = as_int<std::size_t>(request.line());
        if (!cards) return Bad;
        reply(is_one_hand(request.rest(), *cards) ? 1 : 0);
        return Ready;
    });
}

// The value of 5 to 7 cards, or 0. The halves of a set of cards.
[[clang::export_name("value")]] std::uint32_t value(std::uint32_t low, std::uint32_t high) {
    return hand_value(cards_of(low, high));
}

// The request is `count` rows of 5, 6 or 7 ids; the result their values, two bytes each. The first row that is not a
// hand, or -1; -2 for another request.
[[clang::export_name("values")]] std::int32_t values(std::size_t count, std::size_t cards) {
    wasm::result_text().clear();
    const std::string& rows = wasm::request_text();
    if (cards < LEAST_CARDS || cards > MOST_CARDS || count > rows.size() / cards) return -2;
    std::vector<std::uint16_t> made(count);
    const auto bad = evaluate_ids(reinterpret_cast<const std::uint8_t*>(rows.data()), count, cards, made.data(), 1, {});
    wasm::result_text().assign(reinterpret_cast<const char*>(made.data()), 2 * count);
    return static_cast<std::int32_t>(bad);
}

// The items of a range of hold'em.
[[clang::export_name("read_range")]] wasm::Status range_of_items(std::size_t size) {
    return answered(size, [](Request& request) {
        HoldemItems items;
        const wasm::Status status = add_items(request, items);
        return status == Ready ? reply_range(items.range()) : status;
    });
}

// Dead cards, then the string of a range.
[[clang::export_name("range_without")]] wasm::Status range_without(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto dead = cards_in(request.line());
        const auto range = read_range(request.rest(), {});
        return dead && range ? reply_range(range->without(*dead)) : Bad;
    });
}

// The string of a range. Its hands in eight bytes each, in order; then the places of their weights in four.
[[clang::export_name("range_hands")]] wasm::Status hands_of_range(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto range = read_range(request.rest(), {});
        if (!range) return Bad;
        range->hands().each([](std::size_t hand) { append_bytes(hands_by_place()[hand]); });
        range->hands().each([&](std::size_t hand) { append_bytes(std::uint32_t{range->places()[hand]} - 1); });
        return Ready;
    });
}

// The string of a range. A line for each starting hand, the best first: how many of its hands have each weight.
[[clang::export_name("range_starting_hands")]] wasm::Status starting_hands_of_range(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto range = read_range(request.rest(), {});
        if (!range) return Bad;
        for (const std::size_t place : best_starting_hands()) {
            for (const std::uint32_t count : range->counts_in(place))
                wasm::result_text() += std::to_string(count) + ' ';
            wasm::result_text() += '\n';
        }
        return Ready;
    });
}

// How good each starting hand of Omaha is, two bytes each, ascending by canonical mask; 0 is the best.
[[clang::export_name("use_omaha_order")]] void use_omaha_order(std::size_t size) {
    const std::string& bytes = wasm::request_text();
    std::vector<std::uint64_t> points;
    for (std::size_t at = 0; at + 1 < size; at += 2) {
        const unsigned low = static_cast<unsigned char>(bytes[at]), high = static_cast<unsigned char>(bytes[at + 1]);
        points.push_back(OMAHA_STARTING_HANDS - (high << 8 | low));
    }
    if (points.size() == OMAHA_STARTING_HANDS) omaha_order_in_use = new OmahaOrder(omaha_order(points, {}));
}

// How many cards a hand has, then the items of an Omaha range. "1" if it is all hands; then its string and its weights.
[[clang::export_name("read_omaha_range")]] wasm::Status omaha_range_of_items(std::size_t size) {
    return answered(size, [](Request& request) {
        wasm::Status status = Ready;
        const auto range = omaha_range_in(request, status);
        if (!range) return status;
        if (range->is_everything()) {
            reply(1);
            return reply_range(range->text(), {range->weights.back()},
                               {static_cast<std::uint32_t>(choose(DECK, range->size))});
        }
        const auto found = range->hands(omaha_order_in_use, {});
        if (!found) return refuse(found.problem());
        std::vector<std::uint32_t> counts(range->items.size());
        for (const std::uint32_t item : found->items) ++counts[item];
        reply(0);
        return reply_range(range->text(), range->weights, counts);
    });
}

// The same request. Its hands in eight bytes each, ascending; then the places of their items in four.
[[clang::export_name("omaha_hands")]] wasm::Status hands_of_omaha_range(std::size_t size) {
    return answered(size, [](Request& request) {
        wasm::Status status = Ready;
        const auto range = omaha_range_in(request, status);
        if (!range) return status;
        const auto found = range->hands(omaha_order_in_use, {});
        if (!found) return refuse(found.problem());
        for (const Cards hand : found->hands) append_bytes(hand);
        for (const std::uint32_t item : found->items) append_bytes(item);
        return Ready;
    });
}

// A line for each starting hand, the best first: its name and its hands.
[[clang::export_name("starting_hands")]] wasm::Status all_starting_hands(std::size_t size) {
    return answered(size, [](Request&) {
        for (const std::size_t place : best_starting_hands()) {
            HandSet hands;
            hands.insert_starting_hand(place);
            wasm::result_text() += starting_hand_name(place);
            hands.each([](std::size_t hand) { wasm::result_text() += ' ' + std::to_string(hands_by_place()[hand]); });
            wasm::result_text() += '\n';
        }
        return Ready;
    });
}

// The ranking of this number in `rankings`; hole, board, and how many of the hole must play. 1, and the score and the
// cards that play as numbers; 0 without a hand.
[[clang::export_name("best")]] std::uint32_t best_of(std::uint32_t ranking, std::uint32_t hole_low,
                                                     std::uint32_t hole_high, std::uint32_t board_low,
                                                     std::uint32_t board_high, std::int32_t from_hole) {
    if (ranking >= rankings().size()) return 0;
    const auto played =
        best(rankings()[ranking], cards_of(hole_low, hole_high), cards_of(board_low, board_high), from_hole);
    if (!played) return 0;
    wasm::numbers() = {played->score, static_cast<std::uint32_t>(played->cards),
                       static_cast<std::uint32_t>(played->cards >> 32)};
    return 1;
}

// 1 if a hand and a board can be evaluated in a game: the number of its ranking, its cards as in GameCards; the hand
// and the board.
[[clang::export_name("is_hand")]] std::uint32_t is_hand_of(std::uint32_t ranking, int hole, int board, int from_hole,
                                                           int deck, std::uint32_t hand_low, std::uint32_t hand_high,
                                                           std::uint32_t board_low, std::uint32_t board_high) {
    if (ranking >= rankings().size()) return 0;
    const GameCards game{{}, &rankings()[ranking], hole, board, from_hole, deck};
    return wrong_hand(game, cards_of(hand_low, hand_high), cards_of(board_low, board_high)) ? 0 : 1;
}

// A game, and the ranking for low, or "-". Refused if a game cannot have these cards.
[[clang::export_name("check_game")]] wasm::Status check_game(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto problem = game ? wrong_game(*game, ranking_of(request.line())) : std::nullopt;
        if (problem) return refuse(*problem);
        return game ? Ready : Bad;
    });
}

// A game; a hand and a board. Refused if they cannot be evaluated.
[[clang::export_name("check_hand")]] wasm::Status check_hand(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto hand = cards_in(request.line()), board = cards_in(request.line());
        if (!game || !hand || !board) return Bad;
        const auto problem = wrong_hand(*game, *hand, *board);
        return problem ? refuse(*problem) : Ready;
    });
}

// A game; the fewest and the most cards, and how many there are. The message of the error.
[[clang::export_name("wrong_count")]] wasm::Status wrong_count_of(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto fewest = as_int<int>(request.line()), most = as_int<int>(request.line());
        const auto count = as_int<int>(request.line());
        if (!game || !fewest || !most || !count) return Bad;
        reply(wrong_count(*game, *fewest, *most, *count).sentence);
        return Ready;
    });
}

// Where cards are and the cards, again and again. Refused if a card is in two places.
[[clang::export_name("refuse_clashes")]] wasm::Status clashes_refused(std::size_t size) {
    return answered(size, [](Request& request) {
        std::vector<Place> places;
        while (!request.is_empty()) {
            const std::string_view where = request.line();
            places.push_back({where, cards_in(request.line()).value_or(0)});
        }
        const auto problem = clash(places);
        return problem ? refuse(*problem) : Ready;
    });
}

// Two hands, and no board or one of three to five cards, all different: the boards, wins and ties of the first as
// numbers.
[[clang::export_name("two_hands")]] void two_hands(std::uint32_t hero_low, std::uint32_t hero_high,
                                                   std::uint32_t villain_low, std::uint32_t villain_high,
                                                   std::uint32_t board_low, std::uint32_t board_high) {
    const Cards hero = cards_of(hero_low, hero_high), villain = cards_of(villain_low, villain_high);
    const Cards board = cards_of(board_low, board_high);
    if (board == 0) {
        const auto [wins, ties] = matchup(hero, villain);
        wasm::numbers() = {MATCHUP_BOARDS, wins, ties};
    } else {
        const poker::Outcome met = count_two_hands(hero, villain, board);
        wasm::numbers() = {static_cast<std::uint32_t>(met.total), static_cast<std::uint32_t>(met.wins),
                           static_cast<std::uint32_t>(met.ties)};
    }
}

// Five cards, a line each. The steps of Cactus Kev's evaluator, line by line.
[[clang::export_name("explain_cactus")]] wasm::Status explain(std::size_t size) {
    return answered(size, [](Request& request) {
        std::array<Cards, 5> cards{};
        for (Cards& card : cards) card = cards_in(request.line()).value_or(0);
        if (poker::size(union_of(cards)) != std::ssize(cards)) return Bad;
        for (const std::string& line : explain_cactus(cards)) reply(line);
        return Ready;
    });
}

}  // extern "C"
