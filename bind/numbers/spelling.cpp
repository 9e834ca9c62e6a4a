// Numbers and puzzles in strings, for Python.
#include "numbers/spelling/numbers.hpp"

#include "numbers/spelling/puzzle.hpp"
#include "puzzle_translation.hpp"
#include "texts.hpp"
#include "verdict.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

// Reading so many characters takes little time.
constexpr std::size_t SHORT_TEXT = 2'000;

NumberOptions number_options(bool any_size, int ace, std::optional<int> faces, std::optional<std::size_t> digits) {
    return {any_size, ace, faces.value_or(0), digits.value_or(0)};
}

PythonParts parse_number(const nb::str& given, bool any_size, int ace, std::optional<int> faces) {
    Encoded encoded;
    const std::string_view text = view(given, encoded);
    return python_parts(result_of(read_number(text, number_options(any_size, ace, faces, {}))));
}

std::vector<PythonParts> parse_numbers(const nb::str& given, bool any_size, int ace, std::optional<int> faces,
                                       std::optional<std::size_t> digits) {
    Encoded encoded;
    const std::string_view text = view(given, encoded);
    const NumberOptions options = number_options(any_size, ace, faces, digits);
    auto read = text.size() <= SHORT_TEXT ? read_numbers(text, options)
                                          : interruptible([&] { return read_numbers(text, options, interrupted); });
    std::vector<PythonParts> numbers;
    for (const BigFraction& value : result_of(std::move(read))) numbers.push_back(python_parts(value));
    return numbers;
}

// The numbers, the target and the rules of a puzzle in a string; nothing if it has only numbers and may be left as it
// is.
std::optional<std::tuple<nb::object, nb::object, nb::object>> spelling(const nb::str& given, std::string_view rules,
                                                                       bool is_number_allowed) {
    Encoded encoded;
    const std::string_view text = view(given, encoded);
    if (is_number_allowed && !has_more_than_numbers(text)) return std::nullopt;
    const auto python = [](const std::optional<std::string>& part) { return part ? python_text(*part) : nb::none(); };
    const PuzzleParts found = result_of(read_spelling(text, rules));
    return std::tuple{python_text(found.numbers), python(found.target), python(found.rules)};
}

}  // namespace

void bind_spelling(nb::module_& module) {
    module.def("read_number", parse_number, nb::arg("text"), nb::arg("any_size"), nb::arg("ace"),
               nb::arg("faces").none());
    module.def("read_numbers", parse_numbers, nb::arg("text"), nb::arg("any_size"), nb::arg("ace"),
               nb::arg("faces").none(), nb::arg("digits").none());
    module.def(
        "position_in_whole",
        [](const nb::str& part, const nb::str& text, std::size_t position, const nb::str& whole) {
            Encoded encoded;
            return position_in_whole(view(part, encoded), view(text, encoded), position, view(whole, encoded));
        },
        nb::arg("part"), nb::arg("text"), nb::arg("position"), nb::arg("whole"));
    module.def(
        "refuse_number",
        [](std::string_view fault, const nb::str& shown, const nb::str& printed) {
            Encoded encoded;
            raise_problem(
                number_problem(named("fault", fault, NUMBER_FAULTS), view(shown, encoded), view(printed, encoded)));
        },
        nb::arg("fault"), nb::arg("shown") = nb::str(""), nb::arg("printed") = nb::str(""),
        nb::sig("def refuse_number(fault: str, shown: str = '', printed: str = '') -> typing.NoReturn"));
    module.def("spelling", spelling, nb::arg("text"), nb::arg("rules"), nb::arg("is_number_allowed"),
               nb::sig("def spelling(text: str, rules: str, is_number_allowed: bool) -> tuple[str, str | None, str | "
                       "None] | None"));
    module.def(
        "is_object",
        [](const nb::str& given) {
            Encoded encoded;
            return is_object(view(given, encoded));
        },
        nb::arg("text"));
}
