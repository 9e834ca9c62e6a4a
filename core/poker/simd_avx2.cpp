#include "draw_simd.hpp"
#include "omaha_simd.hpp"
#include "showdown_simd.hpp"
#include "simd.hpp"

#if defined(__x86_64__)
namespace facevalue::poker {

constinit const SimdKernels AVX2_KERNELS = simd::all<32>("avx2");

}  // namespace facevalue::poker
#endif
