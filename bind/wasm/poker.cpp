// Hands and ranges of poker for JavaScript: poker.wasm. See calls.hpp for the form of a call. Queries take and return
// JSON; the other functions take numbers, for calls in loops.
#include <cstdint>
#include <string>
#include <vector>

#include "poker/equity/equity.hpp"
#include "poker/equity/matchup.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker_door.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using namespace facevalue::wasm;

namespace {

// A set of cards from its halves.
Cards cards_of(std::uint32_t low, std::uint32_t high) { return Cards{high} << 32 | low; }

}  // namespace

const poker::Counting wasm::COUNTING;

extern "C" {

[[clang::export_name("query")]] wasm::Status query_of_request(std::size_t size) {
    return answered(size, [](std::string_view request) { return run_query(request, query::answer_hands); });
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

}  // extern "C"
