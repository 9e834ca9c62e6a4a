// Effort: what a solution asks of a head, and how hard a puzzle with such solutions is.
//
// For: labels.cpp and the fit of the model. What is asked of a step is fixed here (`Trait`); what each costs is a row
// of data of the caller's (`Model`), who says where it comes from.
// Not for: telling people times; a model does that.
//
// Method: all different solutions run a race. A solution costs the sum of what its steps ask, in 64ths of a
// doubling; it is found at a rate of 2^-cost, and the puzzle as soon as the first of them is: the rates add up. So one
// easy solution decides, a second one of the same kind makes it easier by a doubling, a far-fetched one by nothing.
// Solutions that ask the very same count once.
// Exact: costs, rates and logarithms are whole numbers, the same on every machine and for every order of solutions.
// Rates are kept between 2^8 and 2^-32: what costs more than 32 doublings is at the end of the scale.
// Cost: some ten comparisons a step. Threads: no state.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

enum class Trait : std::uint8_t {
    Subtraction,
    FromBeyond10,
    FromBeyond24,
    DifferenceOf1,
    Doubled,
    SumBeyond10,
    FactorsFrom5,
    ProductBeyond50,
    Division,
    ByItself,
    Fraction,
    Negative,
    TwoHalves,
    Ends1x24,
    Ends4x6,
    EndsDividing,
};
inline constexpr std::array<std::string_view, 16> TRAITS{
    "subtraction",
    "subtraction from beyond 10",
    "subtraction from beyond 24",
    "difference of 1",
    "number doubled",
    "sum beyond 10",
    "both factors from 5 up",
    "product beyond 50",
    "division",
    "number by itself",
    "fraction",
    "negative result",
    "two halves",
    "ends in 1 x 24",
    "ends in 4 x 6",
    "ends in a division",
};

// How often a solution shows each trait, four bits each, and how many steps it has: 15 at most, of 16 numbers.
struct Asks {
    std::uint64_t counts = 0;
    std::uint8_t steps = 0;
    void add(Trait trait) { counts += 1ULL << shift(trait); }
    int count(Trait trait) const { return static_cast<int>(counts >> shift(trait) & 15); }
    static int shift(Trait trait) { return 4 * static_cast<int>(trait); }
    friend bool operator==(const Asks&, const Asks&) = default;
    friend auto operator<=>(const Asks&, const Asks&) = default;
};
static_assert(4 * TRAITS.size() <= 64);

namespace effort {

// |value| against a small whole number: below 0, 0 or above 0.
template <class Int>
int compared(const Ratio<Int>& value, std::int64_t with) {
    using Product = std::conditional_t<std::is_same_v<Int, std::int64_t>, Int128, Int>;
    const Int size = value.sign() < 0 ? Int(0) - value.numerator() : value.numerator();
    const Product other = Product(value.denominator()) * Product(with);
    return Product(size) < other ? -1 : Product(size) == other ? 0 : 1;
}
template <class Int>
bool same_size(const Ratio<Int>& a, const Ratio<Int>& b) {
    return equal(a, b) || equal(a, Ratio<Int>(Int(0) - b.numerator(), b.denominator()));
}

template <class Value>
void add_sum(const Value& a, const Value& b, const Value& result, Asks& asks) {
    if (same_size(a, b)) asks.add(Trait::Doubled);
    if (compared(result, 10) > 0) asks.add(Trait::SumBeyond10);
}
template <class Value>
void add_difference(const Value& a, const Value& result, Asks& asks) {
    if (compared(a, 10) > 0) asks.add(Trait::FromBeyond10);
    if (compared(a, 24) > 0) asks.add(Trait::FromBeyond24);
    if (compared(result, 1) == 0) asks.add(Trait::DifferenceOf1);
}
template <class Value>
void add_product(const Value& a, const Value& b, const Value& result, Asks& asks) {
    if (compared(a, 5) >= 0 && compared(b, 5) >= 0) asks.add(Trait::FactorsFrom5);
    if (compared(result, 50) > 0) asks.add(Trait::ProductBeyond50);
}

// 0 added or subtracted, 1 multiplied or divided by: nothing to be worked out. From itself: seen at once.
template <class Value>
bool is_free(Op op, const Value& a, const Value& b) {
    const auto is_one = [](const Value& value) { return value.sign() > 0 && compared(value, 1) == 0; };
    if (a.sign() == 0 || b.sign() == 0) return true;
    if (op == Op::Subtract) return equal(a, b);
    return (op != Op::Add && is_one(b)) || (op == Op::Multiply && is_one(a));
}

template <class Value>
void add_work(Op op, const Value& a, const Value& b, const Value& result, Asks& asks) {
    if (is_free(op, a, b)) return;
    if (op == Op::Divide && equal(a, b)) return asks.add(Trait::ByItself);
    if (op == Op::Subtract) asks.add(Trait::Subtraction);
    if (op == Op::Divide) asks.add(Trait::Division);
    if (!a.is_whole() || !b.is_whole() || !result.is_whole()) return;  // sizes are those of whole numbers
    if (op == Op::Add) add_sum(a, b, result, asks);
    if (op == Op::Subtract) add_difference(a, result, asks);
    if (op == Op::Multiply) add_product(a, b, result, asks);
}

template <class Value>
void add_end(Op op, const Value& a, const Value& b, const Value& result, Asks& asks) {
    const auto is_factor = [&](std::int64_t size) { return compared(a, size) == 0 || compared(b, size) == 0; };
    if (op == Op::Divide) asks.add(Trait::EndsDividing);
    if (op != Op::Multiply || compared(result, 24) != 0) return;
    if (is_factor(1)) asks.add(Trait::Ends1x24);
    if (is_factor(4)) asks.add(Trait::Ends4x6);
}

}  // namespace effort

