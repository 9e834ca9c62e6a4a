// Fours for any machine: the compiler's baseline, 16 bytes at a time.
#include "numbers/search/four_number_lanes.hpp"

namespace facevalue::numbers {

constinit const FourNumberLanes FOUR_NUMBERS_PLAIN = four_numbers::all<16>("plain");

}  // namespace facevalue::numbers
