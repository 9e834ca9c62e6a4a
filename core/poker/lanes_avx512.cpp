// Lanes for machines with AVX-512: 64 bytes at a time.
#include "lanes.hpp"
#include "omaha_lanes.hpp"
#include "splits_lanes.hpp"

#if defined(__x86_64__)
namespace facevalue {

constinit const Lanes AVX512_LANES = lanes::all<64>("avx512");

}  // namespace facevalue
#endif
