// Raises the error of a problem that the core has returned.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <utility>

#include "text/problem.hpp"
#include "translation.hpp"

namespace facevalue {

// Strings of the core are UTF-8 with surrogates, as Python's "surrogatepass" writes them.
inline nb::object python_text(std::string_view text) {
    nb::object made =
        nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogatepass"));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

[[noreturn]] inline void raise_problem(const Problem& problem) {
    const nb::object sentence = python_text(problem.sentence);
    switch (problem.error) {
        case ErrorClass::Notation:
            if (problem.part_lines > 0) {
                const auto [part, text] = parted(problem);
                raise_error(problem.name(), sentence, python_text(text), problem.position, python_text(part));
            }
            [[fallthrough]];
        case ErrorClass::Range:
            raise_error(problem.name(), sentence, python_text(problem.text), problem.position);
        case ErrorClass::Limit:
            raise_error(problem.name(), sentence, problem.limit, python_text(problem.remedy), nb::cast(problem.seconds),
                        nb::cast(problem.megabytes), python_text(problem.allowance));
        case ErrorClass::Rule:
        case ErrorClass::Card:
            raise_error(problem.name(), sentence);
    }
    raise_error("FaceValueError", sentence);
}

// Raises the error of a check, if it has found one.
inline void raise_if(const std::optional<Problem>& problem) {
    if (problem) raise_problem(*problem);
}

template <class Result>
Result result_of(Expected<Result>&& outcome) {
    if (!outcome) raise_problem(outcome.problem());
    return std::move(*outcome);
}

}  // namespace facevalue
