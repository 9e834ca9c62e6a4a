// The door for Python: a query's name and its arguments as JSON, and the JSON of its result.
#include "query/query.hpp"

#include "problem.hpp"
#include "query/arguments.hpp"
#include "query/numbers/tables.hpp"
#include "query/poker/poker_queries.hpp"
#include "translation.hpp"

using namespace facevalue;

void bind_query(nb::module_& module) {
    module.attr("USUAL_LIMIT") = static_cast<int>(query::USUAL_LIMIT);
    nb::class_<query::Tables>(module, "Tables")
        .def_static(
            "read",
            [](std::string_view json) {
                auto tables = query::Tables::read(json);
                if (!tables) raise_error("RuleError", "expected tables");
                return std::move(*tables);
            },
            nb::arg("json"))
        .def(
            "query",
            [](query::Tables& tables, const std::string& name, const nb::str& given, bool has_floats) {
                const auto arguments = read_json(copied(given));
                if (!arguments) raise_error("RuleError", "arguments must be a JSON object");
                const query::QueryOptions options{has_floats, Stop([] { return interrupted(); })};
                return python_text(
                    result_of(interruptible([&] { return query::answer(tables, name, *arguments, options); })));
            },
            nb::arg("name"), nb::arg("arguments"), nb::arg("has_floats") = false,
            nb::sig("def query(self, name: str, arguments: str, has_floats: bool = False) -> str"));
    nb::class_<query::PokerTables>(module, "PokerTables")
        .def(
            "__init__",
            [](query::PokerTables* self, std::string_view json) {
                auto rows = read_json(json);
                require(rows && rows->kind == Argument::Kind::Object, "expected a JSON object");
                new (self) query::PokerTables{poker::GameRows(*std::move(rows))};
            },
            nb::arg("games"))
        .def(
            "query",
            [](query::PokerTables& tables, const std::string& name, const nb::str& given) {
                const auto arguments = read_json(copied(given));
                if (!arguments) raise_error("RuleError", "arguments must be a JSON object");
                const query::QueryOptions options{true, Stop([] { return interrupted(); })};
                return python_text(
                    result_of(interruptible([&] { return query::answer_poker(tables, name, *arguments, options); })));
            },
            nb::arg("name"), nb::arg("arguments"), nb::sig("def query(self, name: str, arguments: str) -> str"));
}
