#include "soak/answer_flaws.hpp"

#include <algorithm>

namespace facevalue::soak {

namespace {

using namespace std::string_view_literals;

constexpr std::array FOREIGN{"**"sv, "//"sv, "^"sv, "!"sv, "%"sv};
// Symbols that no syntax reads. Left out: signs that one syntax may read (x : ~ . and faces), and whitespace.
constexpr std::array UNKNOWN{"b"sv,      "sqrt"sv,   "e"sv,    "or"sv,   ","sv,    ";"sv,      "#"sv,    "&"sv,
                             "_"sv,      "?"sv,      "@"sv,    "<"sv,    "|"sv,    "\\sqrt"sv, "\\pm"sv, "\\\\"sv,
                             "\0"sv,     "\x0c"sv,   "\x0b"sv, "\x7f"sv, "\x1b"sv, "\xff"sv,   "\x80"sv, "\xe2\x82"sv,
                             "\u200b"sv, "\u2028"sv, "४"sv,    "４"sv,   "④"sv,    "²"sv,      "•"sv,    "—"sv,
                             "√"sv,      "π"sv,      "х"sv,    "😀"sv,   "≈"sv,    "\u0085"sv};

using numbers::NOWHERE;

// A part for which the test is true, searched from a random place; NOWHERE if there is no such part.
template <class Test>
std::size_t find_piece(const AnswerText& text, Chance& chance, const Test& test) {
    const std::size_t count = text.pieces.size();
    if (count == 0) return NOWHERE;
    const std::size_t first = chance.below(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t piece = first + i < count ? first + i : first + i - count;
        if (test(piece)) return piece;
    }
    return NOWHERE;
}

Kind kind_at(const AnswerText& text, std::size_t piece) {
    return piece < text.pieces.size() ? text.pieces[piece].kind : Kind::Planted;
}

void insert(AnswerText& text, std::size_t place, Piece piece, Reason reason, std::size_t flaw) {
    text.pieces.insert(text.pieces.begin() + static_cast<std::ptrdiff_t>(place), piece);
    text.flaw = Flaw{reason, flaw};
}

void erase(AnswerText& text, std::size_t place) {
    text.pieces.erase(text.pieces.begin() + static_cast<std::ptrdiff_t>(place));
}

Piece operator_piece(char op, const AnswerText& text, Chance& chance) {
    const Spelling spelling = random_spelling(op, text.used, chance);
    return {spelling.text, Kind::Operator, spelling.needs};
}

// + and - may be signs where a syntax reads them.
char planted_operator(const AnswerText& text, Chance& chance) {
    return "*/+-"[chance.below(text.syntax.unary_sign ? 2 : 4)];
}

Piece foreign(Chance& chance) { return {chance.one_of(FOREIGN), Kind::Planted}; }

}  // namespace

void plant_unknown_symbol(AnswerText& text, Chance& chance) {
    const std::size_t place = chance.below(static_cast<std::uint32_t>(text.pieces.size() + 1));
    insert(text, place, {chance.one_of(UNKNOWN), Kind::Planted}, Reason::UnknownSymbol, place);
}

void plant_foreign_operator(AnswerText& text, Chance& chance) {
    const std::size_t after = find_piece(text, chance, [&](std::size_t i) { return text.pieces[i].ends; });
    if (after == NOWHERE) return;
    insert(text, after + 1, foreign(chance), Reason::ForbiddenOperator, after + 1);
}

void plant_misplaced_foreign_operator(AnswerText& text, Chance& chance) {
    const std::size_t place = find_piece(text, chance, [&](std::size_t i) {
        return text.pieces[i].starts && (i == 0 || text.pieces[i - 1].kind != Kind::Implied);
    });
    if (place == NOWHERE) return;
    insert(text, place, foreign(chance), Reason::Malformed, place);
}

void double_operator(AnswerText& text, Chance& chance) {
    const std::size_t place =
        find_piece(text, chance, [&](std::size_t i) { return text.pieces[i].kind == Kind::Operator; });
    if (place == NOWHERE) return;
    const Piece piece = operator_piece(planted_operator(text, chance), text, chance);
    insert(text, place + 1, piece, Reason::Malformed, place + 1);
}

void join_operators(AnswerText& text, Chance& chance) {
    const std::size_t place =
        find_piece(text, chance, [&](std::size_t i) { return text.pieces[i].kind == Kind::Operator; });
    if (place == NOWHERE) return;
    text.pieces[place] = {FOREIGN[chance.below(2)], Kind::Planted};
    text.flaw = Flaw{Reason::ForbiddenOperator, place};
}

// After an operand where no other one follows.
void end_with_operator(AnswerText& text, Chance& chance) {
    const std::size_t after = find_piece(text, chance, [&](std::size_t i) {
        if (!text.pieces[i].ends) return false;
        if (i + 1 == text.pieces.size()) return true;
        const Kind next = kind_at(text, i + 1);
        return next == Kind::Close || next == Kind::Unwrap || next == Kind::Equals;
    });
    if (after == NOWHERE) return;
    const Piece piece = operator_piece("+-*/"[chance.below(4)], text, chance);
    insert(text, after + 1, piece, Reason::Malformed, after + 2);
}

void begin_with_operator(AnswerText& text, Chance& chance) {
    const std::size_t place = find_piece(text, chance, [&](std::size_t i) {
        if (!text.pieces[i].starts) return false;
        return i == 0 || kind_at(text, i - 1) == Kind::Open || kind_at(text, i - 1) == Kind::Wrap;
    });
    if (place == NOWHERE) return;
    insert(text, place, operator_piece("*/"[chance.below(2)], text, chance), Reason::Malformed, place);
}

// Not where the two operands are then a product, and not between two digits that would be one number: those are kept
// apart when the parts are joined.
void drop_operator(AnswerText& text, Chance& chance) {
    const std::size_t place = find_piece(text, chance, [&](std::size_t i) {
        if (text.pieces[i].kind != Kind::Operator || !text.pieces[i - 1].ends) return false;
        const Piece &before = text.pieces[i - 1], &after = text.pieces[i + 1];
        if (after.kind == Kind::Sign) return false;
        return !text.syntax.implicit_multiplication || (before.kind == Kind::Number && after.kind == Kind::Number);
    });
    if (place == NOWHERE) return;
    erase(text, place);
    text.flaw = Flaw{Reason::Malformed, place};
}

// Not where the next operator is then a sign.
void drop_operand(AnswerText& text, Chance& chance) {
    const std::size_t place = find_piece(text, chance, [&](std::size_t i) {
        const Piece& piece = text.pieces[i];
        if (piece.kind != Kind::Number || !piece.starts || kind_at(text, i + 1) == Kind::Implied) return false;
        if (i > 0 && text.pieces[i - 1].kind == Kind::Implied) return false;
        if (kind_at(text, i + 1) != Kind::Operator) return true;
        const char op = text.pieces[i + 1].text[0];
        return op == '*' || op == '/' || op == '\\';
    });
    if (place == NOWHERE || kind_at(text, place + 1) == Kind::Stop) return;
    erase(text, place);
    text.flaw = Flaw{Reason::Malformed, place};
}

// --- brackets

namespace {

bool has_simple_brackets(const AnswerText& text) {
    return std::ranges::none_of(text.pieces, [](const Piece& piece) {
        return piece.kind == Kind::Fraction || piece.kind == Kind::Implied || piece.kind == Kind::Box;
    });
}

// The first part that does not fit the brackets before it; the number of parts if a bracket stays open.
Flaw bracket_flaw(const AnswerText& text) {
    std::vector<const Piece*> open;
    bool has_ended = false, has_box = false;
    for (std::size_t i = 0; i < text.pieces_read(); ++i) {
        const Piece& piece = text.pieces[i];
        const bool closes = piece.kind == Kind::Close || piece.kind == Kind::Unwrap;
        const bool is_wrapped_only =
            std::ranges::all_of(open, [](const Piece* each) { return each->kind == Kind::Wrap; });
        const bool claims_box = piece.kind == Kind::Equals && has_box && text.syntax.typed;
        if (claims_box) has_ended = has_box = false;
        if (has_ended && !closes && piece.kind != Kind::Stop) return {Reason::Malformed, i};
        if (piece.kind == Kind::Stop && !is_wrapped_only) return {Reason::UnknownSymbol, i};
        if (piece.kind == Kind::Equals && !is_wrapped_only) return {Reason::Malformed, i};
        if (piece.kind == Kind::Open || piece.kind == Kind::Wrap) open.push_back(&piece);
        if (!closes) continue;
        if (open.empty() || open.back()->bracket != piece.bracket) return {Reason::Malformed, i};
        has_ended |= open.back()->kind == Kind::Wrap;
        has_box |= open.back()->kind == Kind::Wrap && piece.bracket == '{';
        open.pop_back();
    }
    return {Reason::Malformed, text.pieces_read()};
}

std::size_t find_bracket(const AnswerText& text, Chance& chance) {
    if (!has_simple_brackets(text)) return NOWHERE;
    return find_piece(text, chance, [&](std::size_t i) {
        return text.pieces[i].kind == Kind::Open || text.pieces[i].kind == Kind::Close;
    });
}

}  // namespace

void drop_bracket(AnswerText& text, Chance& chance) {
    const std::size_t place = find_bracket(text, chance);
    if (place == NOWHERE) return;
    erase(text, place);
    text.flaw = bracket_flaw(text);
}

void add_bracket(AnswerText& text, Chance& chance) {
    if (!has_simple_brackets(text)) return;
    const bool opens = chance.one_in(2);
    const std::size_t place =
        find_piece(text, chance, [&](std::size_t i) { return opens ? text.pieces[i].starts : text.pieces[i].ends; });
    if (place == NOWHERE) return;
    const Brackets brackets = random_brackets(text.used, !text.has_forms, chance);
    const Piece piece =
        opens ? random_opening(brackets, text.used, chance) : random_closing(brackets, text.used, chance);
    insert(text, opens ? place : place + 1, piece, Reason::Malformed, 0);
    text.flaw = bracket_flaw(text);
}

void change_bracket(AnswerText& text, Chance& chance) {
    const std::size_t place = find_bracket(text, chance);
    if (place == NOWHERE) return;
    const bool has_commands = text.syntax.latex && text.syntax.brackets;
    const Readable all(SyntaxOptions{.unicode = text.syntax.unicode, .latex = has_commands, .brackets = true});
    Brackets brackets = random_brackets(all, !text.has_forms, chance);
    while (brackets.kind == text.pieces[place].bracket) brackets = random_brackets(all, !text.has_forms, chance);
    const bool opens = text.pieces[place].kind == Kind::Open;
    text.pieces[place] = opens ? random_opening(brackets, all, chance) : random_closing(brackets, all, chance);
    text.flaw = bracket_flaw(text);
}

void empty_brackets(AnswerText& text, Chance& chance) {
    if (!has_simple_brackets(text)) return;
    const std::size_t place = find_piece(
        text, chance, [&](std::size_t i) { return text.pieces[i].kind == Kind::Number && text.pieces[i].starts; });
    if (place == NOWHERE) return;
    const Brackets brackets = random_brackets(text.used, !text.has_forms, chance);
    text.pieces[place] = random_opening(brackets, text.used, chance);
    insert(text, place + 1, random_closing(brackets, text.used, chance), Reason::Malformed, place + 1);
}

// --- the rest

void add_leading_zero(AnswerText& text, Chance& chance) {
    const std::size_t place = find_piece(text, chance, [&](std::size_t i) {
        const Piece& piece = text.pieces[i];
        return piece.kind == Kind::Number && piece.text[0] >= '0' && piece.text[0] <= '9';
    });
    if (place == NOWHERE) return;
    text.pieces[place].text = text.zero_before(text.pieces[place].text);
    text.flaw = Flaw{Reason::Malformed, place};
}

void drop_everything(AnswerText& text, Chance& chance) {
    std::erase_if(text.pieces, [&](const Piece& piece) { return piece.kind != Kind::Wrap; });
    if (chance.one_in(2)) text.pieces.clear();
    text.flaw = Flaw{Reason::Malformed, text.pieces.size()};
}

void claim_twice(AnswerText& text, Chance& chance) {
    const auto equals = std::ranges::find(text.pieces, Kind::Equals, &Piece::kind);
    if (equals == text.pieces.end() || text.syntax.typed) return;  // people may type a chain
    const std::size_t after = find_piece(text, chance, [&](std::size_t i) {
        const Kind next = kind_at(text, i + 1);
        return i > static_cast<std::size_t>(equals - text.pieces.begin()) &&
               (i + 1 == text.pieces.size() || next == Kind::Unwrap || next == Kind::Stop) &&
               text.pieces[i].kind != Kind::Stop && text.pieces[i].kind != Kind::Unwrap;
    });
    if (after == NOWHERE) return;
    insert(text, after + 1, *equals, Reason::Malformed, after + 1);
}

}  // namespace facevalue::soak
