// Makes `facevalue.Verdict`s, and their explanations.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <tuple>

#include "integers.hpp"
#include "numbers/answers/explain/explain.hpp"
#include "numbers/answers/steps/numbers_left.hpp"
#include "problem.hpp"

namespace facevalue::numbers {

namespace nb = nanobind;

// What was judged, for a message that is written when it is read.
struct Submission {
    nb::object answer, start, numbers, target;
    nb::handle rules, syntax;
    bool is_plain;  // no part of it can refer to other objects
};

// A new `Verdict`; `position` counts characters.
nb::object new_verdict(Reason reason, std::optional<std::size_t> position, nb::handle found_by,
                       const Submission& submission);
nb::object new_verdict(const StepsVerdict& verdict);

// The value, the expression, and the message.
using PythonExplanation = std::tuple<std::optional<PythonParts>, std::optional<std::string>, nb::str>;

inline PythonExplanation python_explanation(const Explanation& found) {
    const auto expression = found.expression.empty() ? std::nullopt : std::optional(found.expression);
    return {python_parts(found.value), expression, nb::borrow<nb::str>(python_text(found.message))};
}

}  // namespace facevalue::numbers
