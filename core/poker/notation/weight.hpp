// Weight: the exact share of a hand that is in a range, from 0 to 1, with up to 18 digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "work/integers.hpp"

namespace facevalue::poker {

inline constexpr int MAX_DIGITS = 18;
inline constexpr std::uint64_t LARGEST_DENOMINATOR = 1'000'000'000'000'000'000;

// In lowest terms; the denominator is at most LARGEST_DENOMINATOR.
struct Weight {
    std::uint64_t numerator = 0, denominator = 1;

    explicit operator bool() const { return numerator != 0; }
    bool operator==(const Weight&) const = default;
};
inline constexpr Weight WHOLE{1, 1};

inline constexpr bool operator<(const Weight& a, const Weight& b) {
    return Uint128{a.numerator} * b.denominator < Uint128{b.numerator} * a.denominator;
}

// A positive number of a string in lowest terms: numerators have up to 36 digits, denominators up to 20.
struct Number {
    Uint128 numerator = 0, denominator = 1;

    bool operator==(const Number&) const = default;
};

Number in_lowest_terms(Number number);
bool operator<(const Number& a, const Number& b);
// Nothing if the quotient has too many digits. It must be at most 1, and the divisor above 0.
std::optional<Weight> quotient(const Number& number, const Number& divisor);

// Nothing if the difference, which must not be negative, has too many digits.
std::optional<Weight> difference(const Weight& a, const Weight& b);

// A decimal if that is exact and short, otherwise a fraction: "0.375", "1/3".
std::string weight_text(const Weight& weight);

}  // namespace facevalue::poker
