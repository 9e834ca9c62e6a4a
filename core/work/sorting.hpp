// sort_in_pieces: sorts many items, and can be stopped within milliseconds.
//
// std::sort of a million items takes a tenth of a second and cannot be stopped. This sorts short runs, then merges
// them. As fast as std::sort, with as much additional memory as the items take.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "pulse.hpp"

namespace facevalue {

namespace sorting {

inline constexpr std::size_t PIECE = std::size_t{1} << 15;  // items between two checks whether to stop
inline constexpr std::size_t COMPARISONS = 15;              // of one item while a piece is sorted

// The sorted runs [first, middle) and [middle, last), merged at the end of `merged`.
template <class Item, class Less>
void merge_runs(Item* first, Item* middle, Item* last, std::vector<Item>& merged, const Less& less, Pulse& pulse) {
    Item *left = first, *right = middle;
    while (left != middle && right != last && !pulse.stopped()) {
        const std::size_t end = merged.size() + PIECE;
        while (merged.size() < end && left != middle && right != last)
            merged.push_back(less(*right, *left) ? *right++ : *left++);
        pulse.spend(PIECE);
    }
    merged.insert(merged.end(), left, middle);
    merged.insert(merged.end(), right, last);
}

}  // namespace sorting

// After a stop the order is invalid, the items are the same.
template <class Item, class Less = std::less<>>
void sort_in_pieces(std::vector<Item>& items, Pulse& pulse, const Less& less = {}) {
    using sorting::PIECE;
    const std::size_t count = items.size();
    for (std::size_t start = 0; start < count && !pulse.stopped(); start += PIECE) {
        Item* const first = items.data() + start;
        const std::size_t size = std::min(PIECE, count - start);
        std::sort(first, first + size, less);
        if (size == PIECE) pulse.spend(PIECE * sorting::COMPARISONS);
    }
    std::vector<Item> merged;
    for (std::size_t width = PIECE; width < count && !pulse.stopped(); width *= 2) {
        merged.clear();
        merged.reserve(count);
        for (std::size_t start = 0; start < count; start += 2 * width) {
            Item* const data = items.data();
            sorting::merge_runs(data + start, data + std::min(start + width, count),
                                data + std::min(start + 2 * width, count), merged, less, pulse);
        }
        std::swap(items, merged);
    }
}

}  // namespace facevalue
