#include "simd_dispatch.hpp"

#include "work/machine.hpp"

namespace facevalue::poker {

const std::vector<const SimdKernels*>& runnable_kernels() {
#if defined(__x86_64__)
    static const std::vector<const SimdKernels*> RUNNABLE =
        runnable_of<SimdKernels>(&AVX512_KERNELS, &AVX2_KERNELS, PLAIN_KERNELS);
#else
    static const std::vector<const SimdKernels*> RUNNABLE = runnable_of<SimdKernels>(nullptr, nullptr, PLAIN_KERNELS);
#endif
    return RUNNABLE;
}

const SimdKernels& chosen_kernels() {
    static const SimdKernels& CHOSEN = chosen_of(runnable_kernels());
    return CHOSEN;
}

}  // namespace facevalue::poker
