// AnswerText: writes a tree in one of the many spellings that docs/models/checking.md promises to read, part by part,
// and joins the parts with spaces.
//
// Every part knows which option of a syntax it needs. An answer may use more than its syntax reads: then the first such
// part is an unknown symbol. Flaws are planted among the parts (answer_flaws.hpp) before they are joined. The spellings
// are listed here again, because Python's spellings are under test.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "soak/answer_tree.hpp"

namespace facevalue::soak {

// The options of a syntax, as in src/facevalue/puzzle/notation/syntax.py.
struct SyntaxOptions {
    bool unicode = false, latex = false, brackets = false, claims = false;
    bool unary_sign = false, implicit_multiplication = false, decimals = false, typed = false;
};

// What a syntax must have to read a part.
enum class Needs : std::uint8_t {
    Nothing,
    Unicode,
    Latex,
    Brackets,
    Braces,        // LaTeX or brackets
    WideBrackets,  // Unicode and brackets
    Claims,
    WideEquals,  // Unicode and claims
    Decimals,
    Typed,
    TypedLatex,  // typed and LaTeX
};

// Which needs a syntax meets.
class Readable {
  public:
    Readable() = default;
    explicit Readable(const SyntaxOptions& syntax);
    bool operator()(Needs needs) const { return (bits_ >> static_cast<unsigned>(needs) & 1) != 0; }

  private:
    unsigned bits_ = 0;
};

enum class Kind : std::uint8_t {
    Number,
    Digit,     // an argument of \frac without braces
    Operator,  // between two operands
    Implied,   // a multiplication that is not written
    Sign,
    Open,
    Close,
    Fraction,
    Wrap,  // begins mathematics or a box around everything
    Unwrap,
    Box,  // begins a box around one side of a claim
    Unbox,
    Equals,
    Stop,
    Planted,  // does not belong there
};

inline constexpr std::uint8_t NO_NODE = 255;

struct Piece {
    std::string_view text;
    Kind kind;
    Needs needs = Needs::Nothing;
    std::uint8_t node = NO_NODE;  // of the tree, whose position this is
    char bracket = 0;             // its kind: a bracket is closed by one of the same kind
    bool starts = false;          // an operand begins here
    bool ends = false;            // an operand ends here
    bool is_argument = false;     // of \frac: only ASCII whitespace may come before the next part
    std::uint32_t place = 0;      // in the answer, once the parts are joined
};

struct Brackets {
    std::array<std::string_view, 2> opening, closing;  // the second spelling may be the first
    Needs needs, needs_second;
    char kind;
};
struct Spelling {
    std::string_view text;
    Needs needs;
};
Brackets random_brackets(const Readable& used, bool may_be_braces, Chance& chance);
Piece random_opening(const Brackets& brackets, const Readable& used, Chance& chance);
Piece random_closing(const Brackets& brackets, const Readable& used, Chance& chance);
Spelling random_spelling(char op, const Readable& used, Chance& chance);  // of + - * /

// What makes an answer different from every tree.
struct Flaw {
    Reason reason;
    std::size_t piece;  // where; the number of parts for the end of the answer
};

class AnswerText {
  public:
    // `style` is what the answer uses, `syntax` what will read it.
    void begin(const SyntaxOptions& style, const SyntaxOptions& syntax, bool has_forms);

    void wrap(Chance& chance);
    void write(AnswerTree& tree, Chance& chance) { add_operand(tree, static_cast<std::uint8_t>(tree.root), 0, chance); }
    void write_equals(Chance& chance);
    void open_box() { pieces.push_back({"\\boxed{", Kind::Box, Needs::Latex}); }
    void close_box() { pieces.push_back({"}", Kind::Unbox, Needs::Latex}); }
    void write_claim(const Number& number, Chance& chance);
    void unwrap(bool has_claim, Chance& chance);

    // May one side of a claim be in a box?
    bool may_have_box() const { return style.typed && syntax.typed && style.latex && wraps_ == 0; }

    // How many parts the reader sees: it skips a full stop at the end of an answer that people type.
    std::size_t pieces_read() const;
    // The place of a part, or the end of what is read.
    std::size_t place_of(std::size_t piece) const;

    // Joins the parts, and sets the places of parts and nodes.
    void join(AnswerTree& tree, std::string& text, Chance& chance);

    // Both are kept until the next text begins.
    std::string_view digits(std::int64_t number);
    std::string_view zero_before(std::string_view number);

    SyntaxOptions style, syntax;
    Readable used, read;  // by the style, by the syntax
    bool has_forms = false;
    std::vector<Piece> pieces;
    std::optional<Flaw> flaw;
    std::size_t claim = 0;   // the first piece of the claimed number
    std::size_t unread = 0;  // the place of the first part that the syntax does not read, or NOWHERE

  private:
    void add_number(const Number& number, std::uint8_t node, Chance& chance);
    std::string_view decimals(const Number& number, Chance& chance);
    std::string_view braced(const Number& number, Chance& chance);
    void add_infix(AnswerTree& tree, std::uint8_t node, Chance& chance);
    void add_bracketed(AnswerTree& tree, std::uint8_t node, Chance& chance);
    void add_operand(AnswerTree& tree, std::uint8_t node, int least, Chance& chance);
    void add_unsigned(AnswerTree& tree, std::uint8_t node, int least, Chance& chance);
    void add_fraction(AnswerTree& tree, std::uint8_t node, Chance& chance);
    void add_over(AnswerTree& tree, std::uint8_t node, Chance& chance);
    void add_argument(AnswerTree& tree, std::uint8_t node, bool is_last, Chance& chance);
    void add_signs(std::uint8_t node, Chance& chance);
    void leave_out(std::size_t piece);
    void note_flaw(std::size_t piece);
    void add_blank(const Piece* before, const Piece& after, Chance& chance);
    void append(Piece& piece);
    void put(std::string_view part);
    void join_plain(AnswerTree& tree, Chance& chance);
    void join_decorated(AnswerTree& tree, Chance& chance);
    void join_pieces(AnswerTree& tree, Chance& chance);

    struct Wrapper {
        std::string_view opening, closing;
        char kind;
    };
    std::array<Wrapper, 2> wrappers_{};
    std::size_t wraps_ = 0;
    std::array<char, 2048> characters_;
    std::size_t filled_ = 0;
    std::array<char, 8192> joined_;
    std::size_t length_ = 0;
    std::size_t end_ = 0;  // of what is read
};

}  // namespace facevalue::soak
