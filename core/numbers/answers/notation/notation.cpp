#include "numbers/answers/notation/notation.hpp"

#include <algorithm>
#include <utility>

#include "numbers/answers/explain/sentences.hpp"
#include "numbers/answers/read/reader.hpp"
#include "text/quoted.hpp"
#include "work/once.hpp"

namespace facevalue::numbers {

namespace {

void replace_each(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

// What is before a mark, and what is after it; nothing after it if there is no mark.
std::pair<std::string_view, std::string_view> parted(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == text.npos) return {text, {}};
    return {text.substr(0, at), text.substr(at + mark.size())};
}

SyntaxRow infix_row() {
    SyntaxRow row;
    for (const Operation& operation : OPERATIONS)
        row.spellings.push_back({std::string(1, operation.symbol), Piece::Operator, operation.symbol});
    row.spellings.push_back({"(", Piece::Open, '('});
    row.spellings.push_back({")", Piece::Close, '('});
    row.spellings.push_back({"^", Piece::Power, '\0'});
    row.spellings.push_back({"!", Piece::Factorial, '\0'});
    row.spellings.push_back({"sqrt", Piece::Root, '\0'});
    row.spellings.push_back({"||", Piece::Concatenate, '\0'});
    row.form = {"{", "-", "/", "}"};
    row.forms = true;
    return row;
}

}  // namespace

Notation::Notation(NotationRow row) : row_(std::move(row)) {
    for (std::size_t i = 0; i < OPERATIONS.size(); ++i) {
        const bool is_division = static_cast<Op>(i) == Op::Divide && !row_.division.empty();
        const int binding = row_.has_precedence ? OPERATIONS[i].family : 0;
        operations_[i] =
            operation(is_division ? row_.division : row_.frame, row_.operators[i], binding, row_.brackets_all);
    }
    for (std::size_t i = 0; i < FUNCTIONS.size(); ++i)
        functions_[i] = function(row_.functions[i], static_cast<Function>(i));
}

// Only where a plain operator is between its operands is it unclear where they end.
Notation::Template Notation::operation(std::string frame, std::string_view symbol, int binding, bool brackets_all) {
    replace_each(frame, "$operator", symbol);
    const auto [before, rest] = parted(frame, "$left");
    const auto [between, after] = parted(rest, "$right");
    Template made{std::string(before), std::string(between), std::string(after)};
    if (!before.empty() || !after.empty())
        made.binds = TIGHTEST;
    else if (brackets_all)
        made.left = made.right = 1;
    else
        made.binds = made.left = binding, made.right = binding + 1;
    return made;
}

// Powers group from the right: 2^3^4 is 2^(3^4). A factorial of a factorial has brackets, because 3!! is another
// function.
Notation::Template Notation::function(std::string_view frame, Function function) {
    auto [before, rest] = parted(frame, "$left");
    if (rest.empty()) rest = std::exchange(before, {});
    const auto [between, after] = parted(rest, "$right");
    Template made{std::string(before), std::string(between), std::string(after)};
    switch (function) {
        case Function::Power:
            made.binds = POWER_BINDING, made.left = POWER_BINDING + 1;
            made.right = after.empty() ? POWER_BINDING : 0;  // x^{...} in LaTeX needs no brackets
            break;
        case Function::Factorial:
            made.binds = FACTORIAL_BINDING, made.right = FACTORIAL_BINDING + 1;
            break;
        case Function::Root:
            made.binds = TIGHTEST;
            break;
        case Function::Concatenate:
            made.binds = made.left = CONCATENATION_BINDING, made.right = CONCATENATION_BINDING + 1;
            break;
    }
    return made;
}

const Notation::Template& Notation::template_of(const ExactTerm& term) const {
    return term.kind == TermKind::Function ? functions_[static_cast<std::size_t>(term.function)]
                                           : operations_[static_cast<std::size_t>(term.op)];
}

Expected<std::string> Notation::write(ExactTerms terms) const {
    for (const ExactTerm& term : terms)
        if (term.kind == TermKind::Function && row_.functions[static_cast<std::size_t>(term.function)].empty())
            return has_no_functions(row_.name);
    const auto frame = [&](const ExactTerm& term, int left, int right) -> Frame {
        const Template& made = template_of(term);
        return {made.before, made.between, made.after, left < made.left, right < made.right, made.binds};
    };
    return print_tree(terms,
                      {frame, [&](const BigFraction& value) { return number(value); }, row_.opening, row_.closing});
}

std::string Notation::number(const BigFraction& value) const {
    std::string text = value_text(value);
    if (row_.is_plain_bare && text.find_first_of("-/") == text.npos) return text;
    replace_each(text, "-", row_.form.minus);
    replace_each(text, "/", row_.form.over);
    return row_.form.opening + text + row_.form.closing;
}

Problem has_no_functions(const std::string& notation) {
    return {ErrorClass::Rule, "the notation '" + notation + "' has no functions; use 'infix'", {}};
}

Problem expected_at(std::string_view what, std::string_view text, std::size_t position) {
    std::string sentence = "expected ";
    sentence += what;
    sentence += " " + place_in_words(text, position);
    return {ErrorClass::Notation, sentence, std::string(text), position};
}

Expected<std::vector<ExactTerm>> read_expression(std::string_view text, const Syntax& syntax, bool forms) {
    Reader reader(syntax);
    const Reading& reading = reader.read(text, forms);
    if (reading.flaw == Flaw::None) return exact_terms(reading.terms, reader);
    if (reading.flaw == Flaw::TooLong)
        return Problem{ErrorClass::Limit, "expected " + reading.expected + ": " + quoted(text), {}, 0, reading.limit};
    return expected_at(reading.expected, text, characters(text.substr(0, reading.position)));
}

std::vector<ExactTerm> read_infix(std::string_view text) {
    static constinit Once<Syntax> syntax;
    auto read = read_expression(text, syntax.get([] { return Syntax(infix_row()); }), true);
    return read ? std::move(*read) : std::vector<ExactTerm>(1);
}

}  // namespace facevalue::numbers
