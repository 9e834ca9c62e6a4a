#include "numbers/exact/big.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

constexpr int BITS = 32;
constexpr std::uint32_t BILLION = 1'000'000'000;
constexpr std::size_t BILLION_DIGITS = 9, HEXADECIMAL_DIGITS = 7;  // whose value fits a digit
constexpr std::size_t WORD_DIGITS = 18;                            // decimal digits whose value fits a word

using BigDigits = std::vector<std::uint32_t>;

constexpr std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

void trim(BigDigits& digits) {
    while (!digits.empty() && digits.back() == 0) digits.pop_back();
}

// digits = digits * factor + more.
void multiply_add(BigDigits& digits, std::uint32_t factor, std::uint32_t more) {
    std::uint64_t carry = more;
    for (std::uint32_t& digit : digits) {
        carry += std::uint64_t{digit} * factor;
        digit = low(carry);
        carry >>= BITS;
    }
    if (carry != 0) digits.push_back(low(carry));
}

// digits = digits / divisor; the remainder.
std::uint32_t divide(BigDigits& digits, std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
        rest = rest << BITS | digits[i];
        digits[i] = low(rest / divisor);
        rest %= divisor;
    }
    trim(digits);
    return low(rest);
}

void shift_left(BigDigits& digits, int bits) {
    std::uint64_t carry = 0;
    for (std::uint32_t& digit : digits) {
        carry |= std::uint64_t{digit} << bits;
        digit = low(carry);
        carry >>= BITS;
    }
    digits.push_back(low(carry));
}

void shift_right(BigDigits& digits, int bits) {
    std::uint64_t carry = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
        carry = carry << BITS | digits[i];
        digits[i] = low(carry >> bits);
    }
    trim(digits);
}

// Subtracts factor * divisor from the digits of a rest that begin at `start`; true if that was too much.
bool subtract_product(BigDigits& rest, std::size_t start, const BigDigits& divisor, std::uint64_t factor) {
    std::uint64_t carry = 0, borrow = 0;
    for (std::size_t i = 0; i <= divisor.size(); ++i) {
        if (i < divisor.size()) carry += factor * divisor[i];
        const std::uint64_t difference = std::uint64_t{rest[start + i]} - low(carry) - borrow;
        rest[start + i] = low(difference);
        borrow = difference >> BITS & 1;
        carry >>= BITS;
    }
    return borrow != 0;
}

void add_back(BigDigits& rest, std::size_t start, const BigDigits& divisor) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i <= divisor.size(); ++i) {
        carry += std::uint64_t{rest[start + i]} + (i < divisor.size() ? divisor[i] : 0);
        rest[start + i] = low(carry);
        carry >>= BITS;
    }
}

// The quotient; the rest replaces the first number. The divisor has at least two digits, and not more than the rest.
BigDigits long_division(BigDigits& rest, BigDigits divisor) {
    const int shift = std::countl_zero(divisor.back());
    shift_left(divisor, shift);
    trim(divisor);
    shift_left(rest, shift);
    const std::size_t size = divisor.size();
    const std::uint64_t first = divisor[size - 1], second = divisor[size - 2];
    BigDigits quotient(rest.size() - size);
    for (std::size_t start = quotient.size(); start-- > 0;) {
        const std::uint64_t top = std::uint64_t{rest[start + size]} << BITS | rest[start + size - 1];
        std::uint64_t guess = top / first, left = top % first;
        while (guess >> BITS != 0 || guess * second > (left << BITS | rest[start + size - 2])) {
            --guess;
            left += first;
            if (left >> BITS != 0) break;
        }
        if (subtract_product(rest, start, divisor, guess)) {
            --guess;
            add_back(rest, start, divisor);
        }
        quotient[start] = low(guess);
    }
    shift_right(rest, shift);
    trim(quotient);
    return quotient;
}

int compared(const BigDigits& a, const BigDigits& b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    for (std::size_t i = a.size(); i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

BigDigits added(const BigDigits& a, const BigDigits& b) {
    const BigDigits &large = a.size() < b.size() ? b : a, &small = a.size() < b.size() ? a : b;
    BigDigits total = large;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < total.size() && (carry != 0 || i < small.size()); ++i) {
        carry += std::uint64_t{total[i]} + (i < small.size() ? small[i] : 0);
        total[i] = low(carry);
        carry >>= BITS;
    }
    if (carry != 0) total.push_back(low(carry));
    return total;
}

// a - b, for a of at least b.
BigDigits subtracted(const BigDigits& a, const BigDigits& b) {
    BigDigits left = a;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < left.size() && (borrow != 0 || i < b.size()); ++i) {
        const std::uint64_t difference = std::uint64_t{left[i]} - (i < b.size() ? b[i] : 0) - borrow;
        left[i] = low(difference);
        borrow = difference >> BITS & 1;
    }
    return left;
}

// The quotient; the remainder replaces the first number.
BigDigits divided(BigDigits& rest, const BigDigits& divisor) {
    if (compared(rest, divisor) < 0) return {};
    if (divisor.size() > 1) return long_division(rest, divisor);
    const std::uint32_t left = divide(rest, divisor[0]);
    return std::exchange(rest, {left});
}

