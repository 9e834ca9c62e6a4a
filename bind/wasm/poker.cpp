// Poker for JavaScript: poker.wasm. See calls.hpp for the form of a call; js/src/poker.js makes them.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "poker/equity/equity.hpp"
#include "poker/equity/matchup.hpp"
#include "poker/equity/next_card.hpp"
#include "poker/evaluate/cactus.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker_words.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using namespace facevalue::wasm;

extern "C" {

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

// Two hands. Wins and ties of the first over all boards.
[[clang::export_name("matchup")]] wasm::Status matchup_of(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto hero = cards_in(request.line()), villain = cards_in(request.line());
        if (!hero || !villain || !is_hole(*hero) || !is_hole(*villain) || (*hero & *villain) != 0) return Bad;
        const auto [wins, ties] = matchup(*hero, *villain);
        reply(wins, ties);
        return Ready;
    });
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

// Ranking, board, dead, then the hands of two cards, a line each. Boards, then for each player how often it is one of
// k + 1 winners.
[[clang::export_name("walk_hands")]] wasm::Status walk(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto order = order_of(request.line());
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        std::vector<Cards> hands;
        while (!request.is_empty()) hands.push_back(cards_in(request.line()).value_or(0));
        if (!order || !board || !dead || !is_holdem_deal(hands, *board, *dead)) return Bad;
        reply(std::to_string(boards_left(hands.size(), *board, *dead)));
        reply_shares(walk_hands(hands, *board, *dead, 1, {}, *order));
        return Ready;
    });
}

// The same for each card that may come next, the highest first: the card and the boards, then the players.
[[clang::export_name("walk_next_cards")]] wasm::Status walk_next(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto order = order_of(request.line());
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        std::vector<Cards> hands;
        while (!request.is_empty()) hands.push_back(cards_in(request.line()).value_or(0));
        if (!order || !board || !dead || !is_holdem_deal(hands, *board, *dead) || poker::size(*board) == BOARD)
            return Bad;
        for (const NextCard& next : walk_next_cards(hands, *board, *dead, {}, *order)) {
            const PotCounts pots = next.pots(hands.size());
            reply(next.card, pots.boards);
            reply_shares(pots.high);
        }
        return Ready;
    });
}

}  // extern "C"
