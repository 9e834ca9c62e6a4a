#include "soak/answer_text.hpp"

#include <algorithm>
#include <charconv>

namespace facevalue::soak {

namespace {

constexpr std::array<Spelling, 2> PLUS{{{"+", Needs::Nothing}, {"＋", Needs::Unicode}}};
constexpr std::array<Spelling, 4> MINUS{
    {{"-", Needs::Nothing}, {"−", Needs::Unicode}, {"–", Needs::Unicode}, {"－", Needs::Unicode}}};
constexpr std::array<Spelling, 15> TIMES{{{"*", Needs::Nothing},
                                          {"×", Needs::Unicode},
                                          {"·", Needs::Unicode},
                                          {"∙", Needs::Unicode},
                                          {"⋅", Needs::Unicode},
                                          {"∗", Needs::Unicode},
                                          {"＊", Needs::Unicode},
                                          {"\\times", Needs::Latex},
                                          {"\\cdot", Needs::Latex},
                                          {"x", Needs::Typed},
                                          {"X", Needs::Typed},
                                          {"✕", Needs::Typed},
                                          {"✖", Needs::Typed},
                                          {"\\*", Needs::Typed},
                                          {"\\ast", Needs::TypedLatex}}};
constexpr std::array<Spelling, 8> OVER{{{"/", Needs::Nothing},
                                        {"÷", Needs::Unicode},
                                        {"∕", Needs::Unicode},
                                        {"／", Needs::Unicode},
                                        {"\\div", Needs::Latex},
                                        {":", Needs::Typed},
                                        {"∶", Needs::Typed},
                                        {"⁄", Needs::Unicode}}};

constexpr Brackets ROUND{{"(", "（"}, {")", "）"}, Needs::Nothing, Needs::Unicode, '('};
constexpr std::array<Brackets, 6> OTHER_BRACKETS{{
    {{"[", "［"}, {"]", "］"}, Needs::Brackets, Needs::WideBrackets, '['},
    {{"{", "｛"}, {"}", "｝"}, Needs::Braces, Needs::WideBrackets, '{'},
    {{"\\{", "\\{"}, {"\\}", "\\}"}, Needs::Latex, Needs::Latex, 'b'},
    {{"\\left(", "\\left ("}, {"\\right)", "\\right\n)"}, Needs::Latex, Needs::Latex, 'l'},
    {{"\\left[", "\\left  ["}, {"\\right]", "\\right\t]"}, Needs::Latex, Needs::Latex, 's'},
    {{"\\left\\{", "\\left \\{"}, {"\\right\\}", "\\right \\}"}, Needs::Latex, Needs::Latex, 'c'},
}};

constexpr std::array<std::string_view, 4> BLANKS{" ", "\t", "\n", "\r\n"};
// Whitespace that a syntax must know.
constexpr std::array<Spelling, 15> SPACING{{{"\\,", Needs::Latex},
                                            {"\\;", Needs::Latex},
                                            {"\\!", Needs::Latex},
                                            {"\\:", Needs::Latex},
                                            {"\\ ", Needs::Latex},
                                            {"\\quad", Needs::Latex},
                                            {"\\qquad", Needs::Latex},
                                            {"\u00a0", Needs::Unicode},
                                            {"\u2003", Needs::Unicode},
                                            {"\u202f", Needs::Unicode},
                                            {"\u3000", Needs::Unicode},
                                            {"~", Needs::TypedLatex},
                                            {"\\displaystyle", Needs::TypedLatex},
                                            {"\\textstyle", Needs::TypedLatex},
                                            {"\\biggl", Needs::TypedLatex}}};

// Decoration around a whole answer that people type. A fence comes last, on separate lines, and only once.
struct Around {
    std::string_view opening, closing;
};
constexpr Around NOTHING_AROUND;
constexpr std::array<Around, 11> DECORATIONS{{{"**", "**"},
                                              {"__", "__"},
                                              {"*", "*"},
                                              {"_", "_"},
                                              {"`", "`"},
                                              {"\"", "\""},
                                              {"'", "'"},
                                              {"“", "”"},
                                              {"‘", "’"},
                                              {"«", "»"},
                                              {"```text\n", "\n```"}}};
constexpr std::uint32_t FENCE = DECORATIONS.size() - 1;
constexpr std::array<std::string_view, 3> INVISIBLE{"\ufeff", "\u200e", "\u2066"};
constexpr std::array<std::string_view, 5> MARKS{" ", "\n", INVISIBLE[0], INVISIBLE[1], INVISIBLE[2]};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_command(std::string_view text) { return text.size() > 1 && text[0] == '\\' && is_letter(text.back()); }

// Would the two be read differently without anything between them?
bool would_merge(const Piece& before, const Piece& after) {
    if (before.text.empty() || after.text.empty()) return false;
    const char last = before.text.back(), first = after.text.front();
    if (is_digit(first)) return before.kind == Kind::Number && is_digit(last);
    if (is_letter(first)) return is_command(before.text);
    return last == first && (first == '*' || first == '/' || first == '$');
}

// Without the spaces at the end, unless a backslash makes them part of a command.
std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && numbers::is_blank(text.back()) && !text.substr(0, text.size() - 1).ends_with('\\'))
        text.remove_suffix(1);
    return text;
}

