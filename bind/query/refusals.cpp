// Refusals of the core about values that only Python sees, by a key.
#include <algorithm>
#include <vector>

#include "numbers/answers/explain/sentences.hpp"
#include "numbers/deal/day.hpp"
#include "numbers/deal/filters.hpp"
#include "numbers/deal/generate_options.hpp"
#include "poker/cards/given_cards.hpp"
#include "poker/evaluate/hand_words.hpp"
#include "poker/pot/players.hpp"
#include "poker/showdown/winners.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "query/numbers/puzzle.hpp"

using namespace facevalue;

namespace {

using Arguments = std::vector<Argument>;

int number(const Argument& whole) { return static_cast<int>(numbers::saturated(whole)); }

struct Refusal {
    std::string_view key;
    Problem (*problem)(const Arguments& values);
};
constexpr Refusal REFUSALS[] = {
    {"not cards", [](const Arguments& values) { return poker::not_cards(values[0]); }},
    {"wrong id", [](const Arguments& values) { return poker::wrong_id(values[0]); }},
    {"no hands", [](const Arguments&) { return poker::no_hands(); }},
    {"nobody", [](const Arguments& values) { return poker::nobody(values[0]); }},
    {"not a range", [](const Arguments& values) { return poker::not_a_range(values[0]); }},
    {"empty range", [](const Arguments& values) { return poker::empty_range(values[0]); }},
    {"wrong range size",
     [](const Arguments& values) {
         return poker::wrong_range_size(values[0].text, number(values[1]), number(values[2]));
     }},
    {"no explanation", [](const Arguments& values) { return poker::no_explanation(values[0].text); }},
    {"no value of five", [](const Arguments&) { return poker::no_value_of_five(); }},
    {"not a date", [](const Arguments& values) { return numbers::not_a_date(values[0]); }},
    {"not any two",
     [](const Arguments& values) { return numbers::not_any_two(values[0].text, values[1].flag, values[2].flag); }},
    {"wrong order", [](const Arguments& values) { return numbers::in_wrong_order(values[0].text, values[1].text); }},
    {"no match",
     [](const Arguments& values) {
         return numbers::no_match(static_cast<std::uint64_t>(number(values[0])), values[1].text);
     }},
    {"wrong values", [](const Arguments& values) { return query::wrong_values(values[0].text, values[1].text); }},
    {"two targets", [](const Arguments& values) { return query::two_targets(values[0].text, values[1].text); }},
};

}  // namespace

void bind_refusals(nb::module_& module) {
    module.attr("NOT_AN_OBJECT") = NOT_AN_OBJECT;
    module.def(
        "refuse",
        [](const std::string& key, const nb::args& given) {
            Arguments values;
            for (const nb::handle value : given) values.push_back(argument_of(value));
            const auto* const found = std::ranges::find(REFUSALS, key, &Refusal::key);
            require(found != std::end(REFUSALS), "expected the key of a refusal");
            raise_problem(found->problem(values));
        },
        nb::arg("key"), nb::arg("values"), nb::sig("def refuse(key: str, *values: object) -> typing.NoReturn"));
    module.def(
        "limit_message",
        [](const nb::str& problem, const nb::str& remedy, const nb::str& allowance) {
            return python_text(full_sentence({.error = ErrorClass::Limit,
                                              .sentence = copied(problem),
                                              .text = {},
                                              .remedy = copied(remedy),
                                              .allowance = copied(allowance)}));
        },
        nb::arg("problem"), nb::arg("remedy"), nb::arg("allowance"),
        nb::sig("def limit_message(problem: str, remedy: str, allowance: str) -> str"));
}
