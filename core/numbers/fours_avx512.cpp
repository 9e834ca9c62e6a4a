// Fours for machines with AVX-512: 64 bytes at a time.
#include "fours_lanes.hpp"

#if defined(__x86_64__)
namespace facevalue {

constinit const FourLanes AVX512_FOURS = fours::all<64>("avx512");

}  // namespace facevalue
#endif
