// How often this process and its parents were forked. A child does not have the threads of its parent.
#pragma once

#include <atomic>
#include <cstdint>

namespace facevalue {

inline std::atomic<std::uint32_t> forks{0};

}  // namespace facevalue
