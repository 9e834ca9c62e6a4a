// The expressions that numbers allow, and the values that they make.
#pragma once

#include "query/numbers/tables.hpp"

namespace facevalue::query {

// Every raw candidate, or with `count` only their number.
Outcome candidates_query(NumberCall& call);

// Every value from `low` to `high`, with its simplest expression. `limit` is for finding the values, and for finding
// the expressions.
Outcome values_query(NumberCall& call);

}  // namespace facevalue::query
