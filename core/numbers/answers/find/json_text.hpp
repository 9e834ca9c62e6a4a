// Unescapes JSON strings: "3\u00d78" becomes 3×8.
//
// Reads only what JSON defines: \" \\ \/ \b \f \n \r \t, \u with four hexadecimal digits, and two of those in a row
// for a character beyond 16 bits; also \', for strings in single quotes. Anything else after a backslash, half
// of such a pair and the character 0 make the string unreadable; nothing is guessed. Linear in the text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facevalue::numbers {

struct JsonText {
    std::string text;                 // the unescaped string
    std::vector<std::size_t> places;  // in the escaped string, for each byte of the text and for its end
};

// The place of the quote that closes a string, which starts after its opening quote; npos if it is never closed.
std::size_t json_end(std::string_view text, char quote);

// Can the string be read? `inside` is the part between its quotes.
bool is_json_text(std::string_view inside);

// The unescaped string; nothing if it cannot be read.
std::optional<JsonText> json_text(std::string_view inside);

}  // namespace facevalue::numbers
