// Ratio: an exact fraction that is not reduced.
//
// It needs no gcd because its size is bounded: for an expression that uses the numbers p_i/q_i once each, the fraction
// n/d, multiplied out and not reduced, has |n| + |d| <= product of (|p_i| + |q_i|). (True of one number; and for a =
// n/d, b = m/e: |ne| + |md| + |de| <= (|n|+|d|)(|m|+|e|), the same for products and quotients.) The solver computes
// this `reach_bound` first and picks a type that is wide enough, so nothing overflows.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "numbers/exact/wide.hpp"
#include "work/integers.hpp"
#include "work/splitmix.hpp"

namespace facevalue::numbers {

// A number of a puzzle: denominator >= 1, in lowest terms, both below 2^63.
struct Number {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
    friend bool operator==(const Number&, const Number&) = default;
    friend std::strong_ordering operator<=>(const Number& a, const Number& b) {
        return static_cast<Int128>(a.numerator) * b.denominator <=> static_cast<Int128>(b.numerator) * a.denominator;
    }
};

inline std::uint64_t hashed(const Number& number) {
    return mixed(static_cast<std::uint64_t>(number.numerator) * 0x9E3779B97F4A7C15ULL ^
                 static_cast<std::uint64_t>(number.denominator));
}

template <class Int>
class Ratio {
  public:
    // Wide enough for a product of two Ints; a WideInt has room for it.
    using Product = std::conditional_t<std::is_same_v<Int, std::int64_t>, Int128, Int>;

    Ratio() = default;
    explicit Ratio(const Number& given) : n_(given.numerator), d_(given.denominator) {}
    Ratio(Int n, Int d) : n_(std::move(n)), d_(std::move(d)) {
        if (d_ < Int(0)) {
            n_ = Int(0) - n_;
            d_ = Int(0) - d_;
        }
    }

    int sign() const { return n_ < Int(0) ? -1 : n_ == Int(0) ? 0 : 1; }
    bool is_whole() const { return d_ == Int(1) || n_ % d_ == Int(0); }
    // With the denominator 1 if it is whole, because later checks are then faster.
    Ratio tidied() const { return d_ == Int(1) || n_ % d_ != Int(0) ? *this : Ratio(n_ / d_, Int(1)); }
    // Is its size at most `most`?
    bool is_within(std::int64_t most) const {
        const Product size(n_ < Int(0) ? Int(0) - n_ : n_);
        return !(Product(Int(most)) * Product(d_) < size);
    }
    const Int& numerator() const { return n_; }
    const Int& denominator() const { return d_; }

    friend Ratio operator+(const Ratio& a, const Ratio& b) { return Ratio(a.n_ * b.d_ + b.n_ * a.d_, a.d_ * b.d_); }
    friend Ratio operator-(const Ratio& a, const Ratio& b) { return Ratio(a.n_ * b.d_ - b.n_ * a.d_, a.d_ * b.d_); }
    friend Ratio operator*(const Ratio& a, const Ratio& b) { return Ratio(a.n_ * b.n_, a.d_ * b.d_); }
    friend bool operator==(const Ratio& a, const Ratio& b) {
        if (a.d_ == b.d_) return a.n_ == b.n_;
        return Product(a.n_) * Product(b.d_) == Product(b.n_) * Product(a.d_);
    }
    friend bool operator<(const Ratio& a, const Ratio& b) {
        return Product(a.n_) * Product(b.d_) < Product(b.n_) * Product(a.d_);
    }
    std::optional<Ratio> divided_by(const Ratio& b) const {
        if (b.sign() == 0) return std::nullopt;
        return Ratio(n_ * b.d_, d_ * b.n_);
    }

  private:
    Int n_{0};
    Int d_{1};
};

using Fraction = Ratio<std::int64_t>;

// Wide enough for a product of two values within WIDEST_BOUND_BITS, and a sign.
using WideInt = Wide<21>;
inline constexpr int WIDEST_BOUND_BITS = 639;

// Product of (|p| + |q|) over the numbers; nothing if it exceeds 2^WIDEST_BOUND_BITS.
inline std::optional<WideInt> reach_bound(const std::vector<Number>& numbers) {
    WideInt bound(1);
    for (const Number& number : numbers) {
        const WideInt numerator(number.numerator);
        bound = bound * ((numerator.negative() ? -numerator : numerator) + WideInt(number.denominator));
        if (bound.bits() > WIDEST_BOUND_BITS) return std::nullopt;
    }
    return bound;
}

// The bound multiplied for one more number if that is below 2^63, else 2^63.
inline std::uint64_t small_bound_with(std::uint64_t bound, const Number& number) {
    constexpr std::uint64_t MOST = 1ULL << 63;
    const auto numerator = static_cast<std::uint64_t>(number.numerator < 0 ? -number.numerator : number.numerator);
    const Uint128 product = static_cast<Uint128>(bound) * (numerator + static_cast<std::uint64_t>(number.denominator));
    return product < MOST ? static_cast<std::uint64_t>(product) : MOST;
}

// The bound if it is below 2^63, else 2^63.
inline std::uint64_t small_reach_bound(const std::vector<Number>& numbers) {
    std::uint64_t bound = 1;
    for (const Number& number : numbers) bound = small_bound_with(bound, number);
    return bound;
}

// Is there a bound at most 2^WIDEST_BOUND_BITS, so that the core can search?
inline bool has_reach_bound(const std::vector<Number>& numbers) {
    return small_reach_bound(numbers) < 1ULL << 63 || reach_bound(numbers).has_value();
}

}  // namespace facevalue::numbers
