// What the core needs of the machine and the compiler. CMakeLists.txt rejects compilers that are too old.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#error "facevalue needs GCC 12 or Clang 14: MSVC has no vector types and no 128-bit integers; on Windows use clang-cl"
#elif !defined(__SIZEOF_INT128__)
#error "facevalue needs a 64-bit system: compilers have 128-bit integers only there"
#elif __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
// A hand in 64 bits is read as four planes of 16 bits, the lowest first (poker/lanes/simd.hpp).
#error "facevalue needs a little-endian CPU: on a big-endian one, poker hands would get wrong values"
#endif
