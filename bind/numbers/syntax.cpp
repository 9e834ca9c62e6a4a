// The reader for Python: takes the spellings of a notation, returns the terms of a string.
#include <algorithm>

#include "numbers/answers/read/reader.hpp"
#include "puzzle_translation.hpp"
#include "texts.hpp"

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
}
