// sort_items: what the core sorts with. sort_in_pieces: sorts many items, and can be stopped within milliseconds.
//
// sort_items is std::ranges::sort, but in a portable build, whose code should be small: an instance of std::sort takes
// 4 to 15 kB of WebAssembly. There, short sequences are sorted by insertion; longer ones by a merge sort of places,
// which is compiled once and calls a comparison. Both are stable.
//
// sort_by_digits: sorts items by a whole number, some times faster where there are thousands. Equal ones keep their
// order.
//
// std::sort of a million items takes a tenth of a second and cannot be stopped. sort_in_pieces sorts short runs, then
// merges them. As fast as std::sort, with as much additional memory as the items take.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "pulse.hpp"

namespace facevalue {

namespace sorting {

#ifdef FACEVALUE_PORTABLE
inline constexpr bool IS_COMPACT = true;
#else
inline constexpr bool IS_COMPACT = false;
#endif
inline constexpr std::size_t SHORT = 8;                         // items that are sorted by insertion
inline constexpr std::size_t PIECE = std::size_t{1} << 15;      // items between two checks whether to stop
inline constexpr std::size_t COMPARISONS = 15;                  // of one item while a piece is sorted
inline constexpr std::size_t RUN = IS_COMPACT ? SHORT : PIECE;  // items that sort_in_pieces sorts before it merges

using Place = std::uint32_t;
using IsLess = bool(const void* sequence, Place a, Place b);

template <class Item, class Less>
void insert_each(Item* first, Item* last, const Less& less) {
    for (Item* next = first; next != last; ++next) {
        Item item = std::move(*next);
        Item* hole = next;
        for (; hole != first && less(item, hole[-1]); --hole) *hole = std::move(hole[-1]);
        *hole = std::move(item);
    }
}

// The places of the items of a sequence in ascending order; equal items keep their order.
inline std::vector<Place> sorted_places(std::size_t count, const void* sequence, IsLess* is_less) {
    const auto less = [&](Place a, Place b) { return is_less(sequence, a, b); };
    std::vector<Place> places(count), merged(count);
    std::iota(places.begin(), places.end(), Place{0});
    const auto end = [&](std::size_t place) { return places.data() + std::min(place, count); };
    for (std::size_t start = 0; start < count; start += SHORT) insert_each(end(start), end(start + SHORT), less);
    for (std::size_t width = SHORT; width < count; width *= 2) {
        for (std::size_t start = 0; start < count; start += 2 * width)
            std::merge(end(start), end(start + width), end(start + width), end(start + 2 * width),
                       merged.data() + start, less);
        places.swap(merged);
    }
    return places;
}

// Moves the item at places[i] to i.
template <class Item>
void put_in_order(Item* items, std::vector<Place>& places) {
    for (Place start = 0; start < places.size(); ++start) {
        Item first = std::move(items[start]);
        Place to = start;
        for (Place from; (from = std::exchange(places[to], to)) != start; to = from) items[to] = std::move(items[from]);
        items[to] = std::move(first);
    }
}

template <class Item, class Less>
void sort_compactly(std::span<Item> items, const Less& less) {
    if (items.size() <= SHORT) return insert_each(items.data(), items.data() + items.size(), less);
    const std::pair sequence(items.data(), &less);
    std::vector<Place> places = sorted_places(items.size(), &sequence, [](const void* given, Place a, Place b) {
        const auto& [first, is_less] = *static_cast<const std::pair<Item*, const Less*>*>(given);
        return (*is_less)(first[a], first[b]);
    });
    put_in_order(items.data(), places);
}

}  // namespace sorting

template <std::ranges::contiguous_range Items, class Less = std::less<>>
void sort_items(Items&& items, const Less& less = {}) {
    if constexpr (sorting::IS_COMPACT)
        sorting::sort_compactly<std::ranges::range_value_t<Items>>(items, less);
    else
        std::sort(std::ranges::begin(items), std::ranges::end(items), less);
}

// Equal items keep their order.
template <std::ranges::contiguous_range Items, class Less>
void sort_stably(Items&& items, const Less& less) {
    if constexpr (sorting::IS_COMPACT)
        sorting::sort_compactly<std::ranges::range_value_t<Items>>(items, less);
    else
        std::stable_sort(std::ranges::begin(items), std::ranges::end(items), less);
}

namespace sorting {

// The sorted runs [first, middle) and [middle, last), merged at the end of `merged`.
template <class Item, class Less>
void merge_runs(Item* first, Item* middle, Item* last, std::vector<Item>& merged, const Less& less, Pulse& pulse) {
    Item *left = first, *right = middle;
    while (left != middle && right != last && !pulse.stopped()) {
        const std::size_t start = merged.size(), end = start + PIECE;
        while (merged.size() < end && left != middle && right != last)
            merged.push_back(std::move(less(*right, *left) ? *right++ : *left++));
        pulse.spend(merged.size() - start);
    }
    for (; left != middle; ++left) merged.push_back(std::move(*left));
    for (; right != last; ++right) merged.push_back(std::move(*right));
}

}  // namespace sorting

// After a stop the order is invalid, the items are the same.
template <class Item, class Less = std::less<>>
void sort_in_pieces(std::vector<Item>& items, Pulse& pulse, const Less& less = {}) {
    using sorting::RUN;
    const std::size_t count = items.size();
    for (std::size_t start = 0; start < count && !pulse.stopped(); start += RUN) {
        const std::size_t size = std::min(RUN, count - start);
        sort_items(std::span(items).subspan(start, size), less);
        pulse.spend(size * sorting::COMPARISONS);
    }
    std::vector<Item> merged;
    for (std::size_t width = RUN; width < count && !pulse.stopped(); width *= 2) {
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

// By a number below 2^bits, from its lowest digits to its highest (a radix sort). It can be stopped after each digit;
// then the order is invalid.
template <class Item, class Number>
void sort_by_digits(std::vector<Item>& items, int bits, Pulse& pulse, const Number& number) {
    constexpr std::size_t FEW = 2'048;  // that are sorted faster by comparisons
    constexpr int DIGIT = 13;           // bits
    if (items.size() < FEW)
        return sort_stably(items, [&](const Item& a, const Item& b) { return number(a) < number(b); });
    std::vector<Item> sorted(items.size());
    for (int shift = 0; shift < bits && !pulse.stopped(); shift += DIGIT) {
        const auto digit = [&](const Item& item) { return number(item) >> shift & ((std::uint64_t{1} << DIGIT) - 1); };
        std::vector<std::size_t> starts((std::size_t{1} << DIGIT) + 1);
        for (const Item& item : items) ++starts[digit(item) + 1];
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        for (const Item& item : items) sorted[starts[digit(item)]++] = item;
        items.swap(sorted);
        pulse.spend(items.size());
    }
}

}  // namespace facevalue
