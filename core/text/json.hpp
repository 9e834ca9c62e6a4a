// JSON: reads the small values that callers send, and writes results.
//
// The reader is linear, without recursion, and takes at most 32 levels of lists and objects, and 64
// different names in an object; NaN and Infinity are values, as for Python's json. Both take strings as UTF-8 with
// surrogates as three bytes, as `quoted` does. The writer spells as Python's json does, and escapes no characters but
// control characters and surrogates, so that results are UTF-8.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/argument.hpp"

namespace facevalue {

// The value of a string; nothing if it is not JSON, or too deep. A number that is not whole is kept as it is spelled.
// An object with the single name "" and a string is a value that JSON does not have, as messages show it.
std::optional<Argument> read_json(std::string_view text);

// Where a string is not JSON, in bytes; and the name that an object has twice, if that is why.
struct JsonFault {
    std::size_t position = 0;
    std::string repeated{};
};
std::optional<Argument> read_json(std::string_view text, JsonFault& fault);

// What is wrong with a string that should be the fields of something.
inline constexpr const char* NOT_AN_OBJECT = "expected a JSON object";

class JsonWriter {
  public:
    using Print = std::string (*)(double);

    // Whole numbers beyond 2^53 are written as strings for readers that have only floating-point numbers. `print` is
    // what spells a floating-point number, if anything does.
    explicit JsonWriter(bool has_floats = false, Print print = nullptr) : has_floats_(has_floats), print_(print) {}

    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_list() { return open('['); }
    JsonWriter& end_list() { return close(']'); }
    JsonWriter& key(std::string_view name);
    JsonWriter& null() { return literal("null"); }
    JsonWriter& value(std::same_as<bool> auto flag) { return literal(flag ? "true" : "false"); }
    JsonWriter& value(std::integral auto number)
        requires(!std::same_as<decltype(number), bool>)
    {
        return whole(std::to_string(number));
    }
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    template <class Kept>
    JsonWriter& value(const std::optional<Kept>& kept) {
        return kept ? value(*kept) : null();
    }
    // The digits of a whole number.
    JsonWriter& whole(std::string_view digits);
    // So many parts of a unit that is a power of ten, as a number with a point.
    JsonWriter& decimal(std::int64_t parts, std::int64_t unit);
    bool has_print() const { return print_ != nullptr; }
    // Needs something that spells it.
    JsonWriter& real(double number) { return literal(print_(number)); }
    // What a caller gave; values that JSON does not have are strings.
    JsonWriter& value(const Argument& given);
    // What is JSON already.
    JsonWriter& literal(std::string_view text);

    const std::string& text() const { return text_; }

  private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();

    std::string text_;
    bool has_floats_, needs_comma_ = false;
    Print print_;
};

}  // namespace facevalue
