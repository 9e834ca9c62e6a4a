// The door for Python: a query's name and its arguments as JSON, and the JSON of its result with whether it is found.
#include "query/query.hpp"

#include "problem.hpp"
#include "query/arguments.hpp"
#include "query/numbers/puzzle.hpp"
#include "query/poker/poker_queries.hpp"
#include "text/cost.hpp"
#include "translation.hpp"

using namespace facevalue;

namespace {

Argument read_arguments(const nb::str& given) {
    auto arguments = read_json(copied(given));
    if (!arguments) raise_error("RuleError", "arguments must be a JSON object");
    return std::move(*arguments);
}

nb::object python_int(const numbers::BigInt& value) {
    const auto word = value.as_word();
    return nb::steal(word ? PyLong_FromLongLong(*word) : PyLong_FromString(value.decimal().c_str(), nullptr, 10));
}

}  // namespace

void bind_query(nb::module_& module) {
    module.attr("USUAL_LIMIT") = static_cast<int>(USUAL_LIMIT);
    module.def("query_names", [] {
        const WordList names = query::query_names();
        return std::vector<std::string>(names.begin(), names.end());
    });
    module.def(
        "split_digits", [](const nb::str& text) { return python_text(result_of(query::split_digits(copied(text)))); },
        nb::arg("numbers"), nb::sig("def split_digits(numbers: str) -> str"));
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
                const Argument arguments = read_arguments(given);
                const query::QueryOptions options{has_floats, Stop([] { return interrupted(); })};
                const auto found =
                    result_of(interruptible([&] { return query::answer(tables, name, arguments, options); }));
                return nb::make_tuple(python_text(found.json), found.is_found);
            },
            nb::arg("name"), nb::arg("arguments"), nb::arg("has_floats") = false,
            nb::sig("def query(self, name: str, arguments: str, has_floats: bool = False) -> tuple[str, bool]"))
        // The sizes of a puzzle, before a query about it.
        .def(
            "size_of",
            [](const query::Tables& tables, const nb::str& given, bool any_size) {
                const auto size = result_of(query::size_of(tables, read_arguments(given), any_size));
                return nb::make_tuple(size.numbers, python_int(size.largest), python_int(size.target));
            },
            nb::arg("arguments"), nb::arg("any_size"),
            nb::sig("def size_of(self, arguments: str, any_size: bool) -> tuple[int, int, int]"));
    nb::class_<query::PokerTables>(module, "PokerTables")
        .def(
            "__init__",
            [](query::PokerTables* self, std::string_view json) {
                auto rows = read_json(json);
                require(rows && rows->kind == Argument::Kind::Object, "expected the rows of games");
                new (self) query::PokerTables{poker::GameRows(*std::move(rows))};
            },
            nb::arg("games"))
        .def(
            "query",
            [](query::PokerTables& tables, const std::string& name, const nb::str& given) {
                const Argument arguments = read_arguments(given);
                const query::QueryOptions options{true, Stop([] { return interrupted(); })};
                return python_text(result_of(interruptible([&] {
                                       return query::answer_poker(tables, name, arguments, options);
                                   })).json);
            },
            nb::arg("name"), nb::arg("arguments"), nb::sig("def query(self, name: str, arguments: str) -> str"));
}