// The numerator of the number over 10^places; nothing if it is not whole.
std::optional<std::int64_t> scaled(const Number& number, int places) {
    std::int64_t power = 1;
    while (places-- > 0) power *= 10;
    if (number.numerator > 1'000'000'000 || power % number.denominator != 0) return std::nullopt;
    return number.numerator * (power / number.denominator);
}

}  // namespace

Readable::Readable(const SyntaxOptions& syntax) {
    const auto add = [&](Needs needs, bool is_read) {
        bits_ |= static_cast<unsigned>(is_read) << static_cast<unsigned>(needs);
    };
    add(Needs::Nothing, true);
    add(Needs::Unicode, syntax.unicode);
    add(Needs::Latex, syntax.latex);
    add(Needs::Brackets, syntax.brackets);
    add(Needs::Braces, syntax.latex || syntax.brackets);
    add(Needs::WideBrackets, syntax.unicode && syntax.brackets);
    add(Needs::Claims, syntax.claims);
    add(Needs::WideEquals, syntax.unicode && syntax.claims);
    add(Needs::Decimals, syntax.decimals);
    add(Needs::Typed, syntax.typed);
    add(Needs::TypedLatex, syntax.typed && syntax.latex);
}

// --- spellings

Spelling random_spelling(char op, const Readable& used, Chance& chance) {
    const auto drawn = [&](const auto& spellings) {
        const Spelling& spelling = chance.one_in(2) ? spellings[0] : chance.one_of(spellings);
        return used(spelling.needs) ? spelling : spellings[0];
    };
    if (op == '+') return drawn(PLUS);
    if (op == '-') return drawn(MINUS);
    return op == '*' ? drawn(TIMES) : drawn(OVER);
}

// A playing card of that value, or an empty string.
std::string_view random_face(const Number& number, Chance& chance) {
    static constexpr std::array<std::string_view, 14> FACES{"", "Aa", "", "", "",   "",   "",
                                                            "", "",   "", "", "Jj", "Qq", "Kk"};
    if (number.denominator != 1 || number.numerator < 0 || number.numerator > 13) return {};
    const std::string_view both = FACES[static_cast<std::size_t>(number.numerator)];
    return both.empty() ? both : both.substr(chance.below(2), 1);
}

Brackets random_brackets(const Readable& used, bool may_be_braces, Chance& chance) {
    if (!used(Needs::Braces) || chance.one_in(2)) return ROUND;
    const Brackets& drawn = chance.one_of(OTHER_BRACKETS);
    const bool is_square = drawn.kind == '[' || drawn.kind == 's';
    if (!used(drawn.needs) || (is_square && !used(Needs::Brackets))) return ROUND;
    return drawn.kind == '{' && !may_be_braces ? ROUND : drawn;
}

Piece random_opening(const Brackets& brackets, const Readable& used, Chance& chance) {
    const bool second = used(brackets.needs_second) && chance.one_in(4);
    Piece piece{brackets.opening[second], Kind::Open, second ? brackets.needs_second : brackets.needs};
    piece.bracket = brackets.kind;
    piece.starts = true;
    return piece;
}

Piece random_closing(const Brackets& brackets, const Readable& used, Chance& chance) {
    const bool second = used(brackets.needs_second) && chance.one_in(4);
    Piece piece{brackets.closing[second], Kind::Close, second ? brackets.needs_second : brackets.needs};
    piece.bracket = brackets.kind;
    piece.ends = true;
    return piece;
}

