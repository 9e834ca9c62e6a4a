// Makes `facevalue.Verdict`s, and their explanations.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "numbers/answers/explain/explain.hpp"
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

inline nb::int_ python_int(const BigInt& number) {
    if (const auto word = number.as_word()) return nb::int_(*word);
    return nb::steal<nb::int_>(PyLong_FromString(number.hexadecimal().c_str(), nullptr, 16));
}

// The numerator and the denominator of a value.
using PythonParts = std::pair<nb::int_, nb::int_>;

inline PythonParts python_parts(const BigFraction& value) {
    return {python_int(value.numerator()), python_int(value.denominator())};
}
inline std::optional<PythonParts> python_parts(const std::optional<BigFraction>& value) {
    return value ? std::optional(python_parts(*value)) : std::nullopt;
}

// The value, the expression, and the message.
using PythonExplanation = std::tuple<std::optional<PythonParts>, std::optional<std::string>, nb::str>;

inline PythonExplanation python_explanation(const Explanation& found) {
    const auto expression = found.expression.empty() ? std::nullopt : std::optional(found.expression);
    return {python_parts(found.value), expression, nb::borrow<nb::str>(python_text(found.message))};
}

}  // namespace facevalue::numbers
