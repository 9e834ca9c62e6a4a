// Effort: what a solution costs a person, and how hard a puzzle with such solutions is.
//
// The features of a step are fixed here (`Feature`); what each costs is data (`ModelWeights`). A solution costs the sum
// of the weights of its features, in 64ths of a doubling, and is found at a rate of 2^-cost. People look for all
// solutions in parallel, so the rates of different solutions add up: one easy solution decides, and a hard one changes
// little. Everything is in whole numbers, so results are the same on every machine. Rates are kept between 2^8 and
// 2^-32.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

enum class Feature : std::uint8_t {
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
inline constexpr std::array<std::string_view, 16> STEP_FEATURES{
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

// How often a solution has each feature (four bits each) and how many steps: at most 15, for 16 numbers.
struct StepFeatures {
    std::uint64_t counts = 0;
    std::uint8_t steps = 0;
    void add(Feature feature) { counts += 1ULL << shift(feature); }
    int count(Feature feature) const { return static_cast<int>(counts >> shift(feature) & 15); }
    // Calls visit(index of a feature, how often) for those that the solution has, which are few.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::uint64_t left = counts; left != 0;) {
            const int first = std::countr_zero(left) & ~3;
            visit(static_cast<std::size_t>(first / 4), left >> first & 15);
            left &= ~(std::uint64_t{15} << first);
        }
    }
    static int shift(Feature feature) { return 4 * static_cast<int>(feature); }
    friend bool operator==(const StepFeatures&, const StepFeatures&) = default;
    friend auto operator<=>(const StepFeatures&, const StepFeatures&) = default;
};
static_assert(4 * STEP_FEATURES.size() <= 64);

namespace effort {

// Compares |value| with a small whole number: -1, 0 or 1.
template <class Int>
int compared(const Ratio<Int>& value, std::int64_t with) {
    using Product = typename Ratio<Int>::Product;
    const Int size = value.sign() < 0 ? Int(0) - value.numerator() : value.numerator();
    if (value.denominator() == Int(1)) return size < Int(with) ? -1 : size == Int(with) ? 0 : 1;  // most are whole
    const Product other = Product(value.denominator()) * Product(with);
    return Product(size) < other ? -1 : Product(size) == other ? 0 : 1;
}
template <class Int>
bool same_size(const Ratio<Int>& a, const Ratio<Int>& b) {
    return a == b || a == Ratio<Int>(Int(0) - b.numerator(), b.denominator());
}

template <class Value>
void add_sum(const Value& a, const Value& b, const Value& result, StepFeatures& features) {
    if (same_size(a, b)) features.add(Feature::Doubled);
    if (compared(result, 10) > 0) features.add(Feature::SumBeyond10);
}
template <class Value>
void add_difference(const Value& a, const Value& result, StepFeatures& features) {
    if (compared(a, 10) > 0) features.add(Feature::FromBeyond10);
    if (compared(a, 24) > 0) features.add(Feature::FromBeyond24);
    if (compared(result, 1) == 0) features.add(Feature::DifferenceOf1);
}
template <class Value>
void add_product(const Value& a, const Value& b, const Value& result, StepFeatures& features) {
    if (compared(a, 5) >= 0 && compared(b, 5) >= 0) features.add(Feature::FactorsFrom5);
    if (compared(result, 50) > 0) features.add(Feature::ProductBeyond50);
}

// Steps without any work: adding or subtracting 0, multiplying or dividing by 1, subtracting a number from itself.
template <class Value>
bool is_free(Op op, const Value& a, const Value& b) {
    const auto is_one = [](const Value& value) { return value.sign() > 0 && compared(value, 1) == 0; };
    if (a.sign() == 0 || b.sign() == 0) return true;
    if (op == Op::Subtract) return a == b;
    return (op != Op::Add && is_one(b)) || (op == Op::Multiply && is_one(a));
}

template <class Value>
void add_work(Op op, const Value& a, const Value& b, const Value& result, StepFeatures& features) {
    if (is_free(op, a, b)) return;
    if (op == Op::Divide && a == b) return features.add(Feature::ByItself);
    if (op == Op::Subtract) features.add(Feature::Subtraction);
    if (op == Op::Divide) features.add(Feature::Division);
    if (!a.is_whole() || !b.is_whole() || !result.is_whole()) return;  // the other features are for whole numbers
    if (op == Op::Add) add_sum(a, b, result, features);
    if (op == Op::Subtract) add_difference(a, result, features);
    if (op == Op::Multiply) add_product(a, b, result, features);
}

template <class Value>
void add_end(Op op, const Value& a, const Value& b, const Value& result, StepFeatures& features) {
    const auto is_factor = [&](std::int64_t size) { return compared(a, size) == 0 || compared(b, size) == 0; };
    if (op == Op::Divide) features.add(Feature::EndsDividing);
    if (op != Op::Multiply || compared(result, 24) != 0) return;
    if (is_factor(1)) features.add(Feature::Ends1x24);
    if (is_factor(4)) features.add(Feature::Ends4x6);
}

}  // namespace effort

