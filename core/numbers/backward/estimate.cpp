#include "numbers/backward/estimate.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

namespace {

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

}  // namespace

double most_values(const std::vector<Number>& numbers, const Rules& rules) {
    return values_of(numbers.size(), counts_of(numbers), rules);
}

double closest_values(const std::vector<Number>& numbers, const Rules& rules) {
    const std::vector<int> counts = counts_of(numbers);
    const double values = values_of(numbers.size() - 1, counts, rules);
    double total = 0;
    for (const int count : counts) total += values * count;  // without one of these: one factor less
    return total;
}

}  // namespace facevalue::numbers
