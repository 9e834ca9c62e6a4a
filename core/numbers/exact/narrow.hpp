// Converts to a smaller integer without losing anything. A value that does not fit counts as running out of memory:
// these are ids and counts, which are narrow because there are many of them.
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
