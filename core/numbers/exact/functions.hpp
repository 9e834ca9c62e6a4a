// Functions: powers, factorials, square roots and concatenation, which rules may allow besides the four operations
// (operations.hpp).
//
// They cannot be bounded by the numbers of a puzzle, so their rules bound results instead: a result must not exceed
// `Rules::largest`, and its numerator and denominator, in lowest terms, must not exceed MOST_PART. The numbers of such
// a puzzle do not exceed MOST_PART either, so nothing here overflows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "numbers/exact/digits.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "work/integers.hpp"

namespace facevalue::numbers {

inline constexpr std::int64_t MOST_PART = 1'000'000'000'000'000;

enum class Function : std::uint8_t { Power, Factorial, Root, Concatenate };
struct FunctionRow {
    std::string_view name, symbol;
    std::size_t operands;
};
inline constexpr std::array<FunctionRow, 4> FUNCTIONS{
    {{"power", "^", 2}, {"factorial", "!", 1}, {"root", "√", 1}, {"concatenate", "||", 2}}};
constexpr const FunctionRow& row(Function function) { return FUNCTIONS[static_cast<std::size_t>(function)]; }

// Are both parts small enough to compute with?
constexpr bool has_small_parts(const Number& number) {
    return number.numerator <= MOST_PART && number.numerator >= -MOST_PART && number.denominator <= MOST_PART;
}

namespace exactly {

constexpr std::int64_t size_of(std::int64_t value) { return value < 0 ? -value : value; }

// n/d in lowest terms, d >= 1; nothing if a part is too large.
constexpr std::optional<Number> small(Int128 n, Int128 d) {
    if (n > MOST_PART || n < -MOST_PART || d > MOST_PART) return std::nullopt;
    return Number{static_cast<std::int64_t>(n), static_cast<std::int64_t>(d)};
}

// a + b. Divisors are taken out early (Knuth, The Art of Computer Programming, volume 2, section 4.5.1).
inline std::optional<Number> sum(const Number& a, const Number& b) {
    if (a.denominator == 1 && b.denominator == 1) return small(Int128{a.numerator} + b.numerator, 1);
    const std::int64_t shared = std::gcd(a.denominator, b.denominator);
    const Int128 n = Int128{a.numerator} * (b.denominator / shared) + Int128{b.numerator} * (a.denominator / shared);
    const std::int64_t divisor = std::gcd(static_cast<std::int64_t>(n % shared), shared);
    return small(n / divisor, Int128{a.denominator / shared} * (b.denominator / divisor));
}

inline std::optional<Number> product(const Number& a, const Number& b) {
    const std::int64_t left = std::gcd(a.numerator, b.denominator), right = std::gcd(b.numerator, a.denominator);
    return small(Int128{a.numerator / left} * (b.numerator / right),
                 Int128{a.denominator / right} * (b.denominator / left));
}

// 1/a, for a other than 0.
constexpr Number inverse(const Number& a) {
    return a.numerator < 0 ? Number{-a.denominator, -a.numerator} : Number{a.denominator, a.numerator};
}

constexpr Number negative(const Number& a) { return {-a.numerator, a.denominator}; }

// base^exponent, for a base and an exponent of at least 0; nothing if it is too large.
constexpr std::optional<std::int64_t> whole_power(std::int64_t base, std::int64_t exponent) {
    if (exponent == 0 || base == 1) return 1;
    if (base == 0) return 0;
    Int128 power = 1;
    for (; exponent > 0; --exponent)  // at most 50 times, because the base is at least 2
        if ((power *= base) > MOST_PART) return std::nullopt;
    return static_cast<std::int64_t>(power);
}

// The exact root of a value of at least 0, for a degree of at least 1; nothing if it is not whole.
constexpr std::optional<std::int64_t> whole_root(std::int64_t value, std::int64_t degree) {
    if (value <= 1 || degree == 1) return value;
    std::int64_t low = 1, high = value;  // the root is from low to high
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        const auto power = whole_power(middle, degree);
        if (power && *power < value)
            low = middle + 1;
        else
            high = middle;
    }
    return whole_power(low, degree) == value ? std::optional(low) : std::nullopt;
}

}  // namespace exactly

// a^b for a whole b; nothing for 0^0, for 0 to a negative power, and for results that are too large.
inline std::optional<Number> power(const Number& a, const Number& b) {
    if (b.denominator != 1 || (a.numerator == 0 && b.numerator <= 0)) return std::nullopt;
    const std::int64_t exponent = exactly::size_of(b.numerator);
    const auto n = exactly::whole_power(exactly::size_of(a.numerator), exponent);
    const auto d = exactly::whole_power(a.denominator, exponent);
    if (!n || !d) return std::nullopt;
    const Number result{a.numerator < 0 && exponent % 2 == 1 ? -*n : *n, *d};
    return b.numerator < 0 ? exactly::inverse(result) : result;
}

// a! for a whole a of at least 0; nothing if it is too large.
inline std::optional<Number> factorial(const Number& a) {
    if (a.denominator != 1 || a.numerator < 0) return std::nullopt;
    Int128 product = 1;
    for (std::int64_t factor = 2; factor <= a.numerator; ++factor)  // at most 17 times
        if ((product *= factor) > MOST_PART) return std::nullopt;
    return exactly::small(product, 1);
}

// The square root; nothing if it is not rational.
inline std::optional<Number> root(const Number& a) {
    if (a.numerator < 0) return std::nullopt;
    const auto n = exactly::whole_root(a.numerator, 2), d = exactly::whole_root(a.denominator, 2);
    return n && d ? std::optional(Number{*n, *d}) : std::nullopt;
}

// The digits of a whole number, then the digits of another: 12||3 is 123. Nothing if one of them is negative or not
// whole, if the first is 0, or if the result is too large.
constexpr std::optional<Number> concatenated(const Number& a, const Number& b) {
    const auto joined = followed_by(a, b);
    return joined ? exactly::small(joined->numerator, 1) : std::nullopt;
}

// The result of an operation on numbers with small parts; nothing for a division by zero, or if it is too large.
inline std::optional<Number> small_result(Op op, const Number& a, const Number& b) {
    switch (op) {
        case Op::Add:
            return exactly::sum(a, b);
        case Op::Subtract:
            return exactly::sum(a, exactly::negative(b));
        case Op::Multiply:
            return exactly::product(a, b);
        case Op::Divide:
            return b.numerator == 0 ? std::nullopt : exactly::product(a, exactly::inverse(b));
    }
    return std::nullopt;
}

// The same for a function; one with one operand ignores b.
inline std::optional<Number> small_result(Function function, const Number& a, const Number& b) {
    switch (function) {
        case Function::Power:
            return power(a, b);
        case Function::Factorial:
            return factorial(a);
        case Function::Root:
            return root(a);
        case Function::Concatenate:
            return concatenated(a, b);
    }
    return std::nullopt;
}

// The numbers other than the value of which a factorial or square root is the value.
inline std::optional<Number> operand_of(Function function, const Number& value) {
    std::optional<Number> operand;
    if (function == Function::Root && value.numerator >= 0) operand = power(value, {2, 1});
    if (function == Function::Factorial)
        for (std::int64_t n = 0; !operand && n <= 17; ++n)
            if (n != 1 && factorial({n, 1}) == value) operand = Number{n, 1};
    return operand == value ? std::nullopt : operand;
}

}  // namespace facevalue::numbers
