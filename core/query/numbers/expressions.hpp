// Expressions in the results of queries.
#pragma once

#include <string_view>

#include "query/numbers/tables.hpp"

namespace facevalue::query {

// The row of the notation that a call asks for.
Expected<const Argument*> notation_of(const NumberCall& call);

// Writes an expression in minimal infix, in a notation, with its value and its steps.
Outcome write_expression(NumberCall& call, const Argument& row, std::string_view infix);

}  // namespace facevalue::query
