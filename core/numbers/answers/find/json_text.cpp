#include "numbers/answers/find/json_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace facevalue::numbers {

namespace {

using namespace std::string_view_literals;

struct Letter {
    char escape, says;
};
constexpr std::array<Letter, 9> LETTERS{{{'"', '"'},
                                         {'\'', '\''},
                                         {'\\', '\\'},
                                         {'/', '/'},
                                         {'b', '\b'},
                                         {'f', '\f'},
                                         {'n', '\n'},
                                         {'r', '\r'},
                                         {'t', '\t'}}};
constexpr std::size_t UNIT = 6;  // characters of \u00d7
constexpr char32_t HIGH = 0xD800, LOW = 0xDC00, AFTER = 0xE000, BEYOND = 0x10000;

struct Escape {
    char32_t says;
    std::size_t size;  // characters that it takes
};

// The 16 bits of \uXXXX at the start of a string.
std::optional<char32_t> unit_at(std::string_view text) {
    if (text.size() < UNIT || !text.starts_with("\\u"sv)) return std::nullopt;
    char32_t unit = 0;
    for (const char c : text.substr(2, 4)) {
        const std::size_t digit = "0123456789abcdefABCDEF"sv.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        unit = 16 * unit + static_cast<char32_t>(digit < 16 ? digit : digit - 6);
    }
    return unit;
}

// The escape at the start of a string; nothing if JSON has no such escape.
std::optional<Escape> escape_at(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    if (text[1] != 'u') {
        const auto* const found = std::ranges::find(LETTERS, text[1], &Letter::escape);
        if (found == LETTERS.end()) return std::nullopt;
        return Escape{static_cast<char32_t>(found->says), 2};
    }
    const auto first = unit_at(text);
    if (!first || *first == 0 || (*first >= LOW && *first < AFTER)) return std::nullopt;
    if (*first < HIGH || *first >= AFTER) return Escape{*first, UNIT};
    const auto second = unit_at(text.substr(UNIT));
    if (!second || *second < LOW || *second >= AFTER) return std::nullopt;
    return Escape{BEYOND + (*first - HIGH) * 0x400 + (*second - LOW), 2 * UNIT};
}

void add_utf8(std::string& text, char32_t c) {
    constexpr std::array<char32_t, 4> ENDS{0x80, 0x800, BEYOND, 0x110000};  // of 1, 2, 3 and 4 bytes
    constexpr std::array<unsigned, 4> MARKS{0, 0xC0, 0xE0, 0xF0};           // of the first byte
    const auto more = static_cast<std::size_t>(std::ranges::upper_bound(ENDS, c) - ENDS.begin());
    for (std::size_t byte = 0; byte <= more; ++byte) {
        const unsigned bits = static_cast<unsigned>(c) >> (6 * (more - byte));
        text.push_back(static_cast<char>(byte == 0 ? MARKS[more] | bits : 0x80U | (bits & 0x3FU)));
    }
}

// Calls `plain` with the place of each other character and `escaped` with each escape and its place; false if the
// string cannot be read.
template <class Plain, class Escaped>
bool read(std::string_view inside, const Plain& plain, const Escaped& escaped) {
    for (std::size_t place = 0; place < inside.size();) {
        if (inside[place] != '\\') {
            plain(place++);
            continue;
        }
        const auto escape = escape_at(inside.substr(place));
        if (!escape) return false;
        escaped(*escape, place);
        place += escape->size;
    }
    return true;
}

}  // namespace

std::size_t json_end(std::string_view text, char quote) {
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (text[place] == quote) return place;
        if (text[place] == '\\') ++place;
    }
    return std::string_view::npos;
}

bool is_json_text(std::string_view inside) {
    return read(inside, [](std::size_t) {}, [](const Escape&, std::size_t) {});
}

std::optional<JsonText> json_text(std::string_view inside) {
    JsonText found;
    const auto plain = [&](std::size_t place) {
        found.text.push_back(inside[place]);
        found.places.push_back(place);
    };
    const auto escaped = [&](const Escape& escape, std::size_t place) {
        add_utf8(found.text, escape.says);
        found.places.resize(found.text.size(), place);
    };
    if (!read(inside, plain, escaped)) return std::nullopt;
    found.places.push_back(inside.size());
    return found;
}

}  // namespace facevalue::numbers
