#include "numbers/backward/estimate.hpp"

#include <algorithm>
#include <array>

#include "numbers/values/closest.hpp"
#include "work/splitmix.hpp"

namespace facevalue::numbers {

// Measured on puzzles of 5 to 9 different numbers. Tables of six-number sets would need gigabytes.
int table_size_for(std::size_t count) { return count <= 5 ? 3 : count <= 7 ? 4 : 5; }

namespace {

// Values of a set of k different numbers, up to sign: OEIS A247982 for fractions; measured for whole results.
constexpr std::array<double, 9> FRACTIONS{1, 1, 5, 47, 733, 15907, 443825, 15129599, 6e8};
constexpr std::array<double, 9> WHOLES{1, 1, 4, 27, 280, 4000, 70000, 1.5e6, 4e7};

const std::array<double, 9>& expected_values(const Rules& rules) {
    return must_be_whole(rules.values) ? WHOLES : FRACTIONS;
}

// How many there are of each different number.
std::vector<int> counts_of(const std::vector<Number>& numbers) {
    std::vector<int> counts;
    std::vector<Number> different;
    for (const Number& number : numbers) {
        const auto at = std::find(different.begin(), different.end(), number);
        if (at == different.end()) {
            different.push_back(number);
            counts.push_back(1);
        } else {
            ++counts[static_cast<std::size_t>(at - different.begin())];
        }
    }
    return counts;
}

// How many values the tables of so many of the numbers have, where none of them repeat more than in `counts`.
double values_of(std::size_t size, const std::vector<int>& counts, const Rules& rules) {
    // Beyond the counts above, one more number makes a table this much larger.
    constexpr double GROWTH = 50;
    const std::array<double, 9>& expected = expected_values(rules);
    double values = expected[std::min<std::size_t>(size, 8)] * (must_not_be_negative(rules.values) ? 1 : 2);
    for (std::size_t beyond = 8; beyond < size; ++beyond) values *= GROWTH;
    for (const int count : counts)
        for (int k = 2; k <= count; ++k) values /= k;
    return values;
}

// Small numbers make fewer values, because more expressions have the same one. This is about the share of the values of
// different large numbers, for sets of so many of the numbers. It is measured for a few sets of four and of five. For
// each further number it falls faster than from four to five, so the figure is rather too high.
double share_of_values(std::size_t size, std::vector<Number> numbers, const Rules& rules) {
    constexpr int SAMPLES = 6;
    if (numbers.size() < 7 || small_reach_bound(numbers) > Closest::MAX_BOUND) return 1;
    Pulse pulse;
    SplitMix64 random(0);
    double found[2]{1, 1}, expected[2]{};
    for (int sample = 0; sample < SAMPLES; ++sample) {
        for (std::size_t i = 0; i < 5; ++i) std::swap(numbers[i], numbers[i + random.below(numbers.size() - i)]);
        for (const std::size_t more : {0, 1}) {
            const std::vector<Number> few(numbers.begin(), numbers.begin() + 4 + static_cast<std::ptrdiff_t>(more));
            found[more] += static_cast<double>(Closest(few, rules, pulse).values().size());
            expected[more] += values_of(few.size(), counts_of(few), rules);
        }
    }
    const double of_four = found[0] / expected[0], of_five = found[1] / expected[1];
    double share = size < 5 ? of_four : of_five;
    for (std::size_t more = 5; more < size; ++more) share *= std::min(1.0, of_five / of_four);
    return std::min(1.0, share);
}

}  // namespace

double most_values(const std::vector<Number>& numbers, const Rules& rules) {
    const std::size_t size = numbers.size();
    return values_of(size, counts_of(numbers), rules) * share_of_values(size - 1, numbers, rules);
}

double closest_values(const std::vector<Number>& numbers, const Rules& rules) {
    const std::vector<int> counts = counts_of(numbers);
    const std::size_t size = numbers.size() - 1;
    const double values = values_of(size, counts, rules) * share_of_values(size - 2, numbers, rules);
    double total = 0;
    for (const int count : counts) total += values * count;  // without one of these: one factor less
    return total;
}

}  // namespace facevalue::numbers
