// What a string of JSON says, whose escapes stand for other characters: "3\u00d78" says 3×8.
//
// Only what JSON defines is read: \" \\ \/ \b \f \n \r \t, \u with four hexadecimal digits, and two of those in a row
// for a character beyond 16 bits; also \', for strings in single quotes. Anything else after a backslash, half
// of such a pair and the character 0 make the string unreadable, rather than be guessed at. Linear in the text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facevalue::numbers {

struct JsonText {
    std::string text;                 // what the string says
    std::vector<std::size_t> places;  // for each byte of it, and for its end, where that stands in the string
};

// The place of the quote that closes a string, whose opening quote is left out; npos if there is none.
std::size_t json_end(std::string_view text, char quote);

// Can the string be read? `inside` is what stands between its quotes.
bool is_json_text(std::string_view inside);

// What the string says; nothing if it cannot be read.
std::optional<JsonText> json_text(std::string_view inside);

}  // namespace facevalue::numbers
