// Python values as arguments of the core.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "integers.hpp"
#include "problem.hpp"
#include "text/argument.hpp"
#include "text/options.hpp"
#include "texts.hpp"

namespace facevalue {

inline std::string copied(nb::handle text) {
    numbers::Encoded encoded;
    return std::string(numbers::view(text, encoded));
}

// Strings, integers (also of NumPy), True, False, None, and lists and tuples of these; anything else as messages show
// it.
inline Argument argument_of(nb::handle value, bool may_be_list = true) {
    if (value.is_none()) return {};
    if (PyBool_Check(value.ptr())) return Argument::of(value.ptr() == Py_True);
    if (PyUnicode_Check(value.ptr())) return {Argument::Kind::Text, false, copied(value)};
    if (const auto number = numbers::small_int(value)) return Argument::of(*number);
    const nb::module_ options = nb::module_::import_("facevalue.options");
    const numbers::Items items(value);
    if (may_be_list && items.is_row()) {
        Argument made{Argument::Kind::List, false, copied(options.attr("quoted")(value))};
        const nb::object kept = numbers::kept(value);  // Python code may run meanwhile
        for (const nb::handle item : kept) made.items.push_back(argument_of(item, false));
        return made;
    }
    const nb::object whole = options.attr("as_whole")(value);
    const bool is_whole = !whole.is_none();
    if (PyFloat_Check(value.ptr())) {  // also one of NumPy, which prints its class
        const nb::object number = nb::steal(PyFloat_FromDouble(PyFloat_AsDouble(value.ptr())));
        return Argument::other(copied(nb::repr(number)));
    }
    nb::object shown = options.attr("quoted")(is_whole ? nb::handle(whole) : value);
    if (!is_whole) return Argument::other(copied(shown));
    // Python does not print an integer of more digits than it reads; then it is described in words.
    nb::object digits = nb::steal(PyObject_Str(whole.ptr()));
    if (digits.is_valid()) return Argument::whole(copied(digits));
    if (!PyErr_ExceptionMatches(PyExc_ValueError)) throw nb::python_error();
    PyErr_Clear();
    return Argument::whole(copied(shown));
}

// A maximum time in seconds, or None; `finite_number` of Python reads a number of any library.
inline Argument limit_argument(nb::handle limit) {
    if (limit.is_none() || numbers::small_int(limit) || PyFloat_CheckExact(limit.ptr())) return argument_of(limit);
    return argument_of(nb::module_::import_("facevalue.options").attr("finite_number")("limit", limit));
}

// The values of a dict by their names.
inline Argument object_of(const nb::dict& values) {
    Argument made{Argument::Kind::Object};
    for (const auto& [name, value] : values) {
        made.names.push_back(copied(name));
        made.items.push_back(argument_of(value));
    }
    return made;
}

// The name, and a dict of the changes, which are strings and integers.
inline nb::tuple python_spelling(const OptionSpelling& spelling) {
    nb::dict changes;
    for (const auto& [field, value] : spelling.changes) {
        const bool is_whole = value.kind == Argument::Kind::Whole;
        changes[nb::str(field.c_str())] =
            is_whole ? nb::steal(PyLong_FromString(value.text.c_str(), nullptr, 10)) : python_text(value.text);
    }
    return nb::make_tuple(python_text(spelling.name), changes);
}

}  // namespace facevalue
