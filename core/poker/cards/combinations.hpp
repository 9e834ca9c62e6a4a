// Visits all subsets of cards of a given size, 1 to 3 ns each. Workers share the subsets by their two lowest cards.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "poker/cards/cards.hpp"

namespace facevalue::poker {

inline constexpr int BOARD = 5;  // cards of a finished board
inline constexpr Cards lowest(Cards cards) { return cards & (~cards + 1); }

// All cards of the sets together.
inline Cards union_of(std::span<const Cards> sets) {
    Cards all = 0;
    for (const Cards cards : sets) all |= cards;
    return all;
}
// The cards that are in every set; 0 if there is no set.
inline Cards common_to(std::span<const Cards> sets) {
    Cards common = sets.empty() ? 0 : sets[0];
    for (const Cards cards : sets) common &= cards;
    return common;
}
// The cards one by one, in the order of their bits.
inline std::vector<Cards> each_card(Cards cards) {
    std::vector<Cards> all;
    for (; cards != 0; cards = without_lowest(cards)) all.push_back(lowest(cards));
    return all;
}

// How many ways there are to take `count` of `from` things.
inline constexpr std::uint64_t choose(int from, int count) {
    std::uint64_t ways = from >= count ? 1 : 0;
    for (int i = 0; i < count && ways != 0; ++i) ways = ways * static_cast<std::uint64_t>(from - i) / (i + 1U);
    return ways;
}

// Calls visit(set) for all sets of `count` of the cards, each with `taken` in it.
template <class Visit>
void for_each_subset(Cards from, int count, Cards taken, const Visit& visit) {
    if (count == 0) return visit(taken);
    if (count > 1)
        for (; from != 0; from = without_lowest(from))
            for_each_subset(without_lowest(from), count - 1, taken | lowest(from), visit);
    else
        for (; from != 0; from = without_lowest(from)) visit(taken | lowest(from));
}

// The same for this worker's share of the sets.
template <class Visit>
void for_each_subset_of_worker(Cards from, int count, std::size_t worker, std::size_t workers, const Visit& visit) {
    std::size_t turn = 0;
    const auto mine = [&] { return turn++ % workers == worker; };
    const int start = count < 2 ? count : 2;
    for_each_subset(from, start, 0, [&](Cards first) {
        if (!mine()) return;
        for_each_subset(from & ~(2 * std::bit_floor(first) - 1), count - start, first, visit);
    });
}

}  // namespace facevalue::poker
