// Integers and fractions of any size for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
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

// Whether the object is an int that fits 64 bits; then `value` is it. For loops, in which an optional is slower: it is
// written in two parts and read as one.
inline bool read_small_int(nb::handle number, std::int64_t& value) {
    if (!PyLong_CheckExact(number.ptr())) return false;
    int overflow = 0;
    value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    return overflow == 0;
}

// The value of an int that fits 64 bits; nothing for any other object.
inline std::optional<std::int64_t> small_int(nb::handle number) {
    std::int64_t value = 0;
    return read_small_int(number, value) ? std::optional(value) : std::nullopt;
}

// The class Fraction, since the module was loaded.
inline PyObject* fraction_type = nullptr;

// A Fraction. Making one takes Python longer than a small search, so small whole numbers are kept, and the
// constructor, which would reduce others again, is not called.
inline nb::object python_fraction(const BigFraction& value) {
    static std::array<PyObject*, 1024> kept{};
    const auto whole = value.denominator() == BigInt(1) ? value.numerator().as_word() : std::nullopt;
    const bool is_small = whole && *whole >= 0 && *whole < static_cast<std::int64_t>(kept.size());
    PyObject* const known = is_small ? kept[static_cast<std::size_t>(*whole)] : nullptr;
    if (known != nullptr) return nb::borrow(known);
    nb::object made = nb::steal(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(fraction_type), 0));
    if (!made.is_valid()) throw nb::python_error();
    made.attr("_numerator") = python_int(value.numerator());
    made.attr("_denominator") = python_int(value.denominator());
    if (is_small) kept[static_cast<std::size_t>(*whole)] = nb::object(made).release().ptr();
    return made;
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
