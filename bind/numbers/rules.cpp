// Rules and the tables of the core that Python reads: operations, sets of values, reasons.
#include <nanobind/stl/array.h>

#include "numbers/answers/explain/sentences.hpp"
#include "numbers/answers/judge/structure.hpp"
#include "numbers/spelling/rules.hpp"
#include "problem.hpp"
#include "puzzle_translation.hpp"
#include "query/arguments.hpp"
#include "texts.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

void make_rules(Rules* self, const std::string& operators, const std::string& use, const std::string& order,
                const std::string& grouping, const std::string& values, bool join, std::int64_t largest,
                const std::string& functions, int unary) {
    new (self) Rules{known(Operators::parse(operators), "operators", operators),
                     named("use", use, USES),
                     named("order", order, ORDERS),
                     named("grouping", grouping, GROUPINGS),
                     known(values_named(values), "values", values),
                     join,
                     largest,
                     known(Functions::parse(functions), "functions", functions),
                     unary};
}

// Symbol, name, precedence, whether it commutes.
std::vector<std::tuple<std::string, std::string, int, bool>> operations() {
    std::vector<std::tuple<std::string, std::string, int, bool>> rows;
    for (const Operation& row : OPERATIONS)
        rows.emplace_back(std::string(1, row.symbol), std::string(row.name), row.precedence(), row.commutes());
    return rows;
}

// Name, symbol, number of operands.
std::vector<std::tuple<std::string, std::string, std::size_t>> functions() {
    std::vector<std::tuple<std::string, std::string, std::size_t>> rows;
    for (const FunctionRow& row : FUNCTIONS)
        rows.emplace_back(std::string(row.name), std::string(row.symbol), row.operands);
    return rows;
}

// The value of a function of numbers with small parts, or None.
std::optional<Pair> function_value(const std::string& name, const Pair& left, const Pair& right) {
    const auto* const found = std::ranges::find(FUNCTIONS, std::string_view(name), &FunctionRow::name);
    if (found == FUNCTIONS.end()) raise_error("RuleError", "unknown function: '" + name + "'");
    const auto function = static_cast<Function>(found - FUNCTIONS.begin());
    const auto value = small_result(function, exact_number(left), exact_number(right));
    return value ? std::optional(Pair{value->numerator, value->denominator}) : std::nullopt;
}

// Name, whether values are whole, the minimum, and all this in words.
std::vector<std::tuple<std::string, bool, std::optional<int>, std::string>> value_sets() {
    std::vector<std::tuple<std::string, bool, std::optional<int>, std::string>> rows;
    for (const ValueSet& row : VALUE_SETS)
        rows.emplace_back(std::string(row.name), row.whole, row.least, std::string(row.summary));
    return rows;
}

}  // namespace

void bind_rules(nb::module_& module) {
    nb::class_<Rules>(module, "Rules")
        .def("__init__", make_rules, nb::arg("operators"), nb::arg("use"), nb::arg("order"), nb::arg("grouping"),
             nb::arg("values"), nb::arg("join") = false, nb::arg("largest") = 0, nb::arg("functions") = "",
             nb::arg("unary") = 0);
    module.def("operations", operations);
    module.def("functions", functions);
    module.def("function_value", function_value, nb::arg("name"), nb::arg("left"), nb::arg("right"));
    module.def("value_sets", value_sets);
    module.def(
        "takes_any_two",
        [](const std::string& order, const std::string& grouping, bool join, const std::string& functions) {
            Rules rules;
            rules.any_order = named("order", order, ORDERS);
            rules.grouping = named("grouping", grouping, GROUPINGS);
            rules.join = join;
            rules.functions = known(Functions::parse(functions), "functions", functions);
            return takes_any_two(rules);
        },
        nb::arg("order"), nb::arg("grouping"), nb::arg("join"), nb::arg("functions"));
    module.def(
        "refuse_functions",
        [](nb::handle name) {
            Encoded encoded;
            raise_problem(no_functions(view(name, encoded)));
        },
        nb::arg("name"));
    module.def(
        "distinct_level",
        [](const std::optional<std::string>& name, bool has_functions) {
            const auto level = name ? std::optional(named("distinct", *name, DISTINCTS)) : std::nullopt;
            return DISTINCTS[static_cast<std::size_t>(result_of(distinct_level(level, has_functions)))].first;
        },
        nb::arg("name").none(), nb::arg("has_functions"));
    module.def(
        "read_rules_spelling",
        [](const nb::str& spelling) { return python_spelling(result_of(read_rules_spelling(copied(spelling)))); },
        nb::arg("spelling"), nb::sig("def read_rules_spelling(spelling: str) -> tuple[str, dict[str, str | int]]"));
    module.def("reasons", [] { return std::vector<std::string>(REASONS.begin(), REASONS.end()); });
}
