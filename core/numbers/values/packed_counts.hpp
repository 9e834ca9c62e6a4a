// PackedCounts: how many of each different number are taken, packed into one word, for going through sub-multisets.
//
// Counts have five bits for up to twelve different numbers of sixteen. With more, no number occurs more than four
// times, and four bits are enough.
#pragma once

#include <cstddef>
#include <cstdint>

namespace facevalue::numbers {

using Packed = std::uint64_t;

class PackedCounts {
  public:
    explicit PackedCounts(std::size_t different) : different_(different), width_(different <= 12 ? 5 : 4) {}

    Packed one(std::size_t thing) const { return Packed{1} << (width_ * thing); }
    std::size_t count(Packed picked, std::size_t thing) const {
        return static_cast<std::size_t>(picked >> (width_ * thing) & ((1U << width_) - 1));
    }
    std::size_t size(Packed picked) const {
        std::size_t total = 0;
        for (std::size_t thing = 0; thing < different_; ++thing) total += count(picked, thing);
        return total;
    }

    // The next of all parts of `whole`, starting after 0 (nothing taken); false after the last.
    bool next(Packed& part, Packed whole) const {
        for (std::size_t thing = 0; thing < different_; ++thing) {
            if (count(part, thing) < count(whole, thing)) {
                part += one(thing);
                return true;
            }
            part -= count(part, thing) * one(thing);
        }
        return false;
    }

  private:
    std::size_t different_;
    unsigned width_;
};

}  // namespace facevalue::numbers
