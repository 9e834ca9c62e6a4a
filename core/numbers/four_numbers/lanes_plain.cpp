#include "numbers/four_numbers/lanes.hpp"

namespace facevalue::numbers {

constinit const FourNumberLanes FOUR_NUMBERS_PLAIN = four_numbers::all<16>("plain");

std::span<const FourNumberLanes* const> FourNumberLanes::compiled() {
    static constexpr const FourNumberLanes* ALL[]{
#if defined(__x86_64__)
        &FOUR_NUMBERS_AVX512, &FOUR_NUMBERS_AVX2,
#endif
        &FOUR_NUMBERS_PLAIN};
    return ALL;
}

}  // namespace facevalue::numbers
