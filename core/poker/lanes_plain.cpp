// Lanes for any machine: the compiler's baseline, 16 bytes at a time.
#include "lanes.hpp"
#include "omaha_lanes.hpp"
#include "splits_lanes.hpp"

namespace facevalue {

constinit const Lanes PLAIN_LANES = lanes::all<16>("plain");

}  // namespace facevalue
