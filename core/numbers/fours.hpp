// Fours: every way to make a target of four whole numbers, for many hands at once.
//
// For: labels.cpp: whether a hand can be solved, whether only with fractions, how hard it is for people. A way is a raw
// expression tree up to the order of sums and products; equal numbers count apart. There are 3240 for a hand.
// Not for: counting solutions that are really different (solver.hpp), other counts of numbers.
// Method: the values in vectors (fours_lanes.hpp), then each hit once more with exact fractions.
// Limits: `fits` holds for every hand. Cost: half a microsecond a hand, and 50 nanoseconds a hit.
// Threads: a scan belongs to one; the environment variable FACEVALUE_LANES (avx512, avx2, plain) names the vectors.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fours_lanes.hpp"
#include "operations.hpp"
#include "ratio.hpp"

namespace facevalue {

struct Four {
    std::array<std::int64_t, 4> numbers;
    std::int64_t target;
};

struct FourStep {
    Op op;
    Fraction a, b, result;
};
struct FourTree {
    std::array<FourStep, 3> steps;
    bool has_halves;  // both sides of the last step are results
};

// Whether every value on the way fits 64 bits.
bool fits(const Four& hand);

const std::vector<const FourLanes*>& runnable_fours();  // the widest first, plain last
const FourLanes& chosen_fours();

class FourScan {
  public:
    explicit FourScan(const FourLanes& lanes = chosen_fours()) : lanes_(lanes), hits_(NODES * MOST_LANES) {}

    // Looks through a block of the first hands; how many they are. Then `trees` has their ways.
    std::size_t scan(std::span<const Four> hands);
    const std::vector<FourTree>& trees(std::size_t hand) const { return trees_[hand]; }

  private:
    template <class Int>
    void run(void (*lanes)(const Int*, std::uint8_t*), std::size_t block, std::span<const Four> hands);
    void collect(std::size_t block, std::span<const Four> hands);
    void add(std::size_t node, unsigned bits, const Four& hand, std::vector<FourTree>& trees) const;

    const FourLanes& lanes_;
    std::vector<std::uint8_t> hits_;
    std::array<std::vector<FourTree>, MOST_LANES> trees_;
};

}  // namespace facevalue