// --- writing

void AnswerText::begin(const SyntaxOptions& uses, const SyntaxOptions& reads, bool forms) {
    style = uses;
    syntax = reads;
    used = Readable(uses);
    read = Readable(reads);
    has_forms = forms;
    pieces.clear();
    flaw.reset();
    claim = filled_ = wraps_ = 0;
}

void AnswerText::note_flaw(std::size_t piece) {
    if (!flaw || piece < flaw->piece) flaw = Flaw{Reason::Malformed, piece};
}

void AnswerText::put(std::string_view part) {
    for (const char c : part) joined_[length_++] = c;
}

std::string_view AnswerText::digits(std::int64_t number) {
    char* const first = characters_.data() + filled_;
    char* const last = std::to_chars(first, characters_.data() + characters_.size(), number).ptr;
    filled_ += static_cast<std::size_t>(last - first);
    return {first, last};
}

std::string_view AnswerText::zero_before(std::string_view number) {
    char* const first = characters_.data() + filled_;
    first[0] = '0';
    std::ranges::copy(number, first + 1);
    filled_ += number.size() + 1;
    return {first, number.size() + 1};
}

// Around everything: $...$, \boxed{...} or both.
void AnswerText::wrap(Chance& chance) {
    static constexpr std::array<Wrapper, 4> MATHS{
        {{"$", "$", '1'}, {"$$", "$$", '2'}, {"\\(", "\\)", 'm'}, {"\\[", "\\]", 'n'}}};
    static constexpr std::array<Wrapper, 2> BOXES{{{"\\boxed{", "}", '{'}, {"\\boxed {", "}", '{'}}};
    if (!style.latex || !chance.one_in(6)) return;
    const std::uint32_t which = chance.below(4);
    if (which != 0) wrappers_[wraps_++] = chance.one_of(MATHS);
    if (which < 2) wrappers_[wraps_++] = chance.one_of(BOXES);
    if (wraps_ == 2 && chance.one_in(2)) std::swap(wrappers_[0], wrappers_[1]);
    for (std::size_t i = 0; i < wraps_; ++i)
        pieces.push_back({wrappers_[i].opening, Kind::Wrap, Needs::Latex, NO_NODE, wrappers_[i].kind});
}

void AnswerText::unwrap(bool has_claim, Chance& chance) {
    const bool has_stop = has_claim && chance.one_in(4);
    const std::size_t before = has_stop ? chance.below(static_cast<std::uint32_t>(wraps_ + 1)) : wraps_ + 1;
    for (std::size_t closed = 0; closed <= wraps_; ++closed) {
        if (closed == before) pieces.push_back({".", Kind::Stop, Needs::Claims});
        if (closed == wraps_) return;
        const Wrapper& wrapper = wrappers_[wraps_ - 1 - closed];
        pieces.push_back({wrapper.closing, Kind::Unwrap, Needs::Latex, NO_NODE, wrapper.kind});
    }
}

void AnswerText::write_equals(Chance& chance) {
    const bool is_wide = style.unicode && chance.one_in(4);
    pieces.push_back({is_wide ? "＝" : "=", Kind::Equals, is_wide ? Needs::WideEquals : Needs::Claims});
}

// A whole number or a quotient of two, with a minus sign if it is negative.
void AnswerText::write_claim(const Number& number, Chance& chance) {
    claim = pieces.size();
    if (number.numerator < 0) {
        const Spelling minus = random_spelling('-', used, chance);
        pieces.push_back({minus.text, Kind::Sign, minus.needs});
    }
    const auto add = [&](std::int64_t whole) { pieces.push_back({digits(whole), Kind::Number, Needs::Nothing}); };
    const auto brace = [&](std::string_view text, Kind kind) {
        pieces.push_back({text, kind, Needs::Latex, NO_NODE, '{'});
        pieces.back().is_argument = kind == Kind::Close;
    };
    const std::int64_t over = number.numerator < 0 ? -number.numerator : number.numerator;
    if (number.denominator == 1) {
        add(over);
    } else if (style.latex && chance.one_in(2)) {
        pieces.push_back({"\\frac", Kind::Fraction, Needs::Latex});
        pieces.back().is_argument = true;
        brace("{", Kind::Open);
        add(over);
        brace("}", Kind::Close);
        brace("{", Kind::Open);
        add(number.denominator);
        brace("}", Kind::Close);
        pieces.back().is_argument = false;
    } else {
        add(over);
        const Spelling sign = random_spelling('/', used, chance);
        pieces.push_back({sign.text, Kind::Operator, sign.needs});
        add(number.denominator);
    }
}

