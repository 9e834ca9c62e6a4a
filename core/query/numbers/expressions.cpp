#include "query/numbers/expressions.hpp"

#include <string>

#include "numbers/answers/notation/step_list.hpp"
#include "query/values.hpp"

namespace facevalue::query {

using namespace numbers;

Expected<const Argument*> notation_of(const NumberCall& call) {
    return call.tables.row("notation", "notations", call.word("notation", "infix"));
}

Outcome write_expression(NumberCall& call, const Argument& row, std::string_view infix) {
    const auto terms = read_infix(infix);
    const auto steps = steps_of(terms);
    if (!steps) return steps.problem();
    const Notation* const notation = call.tables.notation(row);
    const auto written = notation == nullptr ? write_steps(terms) : notation->write(terms);
    if (!written) return written.problem();
    call.json.begin_object().key("expression").value(*written).key("value");
    const MaybeValue value = exact_value(terms);
    value ? write(call.json, *value) : static_cast<void>(call.json.null());
    call.json.key("steps").begin_list();
    for (const std::string& step : *steps) call.json.value(step);
    call.json.end_list().end_object();
    return std::nullopt;
}

}  // namespace facevalue::query
