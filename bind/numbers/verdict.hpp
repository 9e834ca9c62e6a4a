// Makes `facevalue.Verdict`s.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "numbers/answers/judge/reasons.hpp"

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

}  // namespace facevalue::numbers
