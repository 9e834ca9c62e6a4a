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

inline constexpr std::uint64_t PERCENT = 100;

// A positive number of a string in lowest terms: numerators have up to 36 digits, denominators up to 20.
struct WrittenNumber {
    Uint128 numerator = 0, denominator = 1;

    bool operator==(const WrittenNumber&) const = default;
};

WrittenNumber in_lowest_terms(WrittenNumber number);
bool operator<(const WrittenNumber& a, const WrittenNumber& b);
// Nothing if the quotient has too many digits. It must be at most 1, and the divisor above 0.
std::optional<Weight> quotient(const WrittenNumber& number, const WrittenNumber& divisor);

// Nothing if the difference, which must not be negative, has too many digits.
std::optional<Weight> difference(const Weight& a, const Weight& b);

// A decimal if that is exact and short, otherwise a fraction: "0.375", "1/3".
std::string weight_text(const Weight& weight);

}  // namespace facevalue::poker
