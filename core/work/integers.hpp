// The compiler's 128-bit integers, which the C++ standard does not define, and lossless conversions.
#pragma once

#include <cstdint>
#include <utility>

#include "platform.hpp"
#include "system.hpp"

namespace facevalue {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

// For ids and counts, which are narrow because there are many: a value that does not fit counts as out of memory.
template <class To, class From>
constexpr To narrowed(From value) {
    if (!std::in_range<To>(value)) run_out_of_memory();
    return static_cast<To>(value);
}

// The same for a sum or product of two counts, computed with twice the bits.
constexpr std::uint64_t as_count(Uint128 count) {
    if (count > ~std::uint64_t{0}) run_out_of_memory();
    return static_cast<std::uint64_t>(count);
}

}  // namespace facevalue
