// Machine: which of the lanes (lanes.hpp) this machine can run, and which are used.
//
// For: evaluator.cpp, and tests that hold all ways against each other. The environment variable FACEVALUE_LANES names
// the way to use (avx512, avx2, plain) where the machine can run it; it is read once, as is what the machine can do.
// Threads may share the answers: they are const after the first call.
#pragma once

#include <vector>

#include "lanes.hpp"

namespace facevalue {

const std::vector<const Lanes*>& runnable_lanes();  // the widest first, plain last
const Lanes& chosen_lanes();

}  // namespace facevalue
