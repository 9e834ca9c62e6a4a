// Fours for machines with AVX2: 32 bytes at a time.
#include "numbers/search/four_number_lanes.hpp"

#if defined(__x86_64__)
namespace facevalue::numbers {

constinit const FourLanes AVX2_FOURS = fours::all<32>("avx2");

}  // namespace facevalue::numbers
#endif
