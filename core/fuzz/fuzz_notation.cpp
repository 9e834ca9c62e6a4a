// Fuzzing of what people write: cards, and ranges of hold'em and Omaha. An input is a string; its first byte chooses.
//
// For: strings that do not read back, errors outside of the string, and reading beyond it.
#include <string>
#include <string_view>

#include "fuzz/fuzzing.hpp"
#include "poker/cards/read_cards.hpp"
#include "poker/holdem/holdem_notation.hpp"
#include "poker/omaha/omaha_range.hpp"
#include "text/quoted.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using facevalue::fuzz::require;

namespace {

void check(const Problem& problem, std::string_view text) {
    require(!problem.sentence.empty(), "an error says what was expected");
    require(problem.position <= characters(text), "the place of an error is in the string");
}

void read_as_cards(std::string_view text) {
    const auto ids = read_cards(text);
    require(!ids || cards_of(text).has_value() == !repeated_card(*ids), "both readers find the same cards");
    if (!ids) return check(ids.problem(), text);
    std::string again;
    for (const int id : *ids) again += card_text(id);
    require(*read_cards(again) == *ids, "cards read back");
}

void read_as_holdem(std::string_view text) {
    const auto range = read_range(text, {});
    if (!range) return check(range.problem(), text);
    const auto again = read_range(range_text(*range), {});
    require(again && *again == *range, "a range reads back");
    require(range->inverse().inverse() == *range, "an inverse is its own inverse");
    const auto nothing = range->minus(*range);
    require(nothing && nothing->size() == 0, "a range without itself is empty");
}

void read_as_omaha(std::string_view text, int size) {
    constexpr std::size_t MOST = 20'000;  // hands that are counted
    OmahaItems items(size, nullptr);
    Pulse pulse;
    const auto found = read_items(text, items, pulse);
    if (!found) return check(found.problem(), text);
    const OmahaRange range{size, items.items(), items.weights()};
    OmahaItems more(size, nullptr);
    require(static_cast<bool>(read_items(range.text(), more, pulse)), "an Omaha range reads back");
    require(OmahaRange{size, more.items(), more.weights()}.text() == range.text(), "as it was");
    std::uint64_t ways = 0;
    for (const OmahaItem& item : range.items)
        for (const HandPattern& pattern : item.patterns) ways += pattern.others > 2 ? MOST : 1'300;
    if (ways >= MOST) return;
    const auto hands = range.hands(nullptr, {});
    if (!hands) return;
    for (std::size_t at = 0; at < hands->hands.size(); ++at)
        require(range.of(hands->hands[at], nullptr) == range.weights[hands->items[at]], "a listed hand has its weight");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 5) {
        case 0:
            read_as_cards(text);
            break;
        case 1:
            read_as_holdem(text);
            break;
        default:
            read_as_omaha(text, 2 + data[0] % 5);
    }
    return 0;
}
