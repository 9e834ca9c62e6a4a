// SplitMix64: mixes the bits of a word, for hash tables and seeds (Steele, Lea, Flood: Fast splittable pseudorandom
// number generators, 2014; constants from Vigna's splitmix64.c). Not for secrets.
#pragma once

#include <cstdint>

namespace facevalue {

constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

}  // namespace facevalue
