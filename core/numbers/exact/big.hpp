// BigInt: an integer of any size, for values of answers that exceed 128 bits.
//
// A sign and a magnitude in digits of 32 bits, least first, without leading zeros. Schoolbook methods: an answer has at
// most 20,000 digits in all its numbers. Division is Knuth's algorithm D (The Art of Computer Programming, volume 2,
// section 4.3.1); it rounds towards zero. Tests compare everything with Python's integers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

class BigInt {
  public:
    BigInt(std::int64_t value = 0);  // implicit on purpose: a whole number is a BigInt
    // Decimal digits, after a minus sign or not; nothing else is in the string.
    static BigInt parse(std::string_view text);

    bool is_negative() const { return is_negative_; }
    bool is_zero() const { return digits_.empty(); }
    // The value if its size is below 2^63.
    std::optional<std::int64_t> as_word() const;
    std::string decimal() const;
    std::string hexadecimal() const;

    friend BigInt operator-(BigInt a);
    friend BigInt operator+(const BigInt& a, const BigInt& b);
    friend BigInt operator-(const BigInt& a, const BigInt& b) { return a + -b; }
    friend BigInt operator*(const BigInt& a, const BigInt& b);
    friend BigInt operator/(const BigInt& a, const BigInt& b);
    friend BigInt operator%(const BigInt& a, const BigInt& b);
    friend bool operator==(const BigInt&, const BigInt&) = default;
    friend bool operator<(const BigInt& a, const BigInt& b);

  private:
    using Digits = std::vector<std::uint32_t>;
    struct Division;

    BigInt(bool is_negative, Digits digits);
    static int compared(const Digits& a, const Digits& b);
    static Digits sum(const Digits& a, const Digits& b);
    static Digits difference(const Digits& a, const Digits& b);
    static Division divided(const BigInt& a, const BigInt& b);

    bool is_negative_ = false;
    Digits digits_;
};

struct BigInt::Division {
    BigInt quotient, remainder;
};

// The largest common divisor, at least 1 unless both are 0.
BigInt common_divisor(BigInt a, BigInt b);

using BigFraction = Ratio<BigInt>;

BigFraction reduced(const BigFraction& value);

// "24", "-5" or "3/4", as whole numbers and fractions are written everywhere.
BigFraction parse_fraction(std::string_view text);

// The same string for a value in lowest terms; in words, such as "a number with 5001 digits", if a part has more digits
// than Python prints, 4300.
std::string value_text(const BigFraction& value);

}  // namespace facevalue::numbers
