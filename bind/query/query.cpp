// The door for Python: a query's name and its arguments as JSON, and the JSON of its result with whether it is found.
#include "query/query.hpp"

#include <nanobind/stl/map.h>

#include "integers.hpp"
#include "poker/tables.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "query/numbers/puzzle.hpp"
#include "query/poker/poker_queries.hpp"
#include "text/cost.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

// The names of queries and of their arguments.
std::map<std::string, std::vector<std::string>> parameters_of(const std::vector<query::QueryNames>& queries) {
    std::map<std::string, std::vector<std::string>> found;
    for (const auto& [name, words] : queries) found.emplace(name, std::vector<std::string>(words.begin(), words.end()));
    return found;
}

Argument read_arguments(const nb::str& given) {
    auto arguments = read_json(copied(given));
    if (!arguments) raise_error("RuleError", "arguments must be a JSON object");
    return std::move(*arguments);
}

// As Python prints it. Called without Python's lock.
std::string print_float(double number) {
    const nb::gil_scoped_acquire lock;
    char* const text = PyOS_double_to_string(number, 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
    if (text == nullptr) throw nb::python_error();
    std::string printed(text);
    PyMem_Free(text);
    return printed;
}

nb::tuple ask_about_poker(const GameRows& games, const std::string& name, const nb::str& given, nb::handle progress) {
    const Argument arguments = read_arguments(given);
    query::PokerTables tables{games, loaded_omaha_order, counting_with(progress),
                              [] { return loaded_matchups(true, nb::none()); }};
    const auto found = result_of(interruptible(progress, [&](const Stop& stop) {
        return query::answer_poker(tables, name, arguments, {.stop = stop, .print = print_float});
    }));
    return nb::make_tuple(python_text(found.json), found.is_found);
}

}  // namespace

void bind_puzzles(nb::class_<query::Tables>& tables);

void bind_query(nb::module_& module) {
    module.attr("USUAL_LIMIT") = static_cast<int>(USUAL_LIMIT);
    module.def("query_parameters", [] { return parameters_of(query::query_names()); });
    module.def("poker_query_parameters", [] { return parameters_of(query::poker_query_names()); });
    nb::class_<query::Tables> tables(module, "Tables");
    tables
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
                return nb::make_tuple(size.numbers, numbers::python_int(size.largest),
                                      numbers::python_int(size.target));
            },
            nb::arg("arguments"), nb::arg("any_size"),
            nb::sig("def size_of(self, arguments: str, any_size: bool) -> tuple[int, int, int]"));
    bind_puzzles(tables);
    module.def(
        "ask_about_poker", ask_about_poker, nb::arg("games"), nb::arg("name"), nb::arg("arguments"),
        nb::arg("progress").none() = nb::none(),
        nb::sig("def ask_about_poker(games: GameRows, name: str, arguments: str, progress: object | None = None) -> "
                "tuple[str, bool]"));
}
