#include "poker/lanes/simd_dispatch.hpp"

#include "work/machine.hpp"
#include "work/once.hpp"

namespace facevalue::poker {

const std::vector<const SimdKernels*>& runnable_kernels() {
    static constinit Once<std::vector<const SimdKernels*>> runnable;
#if defined(__x86_64__)
    return runnable.get([] { return runnable_of<SimdKernels>(&AVX512_KERNELS, &AVX2_KERNELS, PLAIN_KERNELS); });
#else
    return runnable.get([] { return runnable_of<SimdKernels>(nullptr, nullptr, PLAIN_KERNELS); });
#endif
}

const SimdKernels& chosen_kernels() {
    static constinit Once<const SimdKernels*> chosen;
    return *chosen.get([] { return &chosen_of(runnable_kernels()); });
}

}  // namespace facevalue::poker
