// Number puzzles for JavaScript: numbers.wasm. See calls.hpp for the form of a call.
#include <memory>
#include <string_view>
#include <utility>

#include "calls.hpp"
#include "query/numbers/tables.hpp"
#include "query/query.hpp"
#include "text/json.hpp"

using namespace facevalue;
using namespace facevalue::wasm;

namespace {

// The tables that JavaScript has sent.
std::unique_ptr<query::Tables>& tables() {
    static std::unique_ptr<query::Tables>& kept = *new std::unique_ptr<query::Tables>;
    return kept;
}

}  // namespace

extern "C" {

// The tables as JSON, once.
[[clang::export_name("tables")]] wasm::Status read_tables(std::size_t size) {
    return answered(size, [](std::string_view request) {
        auto found = query::Tables::read(request);
        if (!found) return Bad;
        tables() = std::make_unique<query::Tables>(std::move(*found));
        return Ready;
    });
}

[[clang::export_name("query")]] wasm::Status run_query(std::size_t size) {
    return answered(size, [](std::string_view request) {
        if (!tables()) return Bad;
        return answered_query(request, [](std::string_view name, const Argument& arguments) {
            return query::answer(*tables(), name, arguments, {.has_floats = true});
        });
    });
}

}  // extern "C"
