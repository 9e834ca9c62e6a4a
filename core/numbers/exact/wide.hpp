// Wide: a signed integer with a fixed number of 64-bit words, in two's complement. `reach_bound` (ratio.hpp) shows
// before the search that nothing overflows. Multiplication and division are the simple, slow ones.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "work/integers.hpp"

namespace facevalue::numbers {

template <int Words>
class Wide {
  public:
    constexpr Wide() = default;
    constexpr Wide(std::int64_t value) {  // implicit on purpose: a whole number is a Wide
        words_.fill(value < 0 ? ~0ULL : 0ULL);
        words_[0] = static_cast<std::uint64_t>(value);
    }

    template <int Fewer>
        requires(Fewer < Words)
    constexpr explicit Wide(const Wide<Fewer>& value) {
        words_.fill(value.negative() ? ~0ULL : 0ULL);
        for (int i = 0; i < Fewer; ++i) words_[static_cast<std::size_t>(i)] = value.word(i);
    }

    constexpr bool negative() const { return (words_[Words - 1] >> 63) != 0; }
    explicit constexpr operator std::int64_t() const { return static_cast<std::int64_t>(words_[0]); }  // if it fits
    constexpr std::uint64_t word(int i) const { return words_[static_cast<std::size_t>(i)]; }

    friend constexpr Wide operator+(const Wide& a, const Wide& b) {
        Wide sum;
        Uint128 carry = 0;
        for (std::size_t i = 0; i < Words; ++i) {
            carry += static_cast<Uint128>(a.words_[i]) + b.words_[i];
            sum.words_[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        return sum;
    }

    friend constexpr Wide operator-(const Wide& a) {
        Wide flipped;
        for (std::size_t i = 0; i < Words; ++i) flipped.words_[i] = ~a.words_[i];
        return flipped + Wide(1);
    }

    friend constexpr Wide operator-(const Wide& a, const Wide& b) { return a + (-b); }

    // Modulo 2^(64 Words), which is also correct for negative factors.
    friend constexpr Wide operator*(const Wide& a, const Wide& b) {
        Wide product;
        for (std::size_t i = 0; i < Words; ++i) {
            if (a.words_[i] == 0) continue;
            Uint128 carry = 0;
            for (std::size_t j = 0; i + j < Words; ++j) {
                carry += static_cast<Uint128>(a.words_[i]) * b.words_[j] + product.words_[i + j];
                product.words_[i + j] = static_cast<std::uint64_t>(carry);
                carry >>= 64;
            }
        }
        return product;
    }

    friend constexpr bool operator==(const Wide&, const Wide&) = default;
    friend constexpr std::strong_ordering operator<=>(const Wide& a, const Wide& b) {
        if (a.negative() != b.negative()) return b.negative() <=> a.negative();
        for (std::size_t i = Words; i-- > 0;)
            if (a.words_[i] != b.words_[i]) return a.words_[i] <=> b.words_[i];
        return std::strong_ordering::equal;
    }

    constexpr int bits() const {  // of the magnitude of a value that is not negative
        for (std::size_t i = Words; i-- > 0;)
            if (words_[i] != 0) return static_cast<int>(64 * i + static_cast<std::size_t>(std::bit_width(words_[i])));
        return 0;
    }

    // Quotient and remainder of values that are not negative, by shift and subtract.
    constexpr Wide divided(const Wide& divisor, Wide& remainder) const {
        Wide quotient;
        remainder = Wide();
        for (int i = bits(); i-- > 0;) {
            remainder = remainder + remainder;
            if ((words_[static_cast<std::size_t>(i / 64)] >> (i % 64)) & 1) remainder = remainder + Wide(1);
            quotient = quotient + quotient;
            if (remainder >= divisor) {
                remainder = remainder - divisor;
                quotient = quotient + Wide(1);
            }
        }
        return quotient;
    }

  private:
    std::array<std::uint64_t, Words> words_{};
};

template <int Words>
constexpr Wide<Words> operator%(const Wide<Words>& a, const Wide<Words>& b) {
    Wide<Words> remainder;
    (a.negative() ? -a : a).divided(b.negative() ? -b : b, remainder);
    return remainder;
}

template <int Words>
constexpr Wide<Words> operator/(const Wide<Words>& a, const Wide<Words>& b) {
    Wide<Words> remainder;
    const Wide<Words> quotient = (a.negative() ? -a : a).divided(b.negative() ? -b : b, remainder);
    return a.negative() != b.negative() ? -quotient : quotient;
}

}  // namespace facevalue::numbers
