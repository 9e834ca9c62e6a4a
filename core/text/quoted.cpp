#include "text/quoted.hpp"

#include <algorithm>

namespace facevalue {

namespace {

constexpr char32_t END = 0x110000;
constexpr std::size_t MOST_CONTINUATIONS = 3;

struct Span {
    char32_t first, last;
};
// Control characters, formats, private ones, surrogates and spaces (categories Cc, Cf, Co, Cs and Z), by the Unicode
// Character Database 14.0.
constexpr Span UNSEEN[] = {{0x0, 0x1F},        {0x7F, 0xA0},       {0xAD, 0xAD},       {0x600, 0x605},
                           {0x61C, 0x61C},     {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},
                           {0x8E2, 0x8E2},     {0x1680, 0x1680},   {0x180E, 0x180E},   {0x2000, 0x200F},
                           {0x2028, 0x202F},   {0x205F, 0x2064},   {0x2066, 0x206F},   {0x3000, 0x3000},
                           {0xD800, 0xF8FF},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD},
                           {0x110CD, 0x110CD}, {0x13430, 0x13438}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
                           {0xE0001, 0xE0001}, {0xE0020, 0xE007F}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}};

constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// How many continuation bytes a first byte promises; more than three for any other byte.
constexpr std::size_t promised(unsigned char first) {
    if (first < 0x80) return 0;
    if (first >= 0xC2 && first < 0xE0) return 1;
    if (first >= 0xE0 && first < 0xF0) return 2;
    return first >= 0xF0 && first < 0xF5 ? 3 : MOST_CONTINUATIONS + 1;
}

void append_hex(std::string& out, char kind, std::size_t digits, char32_t code) {
    constexpr const char* HEX = "0123456789abcdef";
    out += '\\';
    out += kind;
    for (std::size_t at = digits; at-- > 0;) out += HEX[code >> (4 * at) & 15];
}

void append_escaped(std::string& out, char32_t character) {
    if (character == '\n')
        out += "\\n";
    else if (character == '\r')
        out += "\\r";
    else if (character == '\t')
        out += "\\t";
    else if (character < 0x100)
        append_hex(out, 'x', 2, character);
    else if (character < 0x10000)
        append_hex(out, 'u', 4, character);
    else
        append_hex(out, 'U', 8, character);
}

}  // namespace

// Counted in blocks whose counts fit a byte, so that compilers use vectors of bytes.
std::size_t characters(std::string_view text) {
    constexpr std::size_t BLOCK = 128;
    constexpr signed char LAST_CONTINUATION = -65;
    const auto is_start = [](char c) { return static_cast<signed char>(c) > LAST_CONTINUATION ? 1 : 0; };
    std::size_t count = 0;
    for (; text.size() >= BLOCK; text.remove_prefix(BLOCK)) {
        const char* const block = text.data();
        std::uint8_t starts = 0;
        for (std::size_t i = 0; i < BLOCK; ++i) starts = static_cast<std::uint8_t>(starts + is_start(block[i]));
        count += starts;
    }
    return count + static_cast<std::size_t>(std::ranges::count_if(text, is_start));
}

char32_t take_character(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t more = promised(first);
    const std::string_view rest = text.substr(1, more);
    const bool is_whole =
        more <= MOST_CONTINUATIONS && rest.size() == more && std::ranges::all_of(rest, is_continuation);
    text.remove_prefix(1);
    if (more == 0 || !is_whole) return first;
    char32_t character = first & (0x3Fu >> more);
    for (const char c : rest) character = character << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
    text.remove_prefix(more);
    return character;
}

void append_character(std::string& out, char32_t character) {
    const auto add = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    const auto add_lower = [&](int shift) { add(0x80 | (character >> shift & 0x3F)); };
    if (character < 0x80) return add(character);
    if (character < 0x800) {
        add(0xC0 | character >> 6);
        return add_lower(0);
    }
    if (character < 0x10000) {
        add(0xE0 | character >> 12);
    } else {
        add(0xF0 | character >> 18);
        add_lower(12);
    }
    add_lower(6);
    add_lower(0);
}

bool is_printable(char32_t character) {
    const auto* const span = std::ranges::lower_bound(UNSEEN, character, {}, &Span::last);
    return character < END && (span == std::ranges::end(UNSEEN) || character < span->first);
}

std::string shortened(std::string_view text) {
    if (text.size() <= SHOWN_CHARACTERS) return std::string(text);
    std::string_view left = text;
    for (std::size_t count = 0; count < SHOWN_CHARACTERS && !left.empty(); ++count) take_character(left);
    if (left.empty()) return std::string(text);
    return std::string(text.substr(0, text.size() - left.size())) + "...";
}

std::string represented(std::string_view text) {
    const bool is_double = text.find('\'') != text.npos && text.find('"') == text.npos;
    const char32_t quote = is_double ? '"' : '\'';
    std::string out(1, static_cast<char>(quote));
    while (!text.empty()) {
        const char32_t character = take_character(text);
        if (character == quote || character == '\\') out += '\\';
        if (is_printable(character))
            append_character(out, character);
        else
            append_escaped(out, character);
    }
    return out + static_cast<char>(quote);
}

}  // namespace facevalue
