// BigInt: an integer of any size, for values of answers that exceed 128 bits.
//
// A machine word where that suffices; otherwise a sign and a magnitude in digits of 32 bits, the lowest first, without
// leading zeros. Schoolbook methods: an answer has at most 20,000 digits in all its numbers. Division is Knuth's
// algorithm D (The Art of Computer Programming, volume 2, section 4.3.1); it rounds towards zero. Tests compare
// everything with machine integers, and with Python's through the judge.
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

class BigInt {
  public:
    BigInt() = default;
    BigInt(std::int64_t value) { set(value); }  // implicit on purpose: a whole number is a BigInt
    // Decimal digits, or hexadecimal ones after 0x, after a minus sign or not; nothing else is in the string.
    static BigInt parse(std::string_view text);

    bool is_negative() const { return word_ < 0 || is_negative_; }
    bool is_zero() const { return word_ == 0 && digits_.empty(); }
    // The value if its size is below 2^63.
    std::optional<std::int64_t> as_word() const { return is_word() ? std::optional(word_) : std::nullopt; }
    // How many bits its size has.
    int bits() const;
    std::string decimal() const;
    std::string hexadecimal() const;

    friend BigInt operator-(const BigInt& a) { return a.is_word() ? BigInt(-a.word_) : negative(a); }
    friend BigInt operator+(const BigInt& a, const BigInt& b) {
        return are_words(a, b) ? of(Int128{a.word_} + b.word_) : sum(a, b);
    }
    friend BigInt operator-(const BigInt& a, const BigInt& b) {
        return are_words(a, b) ? of(Int128{a.word_} - b.word_) : sum(a, negative(b));
    }
    friend BigInt operator*(const BigInt& a, const BigInt& b) {
        return are_words(a, b) ? of(Int128{a.word_} * b.word_) : product(a, b);
    }
    friend BigInt operator/(const BigInt& a, const BigInt& b) {
        return are_words(a, b) ? BigInt(a.word_ / b.word_) : quotient(a, b);
    }
    friend BigInt operator%(const BigInt& a, const BigInt& b) {
        return are_words(a, b) ? BigInt(a.word_ % b.word_) : remainder(a, b);
    }
    friend bool operator==(const BigInt&, const BigInt&) = default;
    friend bool operator<(const BigInt& a, const BigInt& b) {
        return are_words(a, b) ? a.word_ < b.word_ : is_less(a, b);
    }
    friend BigInt common_divisor(BigInt a, BigInt b);

  private:
    using Digits = std::vector<std::uint32_t>;

    static BigInt of(Int128 value) {
        BigInt made;
        made.set(value);
        return made;
    }
    BigInt(bool is_negative, Digits digits);

    bool is_word() const { return digits_.empty(); }
    static bool are_words(const BigInt& a, const BigInt& b) { return a.is_word() && b.is_word(); }
    void set(Int128 value) {
        if (value > -END && value < END)
            word_ = static_cast<std::int64_t>(value);
        else
            keep(value);
    }
    void keep(Int128 value);
    Digits magnitude() const;
    static BigInt negative(const BigInt& a);
    static BigInt sum(const BigInt& a, const BigInt& b);
    static BigInt product(const BigInt& a, const BigInt& b);
    static BigInt quotient(const BigInt& a, const BigInt& b);
    static BigInt remainder(const BigInt& a, const BigInt& b);
    static bool is_less(const BigInt& a, const BigInt& b);

    static constexpr Int128 END = Int128{1} << 63;

    // Either the word, or the sign and the digits of a larger number.
    std::int64_t word_ = 0;
    bool is_negative_ = false;
    Digits digits_;
};

// The number times 2^bits.
BigInt shifted(BigInt number, int bits);

// The largest common divisor, at least 1 unless both are 0.
BigInt common_divisor(BigInt a, BigInt b);

using BigFraction = Ratio<BigInt>;

BigFraction reduced(const BigFraction& value);

// The nearest floating-point number to a value of 0 or more; of two that are equally near, the even one. Same result as
// Python's float(Fraction) unless it is below 2^-1022.
double nearest(const BigFraction& value);

// The result of an operation on values in lowest terms, in lowest terms; nothing for a division by zero. It divides
// parts before they are multiplied (Knuth, section 4.5.1): a sum with many small fractions needs no common divisor of
// two large numbers, so it takes time in proportion to its digits for each of them.
std::optional<BigFraction> lowest_result(Op op, const BigFraction& left, const BigFraction& right);

// "24", "-5" or "3/4", as whole numbers and fractions are written everywhere.
BigFraction parse_fraction(std::string_view text);

BigInt big_power_of_ten(std::size_t exponent);

// The value of "-0.0", "12.5" or "1e-07", as floating-point numbers are printed; it is not reduced. Nothing for
// anything else, more than 400 characters or an exponent beyond 400.
std::optional<BigFraction> parse_decimal(std::string_view text);

// The same string for a value in lowest terms; in words, such as "a number with 5001 digits", if a part has more digits
// than Python prints, 4300.
std::string value_text(const BigFraction& value);

}  // namespace facevalue::numbers
