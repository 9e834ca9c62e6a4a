// Syntax: the spellings of a notation, compiled to tables. Python defines the spellings; the core only knows what kinds
// of tokens (Piece) there are.
//
// The longest spelling counts. It is found byte by byte in a tree, so that reading takes the same time in every
// notation. A backslash takes all letters after it, as in TeX, so `\timesx` does not match `\times`. Threads may share
// a Syntax.
#pragma once

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
    Operator,   // value: the symbol of the operation
    Power,      // the functions of functions.hpp
    Factorial,  // follows its operand
    Root,       // comes before it
    Concatenate,
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
    Face,    // a playing card; value: its number, as the character that far after @
    Over,    // the fraction bar of TeX: divides what comes before it in its group by what follows
    Number,  // found by the reader, in no row
};

inline constexpr std::array<std::pair<std::string_view, Piece>, 20> PIECES{{
    {"blank", Piece::Blank},
    {"operator", Piece::Operator},
    {"power", Piece::Power},
    {"factorial", Piece::Factorial},
    {"root", Piece::Root},
    {"concatenate", Piece::Concatenate},
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

inline constexpr std::array FUNCTION_PIECES{Piece::Power, Piece::Factorial, Piece::Root, Piece::Concatenate};

struct Spelling {
    std::string text;
    Piece piece;
    char value;
};

// A spelling must not be empty, and an operator must be one of the four.
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
    bool words = false;                    // a space ends every token
    bool decimals = false;                 // 2.5 is a number
    bool unary_sign = false;               // any number of signs before an operand
    bool implicit_multiplication = false;  // 2(3+9)
    bool forms = false;                    // numbers in the form are read for every puzzle
    bool trimmed = false;                  // a byte order mark and direction marks at either end are skipped
    bool typed = false;                    // Markdown, quotes and a full stop around the whole are skipped, and \boxed
                                           // may be around one side of a claim
};

// The token at a place, and its length in bytes.
struct Found {
    Piece piece = Piece::Unknown;
    char value = 0;
    std::uint32_t length = 1;
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
// Most bytes are above the space, so one comparison is enough for them.
constexpr bool is_blank(char c) {
    return static_cast<unsigned char>(c) <= ' ' && (c == ' ' || c == '\t' || c == '\n' || c == '\r');
}

// The bytes of all spellings as a tree, in rows of steps. A row of 256 steps would not stay in the cache, so the bytes
// that occur in no spelling share one column.
class SpellingTree {
  public:
    explicit SpellingTree(const std::vector<Spelling>& spellings) {
        for (const Spelling& spelling : spellings)
            for (const char c : spelling.text)
                if (column_[byte(c)] == 0) column_[byte(c)] = narrowed<std::uint8_t>(columns_++);
        steps_.resize(columns_);
        for (const Spelling& spelling : spellings) add(spelling);
    }

    // The longest spelling with which the text begins, or an unknown token.
    Found longest(std::string_view text) const {
        std::size_t row = 0, end = 0;
        for (const char c : text) {
            const Step step = steps_[row + column_[byte(c)]];
            if (step.end != 0) end = step.end;
            row = step.row;
            if (row == 0) break;
        }
        return ends_[end];
    }

    static std::size_t byte(char c) { return static_cast<unsigned char>(c); }

  private:
    struct Step {
        std::uint16_t row = 0;  // where the row of longer spellings begins, or 0
        std::uint16_t end = 0;  // the spelling that ends here, or 0
    };

    void add(const Spelling& spelling) {
        std::size_t step = column_[byte(spelling.text[0])];
        for (const char c : std::string_view(spelling.text).substr(1)) {
            if (steps_[step].row == 0) {
                steps_[step].row = narrowed<std::uint16_t>(steps_.size());
                steps_.resize(steps_.size() + columns_);
            }
            step = steps_[step].row + column_[byte(c)];
        }
        steps_[step].end = narrowed<std::uint16_t>(ends_.size());
        ends_.push_back({spelling.piece, spelling.value, static_cast<std::uint32_t>(spelling.text.size())});
    }

    std::array<std::uint8_t, 256> column_{};
    std::size_t columns_ = 1;  // the first is for all other bytes
    std::vector<Step> steps_;
    std::vector<Found> ends_{Found{}};
};

class Syntax {
  public:
    // Every spelling must be valid.
    explicit Syntax(SyntaxRow row) : row_(std::move(row)), tree_(row_.spellings) {
        for (const char c : {' ', '\t', '\n', '\r'}) alone_[SpellingTree::byte(c)] = {Piece::Blank, 0, 1};
        for (char c = '0'; c <= '9'; ++c) alone_[SpellingTree::byte(c)] = {Piece::Digit, 0, 1};
        for (const Spelling& spelling : row_.spellings) file(spelling);
    }

    const SyntaxRow& row() const { return row_; }

    // The piece at a place before the end.
    Found at(std::string_view text, std::size_t place) const {
        const std::size_t first = SpellingTree::byte(text[place]);
        return goes_on_[first] ? longest({text.data() + place, text.size() - place}) : alone_[first];
    }

  private:
    void file(const Spelling& spelling) {
        const std::size_t first = SpellingTree::byte(spelling.text[0]);
        if (spelling.text.size() > 1)
            goes_on_[first] = true;
        else
            alone_[first] = {spelling.piece, spelling.value, 1};
    }

    Found longest(std::string_view rest) const {
        const Found found = tree_.longest(rest);
        const bool is_cut = rest[0] == '\\' && found.length < rest.size() && is_letter(rest[found.length]) &&
                            (found.length == 1 || is_letter(rest[found.length - 1]));
        return is_cut ? Found{} : found;  // a command extends to its last letter
    }

    SyntaxRow row_;
    SpellingTree tree_;
    std::array<Found, 256> alone_{};   // the tokens of one byte
    std::array<bool, 256> goes_on_{};  // does a longer spelling begin with the byte?
};

}  // namespace facevalue::numbers
