// The reader for Python: takes the spellings of a notation, returns the terms of a string.
#include <algorithm>

#include "numbers/answers/notation/notation.hpp"
#include "numbers/answers/notation/step_list.hpp"
#include "numbers/answers/read/reader.hpp"
#include "puzzle_translation.hpp"
#include "texts.hpp"
#include "verdict.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

SyntaxRow syntax_row(const std::vector<std::tuple<std::string_view, std::string_view, std::string_view>>& spellings,
                     const std::string& arrangement,
                     const std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>& form) {
    SyntaxRow row;
    for (const auto& [text, piece, value] : spellings) {
        const auto* found = std::ranges::find(PIECES, std::string_view(piece), &decltype(PIECES)::value_type::first);
        if (found == PIECES.end()) raise_error("RuleError", "unknown piece: '" + std::string(piece) + "'");
        const Spelling spelling{std::string(text), found->second, value.empty() ? '\0' : value[0]};
        if (!is_valid(spelling))
            raise_error("RuleError", "unknown " + std::string(piece) + ": '" + std::string(value) + "'");
        row.spellings.push_back(spelling);
    }
    row.arrangement = named("arrangement", arrangement, ARRANGEMENTS);
    row.form = std::apply([](auto... texts) { return NumberForm{std::string(texts)...}; }, form);
    return row;
}

const char* flaw_name(Flaw flaw) {
    constexpr std::array<const char*, 5> NAMES{"", "malformed", "unknown_symbol", "forbidden_operator", "too_long"};
    return NAMES[static_cast<std::size_t>(flaw)];
}

nb::object whole_of(const std::string& digits) { return nb::steal(PyLong_FromString(digits.c_str(), nullptr, 10)); }

// A number as (numerator, denominator), not reduced where it is huge.
std::pair<nb::object, nb::object> exact(const Term& term, const Reader& reader) {
    if (!term.huge) return {nb::cast(term.number.numerator), nb::cast(term.number.denominator)};
    const Digits digits = reader.digits_of(term);
    const std::string sign = digits.negative ? "-" : "";
    const std::string denominator =
        digits.over.empty() ? "1" + std::string(digits.decimals.size(), '0') : std::string(digits.over);
    return {whole_of(sign + std::string(digits.whole) + std::string(digits.decimals)), whole_of(denominator)};
}

// (symbol or "" for a number or "negate", position, numerator, denominator)
nb::list terms(const Reading& reading, const Reader& reader, std::string_view text) {
    nb::list all;
    std::size_t place = 0, count = 0;  // a position in characters, counted on from the last one
    const auto position = [&](std::size_t bytes) {
        if (bytes < place) place = count = 0;
        count += characters(text.substr(place, bytes - place));
        place = bytes;
        return count;
    };
    for (const Term& term : reading.terms) {
        const std::size_t at = position(term.position);
        if (term.kind == TermKind::Number) {
            const auto [numerator, denominator] = exact(term, reader);
            all.append(nb::make_tuple("", at, numerator, denominator));
        } else {
            const std::string symbol = term.kind == TermKind::Negate     ? "negate"
                                       : term.kind == TermKind::Function ? std::string(row(term.function).symbol)
                                                                         : std::string(1, row(term.op).symbol);
            all.append(nb::make_tuple(symbol, at, 0, 1));
        }
    }
    return all;
}

// (flaw, position, expected, limit, terms)
nb::typed<nb::tuple, nb::any, nb::ellipsis> reading(const Syntax& syntax, nb::handle given, bool forms) {
    Encoded encoded;
    const std::string_view text = view(given, encoded);
    Reader reader(syntax);
    const Reading& found = reader.read(text, forms);
    if (found.flaw == Flaw::None) return nb::make_tuple("", 0, "", 0, terms(found, reader, text));
    const std::size_t position = characters(text.substr(0, found.position));
    return nb::make_tuple(flaw_name(found.flaw), position, found.expected, found.limit, nb::list());
}

BigInt integer(nb::handle number) {
    const nb::object text = nb::steal(PyNumber_ToBase(number.ptr(), 16));
    if (!text.is_valid()) throw nb::python_error();
    return BigInt::parse(nb::cast<std::string>(text));
}

// An int or a fraction.
BigFraction fraction(nb::handle number) {
    return {integer(number.attr("numerator")), integer(number.attr("denominator"))};
}

// An expression of Python: fractions and symbols, each after its operands.
std::vector<ExactTerm> terms_of(nb::handle postfix) {
    std::vector<ExactTerm> terms;
    for (const nb::handle item : nb::borrow<nb::sequence>(postfix)) {
        ExactTerm& term = terms.emplace_back();
        if (!PyUnicode_Check(item.ptr())) {
            term.number = fraction(item);
            continue;
        }
        const std::string symbol = nb::cast<std::string>(item);
        const auto* const function = std::ranges::find(FUNCTIONS, symbol, &FunctionRow::symbol);
        term.kind = function == FUNCTIONS.end() ? TermKind::Operator : TermKind::Function;
        if (function == FUNCTIONS.end())
            term.op = operation(symbol);
        else
            term.function = static_cast<Function>(function - FUNCTIONS.begin());
    }
    return terms;
}

// The same for a term of an expression without signs: its symbol or "", its position, its number.
using PythonTerm = std::tuple<std::string, std::uint32_t, nb::int_, nb::int_>;
PythonTerm python_term(const ExactTerm& term) {
    const std::string symbol = term.kind == TermKind::Number     ? ""
                               : term.kind == TermKind::Function ? std::string(row(term.function).symbol)
                                                                 : std::string(1, row(term.op).symbol);
    return {symbol, term.position, python_int(term.number.numerator()), python_int(term.number.denominator())};
}

