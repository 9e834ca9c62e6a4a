// Numbers and puzzles in strings. tests/oracles/compared/test_spellings.py compares many more with patterns.
#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

#include "numbers/spelling/numbers.hpp"
#include "numbers/spelling/puzzle.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

std::string read_value(const std::string& text) {
    const auto number = read_number(text, {.any_size = true});
    return number ? value_text(*number) : number.problem().sentence;
}

}  // namespace

TEST_CASE("a number may be a fraction, a decimal, a card, or in braces") {
    CHECK(read_value(" {-5} ") == "-5");
    CHECK(read_value("6/8") == "3/4");
    CHECK(read_value("2.50") == "5/2");
    CHECK(read_value("10\u2661\ufe0e") == "10");
    CHECK(read_value("\uff11\uff12") == "12");
    for (const char* text : {"", "01", "2.", "1/2/3", "{5", "10", "9s", "--5"})
        CHECK((read_value(text) == "expected a number") == (std::string(text) != "10" && std::string(text) != "9s"));
}

TEST_CASE("an error is about the first part of the whole string that is wrong") {
    const auto numbers = read_numbers("\u3000x8 \uff58", {});
    REQUIRE(!numbers);
    CHECK(numbers.problem().position == 1);
    CHECK(numbers.problem().text == "x8\n\u3000x8 \uff58");
    CHECK(read_numbers("1,,2", {}).problem().position == 2);
    CHECK(read_numbers("1 3/0", {}).problem().position == 4);
}

TEST_CASE("a puzzle has numbers, a target and rules") {
    const auto found = read_spelling("6 6 5 2 --> 17 (forth)", {"classic", "forth"});
    REQUIRE(found);
    CHECK(found->numbers.text == "6 6 5 2 ");
    CHECK(found->target.text == " 17 ");
    CHECK(found->rules.text == "forth");
    CHECK(read_spelling("forth: 1 2 3 4", {"classic", "forth"})->rules.text == "forth");
    CHECK(read_spelling("Target: 98 | Numbers: [44 19 35]", {})->target.text == "98");
    CHECK(!read_spelling("forth: 1 2 3 4 (classic)", {"classic", "forth"}));
    CHECK(!has_more_than_numbers("1 2 {3}"));
    CHECK(is_object(" { \"numbers\": []}"));
}
