// Values of hands for JavaScript: values.wasm, the smallest file. See calls.hpp for the form of a call. Most functions
// take numbers, for calls in loops.
#include <cstdint>
#include <string>
#include <vector>

#include "calls.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/game_cards.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using namespace facevalue::wasm;

namespace {

Expected<std::uint32_t> value_of(const Argument& cards) {
    const GameCards holdem{"holdem", ranking_of("high"), 2, BOARD, 0, DECK};
    const auto hand = read_mask(cards);
    if (!hand) return hand.problem();
    if (auto problem = wrong_hand(holdem, *hand, 0, true)) return *std::move(problem);
    return FIRST_VALUES.back() - best(*holdem.ranking, *hand, 0, 0)->score;
}

}  // namespace

extern "C" {

// The value of 5 to 7 cards, or 0. The halves of a set of cards.
[[clang::export_name("value")]] std::uint32_t value(std::uint32_t low, std::uint32_t high) {
    return hand_value(Cards{high} << 32 | low);
}

// The request is cards as JSON, and the result their value.
[[clang::export_name("value_of")]] wasm::Status value_of_request(std::size_t size) {
    return answered(size, [](std::string_view request) {
        const auto cards = read_json(request);
        if (!cards) return Bad;
        const auto found = value_of(*cards);
        if (!found) return refuse(found.problem());
        result_text() = std::to_string(*found);
        return Ready;
    });
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

}  // extern "C"
