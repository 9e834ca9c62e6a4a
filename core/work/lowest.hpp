// The lowest of the numbers that several threads find.
#pragma once

#include <atomic>
#include <cstddef>

namespace facevalue {

inline void lower_to(std::atomic<std::size_t>& least, std::size_t value) {
    for (std::size_t known = least; value < known && !least.compare_exchange_weak(known, value);) {
    }
}

}  // namespace facevalue
