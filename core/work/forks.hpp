// How often this process was forked off another one. In the child, the threads of the parent are gone.
#pragma once

#include <atomic>
#include <cstdint>

namespace facevalue {

inline std::atomic<std::uint32_t> forks{0};

}  // namespace facevalue