std::string_view AnswerText::decimals(const Number& number, Chance& chance) {
    const int places = chance.between(1, 3);
    const auto whole = number.numerator < 0 ? std::nullopt : scaled(number, places);
    if (!whole) return {};
    std::int64_t power = places == 1 ? 10 : places == 2 ? 100 : 1000;
    const std::size_t first = filled_;
    digits(*whole / power);
    characters_[filled_++] = '.';
    while (power > 1) {
        power /= 10;
        characters_[filled_++] = static_cast<char>('0' + *whole / power % 10);
    }
    return {characters_.data() + first, filled_ - first};
}

// {-5} or {3/4}, with spaces, and not always in lowest terms.
std::string_view AnswerText::braced(const Number& number, Chance& chance) {
    const std::size_t first = filled_;
    const auto put = [&](char c) { characters_[filled_++] = c; };
    const auto may_put_blank = [&] {
        if (chance.one_in(8)) put(' ');
    };
    const std::int64_t factor = chance.one_in(8) ? 2 : 1;
    put('{');
    may_put_blank();
    digits(number.numerator * factor);
    may_put_blank();
    if (number.denominator * factor != 1) {
        put('/');
        may_put_blank();
        digits(number.denominator * factor);
        may_put_blank();
    }
    put('}');
    return {characters_.data() + first, filled_ - first};
}

void AnswerText::add_number(const Number& number, std::uint8_t node, Chance& chance) {
    Piece piece{{}, Kind::Number};
    piece.node = node;
    piece.starts = piece.ends = true;
    if (style.decimals && chance.one_in(3)) piece.text = decimals(number, chance);
    const std::string_view face = style.typed && chance.one_in(3) ? random_face(number, chance) : "";
    if (!piece.text.empty()) {
        piece.needs = Needs::Decimals;
    } else if (!face.empty()) {
        piece.text = face;
        piece.needs = Needs::Typed;
    } else {
        const bool is_plain = number.numerator >= 0 && number.denominator == 1;
        const bool is_braced = !is_plain || (has_forms && chance.one_in(4));
        piece.text = is_braced ? braced(number, chance) : digits(number.numerator);
    }
    pieces.push_back(piece);
}

// An odd number of minus signs for the node, or an even one for none; the last minus stands for the operation.
void AnswerText::add_signs(std::uint8_t node, Chance& chance) {
    if (!syntax.unary_sign) note_flaw(pieces.size());
    int minuses = (chance.one_in(4) ? 2 : 0) + (node != NO_NODE);
    for (bool is_plus = minuses == 0 || chance.one_in(8); minuses > 0 || is_plus; is_plus = chance.one_in(8)) {
        if (!is_plus) --minuses;
        const Spelling sign = random_spelling(is_plus ? '+' : '-', used, chance);
        pieces.push_back({sign.text, Kind::Sign, sign.needs, minuses == 0 && !is_plus ? node : NO_NODE});
        pieces.back().starts = true;
    }
}

void AnswerText::add_bracketed(AnswerTree& tree, std::uint8_t node, Chance& chance) {
    const Brackets brackets = random_brackets(used, !has_forms, chance);
    pieces.push_back(random_opening(brackets, used, chance));
    add_operand(tree, node, 0, chance);
    pieces.push_back(random_closing(brackets, used, chance));
}

// An operand that binds at least so much: 1 a sum, 2 a product, 3 a number, a bracket or a fraction.
void AnswerText::add_operand(AnswerTree& tree, std::uint8_t node, int least, Chance& chance) {
    const Node& found = tree.nodes[node];
    const bool is_signed = found.op == '~' || (style.unary_sign && chance.one_in(16));
    if (is_signed) {
        add_signs(found.op == '~' ? node : NO_NODE, chance);
        if (found.op == '~') return add_unsigned(tree, found.right, 3, chance);
        least = 3;
    }
    add_unsigned(tree, node, least, chance);
}

