// Random numbers that depend only on a seed and a batch number, so results are the same for any number of threads.
//
// Eight streams of xoshiro256++ (Blackman, Vigna: Scrambled linear pseudorandom number generators, 2021), seeded by
// SplitMix64. Numbers below a limit come from a product with rejection, so all are equally likely (Lemire: Fast random
// integer generation in an interval, 2019).
#pragma once

#include <array>
#include <cstdint>

#include "poker/lanes/simd.hpp"
#include "work/integers.hpp"
#include "work/splitmix.hpp"

namespace facevalue::poker {

class Random {
  public:
    static constexpr std::size_t MOST = 144;  // words at once: as many as a batch of deals needs for a card

    Random(std::uint64_t seed, std::uint64_t number, const SimdKernels& kernels) : kernels_(kernels) {
        std::uint64_t counter = mixed(seed + STEP) + number * 4 * STREAMS * STEP;
        for (auto& words : state_.words)
            for (std::uint64_t& word : words) word = mixed(counter += STEP);
    }

    const SimdKernels& kernels() const { return kernels_; }

    // This many words, valid until the next call.
    const std::uint64_t* take(std::size_t count) {
        if (next_ + count > MOST) refill();
        next_ += count;
        return words_.data() + next_ - count;
    }
    std::uint64_t below(std::uint64_t limit) {
        for (;;) {
            const Uint128 product = Uint128{*take(1)} * limit;
            // A division is rarely needed to decide whether the word is fair.
            if (const auto rest = static_cast<std::uint64_t>(product); rest >= limit || rest >= (0 - limit) % limit)
                return static_cast<std::uint64_t>(product >> 64);
        }
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
