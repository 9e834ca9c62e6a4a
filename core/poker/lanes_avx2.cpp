// Lanes for machines with AVX2: 32 bytes at a time.
#include "lanes.hpp"
#include "omaha_lanes.hpp"
#include "splits_lanes.hpp"

#if defined(__x86_64__)
namespace facevalue {

constinit const Lanes AVX2_LANES = lanes::all<32>("avx2");

}  // namespace facevalue
#endif
