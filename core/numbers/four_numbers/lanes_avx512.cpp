#include "numbers/four_numbers/lanes.hpp"

#if defined(__x86_64__)
namespace facevalue::numbers {

constinit const FourNumberLanes FOUR_NUMBERS_AVX512 = four_numbers::all<64>("avx512");

}  // namespace facevalue::numbers
#endif
