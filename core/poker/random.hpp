// Random numbers that depend only on a seed and a batch number, so results are the same for any number of threads.
//
// Eight streams of xoshiro256++ (Blackman, Vigna: Scrambled linear pseudorandom number generators, 2021), seeded by
// SplitMix64. Numbers below a limit come from a product with rejection, so all are equally likely (Lemire: Fast random
// integer generation in an interval, 2019).
#pragma once

#include <array>
#include <cstdint>

#include "simd.hpp"
#include "work/integers.hpp"
#include "work/splitmix.hpp"

namespace facevalue::poker {

// Two independent numbers below their limits from one word. The product of the limits fits in 64 bits.
class UniformPairBelow {
  public:
    UniformPairBelow(std::uint64_t first, std::uint64_t second) : first_(first), second_(second) {
        unfair_ = (0 - first * second) % (first * second);
    }

    struct Numbers {
        std::uint64_t first, second;
        bool fair;  // else the numbers must not be used, and another word is needed
    };
    // The fraction left over by the first product determines the second number.
    Numbers of(std::uint64_t word) const {
        const Uint128 one = Uint128{word} * first_;
        const Uint128 other = Uint128{static_cast<std::uint64_t>(one)} * second_;
        return {static_cast<std::uint64_t>(one >> 64), static_cast<std::uint64_t>(other >> 64),
                static_cast<std::uint64_t>(other) >= unfair_};
    }

  private:
    std::uint64_t first_, second_, unfair_;
};

class Random {
  public:
    static constexpr std::size_t MOST = 1024;  // words at once

    Random(std::uint64_t seed, std::uint64_t number, const SimdKernels& kernels) : kernels_(kernels) {
        std::uint64_t counter = mixed(seed + STEP) + number * 4 * STREAMS * STEP;
        for (auto& words : state_.words)
            for (std::uint64_t& word : words) word = mixed(counter += STEP);
    }

    // This many words, valid until the next call.
    const std::uint64_t* take(std::size_t count) {
        if (next_ + count > MOST) refill();
        next_ += count;
        return words_.data() + next_ - count;
    }
    std::uint64_t below(std::uint64_t limit) {
        for (const UniformPairBelow uniform(limit, 1);;)
            if (const auto numbers = uniform.of(*take(1)); numbers.fair) return numbers.first;
    }

  private:
    static constexpr std::uint64_t STEP = 0x9E37'79B9'7F4A'7C15;

    void refill() {
        kernels_.random(state_, MOST / STREAMS, words_.data());
        next_ = 0;
    }

    const SimdKernels& kernels_;
    RandomState state_;
    std::size_t next_ = MOST;
    std::array<std::uint64_t, MOST> words_;
};

}  // namespace facevalue::poker
