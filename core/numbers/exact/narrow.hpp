// Narrow: conversions to a smaller integer that cannot lose anything.
//
// For: ids and counts that are kept small because there are many of them. A value that does not fit means that the
// search needs more than it can number; that is treated as running out of memory.
#pragma once

#include <new>
#include <utility>

namespace facevalue::numbers {

template <class To, class From>
constexpr To narrowed(From value) {
    if (!std::in_range<To>(value)) throw std::bad_alloc();
    return static_cast<To>(value);
}

}  // namespace facevalue::numbers
