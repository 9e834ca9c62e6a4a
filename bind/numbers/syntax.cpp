// The reader for Python: takes the spellings of a notation, returns the terms of a string.
#include <algorithm>

#include "numbers/answers/explain/sentences.hpp"
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

// An expression of Python: fractions and symbols, each after its operands.
std::vector<ExactTerm> terms_of(nb::handle postfix) {
    std::vector<ExactTerm> terms;
    for (const nb::handle item : nb::borrow<nb::sequence>(postfix)) {
        ExactTerm& term = terms.emplace_back();
        if (!PyUnicode_Check(item.ptr())) {
            term.number = big_fraction(item);
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

// The same for Python, where a number is (symbol "", numerator, denominator).
std::vector<std::tuple<std::string, nb::int_, nb::int_>> python_terms(const std::vector<ExactTerm>& terms) {
    std::vector<std::tuple<std::string, nb::int_, nb::int_>> made;
    for (const ExactTerm& term : terms) {
        const std::string symbol = term.kind == TermKind::Number     ? ""
                                   : term.kind == TermKind::Function ? std::string(row(term.function).symbol)
                                                                     : std::string(1, row(term.op).symbol);
        made.emplace_back(symbol, python_int(term.number.numerator()), python_int(term.number.denominator()));
    }
    return made;
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

MaybeValue maybe_value(nb::handle given) { return given.is_none() ? std::nullopt : std::optional(big_fraction(given)); }

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
        .def(
            "read",
            [](const Syntax& syntax, nb::handle given) {
                Encoded encoded;
                return python_terms(result_of(read_expression(view(given, encoded), syntax)));
            },
            nb::arg("text"));

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
            return python_terms(read_infix(view(given, encoded)));
        },
        nb::arg("text"));
    module.def(
        "place_in_words",
        [](nb::handle given, std::size_t position) {
            Encoded encoded;
            return place_in_words(view(given, encoded), position);
        },
        nb::arg("text"), nb::arg("position"));
    module.def("infix", [](nb::handle postfix) { return infix_of(terms_of(postfix)); }, nb::arg("postfix"));
    module.def(
        "steps", [](nb::handle given) { return result_of(steps_of(expression_terms(given))); }, nb::arg("expression"));
    module.def(
        "write_steps", [](nb::handle given) { return result_of(write_steps(expression_terms(given))); },
        nb::arg("expression"));
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
