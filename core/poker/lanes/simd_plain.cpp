#include "poker/lanes/draw_simd.hpp"
#include "poker/lanes/omaha_simd.hpp"
#include "poker/lanes/showdown_simd.hpp"
#include "poker/lanes/simd.hpp"

namespace facevalue::poker {

constinit const SimdKernels PLAIN_KERNELS = simd::all<16>("plain");

std::span<const SimdKernels* const> SimdKernels::compiled() {
    static constexpr const SimdKernels* ALL[]{
#if defined(__x86_64__)
        &AVX512_KERNELS, &AVX2_KERNELS,
#endif
        &PLAIN_KERNELS};
    return ALL;
}

}  // namespace facevalue::poker
