// Numbers, puzzles and rules as people write them, for Python.
#include "numbers/spelling/puzzle.hpp"

#include "integers.hpp"
#include "numbers/puzzle_translation.hpp"
#include "numbers/spelling/numbers.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "query/numbers/puzzle.hpp"
#include "query/numbers/search.hpp"
#include "texts.hpp"

using namespace facevalue;
using namespace facevalue::numbers;
using query::AskedPuzzle;
using query::FullRules;
using query::PuzzleOptions;
using query::Search;

namespace {

constexpr const char* NUMBERS_MODULE = "facevalue.puzzle.model.numbers";

// The value of an int or a fraction of any size, in hexadecimal if it is large, because that takes linear time. `given`
// is what a message about its size shows, for numbers that may not have `any_size`.
Argument exact_argument(nb::handle number, nb::handle given, bool any_size) {
    const nb::object numerator = number.attr("numerator"), denominator = number.attr("denominator");
    const auto up = small_int(numerator), down = small_int(denominator);
    if (up && down) {
        std::string text = std::to_string(*up);
        if (*down != 1) text.append("/").append(std::to_string(*down));
        return Argument::number(text, *up == INT64_MIN ? copied(nb::str(given)) : text);
    }
    // So many bits have 4300 digits or more; no number of fewer bits has 4301.
    constexpr std::size_t MOST_BITS = 14'285;
    static_assert(MOST_DIGITS_IN_ONE == 4300);
    const auto digits_of = [](nb::handle part) {
        const auto bits = nb::cast<std::size_t>(part.attr("bit_length")());
        if (bits > MOST_BITS) return std::string();
        const nb::object text = nb::steal(PyNumber_ToBase(part.ptr(), 16));
        if (!text.is_valid()) throw nb::python_error();
        const BigInt value = bits < MOST_BITS ? BigInt() : big_int(part);
        const std::size_t most = MOST_DIGITS_IN_ONE + (value.is_negative() ? 1 : 0);
        return value.decimal().size() > most ? std::string() : nb::cast<std::string>(text);
    };
    const std::string above = digits_of(numerator), below = digits_of(denominator);
    std::string text = above.empty() || below.empty() ? "" : above + "/" + below;
    if (any_size && !text.empty()) return Argument::number(std::move(text), "");
    const nb::object shown = nb::module_::import_("facevalue.errors").attr("quoted")(given);
    return Argument::number(std::move(text), copied(shown));
}

// A string, an integer, a fraction or a card; `plain_number` makes one of these of any other object, or refuses it.
Argument number_argument(nb::handle number, bool any_size) {
    if (const auto value = small_int(number)) return Argument::of(*value);
    if (PyUnicode_Check(number.ptr())) return {Argument::Kind::Text, false, copied(number)};
    if (PyFloat_CheckExact(number.ptr())) return Argument::other(copied(nb::repr(number)));
    if (Py_TYPE(number.ptr()) == reinterpret_cast<PyTypeObject*>(fraction_type))
        return exact_argument(number, number, any_size);
    const nb::object plain = nb::module_::import_(NUMBERS_MODULE).attr("plain_number")(number);
    if (PyUnicode_Check(plain.ptr())) return {Argument::Kind::Text, false, copied(plain)};
    if (PyFloat_Check(plain.ptr())) return Argument::other(copied(nb::repr(plain)));
    if (plain.is_none())
        return Argument::number("", copied(nb::module_::import_("facevalue.errors").attr("quoted")(number)));
    return exact_argument(plain, number, any_size);
}

// The same for several numbers: a string, None, or an iterable, of which no more are read than a puzzle may have.
Argument numbers_argument(nb::handle numbers, bool any_size) {
    if (numbers.is_none()) return {};
    if (PyUnicode_Check(numbers.ptr())) return {Argument::Kind::Text, false, copied(numbers)};
    // A copy, because Python code may run meanwhile.
    const nb::object items =
        Items(numbers).is_row()
            ? nb::steal(PySequence_GetSlice(numbers.ptr(), 0, static_cast<Py_ssize_t>(MOST_NUMBERS) + 1))
            : nb::object(nb::module_::import_(NUMBERS_MODULE).attr("list_numbers")(numbers));
    if (!items.is_valid()) throw nb::python_error();
    Argument made{Argument::Kind::List};
    for (const nb::handle item : items) made.items.push_back(number_argument(item, any_size));
    return made;
}

nb::tuple python_fractions(const std::vector<BigFraction>& values) {
    nb::list made;
    for (const BigFraction& value : values) made.append(python_fraction(value));
    return nb::tuple(made);
}

// A part of a string, or a value of a JSON object, as Python's json reads it.
nb::object python_value(const Argument& given) {
    if (given.is_nothing()) return nb::none();
    if (given.is_text()) return python_text(given.text);
    return nb::module_::import_("json").attr("loads")(python_text(JsonWriter().value(given).text()));
}

// What a call gives for a puzzle: arguments, and rules that are not a name.
struct Given {
    Argument arguments{Argument::Kind::Object};
    const FullRules* rules = nullptr;
    nb::object kept{};  // the owner of these rules

