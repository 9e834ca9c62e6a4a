// What the machine can run, asked once.
#include "machine.hpp"

#include <cstdlib>
#include <string_view>

namespace facevalue {

namespace {

std::vector<const Lanes*> find_runnable() {
    std::vector<const Lanes*> found;
#if defined(__x86_64__)
    // What CMakeLists.txt lets the compiler use in these files.
    const bool popcnt = __builtin_cpu_supports("popcnt");
    if (popcnt && __builtin_cpu_supports("avx512bw")) found.push_back(&AVX512_LANES);
    if (popcnt && __builtin_cpu_supports("avx2")) found.push_back(&AVX2_LANES);
#endif
    found.push_back(&PLAIN_LANES);
    return found;
}

const Lanes& choose() {
    const char* wanted = std::getenv("FACEVALUE_LANES");
    for (const Lanes* lanes : runnable_lanes())
        if (wanted != nullptr && std::string_view(wanted) == lanes->name) return *lanes;
    return *runnable_lanes().front();
}

}  // namespace

const std::vector<const Lanes*>& runnable_lanes() {
    static const std::vector<const Lanes*> RUNNABLE = find_runnable();
    return RUNNABLE;
}

const Lanes& chosen_lanes() {
    static const Lanes& CHOSEN = choose();
    return CHOSEN;
}

}  // namespace facevalue
