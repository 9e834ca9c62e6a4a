// Joined numbers: 1 and 5 written together are 15 (digits.hpp). In a fixed order only neighbours are joined, else any
// numbers in any order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "numbers/exact/digits.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

// In any order there are too many ways to join more numbers than this, and too many ways to read an answer.
inline constexpr std::size_t MOST_JOINED_IN_ANY_ORDER = 7;
inline constexpr std::size_t MOST_JOINED_TO_JUDGE = 16;

// Is the number the start, or a number that was joined from the start and others?
constexpr bool starts_with(const Number& number, const Number& start) {
    const int more = digits_to_join(number) - digits_to_join(start);
    return number == start || (digits_to_join(start) > 0 && more > 0 && start.numerator > 0 &&
                               number.numerator / power_of_ten(more) == start.numerator);
}

// In a fixed order: the first place after neighbours, exactly at `from` or else there or later, that are the number
// when joined; nothing if there are none. The place after the first neighbours is not always the first.
inline std::optional<std::size_t> first_end_of(const std::vector<Number>& given, const Number& number, std::size_t from,
                                               bool exactly) {
    std::optional<std::size_t> first;
    const std::size_t last = exactly ? std::min(from + 1, given.size()) : given.size();
    for (std::size_t start = from; start < last && (!first || start + 1 < *first); ++start) {
        std::optional<Number> whole = given[start];
        std::size_t end = start + 1;
        for (; whole && *whole < number && end < given.size(); ++end) whole = followed_by(*whole, given[end]);
        if (whole == number && (!first || end < *first)) first = end;
    }
    return first;
}

// All numbers that some of the given numbers make when they are joined in any order, by the mask of those numbers, each
// value once. A single number makes itself.
inline std::vector<std::vector<Number>> joined_by_mask(const std::vector<Number>& given) {
    std::vector<std::vector<Number>> made(std::size_t{1} << given.size());
    for (std::size_t mask = 1; mask < made.size(); ++mask) {
        for (std::size_t last = 0; last < given.size(); ++last) {
            if ((mask >> last & 1) == 0) continue;
            const std::size_t others = mask ^ std::size_t{1} << last;
            if (others == 0) made[mask].push_back(given[last]);
            for (const Number& first : made[others])
                if (const auto whole = followed_by(first, given[last])) made[mask].push_back(*whole);
        }
        sort_items(made[mask]);
        made[mask].erase(std::unique(made[mask].begin(), made[mask].end()), made[mask].end());
    }
    return made;
}

// The numbers, or larger ones that have the reach bound (ratio.hpp) of all numbers that they can be joined to: a joined
// number of k digits and 1 are at most 10^k.
inline std::vector<Number> bounding(std::vector<Number> numbers, const Rules& rules) {
    if (rules.join)
        for (Number& number : numbers)
            if (const int digits = digits_to_join(number)) number = {power_of_ten(digits) - 1, 1};
    return numbers;
}
inline std::uint64_t small_reach_bound(const std::vector<Number>& numbers, const Rules& rules) {
    return rules.join ? small_reach_bound(bounding(numbers, rules)) : small_reach_bound(numbers);
}

}  // namespace facevalue::numbers
