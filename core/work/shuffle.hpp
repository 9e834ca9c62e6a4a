// shuffle: a random order by a seed, the same on every machine.
#pragma once

#include <cstddef>
#include <utility>

#include "splitmix.hpp"

namespace facevalue {

// Fisher and Yates: all orders of the items are equally likely.
template <class Items>
constexpr void shuffle(Items& items, SplitMix64& words) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[words.below(left)]);
}

}  // namespace facevalue
