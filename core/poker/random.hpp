// Random numbers that depend only on a seed and a batch number, so results are the same for any number of threads.
//
// Eight streams of xoshiro256++ (Blackman, Vigna: Scrambled linear pseudorandom number generators, 2021), seeded by
// SplitMix64. Numbers below a limit come from a product with rejection, so all are equally likely (Lemire: Fast random
// integer generation in an interval, 2019).
#pragma once

#include <array>
#include <cstdint>

#include "simd.hpp"

namespace facevalue::poker {

// Numbers from 0 to limit - 1; the limit is 1 or more.
class UniformBelow {
  public:
    explicit UniformBelow(std::uint64_t limit) : limit_(limit), unfair_((0 - limit) % limit) {}

    struct Number {
        std::uint64_t value;
        bool fair;  // else the word says nothing, and another is wanted
    };
    Number of(std::uint64_t word) const {
        const Product product = Product{word} * limit_;
        return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product) >= unfair_};
    }

  private:
    __extension__ typedef unsigned __int128 Product;

    std::uint64_t limit_, unfair_;
};

// Two numbers of one word, independent of each other; the limits' product is a number of 64 bits.
class UniformPairBelow {
  public:
    UniformPairBelow(std::uint64_t first, std::uint64_t second) : first_(first), second_(second) {
        unfair_ = (0 - first * second) % (first * second);
    }

    struct Numbers {
        std::uint64_t first, second;
        bool fair;
    };
    // What the first product leaves over is the fraction that the second is made of.
    Numbers of(std::uint64_t word) const {
        const Product one = Product{word} * first_;
        const Product other = Product{static_cast<std::uint64_t>(one)} * second_;
        return {static_cast<std::uint64_t>(one >> 64), static_cast<std::uint64_t>(other >> 64),
                static_cast<std::uint64_t>(other) >= unfair_};
    }

  private:
    __extension__ typedef unsigned __int128 Product;

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

    // So many words; they stay until the next call.
    const std::uint64_t* take(std::size_t count) {
        if (next_ + count > MOST) refill();
        next_ += count;
        return words_.data() + next_ - count;
    }
    std::uint64_t below(const UniformBelow& limit) {
        for (;;)
            if (const auto [value, fair] = limit.of(*take(1)); fair) return value;
    }
    std::uint64_t below(std::uint64_t limit) { return below(UniformBelow(limit)); }

  private:
    static constexpr std::uint64_t STEP = 0x9E37'79B9'7F4A'7C15;

    static constexpr std::uint64_t mixed(std::uint64_t word) {
        word = (word ^ word >> 30) * 0xBF58'476D'1CE4'E5B9;
        word = (word ^ word >> 27) * 0x94D0'49BB'1331'11EB;
        return word ^ word >> 31;
    }
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