// Adds what one step asks.
template <class Value>
void add_step(Op op, const Value& a, const Value& b, const Value& result, bool is_last, Asks& asks) {
    ++asks.steps;
    if (!result.is_whole()) asks.add(Trait::Fraction);
    if (result.sign() < 0) asks.add(Trait::Negative);
    effort::add_work(op, a, b, result, asks);
    if (is_last) effort::add_end(op, a, b, result, asks);
}

// Base-2 logarithm in 64ths, rounded down; of 1 or more.
constexpr std::int64_t log2_in_64ths(std::uint64_t value) {
    const int whole = static_cast<int>(std::bit_width(value)) - 1;
    std::uint64_t rest = value << (63 - whole);  // 1 to 2, its point after the first bit
    std::int64_t fraction = 0;
    for (int i = 0; i < 6; ++i) {
        const Uint128 square = static_cast<Uint128>(rest) * rest;
        const bool carry = (square >> 127) != 0;
        fraction = fraction << 1 | (carry ? 1 : 0);
        rest = static_cast<std::uint64_t>(carry ? square >> 64 : square >> 63);
    }
    return whole * 64 + fraction;
}
static_assert(log2_in_64ths(1) == 0 && log2_in_64ths(8) == 192 && log2_in_64ths(3) == 101);

// 2^-(cost / 64) times 2^32.
class Rates {
  public:
    static constexpr std::int64_t CHEAPEST = -8 * 64, DEAREST = 32 * 64;

    constexpr Rates() {
        constexpr std::uint64_t ROOT = 18248035989933441396ULL;  // 2^(-1/64) times 2^64
        fractions_[0] = 1ULL << 63;
        for (std::size_t i = 1; i < fractions_.size(); ++i)
            fractions_[i] = static_cast<std::uint64_t>((static_cast<Uint128>(fractions_[i - 1]) * ROOT) >> 64);
    }
    constexpr std::uint64_t operator()(std::int64_t cost) const {
        const std::int64_t kept = std::clamp(cost, CHEAPEST, DEAREST) - CHEAPEST;
        return fractions_[static_cast<std::size_t>(kept % 64)] >> (63 - 40 + kept / 64);
    }

  private:
    std::array<std::uint64_t, 64> fractions_{};
};
inline constexpr Rates RATES;
static_assert(RATES(0) == 1ULL << 32 && RATES(64) == 1ULL << 31 && RATES(Rates::DEAREST) == 1);

// What the numbers of a hand show; the people's model has a weight for each.
struct Shown {
    std::int64_t ones, different, sum, even, needs_fraction;
    std::int64_t ways;  // 64ths of a doubling
};
inline constexpr std::array<std::string_view, 6> SHOWN{"ones",         "different numbers", "sum",
                                                       "even numbers", "needs a fraction",  "ways"};

// Weights: of traits and a step in 64ths of a doubling; of all else in thousandths of a point, those of `race` and
// `ways` for each 64th.
struct Model {
    std::array<std::int32_t, TRAITS.size()> traits{};
    std::int32_t step = 0;
    std::array<std::int32_t, SHOWN.size()> shown{};
    std::int32_t race = 1;
    std::int32_t base = 0;
};

inline std::int64_t cost(const Asks& asks, const Model& model) {
    std::int64_t total = static_cast<std::int64_t>(model.step) * asks.steps;
    for (std::uint64_t counts = asks.counts, i = 0; counts != 0; counts >>= 4, ++i)
        total += static_cast<std::int64_t>(model.traits[i]) * static_cast<std::int64_t>(counts & 15);
    return total;
}

// The outcome of the race in 64ths of a doubling, greater is harder. One solution or more; they come back sorted,
// without repeats.
inline std::int64_t race(std::vector<Asks>& solutions, const Model& model) {
    std::sort(solutions.begin(), solutions.end());
    solutions.erase(std::unique(solutions.begin(), solutions.end()), solutions.end());
    std::uint64_t rates = 0;
    for (const Asks& asks : solutions) rates += RATES(cost(asks, model));
    return 32 * 64 - log2_in_64ths(rates);
}

inline std::array<std::int64_t, SHOWN.size()> all(const Shown& shown) {
    return {shown.ones, shown.different, shown.sum, shown.even, shown.needs_fraction, shown.ways};
}

inline std::int64_t score(std::int64_t race, const Shown& shown, const Model& model) {
    const auto values = all(shown);
    std::int64_t total = model.base + model.race * race;
    for (std::size_t i = 0; i < values.size(); ++i) total += model.shown[i] * values[i];
    return total;
}

}  // namespace facevalue::numbers
