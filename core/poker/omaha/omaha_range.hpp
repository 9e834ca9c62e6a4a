// OmahaRange: hands of four to six cards with weights, as items; and all of its hands.
//
// A range of two million hands takes 0.2 s and 64 MB to list. Any number of threads may read a range.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "poker/omaha/omaha_notation.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MAX_LISTED = 50'000;  // hands of a range that must be written hand by hand

// All hands of a range, ascending, and for each the item that gives it its weight.
struct OmahaHands {
    std::vector<Cards> hands;
    std::vector<std::uint32_t> items;
};

// If two items contain the same hand, the later one applies.
struct OmahaRange {
    int size = LEAST_HOLE;
    std::vector<OmahaItem> items;
    std::vector<Weight> weights;  // of the items

    // Is it all hands with one weight?
    bool is_everything() const { return items.back().is_everything() && weights.back(); }
    std::string text() const;
    Weight of(Cards hand, const OmahaOrder* order) const;
    // After a stop the result is invalid.
    Expected<OmahaHands> hands(const OmahaOrder* order, const Stop& stop) const;

    OmahaRange inverse() const;
};

enum class Combination : std::uint8_t { Larger, Smaller, Difference };

// A range of two, of which an error says that it cannot be written. After a stop the result is invalid.
Expected<OmahaRange> combine(const OmahaRange& one, const OmahaRange& other, Combination combination,
                             const OmahaOrder* order, const Stop& stop);

}  // namespace facevalue::poker
