// SplitMix64: mixing the bits of a word so well that neighbouring words look unrelated.
//
// For: hash tables, and seeds whose draws must not repeat each other. Method: the finaliser of Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators" (2014), with the constants of Vigna's splitmix64.c.
// Not for: secrets. A pure function: threads may share it.
#pragma once

#include <cstdint>

namespace facevalue {

constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

}  // namespace facevalue
