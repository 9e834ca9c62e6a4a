// Words and options that Python checks with the core.
#include "text/options.hpp"

#include "problem.hpp"
#include "query/arguments.hpp"
#include "work/workers.hpp"

using namespace facevalue;

namespace {

using Names = std::vector<std::string>;

WordList views(const Names& words) { return {words.begin(), words.end()}; }

}  // namespace

void bind_options(nb::module_& module) {
    module.attr("MAX_WORKERS") = MOST_WORKERS;
    module.attr("SHOWN_CHARACTERS") = SHOWN_CHARACTERS;
    module.attr("MOST_DIGITS_IN_ONE") = MOST_DIGITS_IN_ONE;
    module.def(
        "one_of",
        [](const std::string& what, nb::handle value, const Names& words) {
            return words[result_of(one_of(what, argument_of(value), views(words)))];
        },
        nb::arg("what"), nb::arg("value").none(), nb::arg("words"));
    module.def(
        "unknown_word",
        [](const std::string& what, nb::handle value, const Names& words) {
            return python_text(unknown_word(what, argument_of(value), views(words)).sentence);
        },
        nb::arg("what"), nb::arg("value").none(), nb::arg("words"),
        nb::sig("def unknown_word(what: str, value: object, words: collections.abc.Sequence[str]) -> str"));
    module.def(
        "wrong_whole_number",
        [](const std::string& name, nb::handle value, const std::string& low, const std::string& high) {
            return python_text(wrong_whole_number(name, argument_of(value), low, high).sentence);
        },
        nb::arg("name"), nb::arg("value").none(), nb::arg("low"), nb::arg("high"),
        nb::sig("def wrong_whole_number(name: str, value: object, low: str, high: str) -> str"));
    module.def(
        "wrong_flag",
        [](const std::string& name, nb::handle value) {
            return python_text(wrong_flag(name, argument_of(value)).sentence);
        },
        nb::arg("name"), nb::arg("value").none(), nb::sig("def wrong_flag(name: str, value: object) -> str"));
    module.def(
        "wrong_string",
        [](const std::string& name, nb::handle value) {
            return python_text(wrong_string(name, argument_of(value)).sentence);
        },
        nb::arg("name"), nb::arg("value").none(), nb::sig("def wrong_string(name: str, value: object) -> str"));
    module.def(
        "nearest_word",
        [](const nb::str& word, const Names& words) -> std::optional<std::string> {
            const auto near = nearest_word(copied(word), views(words));
            return near ? std::optional(std::string(*near)) : std::nullopt;
        },
        nb::arg("word"), nb::arg("words"));
    module.def(
        "read_options",
        [](const nb::str& spelling, const Names& allowed, const std::string& example) {
            return python_spelling(result_of(read_options(copied(spelling), views(allowed), example)));
        },
        nb::arg("spelling"), nb::arg("allowed"), nb::arg("example"),
        nb::sig("def read_options(spelling: str, allowed: collections.abc.Sequence[str], example: str) -> tuple[str, "
                "dict[str, str | int]]"));
}
