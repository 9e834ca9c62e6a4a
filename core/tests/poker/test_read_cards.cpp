// Cards as people write them.
#include <doctest/doctest.h>

#include <string>

#include "poker/cards/read_cards.hpp"

using namespace facevalue::poker;

namespace {

std::string cards(std::string_view text) {
    std::string found;
    const auto ids = read_cards(text);
    if (!ids) return ids.problem().sentence;
    for (const int id : *ids) found += card_text(id);
    return found;
}

}  // namespace

TEST_CASE("a card has a rank and a suit in either order") {
    for (int id = 0; id < DECK; ++id) {
        const std::string text = card_text(id);
        CHECK_EQ(card_at(text).value, id);
        CHECK_EQ(card_at(std::string(text.rbegin(), text.rend())).value, id);
    }
    CHECK_EQ(cards("1c d10 h11 12S 13♣ 14♦ 1♥"), "AcTdJhQsKcAdAh");
}

TEST_CASE("a variation selector belongs to its suit") {
    CHECK_EQ(cards("A♥\uFE0FK♠\uFE0Eah\uFE0F"), "AhKsAh");
    CHECK_EQ(cards("A♥\uFE0F\uFE0F"), "expected a rank of 23456789TJQKA: 'A♥\uFE0F\uFE0F'");
}

TEST_CASE("the playing cards of Unicode are cards, without the knights and jokers") {
    CHECK_EQ(cards("🂡🂮🂱🃁🃑🃞"), "AsKsAhAdAcKc");
    for (const char* other : {"🂠", "🂬", "🂯", "🃏", "🃟"}) CHECK_EQ(card_at(other).length, 0);
}

TEST_CASE("spaces, commas and brackets separate cards") {
    CHECK_EQ(cards(" [Ah, Kd] ,[7\t♠ ]\u3000[ 10  h ]"), "AhKd7sTh");
    CHECK_EQ(cards("[]"), "");
    CHECK_EQ(cards("[A h"), "expected a suit of cdhs: 'A'");
}

TEST_CASE("the word without a card is quoted") {
    CHECK_EQ(cards("Ah,7xy Kd"), "expected a suit of cdhs: '7xy'");
    CHECK_EQ(cards("AhJoker"), "jokers need a game that has them, such as 'five-card,jokers=1': 'AhJoker'");
    CHECK_EQ(cards("Тd"), "unknown rank 'Т' (U+0422, not a plain letter): 'Тd'");
    CHECK_EQ(read_card("AhKd").problem().sentence, "expected one card, a rank and a suit: 'AhKd'");
    CHECK_EQ(repeated_card(*read_cards("2c 3c 2c"))->sentence, "'2c' is repeated");
}

TEST_CASE("several hands with commas are not one hand") {
    CHECK(is_one_hand("As, Kd, Qh", 4));
    CHECK(is_one_hand("AsKsQsJsTs", 4));
    CHECK_FALSE(is_one_hand("AsKsQhJh, AcKcQdJd", 4));
    CHECK_FALSE(is_one_hand("AA**", 4));
}