    Given(nb::handle numbers, nb::handle target, nb::handle named, bool any_size) {
        add("numbers", numbers_argument(numbers, any_size));
        add("target", target.is_none() ? Argument() : number_argument(target, false));
        if (!PyUnicode_Check(named.ptr()) && nb::hasattr(named, "core")) {
            kept = named.attr("core");
            if (!nb::try_cast(kept, rules)) rules = nullptr;
        }
        if (rules == nullptr) add("rules", argument_of(named));
    }
    void add(const char* name, Argument value) {
        arguments.names.emplace_back(name);
        arguments.items.push_back(std::move(value));
    }
};

AskedPuzzle read_puzzle(const query::Tables& tables, nb::handle numbers, nb::handle target, nb::handle rules,
                        bool any_size, bool compares_cards, bool digits, std::string_view without_target) {
    Given given(numbers, target, rules, any_size);
    if (digits) given.add("digits", Argument::of(true));
    const PuzzleOptions options{.any_size = any_size,
                                .compares_cards = compares_cards,
                                .rules = given.rules,
                                .without_target = without_target,
                                .stop = Stop(interrupted)};
    return result_of(interruptible([&] { return query::read_puzzle(tables, given.arguments, options); }));
}

Search make_search(const query::Tables& tables, nb::handle numbers, nb::handle target, nb::handle rules,
                   nb::handle distinct, nb::handle method, nb::handle workers, nb::handle limit) {
    Given given(numbers, target, rules, false);
    given.add("distinct", argument_of(distinct));
    given.add("method", argument_of(method));
    given.add("workers", argument_of(workers));
    given.add("limit", limit_argument(limit));
    const PuzzleOptions options{.compares_cards = false, .rules = given.rules, .stop = Stop(interrupted)};
    return result_of(interruptible([&] { return Search::make(tables, given.arguments, options); }));
}

const FullRules* full_rules(nb::handle rules) { return rules.is_none() ? nullptr : nb::cast<const FullRules*>(rules); }

}  // namespace

