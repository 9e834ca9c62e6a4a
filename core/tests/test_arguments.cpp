// Values that callers give: JSON, options by name, words.
#include <doctest/doctest.h>

#include <string>

#include "text/json.hpp"
#include "text/options.hpp"

using namespace facevalue;

namespace {

std::string again(std::string_view json) {
    const auto value = read_json(json);
    if (!value) return "not JSON";
    JsonWriter writer;
    writer.value(*value);
    return writer.text();
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("JSON is written as it was read") {
    for (const char* json : {"null", "true", "false", "0", "-17", "123456789012345678901234567890", "\"a \\\"b\\\"\"",
                             "[]", "{}", "[1, [2, []], {\"a\": null}]", "{\"numbers\": [8, 8], \"target\": \"3/4\"}"})
        CHECK_EQ(again(json), json);
    CHECK_EQ(again(" [ 1 ,\n2 ] "), "[1, 2]");
    CHECK_EQ(again("\"\\u0041\\u00e9\\ud83d\\ude00\\/\""), "\"Aé😀/\"");
    CHECK_EQ(again("\"\xED\xA0\x80\""), "\"\\ud800\"");
    CHECK_EQ(again("\"\xED\xED\xED\""), "\"\xED\xED\xED\"");  // not a surrogate, and not UTF-8
    CHECK_EQ(again("2.50"), "\"2.50\"");
    CHECK_EQ(again("-0"), "0");
}

TEST_CASE("what is not JSON, too deep or repeated is refused") {
    for (const char* text : {"", "nul", "[1,]", "[1 2]", "{1: 2}", "{\"a\" 1}", "{\"a\": 1, \"a\": 2}", "01", "1.",
                             "1e", "\"", "\"\n\"", "\"\\x\"", "\"\\u12\"", "[", "]", "1 2", "'a'", "+1"})
        CHECK_EQ(again(text), "not JSON");
    CHECK_EQ(again(nested(32)), nested(32));
    CHECK_EQ(again(nested(33)), "not JSON");
    CHECK_EQ(again(std::string(1'000'000, '[')), "not JSON");
}

TEST_CASE("a value that JSON does not have is shown as the caller wrote it") {
    const auto value = read_json("{\"\": \"NaN\"}");
    REQUIRE(value);
    CHECK_EQ(quoted(*value), "NaN");
    CHECK_EQ(again("{\"\": -Infinity}"), "\"-inf\"");
}

TEST_CASE("large whole numbers are strings for readers with floating-point numbers") {
    JsonWriter json(true);
    json.begin_list().value(9007199254740991).value(9007199254740992).value(-9007199254740992).end_list();
    CHECK_EQ(json.text(), "[9007199254740991, \"9007199254740992\", \"-9007199254740992\"]");
}

TEST_CASE("parts of a unit are written as decimals") {
    const auto decimal = [](std::int64_t parts, std::int64_t unit) {
        JsonWriter json;
        json.decimal(parts, unit);
        return json.text();
    };
    CHECK_EQ(decimal(490, 100), "4.9");
    CHECK_EQ(decimal(5000, 100), "50.0");
    CHECK_EQ(decimal(-6001, 1000), "-6.001");
    CHECK_EQ(decimal(7, 1000), "0.007");
    CHECK_EQ(decimal(3, 1), "3.0");
}

TEST_CASE("messages show values on one line") {
    CHECK_EQ(quoted(*read_json("[1, \"a\", null, true, [2], {\"b\": 1}]")), "[1, 'a', None, True, [...], {...}]");
    CHECK_EQ(quoted(*read_json("{\"a\": 1}")), "{'a': 1}");
    CHECK_EQ(quoted(Argument::whole(std::string(50, '1'))), std::string(40, '1') + "...");
}

TEST_CASE("a word is matched in any case, and an unknown one gets a suggestion or a list") {
    const WordList words{"classic", "countdown", "forth"};
    CHECK_EQ(*one_of("rules", Argument::of("Forth"), words), 2);
    CHECK_EQ(one_of("rules", Argument::of("contdown"), words).problem().sentence,
             "unknown rules 'contdown'; did you mean 'countdown'?");
    CHECK_EQ(one_of("use", Argument::of(std::int64_t{5}), {"all", "any"}).problem().sentence,
             "use must be one of all, any, not 5");
    CHECK_EQ(one_of("rules", Argument::of("x"), {"a", "b", "c", "d", "e", "f", "g"}).problem().sentence,
             "unknown rules 'x'; choose one of a, b, c, d, e, ... (fv.RULES lists all 7)");
}

TEST_CASE("options follow a name") {
    const auto found = read_options(" train , Values=natural,max-size = 07", {"values", "max_size"}, "values=natural");
    REQUIRE(found);
    CHECK_EQ(found->name, "train");
    REQUIRE_EQ(found->changes.size(), 2);
    CHECK_EQ(found->changes[0].first, "values");
    CHECK_EQ(found->changes[1].first, "max_size");
    CHECK_EQ(found->changes[1].second.text, "7");
    CHECK_EQ(read_options("a=", {"a"}, "a=1").problem().sentence, "write an option as a=1, not 'a='");
    CHECK_EQ(read_options("x,a=1,a=2", {"a"}, "a=1").problem().sentence, "the option 'a' is repeated: 'x,a=1,a=2'");
}