// Adds the features of one step.
template <class Value>
void add_step(Op op, const Value& a, const Value& b, const Value& result, bool is_last, StepFeatures& features) {
    ++features.steps;
    if (!result.is_whole()) features.add(Feature::Fraction);
    if (result.sign() < 0) features.add(Feature::Negative);
    effort::add_work(op, a, b, result, features);
    if (is_last) effort::add_end(op, a, b, result, features);
}

// Base-2 logarithm in 64ths, rounded down; of 1 or more.
constexpr std::int64_t log2_in_64ths(std::uint64_t value) {
    const int whole = static_cast<int>(std::bit_width(value)) - 1;
    std::uint64_t rest = value << (63 - whole);  // from 1 to 2, as a fixed-point number with 63 fractional bits
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

// The numbers of a hand, which the people's model has a weight for each of.
inline constexpr std::array<std::string_view, 12> NUMBER_FEATURES{
    "ones",
    "different numbers",
    "sum",
    "even numbers",
    "needs a fraction",
    "ways",  // 64ths of a doubling
    "divisible by neither 2 nor 3",
    "divisors of 24",
    "smallest number",
    "second number",
    "third number",
    "largest number",
};
using NumberFeatures = std::array<std::int64_t, NUMBER_FEATURES.size()>;

// What a correction looks at: the parallel effort, the score without corrections, the features of the numbers, and how
// often the solutions have each feature of steps, in 64ths, an easy solution counting for more.
inline constexpr std::size_t OBSERVATIONS = 2 + NUMBER_FEATURES.size() + STEP_FEATURES.size();
using Observations = std::array<std::int64_t, OBSERVATIONS>;

// A tree of two levels: whether an observation is at most a bound chooses the next question, and that the points.
struct Correction {
    struct Question {
        std::uint32_t observation;
        std::int32_t most;
    };
    Question first;
    std::array<Question, 2> second;      // of a yes, of a no
    std::array<std::int32_t, 4> points;  // yes and yes, yes and no, no and yes, no and no
};
// The largest that `most` and all points of a model together may be: the sums of `CorrectionBlock` are 32 bits wide.
inline constexpr std::int32_t MOST_ASKED = 2'000'000'000;

// Weights of step features and of a step are in 64ths of a doubling. All others are in thousandths of a point, per 64th
// for `parallel_effort` and `ways`.
struct ModelWeights {
    std::array<std::int32_t, STEP_FEATURES.size()> step_features{};
    std::int32_t step = 0;
    std::array<std::int32_t, NUMBER_FEATURES.size()> number_features{};
    std::int32_t parallel_effort = 1;
    std::int32_t base = 0;
    std::vector<Correction> corrections = {};
};

inline std::int64_t cost(const StepFeatures& features, const ModelWeights& model) {
    std::int64_t total = static_cast<std::int64_t>(model.step) * features.steps;
    features.for_each([&](std::size_t i, std::uint64_t count) {
        total += static_cast<std::int64_t>(model.step_features[i]) * static_cast<std::int64_t>(count);
    });
    return total;
}

// Removes repeats; the order may change. Comparing all with all is faster for a few solutions, as most hands have.
inline void keep_different(std::vector<StepFeatures>& solutions) {
    constexpr std::size_t FEW = 32;
    auto end = solutions.begin();
    if (solutions.size() <= FEW) {
        for (const StepFeatures& each : solutions)
            if (std::find(solutions.begin(), end, each) == end) *end++ = each;
    } else {
        std::sort(solutions.begin(), solutions.end());
        end = std::unique(solutions.begin(), solutions.end());
    }
    solutions.erase(end, solutions.end());
}

// How hard it is to find one of the solutions, in 64ths of a doubling; greater is harder. Removes repeats of the
// solutions, of which there must be one or more.
inline std::int64_t parallel_effort(std::vector<StepFeatures>& solutions, const ModelWeights& model) {
    keep_different(solutions);
    std::uint64_t rates = 0;
    for (const StepFeatures& features : solutions) rates += RATES(cost(features, model));
    return 32 * 64 - log2_in_64ths(rates);
}

inline std::int64_t score(std::int64_t parallel_effort, const NumberFeatures& number_features,
                          const ModelWeights& model) {
    std::int64_t total = model.base + model.parallel_effort * parallel_effort;
    for (std::size_t i = 0; i < number_features.size(); ++i) total += model.number_features[i] * number_features[i];
    return total;
}

// How often solutions have each feature of steps, in 64ths: the mean of their counts, weighed by their rates.
inline std::array<std::int64_t, STEP_FEATURES.size()> mean_counts(const std::vector<StepFeatures>& solutions,
                                                                  const ModelWeights& model) {
    std::array<std::uint64_t, STEP_FEATURES.size()> sums{};
    std::uint64_t rates = 0;  // 2^13 solutions at most, of rates up to 2^40 and counts up to 2^4
    for (const StepFeatures& features : solutions) {
        const std::uint64_t rate = RATES(cost(features, model));
        rates += rate;
        features.for_each([&](std::size_t i, std::uint64_t count) { sums[i] += rate * count; });
    }
    std::array<std::int64_t, STEP_FEATURES.size()> means{};
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i] = static_cast<std::int64_t>(static_cast<Uint128>(sums[i]) * 64 / rates);
    return means;
}