void AnswerText::add_unsigned(AnswerTree& tree, std::uint8_t node, int least, Chance& chance) {
    const Node& found = tree.nodes[node];
    const bool is_fraction = found.op == '/' && style.latex && chance.one_in(3);
    const int binds = is_fraction ? 3 : binding(found.op);
    if (binds < least || chance.one_in(24)) return add_bracketed(tree, node, chance);
    if (is_fraction) return add_fraction(tree, node, chance);
    if (found.op == '#') return add_number(found.number, node, chance);
    add_infix(tree, node, chance);
}

void AnswerText::add_infix(AnswerTree& tree, std::uint8_t node, Chance& chance) {
    const Node found = tree.nodes[node];
    const int own = binding(found.op);
    add_operand(tree, found.left, own, chance);
    const std::size_t between = pieces.size();
    const Spelling spelling = random_spelling(found.op, used, chance);
    pieces.push_back({spelling.text, Kind::Operator, spelling.needs, node});
    add_operand(tree, found.right, own + 1, chance);
    if (style.implicit_multiplication && found.op == '*' && chance.one_in(2)) leave_out(between);
}

// Leaves a multiplication out if it is next to a bracket or a fraction.
void AnswerText::leave_out(std::size_t piece) {
    const Piece &before = pieces[piece - 1], &after = pieces[piece + 1];
    const bool follows = before.kind != Kind::Number && after.kind != Kind::Sign;
    if (!follows && after.kind != Kind::Open && after.kind != Kind::Fraction) return;
    pieces[piece].text = {};
    pieces[piece].needs = Needs::Nothing;
    pieces[piece].kind = Kind::Implied;
    if (!syntax.implicit_multiplication) note_flaw(piece + 1);
}

void AnswerText::add_fraction(AnswerTree& tree, std::uint8_t node, Chance& chance) {
    static constexpr std::array<Spelling, 4> COMMANDS{{{"\\frac", Needs::Latex},
                                                       {"\\dfrac", Needs::Latex},
                                                       {"\\tfrac", Needs::Latex},
                                                       {"\\cfrac", Needs::TypedLatex}}};
    if (style.typed && !has_forms && chance.one_in(4)) return add_over(tree, node, chance);
    const Spelling& command = chance.one_of(COMMANDS);
    const bool is_used = used(command.needs);
    Piece piece{is_used ? command.text : "\\frac", Kind::Fraction, is_used ? command.needs : Needs::Latex, node};
    piece.starts = piece.is_argument = true;
    pieces.push_back(piece);
    const Node found = tree.nodes[node];
    add_argument(tree, found.left, false, chance);
    add_argument(tree, found.right, true, chance);
}

// {left \\over right}
void AnswerText::add_over(AnswerTree& tree, std::uint8_t node, Chance& chance) {
    const Node found = tree.nodes[node];
    pieces.push_back({"{", Kind::Open, Needs::Braces, NO_NODE, 'f'});
    pieces.back().starts = true;
    add_operand(tree, found.left, 0, chance);
    pieces.push_back({"\\over", Kind::Fraction, Needs::TypedLatex, node});
    add_operand(tree, found.right, 0, chance);
    pieces.push_back({"}", Kind::Close, Needs::Braces, NO_NODE, 'f'});
    pieces.back().ends = true;
}

void AnswerText::add_argument(AnswerTree& tree, std::uint8_t node, bool is_last, Chance& chance) {
    const Node& found = tree.nodes[node];
    const Number& number = found.number;
    const bool is_digit = found.op == '#' && number.denominator == 1 && number.numerator >= 0 && number.numerator < 10;
    if (is_digit && chance.one_in(2)) {
        pieces.push_back({digits(number.numerator), Kind::Digit, Needs::Latex, node});
    } else {
        pieces.push_back({"{", Kind::Open, Needs::Latex, NO_NODE, 'f'});
        add_operand(tree, node, 0, chance);
        pieces.push_back({"}", Kind::Close, Needs::Latex, NO_NODE, 'f'});
    }
    pieces.back().ends = is_last;
    pieces.back().is_argument = !is_last;
}

// --- joining

