// Chance: random choices that depend only on a seed and the number of an answer, so that any answer can be made again
// alone; or choices by the bytes of an input, for fuzzing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "work/splitmix.hpp"

namespace facevalue::soak {

class Chance {
  public:
    Chance(std::uint64_t seed, std::uint64_t number) : state_(mixed(mixed(seed + STEP) + number * STEP)) {}

    // Choices by these bytes, one or three for each; once they are used up, by a fixed seed.
    explicit Chance(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    // 0 to `limit` - 1, by a linear congruence (Knuth's MMIX). The bias of 2^-32 does not matter.
    std::uint32_t below(std::uint32_t limit) {
        if (!bytes_.empty()) {
            std::uint32_t drawn = take_byte();
            if (limit > 256) drawn = drawn << 16 | take_byte() << 8 | take_byte();
            return drawn % limit;
        }
        state_ = state_ * 6364136223846793005 + 1442695040888963407;
        return static_cast<std::uint32_t>(((state_ >> 32) * limit) >> 32);
    }
    int between(int first, int last) {
        return first + static_cast<int>(below(static_cast<std::uint32_t>(last - first + 1)));
    }
    bool one_in(std::uint32_t times) { return below(times) == 0; }

    template <class Choices>
    const auto& one_of(const Choices& choices) {
        return choices[below(static_cast<std::uint32_t>(choices.size()))];
    }

    // An index, with a probability proportional to its weight.
    template <std::size_t N>
    std::size_t weighted(const std::array<unsigned, N>& weights) {
        unsigned total = 0;
        for (const unsigned weight : weights) total += weight;
        std::uint32_t drawn = below(total);
        std::size_t chosen = 0;
        while (drawn >= weights[chosen]) drawn -= weights[chosen++];
        return chosen;
    }

  private:
    static constexpr std::uint64_t STEP = 0x9E37'79B9'7F4A'7C15;

    std::uint32_t take_byte() {  // 0 after the last one
        if (bytes_.empty()) return 0;
        const std::uint8_t byte = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return byte;
    }

    std::uint64_t state_ = STEP;
    std::span<const std::uint8_t> bytes_;
};

}  // namespace facevalue::soak
