// Chooses the kernels (simd.hpp) for this machine once; see work/machine.hpp.
#pragma once

#include <vector>

#include "poker/lanes/simd.hpp"

namespace facevalue::poker {

const std::vector<const SimdKernels*>& runnable_kernels();  // the widest first, plain last
const SimdKernels& chosen_kernels();

}  // namespace facevalue::poker
