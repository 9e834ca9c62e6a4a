// Hands and ranges of poker for JavaScript: poker.wasm. See calls.hpp for the form of a call. Queries take and return
// JSON; the other functions take numbers, for calls in loops.
#include <cstdint>

#include "poker/equity/equity.hpp"
#include "poker/equity/matchup.hpp"
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
