#include "numbers/four_numbers/lanes.hpp"

namespace facevalue::numbers {

constinit const FourNumberLanes FOUR_NUMBERS_PLAIN = four_numbers::all<16>("plain");

}  // namespace facevalue::numbers
