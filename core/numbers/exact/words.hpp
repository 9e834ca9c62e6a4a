// The compiler's 128-bit integers, which the standard does not name.
#pragma once

namespace facevalue::numbers {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

}  // namespace facevalue::numbers
