// Integers of any size: compared with machine integers where those suffice, and by the laws of arithmetic beyond them.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>

#include "numbers/exact/big.hpp"
#include "numbers/exact/text.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

std::string random_digits(std::mt19937_64& random, std::size_t most) {
    std::string digits(1 + random() % most, '0');
    for (char& digit : digits) digit = static_cast<char>('0' + random() % 10);
    digits[0] = static_cast<char>('1' + random() % 9);
    return random() % 2 == 0 ? digits : "-" + digits;
}

BigInt size_of(const BigInt& value) { return value.is_negative() ? -value : value; }

}  // namespace

TEST_CASE("machine integers have the same sums, products, quotients and strings") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const auto a = static_cast<std::int64_t>(random()) >> random() % 64;
        const auto b = static_cast<std::int64_t>(random()) >> (2 + random() % 62);
        const BigInt x(a), y(b);
        CHECK_EQ(x.decimal(), std::to_string(a));
        CHECK_EQ(x < y, a < b);
        CHECK_EQ((x * y).decimal(), (a < 0) != (b < 0) && a != 0 && b != 0
                                        ? "-" + decimal(static_cast<Uint128>(-(Int128{a} * b)))
                                        : decimal(static_cast<Uint128>(Int128{a} * b)));
        if (a / 2 + b / 2 < std::int64_t{1} << 62 && a / 2 + b / 2 > -(std::int64_t{1} << 62))
            CHECK_EQ(((x + y).as_word() ? *(x + y).as_word() : 0), a + b);
        if (b != 0) CHECK_EQ((x / y).decimal(), std::to_string(Int128{a} / b == a / b ? a / b : 0));
        if (b != 0) CHECK_EQ((x % y).decimal(), std::to_string(a % b));
    }
}

TEST_CASE("a quotient times its divisor and the remainder are the number again") {
    std::mt19937_64 random(2);
    for (int i = 0; i < 3'000; ++i) {
        const BigInt a = BigInt::parse(random_digits(random, 600)), b = BigInt::parse(random_digits(random, 300));
        const BigInt quotient = a / b, rest = a % b;
        CHECK(quotient * b + rest == a);
        CHECK(size_of(rest) < size_of(b));
        CHECK((rest.is_zero() || rest.is_negative() == a.is_negative()));
        CHECK((a * b) / b == a);
        CHECK((a + b) - b == a);
    }
}

// Digits of all ones and zeros need the rare steps of the division.
TEST_CASE("numbers at the ends of digits are divided exactly") {
    std::vector<BigInt> numbers;
    BigInt power = 1;
    for (int i = 0; i < 12; ++i) {
        for (const int more : {-1, 0, 1}) numbers.push_back(power + BigInt(more));
        power = power * BigInt(std::int64_t{1} << 16);
    }
    for (const BigInt& a : numbers)
        for (const BigInt& b : numbers)
            for (const BigInt& c : numbers) {
                if (b.is_zero()) continue;
                const BigInt whole = a * b + c;
                CHECK(whole / b * b + whole % b == whole);
                CHECK(size_of(whole % b) < size_of(b));
            }
}

TEST_CASE("strings are read and written, with zeros in front or inside") {
    for (const char* text : {"0", "1", "-1", "1000000000", "999999999999999999", "1000000000000000000000000000000001"})
        CHECK_EQ(BigInt::parse(text).decimal(), text);
    CHECK_EQ(BigInt::parse("000000000000000000000012").decimal(), "12");
    CHECK_EQ(BigInt::parse("-0").decimal(), "0");
    CHECK_EQ(BigInt::parse("18446744073709551616").hexadecimal(), "10000000000000000");
    CHECK_EQ(BigInt(-255).hexadecimal(), "-ff");
    CHECK_EQ(BigInt::parse("-0x123456789abcdef0123").hexadecimal(), "-123456789abcdef0123");
    CHECK_EQ(BigInt(0).hexadecimal(), "0");
    CHECK_EQ(BigInt::parse("9223372036854775807").as_word(), 9223372036854775807);
    CHECK_FALSE(BigInt::parse("9223372036854775808").as_word());
}

TEST_CASE("the result of an operation on values in lowest terms is in lowest terms") {
    std::mt19937_64 random(7);
    const auto fraction = [&](std::size_t digits) {
        BigInt denominator = BigInt::parse(random_digits(random, digits));
        if (denominator.is_zero()) denominator = 1;
        return reduced({BigInt::parse(random_digits(random, digits)), std::move(denominator)});
    };
    for (int i = 0; i < 1200; ++i) {
        const std::size_t digits = i % 2 == 0 ? 1 : 40;
        const BigFraction left = fraction(digits), right = fraction(digits);
        const auto op = static_cast<Op>(i % 4);
        const auto result = apply(op, left, right), lowest = lowest_result(op, left, right);
        REQUIRE_EQ(result.has_value(), lowest.has_value());
        if (!result) continue;
        CHECK_EQ(value_text(*lowest), value_text(reduced(*result)));
        CHECK_FALSE(lowest->denominator().is_negative());
    }
}

TEST_CASE("fractions are reduced, and described in words where Python prints no digits") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 300; ++i) {
        const BigInt a = BigInt::parse(random_digits(random, 60)), b = BigInt::parse(random_digits(random, 60));
        const BigFraction made = reduced(BigFraction(a * b, b * b));
        CHECK(made == BigFraction(a, b));
        CHECK(common_divisor(made.numerator(), made.denominator()) == BigInt(1));
    }
    CHECK_EQ(value_text(reduced(BigFraction(BigInt(6), BigInt(-8)))), "-3/4");
    CHECK_EQ(value_text(parse_fraction("3/4")), "3/4");
    CHECK_EQ(value_text(parse_fraction("-" + std::string(4300, '9'))), "-" + std::string(4300, '9'));
    CHECK_EQ(value_text(parse_fraction("1" + std::string(5000, '0'))), "a number with 5001 digits");
    CHECK_EQ(value_text(parse_fraction("1/" + std::string(4301, '7'))), "a fraction of 1 digit over 4301 digits");
}

TEST_CASE("the nearest floating-point number is the even one of two that are equally near") {
    constexpr std::int64_t END = std::int64_t{1} << 53;
    CHECK_EQ(nearest({0, 1}), 0);
    CHECK_EQ(nearest({1, 3}), 1.0 / 3);
    CHECK_EQ(nearest({END + 1, 1}), static_cast<double>(END));
    CHECK_EQ(nearest({END + 3, 1}), static_cast<double>(END + 4));
    const BigInt large = shifted(1, 300);
    CHECK_EQ(nearest({(END + 1) * large + 1, large}), static_cast<double>(END + 2));
    CHECK_EQ(nearest({(END + 3) * large - 1, large}), static_cast<double>(END + 2));
    CHECK_EQ(nearest({1, large}), std::ldexp(1, -300));
    CHECK_EQ(nearest({large + 1, large}), 1);
    std::mt19937_64 random(1);
    for (int round = 0; round < 10'000; ++round) {
        const auto above = static_cast<std::int64_t>(random() >> (11 + random() % 50));
        const auto below = static_cast<std::int64_t>(random() >> (11 + random() % 50)) + 1;
        const double quotient = static_cast<double>(above) / static_cast<double>(below);  // of exact numbers
        REQUIRE_EQ(nearest({above * large, below * large}), quotient);
    }
}
