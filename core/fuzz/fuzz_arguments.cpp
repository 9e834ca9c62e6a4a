// Fuzzing of what callers send: JSON, rules as JSON, and rules with options. An input is a string; its first byte
// chooses.
//
// For: values that do not read back, rules that are not the same after they were written, and reading beyond the
// string.
#include <string>
#include <string_view>

#include "fuzz/fuzzing.hpp"
#include "numbers/spelling/rules.hpp"
#include "text/json.hpp"
#include "text/quoted.hpp"

using namespace facevalue;
using facevalue::fuzz::require;

namespace {

void check(const Problem& problem) {
    require(!problem.sentence.empty(), "an error says what is wrong");
    for (std::string_view left = problem.sentence; !left.empty();)
        require(is_printable(take_character(left)), "a message has no control characters");
}

std::string written(const Argument& value) {
    JsonWriter json;
    json.value(value);
    return json.text();
}

void read_as_json(std::string_view text) {
    const auto value = read_json(text);
    if (!value) return;
    const std::string again = written(*value);
    if (again.find("\\ud") != again.npos) return;  // two lone surrogates side by side are read as one character
    const auto same = read_json(again);
    require(same && written(*same) == again, "JSON reads back");
    std::string_view left = again;
    while (!left.empty()) require(take_character(left) >= ' ', "JSON has no control characters");
    require(quoted(*value).size() <= 8 * SHOWN_CHARACTERS, "a message shows a value in a few characters");
}

std::string fields_of(const numbers::GameRules& rules) {
    JsonWriter json;
    json.begin_object();
    write_options(json, rules);
    write_texts(json, rules);
    return json.end_object().text();
}

void read_as_rules(std::string_view text) {
    const auto fields = read_json(text);
    if (!fields) return;
    const auto rules = numbers::read_rules(*fields);
    if (!rules) return check(rules.problem());
    const std::string again = fields_of(*rules);
    const auto same = numbers::read_rules(*read_json(again));
    require(same && fields_of(*same) == again, "rules read back");
}

void read_as_spelling(std::string_view text) {
    const auto spelling = numbers::read_rules_spelling(text);
    if (!spelling) return check(spelling.problem());
    for (const auto& [field, value] : spelling->changes) require(!value.text.empty(), "an option has a value");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 3) {
        case 0:
            read_as_json(text);
            break;
        case 1:
            read_as_rules(text);
            break;
        default:
            read_as_spelling(text);
    }
    return 0;
}
