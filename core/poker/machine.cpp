// What the machine can run, asked once.
#include "machine.hpp"

#include "work/machine.hpp"

namespace facevalue {

const std::vector<const Lanes*>& runnable_lanes() {
#if defined(__x86_64__)
    static const std::vector<const Lanes*> RUNNABLE = runnable_of<Lanes>(&AVX512_LANES, &AVX2_LANES, PLAIN_LANES);
#else
    static const std::vector<const Lanes*> RUNNABLE = runnable_of<Lanes>(nullptr, nullptr, PLAIN_LANES);
#endif
    return RUNNABLE;
}

const Lanes& chosen_lanes() {
    static const Lanes& CHOSEN = chosen_of(runnable_lanes());
    return CHOSEN;
}

}  // namespace facevalue