void AnswerText::add_blank(const Piece* before, const Piece& after, Chance& chance) {
    const Spelling& spacing = chance.one_of(SPACING);
    const bool is_spacing = used(spacing.needs) && chance.one_in(4) && (before == nullptr || !before->is_argument);
    if (!is_spacing) return put(chance.one_of(BLANKS));
    if (before != nullptr && is_command(before->text) && is_letter(spacing.text[0])) put(" ");
    if (!read(spacing.needs) && unread == numbers::NOWHERE) unread = length_;
    put(spacing.text);
    if (!after.text.empty() && is_letter(after.text[0])) put(" ");
}

void AnswerText::append(Piece& piece) {
    piece.place = static_cast<std::uint32_t>(length_);
    if (unread == numbers::NOWHERE && !read(piece.needs)) {
        const std::size_t inside = piece.needs == Needs::Decimals ? piece.text.find('.') : 0;
        unread = length_ + inside;
    }
    put(piece.text);
}

std::size_t AnswerText::pieces_read() const {
    const bool ends_in_stop = !pieces.empty() && pieces.back().kind == Kind::Stop;
    return pieces.size() - (syntax.typed && ends_in_stop);
}

std::size_t AnswerText::place_of(std::size_t piece) const { return piece < pieces_read() ? pieces[piece].place : end_; }

void AnswerText::join(AnswerTree& tree, std::string& text, Chance& chance) {
    length_ = 0;
    unread = numbers::NOWHERE;
    if (style.typed && syntax.typed && pieces_read() > 0 && chance.one_in(4))
        join_decorated(tree, chance);
    else
        join_plain(tree, chance);
    text.assign(joined_.data(), length_);
}

// Sometimes between invisible marks.
void AnswerText::join_plain(AnswerTree& tree, Chance& chance) {
    const bool has_marks = style.unicode && syntax.unicode && chance.one_in(8);
    if (has_marks) put(chance.one_of(MARKS));
    join_pieces(tree, chance);
    if (!has_marks) return;
    put(chance.one_of(INVISIBLE));  // the text ends before it
    put(chance.one_of(MARKS));
    if (pieces.empty()) end_ = length_;
}

// Up to two decorations, invisible marks, and a full stop unless the parts have one.
void AnswerText::join_decorated(AnswerTree& tree, Chance& chance) {
    const auto put_mark = [&] {
        if (chance.one_in(4)) put(chance.one_of(MARKS));
    };
    const Around& outer = chance.one_of(DECORATIONS);
    const Around& inner = chance.one_in(4) ? DECORATIONS[chance.below(FENCE)] : NOTHING_AROUND;
    const bool has_stop = std::ranges::find(pieces, Kind::Stop, &Piece::kind) != pieces.end();
    const std::uint32_t stop = has_stop ? 3 : chance.below(4);
    const auto put_stop = [&](std::uint32_t place) {
        if (stop == place) put(".");
    };
    put_mark();
    put(outer.opening);
    put_mark();
    put(inner.opening);
    join_pieces(tree, chance);
    put_stop(0);
    put(inner.closing);
    put_stop(1);
    put_mark();
    put(outer.closing);
    put_stop(2);
    put_mark();
}

void AnswerText::join_pieces(AnswerTree& tree, Chance& chance) {
    static constexpr std::array<std::uint32_t, 5> STYLES{0, 0, 1, 3, 10};
    const std::uint32_t blanks = chance.one_of(STYLES);  // one gap in this many has a space; 0 for no spaces
    std::uint8_t implied = NO_NODE;
    const Piece* before = nullptr;
    for (Piece& piece : pieces) {
        if (piece.kind == Kind::Implied) {  // it has the place of the next part
            implied = piece.node;
            continue;
        }
        if (blanks != 0 && chance.one_in(blanks))
            add_blank(before, piece, chance);
        else if (before != nullptr && would_merge(*before, piece))
            put(" ");
        append(piece);
        if (implied != NO_NODE) tree.nodes[implied].position = piece.place;
        if (piece.node != NO_NODE) tree.nodes[piece.node].position = piece.place;
        implied = NO_NODE;
        before = &piece;
    }
    if (blanks != 0 && chance.one_in(blanks)) put(chance.one_of(BLANKS));
    end_ = pieces_read() == pieces.size() ? length_ : pieces.back().place;
    if (syntax.typed && !pieces.empty()) end_ = without_blanks({joined_.data(), end_}).size();
}

}  // namespace facevalue::soak
