// Ranges of Omaha as people write them.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "poker/cards/canonical.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/omaha/omaha_range.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

Expected<OmahaRange> read(std::string_view text, int size = 4) {
    OmahaItems items(size, nullptr);
    Pulse pulse;
    const auto found = read_items(text, items, pulse);
    if (!found) return found.problem();
    return OmahaRange{size, items.items(), items.weights()};
}

// The range as it is printed and how many hands it has, or the error and its position.
std::string range(std::string_view text, int size = 4) {
    const auto found = read(text, size);
    if (!found) return found.problem().sentence + " at " + std::to_string(found.problem().position);
    const auto hands = found->hands(nullptr, {});
    return hands ? found->text() + " " + std::to_string(hands->hands.size()) : hands.problem().sentence;
}

}  // namespace

TEST_CASE("places are cards, ranks, variables, lists and any cards") {
    CHECK_EQ(range("AA**"), "AA** 6961");
    CHECK_EQ(range("aakk"), "AAKK 36");
    CHECK_EQ(range("AsKs"), "AsKs** 1225");
    CHECK_EQ(range("RROO"), "RROO 2808");
    CHECK_EQ(range("[AK][AK]QQ"), "[AK][AK]QQ 168");
    CHECK_EQ(range("[AA]KQJ"), "AKQJ 256");
    CHECK_EQ(range("AA2xx", 5), "AA2** 25044");
}

TEST_CASE("filters end an item") {
    CHECK_EQ(range("AAss"), "AA**ss 5184");
    CHECK_EQ(range("AAKK:xxyy"), "AAKK:xxyy 6");
    CHECK_EQ(range("AA**$NPrainbow"), "AA**$np$rainbow 0");
    CHECK_EQ(range("AA:xxy"), "expected 4 letters for the suits, like xxyy at 0");
}

TEST_CASE("runs go up or down in step") {
    CHECK_EQ(range("JT98+"), "JT98+ 1024");
    CHECK_EQ(range("JT98-8765"), "JT98-8765 1024");
    CHECK_EQ(range("JT98-8764"), "expected ranks that go up or down in step, like JT98-8765 at 0");
}

TEST_CASE("a hand has its number of different cards") {
    CHECK_EQ(range("AAKKQ"), "expected a hand of 4 cards, like AA** at 5");
    CHECK_EQ(range("AsAs**"), "expected different cards at 0");
    CHECK_EQ(range("AAAAA", 5), "expected at most four cards of a rank at 0");
    CHECK_EQ(range("15%", 5), "percentages of hands of 5 cards are only in the Python package at 0");
    CHECK_EQ(range("15%", 6), "percentages are for hands of 4 or 5 cards, not 6 at 0");
    CHECK_EQ(range("A*****", 6), "a range may have up to 2000000 hands, or all hands: 'A*****'");
}

TEST_CASE("the later item gives a hand its weight, and combinations keep items where they can") {
    const OmahaRange aces = *read("AA**, AAKK:0.5"), kings = *read("**KK");
    CHECK_EQ(aces.of(card(12, 0) | card(12, 1) | card(11, 0) | card(11, 1), nullptr), Weight{1, 2});
    CHECK_EQ(combine(aces, kings, Combination::Larger, nullptr, {})->text(), "AA**, AAKK:0.5, KK**");
    CHECK_EQ(combine(aces, kings, Combination::Difference, nullptr, {})->text(), "AA**, AAKK:0.5, KK**:0");
    CHECK_EQ(combine(aces, kings, Combination::Smaller, nullptr, {})->items.size(), 36);
    CHECK_EQ(aces.inverse().text(), "****, AA**:0, AAKK:0.5");
}

TEST_CASE("all hands have one place in an order") {
    for (const int cards : {4, 5}) {
        const std::size_t count = omaha_starting_hands(cards);
        std::vector<std::uint8_t> places(omaha_place_bytes(cards) * count);
        for (std::size_t number = 0; number < count; ++number)  // backwards
            for (std::size_t byte = 0; byte < omaha_place_bytes(cards); ++byte)
                places[byte * count + number] = static_cast<std::uint8_t>((count - 1 - number) >> 8 * byte);
        const OmahaOrder order = omaha_order(cards, places, {});
        const std::size_t all = choose(DECK, cards);
        CHECK_EQ(order.hands.size(), all);
        CHECK_EQ(order.ends.size(), count);
        CHECK(std::ranges::is_sorted(order.ends));
        CHECK_EQ(order.ends.back(), all);
        CHECK(canonical<1>({order.hands.front()})[0] > canonical<1>({order.hands.back()})[0]);
        CHECK_EQ(order.best({0, 1}, {1, 1}).size(), all);
        CHECK(order.best({1, 100}, {1, 10}).size() <= all * 9 / 100 + 24);
        CHECK(omaha_order(cards, places, Stop([] { return true; })).hands.empty());
    }
}
