// Queries: a name and the arguments in, the JSON of docs/reference/json.md out. Every interface calls the same
// functions, so that a result, a refusal and its sentence are the same everywhere.
#pragma once

#include <string>
#include <string_view>

#include "query/call.hpp"

namespace facevalue::query {

class Tables;
struct PokerTables;

// About number puzzles. Takes as long as the call of that name; `limit`, in seconds, is an argument of those that may
// take long: without it USUAL_LIMIT, and null for any time. A RuleError if there is no such query or argument.
Expected<QueryResult> answer(Tables& tables, std::string_view name, const Argument& arguments,
                             const QueryOptions& options);
// The names of these queries and of their arguments.
std::vector<QueryNames> query_names();

// About poker; and only about hands and ranges, in a quarter of the code.
Expected<QueryResult> answer_poker(PokerTables& tables, std::string_view name, const Argument& arguments,
                                   const QueryOptions& options);
Expected<QueryResult> answer_hands(PokerTables& tables, std::string_view name, const Argument& arguments,
                                   const QueryOptions& options);

std::vector<QueryNames> poker_query_names();

}  // namespace facevalue::query