// Of different solutions, one or more.
inline Observations observations(std::int64_t parallel_effort, const NumberFeatures& number_features,
                                 const std::vector<StepFeatures>& solutions, const ModelWeights& model) {
    Observations seen{parallel_effort, score(parallel_effort, number_features, model)};
    const auto next = std::copy(number_features.begin(), number_features.end(), seen.begin() + 2);
    const auto means = mean_counts(solutions, model);
    std::copy(means.begin(), means.end(), next);
    return seen;
}

// The corrections of several hands at once: vectors answer each question for all of them.
class CorrectionBlock {
    typedef std::int32_t Lane __attribute__((vector_size(16)));
    static constexpr std::size_t LANES = 4, WIDTH = sizeof(Lane) / sizeof(std::int32_t);

  public:
    static constexpr std::size_t HANDS = LANES * WIDTH;

    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }
    void add(const Observations& seen) {
        // What is beyond all bounds stays so.
        for (std::size_t i = 0; i < OBSERVATIONS; ++i)
            seen_[i][size_ / WIDTH][size_ % WIDTH] =
                static_cast<std::int32_t>(std::clamp<std::int64_t>(seen[i], -MOST_ASKED - 1, MOST_ASKED + 1));
        ++size_;
    }
    // The points of each hand: of all corrections together.
    std::array<std::int32_t, HANDS> points(const std::vector<Correction>& corrections) const {
        std::array<Lane, LANES> total{};
        for (const Correction& each : corrections) {
            const auto& [yes_yes, yes_no, no_yes, no_no] = each.points;
            const auto& first = seen_[each.first.observation];
            const auto& after_yes = seen_[each.second[0].observation];
            const auto& after_no = seen_[each.second[1].observation];
            for (std::size_t i = 0; i < LANES; ++i) {
                const Lane yes = yes_yes + ((after_yes[i] > each.second[0].most) & (yes_no - yes_yes));
                const Lane no = no_yes + ((after_no[i] > each.second[1].most) & (no_no - no_yes));
                const Lane is_no = first[i] > each.first.most;
                total[i] += (is_no & no) | (~is_no & yes);
            }
        }
        std::array<std::int32_t, HANDS> points;
        for (std::size_t hand = 0; hand < HANDS; ++hand) points[hand] = total[hand / WIDTH][hand % WIDTH];
        return points;
    }

  private:
    std::size_t size_ = 0;
    std::array<std::array<Lane, LANES>, OBSERVATIONS> seen_{};
};

}  // namespace facevalue::numbers
