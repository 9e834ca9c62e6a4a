// Ranges of hold'em as people write them.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "poker/holdem/holdem_notation.hpp"
#include "poker/holdem/named_groups.hpp"
#include "poker/holdem/starting_hands.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

// The range as it is printed, or the error and its position.
std::string range(std::string_view text) {
    const auto found = read_range(text, {});
    if (found) return range_text(*found);
    return found.problem().sentence + " at " + std::to_string(found.problem().position);
}

}  // namespace

TEST_CASE("a range is printed as short as possible") {
    CHECK_EQ(range("AA KK;QQ, AKs A5s A4s A3s A2s"), "QQ+, AKs, A5s-A2s");
    CHECK_EQ(range("T9s 98s 87s 76s, T8o"), "T9s-76s, T8o");
    CHECK_EQ(range("32s+, 32o+, 22+, random"), "random");
    CHECK_EQ(range("Ah Kd, [2c 2d]"), "AhKd, 2d2c");
    CHECK_EQ(range("AA:0"), "0%");
}

TEST_CASE("the 169 starting hands have 1326 hands, each once") {
    HandSet hands;
    std::size_t count = 0;
    for (const std::size_t place : best_starting_hands()) {
        HandSet one;
        one.insert_starting_hand(place);
        one.each([&](std::size_t hand) {
            CHECK_EQ(starting_hands_by_place()[hand], place);
            ++count;
        });
        hands.insert(one);
    }
    CHECK_EQ(count, HOLDEM_HANDS);
    hands.each([&](std::size_t hand) { CHECK_EQ(place_of(hands_by_place()[hand]), hand); });
}

TEST_CASE("percentages in short deck are of its 630 hands") {
    CHECK_EQ(best_starting_hands(SHORT_DECK).size(), 81);
    CHECK_EQ(read_range("100%", {}, SHORT_DECK)->size(), 630);
    CHECK_EQ(range_text(*read_range("15%", {}, SHORT_DECK)), "TT+, ATs+, AJo+, KJs+, QJs");
}

TEST_CASE("a weight is read before, behind and around its hands") {
    for (const char* text :
         {"AA:0.5", "AA = .5", "AA(1/2)", "0.5(AA)", "AA@50", "50:AA", "50%:AA", "[50]AA[/50]", "AA@0.5", "0.5: AA"})
        CHECK_EQ(range(text), "AA:0.5");
    CHECK_EQ(range("AA@1, KK@4"), "KK, AA:0.25");
    CHECK_EQ(range("22+, AA:0"), "KK-22");
    CHECK_EQ(range("!AA"), range("random, AA:0"));
    CHECK_EQ(range("98:55/66"), "98:5/6");
}

TEST_CASE("an ambiguous weight is an error") {
    CHECK_EQ(range("AA@1"), "expected 100 or 1%, since 1 could mean either at 3");
    CHECK_EQ(range("15%:50%"), "expected a weight like 15%@50, since either side could be one at 0");
    CHECK_EQ(range("AA 50%"), "expected @50% for a weight, or a comma and top 50% for the best hands at 3");
}

TEST_CASE("fractions and percentages are not mixed") {
    CHECK_EQ(range("AA@0.5 KK@50"), "expected weights that are all below 1, or all in percent at 10");
    CHECK_EQ(range("AA@0.5 KK@50%"), "KK+:0.5");
    CHECK_EQ(range("AA@0.5, KK@50"), "KK, AA:0.01");
}

TEST_CASE("each name of a group means its hands") {
    for (const NamedGroup& group : NAMED_GROUPS)
        for (std::string_view names = group.names; !names.empty();) {
            const std::string name(names.substr(0, names.find(',')));
            names.remove_prefix(std::min(name.size() + 1, names.size()));
            CHECK_EQ(range(name), range(std::string(group.hands)));
        }
}

TEST_CASE("positions count characters") {
    CHECK_EQ(range("A♥K♥, 7x7"), "expected a comma between hands at 8");
    CHECK_EQ(range("AA, АK"), "unknown rank or suit 'А' (U+0410, not a plain letter) at 4");
}

TEST_CASE("weights with the most digits are exact, and others are errors") {
    CHECK_EQ(range("AA:0.000000000000000001"), "AA:0.000000000000000001");
    CHECK_EQ(range("AA:999999999999999998/999999999999999999"), "AA:999999999999999998/999999999999999999");
    CHECK_EQ(range("AA:0.000000000000000001%"), "expected a weight with fewer digits at 3");
    CHECK_EQ(range("AA@999999999999999999.999999999999999999, KK@0.000000000000000001"),
             "expected a weight with fewer digits at 45");
    CHECK_EQ(range("AA@999999999999999999.999999999999999999, KK@1"), "expected a weight with fewer digits at 45");
    CHECK_EQ(range("AA:1/0"), "expected a denominator other than 0 at 3");
}

TEST_CASE("ranges combine hand by hand") {
    const HandWeights one = *read_range("QQ+, AKs:0.5", {}), other = *read_range("AA:0.25, AKs:1/3, 22", {});
    CHECK_EQ(range_text(one.larger(other)), "QQ+, 22, AKs:0.5");
    CHECK_EQ(range_text(one.smaller(other)), "AKs:1/3, AA:0.25");
    CHECK_EQ(range_text(*one.minus(other)), "KK-QQ, AA:0.75, AKs:1/6");
    CHECK_EQ(one.inverse().inverse(), one);
    CHECK_EQ(one.without(card_of(51)).size(), 3 + 6 + 6 + 3);
    const HandWeights fine = *read_range("AA:999999999999999998/999999999999999999", {});
    CHECK_EQ(fine.minus(other).problem().sentence, "the weights have too many digits; round them");
}

TEST_CASE("a million characters are read at once, and can be stopped") {
    std::string text;
    while (text.size() < MAX_CHARACTERS - 40) text += "AhKh, 0.5(QQ), ";
    CHECK_EQ(range(text + "AA"), "AA, AhKh, QQ:0.5");
    CHECK_EQ(range(std::string(MAX_CHARACTERS + 1, ' ')),
             "a range may have up to 1000000 characters, not 1000001 at 0");
    int looks = 0;
    const auto stopped = read_range(text, Stop([&] { return ++looks == 3; }));
    CHECK_EQ(looks, 3);
}