// The terms of a minimal infix, or of an expression of Python.
std::vector<ExactTerm> expression_terms(nb::handle given) {
    if (!PyUnicode_Check(given.ptr())) return terms_of(given);
    Encoded encoded;
    return read_infix(view(given, encoded));
}

Notation notation_of(const std::string& name, const std::vector<std::string>& operators, const std::string& frame,
                     const std::string& division,
                     const std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>& form,
                     bool is_plain_bare, const std::pair<std::string_view, std::string_view>& brackets,
                     bool has_precedence, bool brackets_all, const std::vector<std::string>& functions) {
    NotationRow row;
    row.name = name;
    row.frame = frame;
    row.division = division;
    require(operators.size() == row.operators.size() && functions.size() == row.functions.size(),
            "expected the spelling of each operator and function");
    std::ranges::copy(operators, row.operators.begin());
    std::ranges::copy(functions, row.functions.begin());
    row.form = std::apply([](auto... texts) { return NumberForm{std::string(texts)...}; }, form);
    row.is_plain_bare = is_plain_bare;
    row.opening = brackets.first;
    row.closing = brackets.second;
    row.has_precedence = has_precedence;
    row.brackets_all = brackets_all;
    return Notation(std::move(row));
}

MaybeValue maybe_value(nb::handle given) { return given.is_none() ? std::nullopt : std::optional(fraction(given)); }

}  // namespace

void bind_syntax(nb::module_& module) {
    nb::class_<Syntax>(module, "Syntax")
        .def(
            "__init__",
            [](Syntax* self,
               const std::vector<std::tuple<std::string_view, std::string_view, std::string_view>>& spellings,
               const std::string& arrangement,
               const std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>& form,
               bool forms, bool words, bool decimals, bool unary_sign, bool implicit_multiplication, bool trimmed,
               bool typed) {
                SyntaxRow row = syntax_row(spellings, arrangement, form);
                row.forms = forms;
                row.words = words;
                row.decimals = decimals;
                row.unary_sign = unary_sign;
                row.implicit_multiplication = implicit_multiplication;
                row.trimmed = trimmed;
                row.typed = typed;
                new (self) Syntax(std::move(row));
            },
            nb::arg("spellings"), nb::arg("arrangement"), nb::arg("form"), nb::kw_only(), nb::arg("forms") = false,
            nb::arg("words") = false, nb::arg("decimals") = false, nb::arg("unary_sign") = false,
            nb::arg("implicit_multiplication") = false, nb::arg("trimmed") = false, nb::arg("typed") = false)
        .def("read", &reading, nb::arg("text"), nb::arg("forms"));

    nb::class_<Notation>(module, "Notation")
        .def(
            "__init__",
            [](Notation* self, const std::string& name, const std::vector<std::string>& operators,
               const std::string& frame, const std::string& division,
               const std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>& form,
               bool is_plain_bare, const std::pair<std::string_view, std::string_view>& brackets, bool has_precedence,
               bool brackets_all, const std::vector<std::string>& functions) {
                new (self) Notation(notation_of(name, operators, frame, division, form, is_plain_bare, brackets,
                                                has_precedence, brackets_all, functions));
            },
            nb::arg("name"), nb::arg("operators"), nb::arg("frame"), nb::arg("division"), nb::arg("form"),
            nb::arg("is_plain_bare"), nb::arg("brackets"), nb::arg("has_precedence"), nb::arg("brackets_all"),
            nb::arg("functions"))
        .def(
            "write",
            [](const Notation& notation, nb::handle given) {
                return result_of(notation.write(expression_terms(given)));
            },
            nb::arg("expression"));
    module.def(
        "read_infix",
        [](nb::handle given) {
            Encoded encoded;
            std::vector<PythonTerm> terms;
            for (const ExactTerm& term : read_infix(view(given, encoded))) terms.push_back(python_term(term));
            return terms;
        },
        nb::arg("text"));
    module.def("infix", [](nb::handle postfix) { return infix_of(terms_of(postfix)); }, nb::arg("postfix"));
    module.def(
        "steps", [](nb::handle given) { return result_of(steps_of(expression_terms(given))); }, nb::arg("expression"));
    module.def(
        "value", [](nb::handle given) { return python_parts(exact_value(expression_terms(given))); },
        nb::arg("expression"));
    module.def(
        "results",
        [](nb::handle given) {
            std::vector<std::optional<PythonParts>> results;
            for (const MaybeValue& value : results_of(expression_terms(given))) results.push_back(python_parts(value));
            return results;
        },
        nb::arg("expression"));
    module.def(
        "describe",
        [](nb::handle given) {
            const auto terms = expression_terms(given);
            auto steps = steps_of(terms);
            return std::pair(python_parts(exact_value(terms)), steps ? std::optional(std::move(*steps)) : std::nullopt);
        },
        nb::arg("expression"));
    module.def(
        "step_line",
        [](nb::handle left, const std::string& symbol, nb::handle right, nb::handle result) {
            const ExactTerm operation = terms_of(nb::make_tuple(symbol)).front();
            return result_of(step_line(operation, maybe_value(left), maybe_value(right), maybe_value(result)));
        },
        nb::arg("left").none(), nb::arg("symbol"), nb::arg("right").none(), nb::arg("result").none());
    module.def(
        "read_steps",
        [](nb::handle given) {
            Encoded encoded;
            return infix_of(result_of(read_steps(view(given, encoded))));
        },
        nb::arg("text"));
}