void bind_spelling(nb::module_& module) {
    fraction_type = nb::object(nb::module_::import_("fractions").attr("Fraction")).release().ptr();
    nb::class_<FullRules>(module, "FullRules", "Checked rules. The deck and the scoring are JSON.")
        .def(
            "__init__",
            [](FullRules* self, const nb::dict& options, std::string_view deck, std::string_view scoring) {
                const auto row = [](std::string_view json) {
                    auto read = read_json(json);
                    require(read && read->kind == Argument::Kind::Object, "expected a JSON object");
                    return std::make_shared<const Argument>(*std::move(read));
                };
                new (self) FullRules{result_of(read_rules(object_of(options))), row(deck), row(scoring), false};
            },
            nb::arg("options"), nb::arg("deck"), nb::arg("scoring"),
            nb::sig("def __init__(self, options: dict[str, typing.Any], deck: str, scoring: str) -> None"))
        .def(
            "options",
            [](const FullRules& rules) {
                JsonWriter json;
                write_options(json.begin_object(), rules.game);
                write_texts(json, rules.game);
                return python_text(json.end_object().text());
            },
            nb::sig("def options(self) -> str"));
    nb::class_<AskedPuzzle>(module, "AskedPuzzle", "A puzzle that was read.")
        .def_prop_ro(
            "numbers", [](const AskedPuzzle& puzzle) { return python_fractions(puzzle.numbers); },
            nb::sig("def numbers(self) -> tuple[fractions.Fraction, ...]"))
        .def_prop_ro(
            "target", [](const AskedPuzzle& puzzle) { return python_fraction(puzzle.target); },
            nb::sig("def target(self) -> fractions.Fraction"))
        .def_ro("has_target", &AskedPuzzle::has_target, "Whether the string of numbers contains the target.")
        .def_prop_ro(
            "named_rules", [](const AskedPuzzle& puzzle) { return python_value(puzzle.named_rules); },
            nb::sig("def named_rules(self) -> typing.Any"),
            "The rules that the string of numbers names instead: a name, or fields; else None.")
        .def_prop_ro(
            "cards",
            [](const AskedPuzzle& puzzle) { return std::vector<int>(puzzle.cards.begin(), puzzle.cards.end()); })
        .def("prepared", &AskedPuzzle::prepared)
        .def("check_size", [](const AskedPuzzle& puzzle) { raise_if(puzzle.rules.wrong_size(puzzle.numbers.size())); });
    nb::class_<Search>(module, "Search")
        .def_ro("puzzle", &Search::puzzle)
        .def_prop_ro("distinct",
                     [](const Search& search) { return DISTINCTS[static_cast<std::size_t>(search.distinct)].first; })
        .def_ro("walks", &Search::walks)
        .def_ro("workers", &Search::workers)
        .def_prop_ro(
            "limit",
            [](const Search& search) { return search.limit == NO_LIMIT ? std::nullopt : std::optional(search.limit); })
        .def_prop_ro(
            "solutions", [](Search& search) -> Solutions& { return *search.solutions; },
            nb::rv_policy::reference_internal);
    module.def(
        "parse_number",
        [](nb::handle number, bool any_size) {
            return python_fraction(result_of(query::read_number(number_argument(number, any_size), {any_size})));
        },
        nb::arg("number").none(), nb::arg("any_size"),
        nb::sig("def parse_number(number: object, any_size: bool) -> fractions.Fraction"));
    module.def(
        "parse_numbers",
        [](nb::handle numbers, bool any_size, nb::handle rules) {
            const Argument given = numbers_argument(numbers, any_size);
            const FullRules* const read_under = full_rules(rules);
            return python_fractions(result_of(
                interruptible([&] { return query::read_numbers(given, any_size, read_under, Stop(interrupted)); })));
        },
        nb::arg("numbers").none(), nb::arg("any_size"), nb::arg("rules").none() = nb::none(),
        nb::sig("def parse_numbers(numbers: object, any_size: bool, rules: FullRules | None = None) -> "
                "tuple[fractions.Fraction, ...]"));
    module.def(
        "refuse_number",
        [](std::string_view fault, const nb::str& shown, const nb::str& printed) {
            Encoded encoded;
            raise_problem(
                number_problem(named("fault", fault, NUMBER_FAULTS), view(shown, encoded), view(printed, encoded)));
        },
        nb::arg("fault"), nb::arg("shown"), nb::arg("printed") = nb::str(""),
        nb::sig("def refuse_number(fault: str, shown: str, printed: str = '') -> typing.NoReturn"));
    module.def("methods", [] { return std::vector<std::string>(query::METHODS.begin(), query::METHODS.end()); });
}

void bind_puzzles(nb::class_<query::Tables>& tables) {
    tables
        .def("read_puzzle", read_puzzle, nb::arg("numbers").none(), nb::arg("target").none(), nb::arg("rules").none(),
             nb::arg("any_size") = false, nb::arg("compares_cards") = false, nb::arg("digits") = false,
             nb::arg("without_target") = "")
        .def("search", make_search, nb::arg("numbers").none(), nb::arg("target").none(), nb::arg("rules").none(),
             nb::arg("distinct").none(), nb::arg("method").none(), nb::arg("workers").none(), nb::arg("limit").none())
        .def(
            "parts",
            [](const query::Tables& tables, const nb::str& text) {
                const auto found = result_of(read_spelling(copied(text), tables.names("rules")));
                return nb::make_tuple(python_value(found.numbers), python_value(found.target),
                                      python_value(found.rules), python_value(found.cards));
            },
            nb::arg("text"),
            nb::sig("def parts(self, text: str) -> tuple[typing.Any, typing.Any, typing.Any, typing.Any]"));
}
