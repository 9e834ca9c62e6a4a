// Chooses the kernels (simd.hpp) for this machine.
//
// The environment variable FACEVALUE_LANES names the kernels to use (avx512, avx2, plain) where the machine can run
// them. It and the features of the machine are read once. Threads may share the answers.
#pragma once

#include <vector>

#include "simd.hpp"

namespace facevalue::poker {

const std::vector<const SimdKernels*>& runnable_kernels();  // the widest first, plain last
const SimdKernels& chosen_kernels();

}  // namespace facevalue::poker
