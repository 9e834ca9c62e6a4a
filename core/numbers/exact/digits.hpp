// Digits: whole numbers of at least 0 written one after the other, 1 and 5 as 15. Given numbers are joined like that
// (join.hpp), and results by the function `concatenate` (functions.hpp).
//
// What is written has at most MOST_JOINED_DIGITS digits and does not start with 0.
#pragma once

#include <cstdint>
#include <optional>

#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

inline constexpr int MOST_JOINED_DIGITS = 18;

// How many digits the number has; 0 if it cannot be joined.
constexpr int digits_to_join(const Number& number) {
    if (number.denominator != 1 || number.numerator < 0) return 0;
    int digits = 1;
    for (std::int64_t rest = number.numerator / 10; rest > 0; rest /= 10) ++digits;
    return digits <= MOST_JOINED_DIGITS ? digits : 0;
}

// 10^digits, for at most MOST_JOINED_DIGITS digits.
constexpr std::int64_t power_of_ten(int digits) {
    std::int64_t power = 1;
    for (; digits > 0; --digits) power *= 10;
    return power;
}

// The number written before the other; nothing if they cannot be joined.
constexpr std::optional<Number> followed_by(const Number& first, const Number& second) {
    const int digits = digits_to_join(first), more = digits_to_join(second);
    if (digits == 0 || more == 0 || first.numerator == 0 || digits + more > MOST_JOINED_DIGITS) return std::nullopt;
    return Number{first.numerator * power_of_ten(more) + second.numerator, 1};
}

}  // namespace facevalue::numbers
