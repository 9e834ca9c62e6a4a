// Chooses among versions of the same code compiled for different vector widths. The environment variable
// FACEVALUE_LANES (avx512, avx2, plain) overrides the choice if the machine can run it.
#pragma once

#include <cstdlib>
#include <string_view>
#include <vector>

namespace facevalue {

// The versions that the machine can run, widest first. `avx2` and `avx512` are null where they are not compiled.
template <class Lanes>
std::vector<const Lanes*> runnable_of(const Lanes* avx512, const Lanes* avx2, const Lanes& plain) {
    std::vector<const Lanes*> found;
#if defined(__x86_64__)
    const bool popcnt = __builtin_cpu_supports("popcnt");
    const bool has_512 = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    if (avx512 != nullptr && popcnt && has_512) found.push_back(avx512);
    if (avx2 != nullptr && popcnt && __builtin_cpu_supports("avx2")) found.push_back(avx2);
#else
    static_cast<void>(avx512), static_cast<void>(avx2);
#endif
    found.push_back(&plain);
    return found;
}

// The version that FACEVALUE_LANES names, else the widest.
template <class Lanes>
const Lanes& chosen_of(const std::vector<const Lanes*>& runnable) {
    const char* wanted = std::getenv("FACEVALUE_LANES");
    for (const Lanes* lanes : runnable)
        if (wanted != nullptr && std::string_view(wanted) == lanes->name) return *lanes;
    return *runnable.front();
}

}  // namespace facevalue
