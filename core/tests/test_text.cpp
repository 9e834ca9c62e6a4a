// How messages show an input.
#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <string_view>

#include "text/cost.hpp"
#include "text/quoted.hpp"

using namespace facevalue;

TEST_CASE("every character is read as it was written") {
    for (char32_t character = 0; character < 0x110000; ++character) {
        std::string text;
        append_character(text, character);
        std::string_view left = text;
        CHECK_EQ(characters(text), 1);
        CHECK_EQ(take_character(left), character);
        CHECK(left.empty());
    }
}

TEST_CASE("bytes that are not UTF-8 count as one character each, and shown as escapes") {
    CHECK_EQ(represented("a\xffz"), "'aÿz'");
    CHECK_EQ(represented("\x80"), "'\\x80'");
    CHECK_EQ(represented("\xe2\x82"), "'â\\x82'");
    CHECK_EQ(represented("\xf0\x9f\x82z"), "'ð\\x9f\\x82z'");
}

TEST_CASE("an input is shown in quotes on one line, and cut after 40 characters") {
    CHECK_EQ(quoted(""), "''");
    CHECK_EQ(quoted("it's"), "\"it's\"");
    CHECK_EQ(quoted("'\""), "'\\'\"'");
    CHECK_EQ(quoted("a\n\x1b[31m\\"), "'a\\n\\x1b[31m\\\\'");
    CHECK_EQ(quoted("♥ and \u202e\u00a0"), "'♥ and \\u202e\\xa0'");
    CHECK_EQ(quoted(std::string(40, '1')), "'" + std::string(40, '1') + "'");
    CHECK_EQ(quoted(std::string(41, '1')), "'" + std::string(40, '1') + "...'");
    std::string hearts;
    for (int i = 0; i < 41; ++i) hearts += "♥";
    CHECK_EQ(shortened(hearts), hearts.substr(0, 120) + "...");
}

TEST_CASE("a cost has a unit of time that suits it, and memory that is worth mentioning") {
    CHECK_EQ(cost_in_words("this", 12.5, 500), "this would take about 12 seconds");
    CHECK_EQ(cost_in_words("this", 599.9, 501), "this would take about 600 seconds and 0.5 GB");
    CHECK_EQ(cost_in_words("this", 5000, 999'999), "this would take about 83 minutes and 1,000.0 GB");
    CHECK_EQ(cost_in_words("this", 7200, 1e6), "this would take about 2 hours");
    CHECK_EQ(cost_in_words("this", 1e6, 0), "this would take about 12 days");
    CHECK_EQ(cost_in_words("this", 1e12, 0), "this would take about 31,689 years");
    CHECK_EQ(cost_in_words("this", 1e20, 0), "this would take millions of years");
    CHECK_EQ(cost_in_words("this", std::numeric_limits<double>::infinity(), 2e300),
             "this would take millions of years");
}
