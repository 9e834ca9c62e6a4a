#include "poker/lanes/draw_simd.hpp"
#include "poker/lanes/omaha_simd.hpp"
#include "poker/lanes/showdown_simd.hpp"
#include "poker/lanes/simd.hpp"

#if defined(__x86_64__)
namespace facevalue::poker {

constinit const SimdKernels AVX512_KERNELS = simd::all<64>("avx512");

}  // namespace facevalue::poker
#endif
