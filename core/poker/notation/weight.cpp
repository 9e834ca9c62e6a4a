#include "poker/notation/weight.hpp"

#include <numeric>

namespace facevalue::poker {

namespace {

constexpr Uint128 WORD = Uint128{1} << 64;

Uint128 common_divisor(Uint128 a, Uint128 b) {
    while (b != 0) {
        if (a < WORD && b < WORD) return std::gcd(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
        a = std::exchange(b, a % b);
    }
    return a;
}

// Nothing if the product is above LARGEST_DENOMINATOR. No factor is 0.
std::optional<std::uint64_t> product(Uint128 a, Uint128 b) {
    if (a > LARGEST_DENOMINATOR / b) return std::nullopt;
    return static_cast<std::uint64_t>(a * b);
}

}  // namespace

WrittenNumber in_lowest_terms(WrittenNumber number) {
    const Uint128 common = common_divisor(number.numerator, number.denominator);
    return {number.numerator / common, number.denominator / common};
}

// Whole parts first: products of the numbers might overflow, products of the rests have up to 38 digits.
bool operator<(const WrittenNumber& a, const WrittenNumber& b) {
    const Uint128 whole = a.numerator / a.denominator, other = b.numerator / b.denominator;
    if (whole != other) return whole < other;
    return a.numerator % a.denominator * b.denominator < b.numerator % b.denominator * a.denominator;
}

std::optional<Weight> quotient(const WrittenNumber& number, const WrittenNumber& divisor) {
    if (number.numerator == 0) return Weight{};
    const Uint128 above = common_divisor(number.numerator, divisor.numerator);
    const Uint128 below = common_divisor(number.denominator, divisor.denominator);
    const auto numerator = product(number.numerator / above, divisor.denominator / below);
    const auto denominator = product(number.denominator / below, divisor.numerator / above);
    if (!numerator || !denominator) return std::nullopt;
    return Weight{*numerator, *denominator};
}

std::optional<Weight> difference(const Weight& a, const Weight& b) {
    const Uint128 from = Uint128{a.numerator} * b.denominator, taken = Uint128{b.numerator} * a.denominator;
    const WrittenNumber left = in_lowest_terms({from - taken, Uint128{a.denominator} * b.denominator});
    if (left.denominator > LARGEST_DENOMINATOR) return std::nullopt;
    return Weight{static_cast<std::uint64_t>(left.numerator), static_cast<std::uint64_t>(left.denominator)};
}

std::string weight_text(const Weight& weight) {
    std::uint64_t power = 1;
    for (std::size_t decimals = 0; decimals <= MAX_DIGITS; ++decimals, power *= 10) {
        if (power % weight.denominator != 0) continue;
        std::string digits = std::to_string(weight.numerator * (power / weight.denominator));
        if (decimals == 0) return digits;
        if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
        return digits.insert(digits.size() - decimals, 1, '.');
    }
    return std::to_string(weight.numerator) + '/' + std::to_string(weight.denominator);
}

}  // namespace facevalue::poker
