// Syntax: the spellings of a notation, compiled into tables. Python owns the rows; the core knows only what pieces
// mean.
//
// The first byte of a piece is looked up; longer spellings are tried in a short list, longest first. A backslash takes
// all letters after it, as in TeX, so `\timesx` does not match `\times`. Threads may share a Syntax.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/rules.hpp"
#include "work/integers.hpp"

namespace facevalue::numbers {

enum class Piece : std::uint8_t {
    Unknown,
    Blank,
    Digit,
    Operator,  // value: the symbol of the operation
    Foreign,   // an operator of other games
    Open,      // value: the kind of bracket
    Close,     // value: the kind of bracket
    Fraction,  // a fraction bar, two arguments follow
    Left,      // \left, \right: before a bracket
    Right,
    Math,  // opens and closes mathematics; value: the kind
    MathOpen,
    MathClose,
    Box,  // \boxed, an argument follows
    Equals,
    Stop,
    Face,    // a playing card; value: its number
    Over,    // the fraction bar of TeX: what stands before it in its group is over what follows
    Number,  // found by the reader, in no row
};

inline constexpr std::array<std::pair<std::string_view, Piece>, 16> PIECES{{
    {"blank", Piece::Blank},
    {"operator", Piece::Operator},
    {"foreign", Piece::Foreign},
    {"open", Piece::Open},
    {"close", Piece::Close},
    {"fraction", Piece::Fraction},
    {"left", Piece::Left},
    {"right", Piece::Right},
    {"math", Piece::Math},
    {"math_open", Piece::MathOpen},
    {"math_close", Piece::MathClose},
    {"box", Piece::Box},
    {"equals", Piece::Equals},
    {"stop", Piece::Stop},
    {"face", Piece::Face},
    {"over", Piece::Over},
}};

struct Spelling {
    std::string text;
    Piece piece;
    char value;
};

// A spelling must have a text, and an operator must be one of the four.
constexpr bool is_valid(const Spelling& spelling) {
    return !spelling.text.empty() && (spelling.piece != Piece::Operator || op_of(spelling.value).has_value());
}

// How negative numbers and fractions are written: opening, minus, whole, over, whole, closing.
struct NumberForm {
    std::string opening, minus, over, closing;
};

// Left: infix without precedence, strictly from the left.
enum class Arrangement : std::uint8_t { Infix, Left, Prefix, Postfix };
inline constexpr Words<Arrangement, 4> ARRANGEMENTS{{{"infix", Arrangement::Infix},
                                                     {"left", Arrangement::Left},
                                                     {"prefix", Arrangement::Prefix},
                                                     {"postfix", Arrangement::Postfix}}};

struct SyntaxRow {
    std::vector<Spelling> spellings;
    Arrangement arrangement = Arrangement::Infix;
    NumberForm form;
    bool words = false;                    // a blank ends every piece
    bool decimals = false;                 // 2.5 is a number
    bool unary_sign = false;               // any number of signs before an operand
    bool implicit_multiplication = false;  // 2(3+9)
    bool forms = false;                    // numbers in the form are read for every puzzle
    bool trimmed = false;                  // a byte order mark and direction marks at either end are skipped
    bool typed = false;                    // Markdown, quotes and a full stop around the whole are skipped, and \boxed
                                           // may stand around one side of a claim
};

// The piece at a place, and its length in bytes.
struct Found {
    Piece piece = Piece::Unknown;
    char value = 0;
    std::uint32_t length = 1;
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Syntax {
  public:
    // Every spelling must be valid.
    explicit Syntax(SyntaxRow row) : row_(std::move(row)) {
        std::ranges::stable_sort(row_.spellings, [](const Spelling& a, const Spelling& b) {
            return a.text[0] != b.text[0] ? a.text[0] < b.text[0] : a.text.size() > b.text.size();
        });
        for (const char c : {' ', '\t', '\n', '\r'}) alone_[byte(c)] = {Piece::Blank, 0, 1};
        for (char c = '0'; c <= '9'; ++c) alone_[byte(c)] = {Piece::Digit, 0, 1};
        for (std::size_t i = 0; i < row_.spellings.size(); ++i) file(i);
    }

    const SyntaxRow& row() const { return row_; }

    // The piece at a place before the end.
    Found at(std::string_view text, std::size_t place) const {
        const Range& range = ranges_[byte(text[place])];
        return range.first == range.last ? alone_[byte(text[place])] : longest(text.substr(place), range);
    }

  private:
    // The spellings with the same first byte, if one of them is longer than one byte.
    struct Range {
        std::uint16_t first = 0, last = 0;
    };

    static std::size_t byte(char c) { return static_cast<unsigned char>(c); }

    void file(std::size_t i) {
        const Spelling& spelling = row_.spellings[i];
        Range& range = ranges_[byte(spelling.text[0])];
        const bool starts = range.first == range.last;
        if (starts && spelling.text.size() == 1) {
            alone_[byte(spelling.text[0])] = {spelling.piece, spelling.value, 1};
            return;
        }
        if (starts) range.first = narrowed<std::uint16_t>(i);
        range.last = narrowed<std::uint16_t>(i + 1);
    }

    Found longest(std::string_view rest, const Range& range) const {
        const std::size_t command = command_length(rest);
        for (std::size_t i = range.first; i < range.last; ++i) {
            const Spelling& spelling = row_.spellings[i];
            const bool fits = command > 1 ? rest.substr(0, command) == spelling.text : rest.starts_with(spelling.text);
            if (fits) return {spelling.piece, spelling.value, static_cast<std::uint32_t>(spelling.text.size())};
        }
        return {};
    }

    // The length of a TeX command with letters, including the backslash; 0 or 1 for anything else.
    static std::size_t command_length(std::string_view rest) {
        if (rest[0] != '\\') return 0;
        std::size_t length = 1;
        while (length < rest.size() && is_letter(rest[length])) ++length;
        return length;
    }

    SyntaxRow row_;
    std::array<Found, 256> alone_{};
    std::array<Range, 256> ranges_{};
};

}  // namespace facevalue::numbers
