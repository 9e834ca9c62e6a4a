// Words: the names of the compiler's 128-bit integers.
//
// For: products of two 64-bit values. Every compiler that builds this has them, but the standard does not name them.
#pragma once

namespace facevalue::numbers {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

}  // namespace facevalue::numbers
