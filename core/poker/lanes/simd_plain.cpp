#include "poker/lanes/draw_simd.hpp"
#include "poker/lanes/omaha_simd.hpp"
#include "poker/lanes/showdown_simd.hpp"
#include "poker/lanes/simd.hpp"

namespace facevalue::poker {

constinit const SimdKernels PLAIN_KERNELS = simd::all<16>("plain");

}  // namespace facevalue::poker
