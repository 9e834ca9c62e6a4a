// Integers and fractions of any size for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <utility>

#include "numbers/exact/big.hpp"

namespace facevalue::numbers {

namespace nb = nanobind;

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

inline BigInt big_int(nb::handle number) {
    const nb::object text = nb::steal(PyNumber_ToBase(number.ptr(), 16));
    if (!text.is_valid()) throw nb::python_error();
    return BigInt::parse(nb::cast<std::string>(text));
}

// Of an int or a fraction.
inline BigFraction big_fraction(nb::handle number) {
    return {big_int(number.attr("numerator")), big_int(number.attr("denominator"))};
}

}  // namespace facevalue::numbers
