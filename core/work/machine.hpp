// Chooses among versions of the same functions compiled for vectors of different widths: the widest that the machine
// can run, or the one that the environment variable FACEVALUE_LANES (avx512, avx2, plain) names.
//
// A table of such functions has a `name` and lists its versions in `compiled()`, widest first. Never include this in a
// file that is compiled for wider vectors: the linker might keep its copy of these functions for all machines.
#pragma once

#include <string_view>
#include <vector>

#include "once.hpp"
#include "system.hpp"

namespace facevalue {

inline bool can_run(std::string_view name) {
#if defined(__x86_64__)
    if (name == "avx512")
        return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq");
    if (name == "avx2") return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2");
#endif
    return name == "plain";
}

// The versions that the machine can run, widest first, plain last.
template <class Lanes>
const std::vector<const Lanes*>& runnable_lanes() {
    static constinit Once<std::vector<const Lanes*>> versions;
    return versions.get([] {
        std::vector<const Lanes*> found;
        for (const Lanes* lanes : Lanes::compiled())
            if (can_run(lanes->name)) found.push_back(lanes);
        return found;
    });
}

template <class Lanes>
const Lanes& chosen_lanes() {
    static constinit Once<const Lanes*> version;
    return *version.get([] {
        const char* name = environment("FACEVALUE_LANES");
        for (const Lanes* lanes : runnable_lanes<Lanes>())
            if (name != nullptr && std::string_view(name) == lanes->name) return lanes;
        return runnable_lanes<Lanes>().front();
    });
}

}  // namespace facevalue
