// How messages show an input: on one line, in quotes, without characters that a terminal would obey, long ones cut.
//
// The same as Python's repr for all characters of Unicode that are assigned. All strings are UTF-8; lone surrogates of
// Python and JavaScript are in it as three bytes (Python: "surrogatepass").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace facevalue {

inline constexpr std::size_t SHOWN_CHARACTERS = 40;
// The most digits of one number: Python reads and prints no more.
inline constexpr std::size_t MOST_DIGITS_IN_ONE = 4'300;

// The number of characters, one for each code point.
std::size_t characters(std::string_view text);

// The first character, which is removed from the text. Bytes that are not UTF-8 count as one character each.
char32_t take_character(std::string_view& text);

void append_character(std::string& out, char32_t character);

// Is it a sign that is seen, or the usual space? Others are control characters, invisible ones, and other spaces.
bool is_printable(char32_t character);

// The text itself, or its first 40 characters and three dots.
std::string shortened(std::string_view text);

// In quotes, with escapes for what does not print: Python's repr of a string.
std::string represented(std::string_view text);

// An input as messages quote it.
inline std::string quoted(std::string_view text) { return represented(shortened(text)); }

}  // namespace facevalue
