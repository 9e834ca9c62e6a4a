#include "poker/lanes/draw_simd.hpp"
#include "poker/lanes/omaha_simd.hpp"
#include "poker/lanes/showdown_simd.hpp"
#include "poker/lanes/simd.hpp"

#if defined(__x86_64__)
namespace facevalue::poker {

constinit const SimdKernels AVX2_KERNELS = simd::all<32>("avx2");

}  // namespace facevalue::poker
#endif