std::string counted_digits(const std::string& decimal) {
    const std::size_t count = decimal.size() - (decimal.front() == '-' ? 1 : 0);
    return std::to_string(count) + (count == 1 ? " digit" : " digits");
}

}  // namespace

void BigInt::keep(Int128 value) {
    is_negative_ = value < 0;
    for (Uint128 size = is_negative_ ? -static_cast<Uint128>(value) : static_cast<Uint128>(value); size != 0;
         size >>= BITS)
        digits_.push_back(static_cast<std::uint32_t>(size));
}

BigInt::BigInt(bool is_negative, BigDigits digits) {
    trim(digits);
    if (digits.size() < 2 || (digits.size() == 2 && digits[1] >> (BITS - 1) == 0)) {
        for (std::size_t i = digits.size(); i-- > 0;) word_ = word_ << BITS | digits[i];
        if (is_negative) word_ = -word_;
    } else {
        is_negative_ = is_negative;
        digits_ = std::move(digits);
    }
}

BigInt::Digits BigInt::magnitude() const {
    if (!is_word()) return digits_;
    BigDigits digits;
    for (std::uint64_t size = static_cast<std::uint64_t>(word_ < 0 ? -word_ : word_); size != 0; size >>= BITS)
        digits.push_back(low(size));
    return digits;
}

int BigInt::bits() const {
    const BigDigits digits = magnitude();
    return digits.empty() ? 0 : static_cast<int>(digits.size()) * BITS - std::countl_zero(digits.back());
}

BigInt BigInt::parse(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    if (text.size() <= WORD_DIGITS && !text.starts_with("0x")) {
        std::int64_t word = 0;
        for (const char digit : text) word = word * 10 + (digit - '0');
        return {is_negative ? -word : word};
    }
    const std::uint32_t base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    const std::size_t most = base == 16 ? HEXADECIMAL_DIGITS : BILLION_DIGITS;
    BigDigits digits;
    while (!text.empty()) {
        const std::size_t size = (text.size() - 1) % most + 1;
        std::uint32_t part = 0, scale = 1;
        for (const char digit : text.substr(0, size)) {
            part = part * base + static_cast<std::uint32_t>(digit - (digit < 'a' ? '0' : 'a' - 10));
            scale *= base;
        }
        multiply_add(digits, scale, part);
        text.remove_prefix(size);
    }
    return {is_negative, std::move(digits)};
}

std::string BigInt::decimal() const {
    if (is_word()) return std::to_string(word_);
    std::string text;
    for (BigDigits left = digits_; !left.empty();) {
        std::uint32_t part = divide(left, BILLION);
        for (std::size_t i = 0; i < BILLION_DIGITS && (part != 0 || !left.empty()); ++i) {
            text += static_cast<char>('0' + part % 10);
            part /= 10;
        }
    }
    if (is_negative_) text += '-';
    std::ranges::reverse(text);
    return text;
}

std::string BigInt::hexadecimal() const {
    std::string text;
    for (const std::uint32_t digit : magnitude())
        for (int shift = 0; shift < BITS; shift += 4) text += "0123456789abcdef"[digit >> shift & 15];
    while (text.ends_with('0')) text.pop_back();
    if (text.empty()) text = "0";
    if (is_negative()) text += '-';
    std::ranges::reverse(text);
    return text;
}

BigInt BigInt::negative(const BigInt& a) { return {!a.is_negative(), a.magnitude()}; }

BigInt BigInt::sum(const BigInt& a, const BigInt& b) {
    const BigDigits one = a.magnitude(), other = b.magnitude();
    if (a.is_negative() == b.is_negative()) return {a.is_negative(), added(one, other)};
    if (compared(one, other) < 0) return {b.is_negative(), subtracted(other, one)};
    return {a.is_negative(), subtracted(one, other)};
}

BigInt BigInt::product(const BigInt& a, const BigInt& b) {
    const BigDigits one = a.magnitude(), other = b.magnitude();
    BigDigits all(one.size() + other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < other.size(); ++j) {
            carry += std::uint64_t{one[i]} * other[j] + all[i + j];
            all[i + j] = low(carry);
            carry >>= BITS;
        }
        all[i + other.size()] = low(carry);
    }
    return {a.is_negative() != b.is_negative(), std::move(all)};
}

BigInt BigInt::quotient(const BigInt& a, const BigInt& b) {
    BigDigits rest = a.magnitude();
    return {a.is_negative() != b.is_negative(), divided(rest, b.magnitude())};
}

BigInt BigInt::remainder(const BigInt& a, const BigInt& b) {
    BigDigits rest = a.magnitude();
    divided(rest, b.magnitude());
    return {a.is_negative(), std::move(rest)};
}

bool BigInt::is_less(const BigInt& a, const BigInt& b) {
    if (a.is_negative() != b.is_negative()) return a.is_negative();
    const int order = compared(a.magnitude(), b.magnitude());
    return a.is_negative() ? order > 0 : order < 0;
}

