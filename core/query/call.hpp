// A call of a query: what it was given, what it writes, and the table that finds the query.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/argument.hpp"
#include "text/json.hpp"
#include "text/options.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::query {

struct QueryOptions {
    bool has_floats = false;  // large whole numbers are strings, for JavaScript
    Stop stop{};
    // Spells the nearest floating-point number of an exact share. Without it results have only fractions, of which
    // JavaScript computes these numbers.
    JsonWriter::Print print = nullptr;
};

struct QueryResult {
    std::string json;
    bool is_found = true;  // false for "no": no solution, a wrong answer
};

// `Tables` are the rows that queries about one subject read.
template <class Tables>
struct Call {
    Tables& tables;
    const Argument& arguments;
    const QueryOptions& options;
    std::string_view name{};  // of the query
    JsonWriter json{options.has_floats, options.print};
    bool is_found = true;

    const Argument& argument(std::string_view name) const {
        static const Argument nothing;
        const Argument* const found = arguments.find(name);
        return found == nullptr ? nothing : *found;
    }
    bool has(std::string_view name) const { return !argument(name).is_nothing(); }
    Expected<bool> flag(std::string_view name) const {
        return has(name) ? true_or_false(name, argument(name)) : Expected(false);
    }
    // A word, which by default is the usual one.
    Argument word(std::string_view name, std::string_view usual) const {
        return has(name) ? argument(name) : Argument::of(usual);
    }
};

// Why there is no result.
using Outcome = std::optional<Problem>;

template <class Tables>
struct QueryRow {
    std::string_view name;
    Outcome (*run)(Call<Tables>&);
    WordList parameters;
};

struct QueryNames {
    std::string_view name;
    WordList parameters;
};

template <class Tables>
std::vector<QueryNames> names_of(const std::vector<QueryRow<Tables>>& queries) {
    std::vector<QueryNames> names;
    for (const auto& query : queries) names.push_back({query.name, query.parameters});
    return names;
}

// The result of the query of that name.
template <class Tables>
Expected<QueryResult> answer_by(const std::vector<QueryRow<Tables>>& queries, Tables& tables, std::string_view name,
                                const Argument& arguments, const QueryOptions& options) {
    const auto query = std::ranges::find(queries, name, &QueryRow<Tables>::name);
    if (query == queries.end()) {
        WordList names;
        for (const auto& row : queries) names.push_back(row.name);
        return unknown_word("query", Argument::of(name), names);
    }
    for (const std::string_view given : arguments.names)
        if (std::ranges::find(query->parameters, given) == query->parameters.end())
            return unknown_word("parameter", Argument::of(given), query->parameters);
    Call<Tables> call{tables, arguments, options, query->name};
    if (auto problem = query->run(call)) return *std::move(problem);
    return QueryResult{call.json.text(), call.is_found};
}

}  // namespace facevalue::query
