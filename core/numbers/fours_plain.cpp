// Fours for any machine: the compiler's baseline, 16 bytes at a time.
#include "fours_lanes.hpp"

namespace facevalue {

constinit const FourLanes PLAIN_FOURS = fours::all<16>("plain");

}  // namespace facevalue