BigInt common_divisor(BigInt a, BigInt b) {
    while (!BigInt::are_words(a, b) && !b.is_zero()) a = std::exchange(b, a % b);
    if (BigInt::are_words(a, b)) return std::gcd(a.word_, b.word_);
    return a.is_negative() ? -a : a;
}

BigInt shifted(BigInt number, int bits) {
    for (; bits >= BITS; bits -= BITS) number = number * (std::int64_t{1} << BITS);
    return number * (std::int64_t{1} << bits);
}

double nearest(const BigFraction& value) {
    constexpr int KEPT = std::numeric_limits<double>::digits + 2;  // bits
    const int places = KEPT + value.denominator().bits() - value.numerator().bits();
    const BigInt above = shifted(value.numerator(), std::max(places, 0));
    const BigInt below = shifted(value.denominator(), std::max(-places, 0));
    const BigInt quotient = above / below;
    // One or two bits are rounded away: the last one also says whether there are more behind it.
    const std::int64_t rest = (above % below).is_zero() ? 0 : 1;
    return std::ldexp(static_cast<double>(*quotient.as_word() | rest), -places);
}

BigFraction reduced(const BigFraction& value) {
    if (value.denominator() == BigInt(1)) return value;
    const BigInt divisor = common_divisor(value.numerator(), value.denominator());
    if (divisor == BigInt(1)) return value;
    return {value.numerator() / divisor, value.denominator() / divisor};
}

namespace {

BigFraction lowest_sum(const BigFraction& left, const BigFraction& right) {
    const BigInt common = common_divisor(left.denominator(), right.denominator());
    if (common == BigInt(1)) return left + right;
    const BigInt rest = left.denominator() / common;
    const BigInt sum = left.numerator() * (right.denominator() / common) + right.numerator() * rest;
    const BigInt again = common_divisor(sum, common);
    return {sum / again, rest * (right.denominator() / again)};
}

BigFraction lowest_product(const BigFraction& left, const BigFraction& right) {
    const BigFraction one = reduced({left.numerator(), right.denominator()});
    const BigFraction other = reduced({right.numerator(), left.denominator()});
    return one * other;
}

}  // namespace

std::optional<BigFraction> lowest_result(Op op, const BigFraction& left, const BigFraction& right) {
    switch (op) {
        case Op::Add:
            return lowest_sum(left, right);
        case Op::Subtract:
            return lowest_sum(left, {-right.numerator(), right.denominator()});
        case Op::Multiply:
            return lowest_product(left, right);
        case Op::Divide:
            if (right.sign() == 0) return std::nullopt;
            return lowest_product(left, {right.denominator(), right.numerator()});
    }
    return std::nullopt;
}

BigFraction parse_fraction(std::string_view text) {
    const std::size_t bar = text.find('/');
    const BigInt denominator = bar == text.npos ? BigInt(1) : BigInt::parse(text.substr(bar + 1));
    return {BigInt::parse(text.substr(0, bar)), denominator};
}

BigInt big_power_of_ten(std::size_t exponent) { return BigInt::parse("1" + std::string(exponent, '0')); }

std::optional<BigFraction> parse_decimal(std::string_view text) {
    constexpr std::size_t MOST = 400;
    const auto digits_at = [](std::string_view rest) {
        return std::min(rest.find_first_not_of("0123456789"), rest.size());
    };
    if (text.size() > MOST) return std::nullopt;
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    const std::size_t size = digits_at(text);
    std::string digits(text.substr(0, size));
    text.remove_prefix(size);
    int exponent = 0;
    if (text.starts_with('.')) {
        const std::size_t more = digits_at(text.substr(1));
        digits += text.substr(1, more);
        exponent = -static_cast<int>(more);
        text.remove_prefix(more + 1);
    }
    if (digits.empty()) return std::nullopt;
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(text.substr(1).starts_with('+') ? 2 : 1);
        int written = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), written);
        if (error != std::errc() || std::abs(written) > static_cast<int>(MOST)) return std::nullopt;
        exponent += written;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    if (!text.empty()) return std::nullopt;
    const BigInt parts = BigInt::parse(is_negative ? "-" + digits : digits);
    const BigInt scale = big_power_of_ten(static_cast<std::size_t>(std::abs(exponent)));
    return exponent < 0 ? BigFraction(parts, scale) : BigFraction(parts * scale, 1);
}

std::string value_text(const BigFraction& value) {
    const std::string over = value.numerator().decimal(), under = value.denominator().decimal();
    const bool is_whole = under == "1";
    if (over.size() <= MOST_DIGITS_IN_ONE + (over.front() == '-' ? 1 : 0) && under.size() <= MOST_DIGITS_IN_ONE)
        return is_whole ? over : over + "/" + under;
    return is_whole ? "a number with " + counted_digits(over)
                    : "a fraction of " + counted_digits(over) + " over " + counted_digits(under);
}

}  // namespace facevalue::numbers
