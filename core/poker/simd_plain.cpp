#include "draw_simd.hpp"
#include "omaha_simd.hpp"
#include "showdown_simd.hpp"
#include "simd.hpp"

namespace facevalue::poker {

constinit const SimdKernels PLAIN_KERNELS = simd::all<16>("plain");

}  // namespace facevalue::poker
