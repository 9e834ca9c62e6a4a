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

// A stream of random words; the state determines all that follow.
class SplitMix64 {
  public:
    explicit constexpr SplitMix64(std::uint64_t state) : state_(state) {}

    constexpr std::uint64_t state() const { return state_; }
    constexpr std::uint64_t next() { return mixed(state_ += 0x9E37'79B9'7F4A'7C15); }
    // A number below a limit, all equally likely: words that would make small remainders likelier are drawn again.
    constexpr std::uint64_t below(std::uint64_t limit) {
        const std::uint64_t surplus = (0 - limit) % limit;
        std::uint64_t word = next();
        while (word >= 0 - surplus && surplus != 0) word = next();
        return word % limit;
    }

  private:
    std::uint64_t state_;
};

}  // namespace facevalue
