#include "numbers/four_numbers/lanes.hpp"

#if defined(__x86_64__)
namespace facevalue::numbers {

constinit const FourNumberLanes FOUR_NUMBERS_AVX2 = four_numbers::all<32>("avx2");

}  // namespace facevalue::numbers
#endif
