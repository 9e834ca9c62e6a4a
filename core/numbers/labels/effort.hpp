// Effort: what a solution costs a person, and how hard a puzzle with such solutions is.
//
// The features of a step are fixed (step_features.hpp); what each costs is data (`ModelWeights`). A solution costs the
// sum of the weights of its features, in 64ths of a doubling, and is found at a rate of 2^-cost. People look for all
// solutions in parallel, so the rates of different solutions add up: one easy solution decides, and a hard one changes
// little. Everything is in whole numbers, so results are the same on every machine. Rates are kept between 2^8 and
// 2^-32.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "numbers/four_numbers/step_features.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

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

// Features of the numbers of a hand; the model `people` has a weight for each.
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

// The observations of a correction: the parallel effort, the score without corrections, the features of the numbers,
// and how often the solutions have each feature of steps, in 64ths; easy solutions count more.
inline constexpr std::size_t OBSERVATIONS = 2 + NUMBER_FEATURES.size() + STEP_FEATURES.size();
using Observations = std::array<std::int64_t, OBSERVATIONS>;

// A tree of two levels: each condition (an observation is at most a bound) selects the next one or the points.
struct Correction {
    struct Condition {
        std::uint32_t observation;
        std::int32_t most;
    };
    Condition first;
    std::array<Condition, 2> second;     // of a yes, of a no
    std::array<std::int32_t, 4> points;  // yes and yes, yes and no, no and yes, no and no
};
// The largest that `most` and all points of a model together may be: the sums of `CorrectionBlock` are 32 bits wide.
inline constexpr std::int32_t MOST_POINTS = 2'000'000'000;

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
    for (std::size_t i = 0; i < model.step_features.size(); ++i)
        total += static_cast<std::int64_t>(model.step_features[i]) * static_cast<std::int64_t>(features.count_of(i));
    return total;
}

// Removes repeats; the order may change.
inline void keep_different(std::vector<StepFeatures>& solutions) {
    constexpr std::size_t PLACES = 256, MOST = PLACES / 2;
    if (solutions.size() > MOST) {  // few hands have so many
        sort_items(solutions);
        solutions.erase(std::unique(solutions.begin(), solutions.end()), solutions.end());
        return;
    }
    std::array<std::uint8_t, PLACES> places{};  // by hash: how many were kept when this one was
    std::size_t kept = 0;
    for (const StepFeatures& each : solutions) {
        std::size_t place = each.counts * 0x9E3779B97F4A7C15ULL >> 56;
        while (places[place] != 0 && solutions[places[place] - 1U] != each) place = (place + 1) % PLACES;
        if (places[place] != 0) continue;
        solutions[kept++] = each;
        places[place] = static_cast<std::uint8_t>(kept);
    }
    solutions.resize(kept);
}

// The rates at which people find the solutions. Removes repeats.
inline std::vector<std::uint64_t> different_rates(std::vector<StepFeatures>& solutions, const ModelWeights& model) {
    keep_different(solutions);
    std::vector<std::uint64_t> rates(solutions.size());
    for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = RATES(cost(solutions[i], model));
    return rates;
}

// How hard it is to find one of the solutions, in 64ths of a doubling; higher is harder. There must be a solution.
inline std::int64_t parallel_effort(const std::vector<std::uint64_t>& rates) {
    return 32 * 64 - log2_in_64ths(std::accumulate(rates.begin(), rates.end(), std::uint64_t{0}));
}

inline std::int64_t score(std::int64_t parallel_effort, const NumberFeatures& number_features,
                          const ModelWeights& model) {
    std::int64_t total = model.base + model.parallel_effort * parallel_effort;
    for (std::size_t i = 0; i < number_features.size(); ++i) total += model.number_features[i] * number_features[i];
    return total;
}

// How often solutions have each feature of steps, in 64ths: the mean of their counts, weighed by their rates.
inline std::array<std::int64_t, STEP_FEATURES.size()> mean_counts(const std::vector<StepFeatures>& solutions,
                                                                  const std::vector<std::uint64_t>& rates) {
    std::array<std::uint64_t, STEP_FEATURES.size()> sums{};
    std::uint64_t total = 0;  // all fits: 2^12 trees of four numbers at most, of rates up to 2^40 and counts up to 2^2
    for (std::size_t each = 0; each < rates.size(); ++each) {
        total += rates[each];
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += rates[each] * solutions[each].count_of(i);
    }
    std::array<std::int64_t, STEP_FEATURES.size()> means{};
    for (std::size_t i = 0; i < means.size(); ++i) means[i] = static_cast<std::int64_t>(sums[i] * 64 / total);
    return means;
}

// Of one or more different solutions, with their rates.
inline Observations observations(std::int64_t parallel_effort, const NumberFeatures& number_features,
                                 const std::vector<StepFeatures>& solutions, const std::vector<std::uint64_t>& rates,
                                 const ModelWeights& model) {
    Observations seen{parallel_effort, score(parallel_effort, number_features, model)};
    const auto next = std::copy(number_features.begin(), number_features.end(), seen.begin() + 2);
    const auto means = mean_counts(solutions, rates);
    std::copy(means.begin(), means.end(), next);
    return seen;
}

// The corrections of several hands at once: vectors test each condition for all of them.
class CorrectionBlock {
    typedef std::int32_t Lane __attribute__((vector_size(16)));
    static constexpr std::size_t LANES = 4, WIDTH = sizeof(Lane) / sizeof(std::int32_t);

  public:
    static constexpr std::size_t HANDS = LANES * WIDTH;

    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }
    void add(const Observations& seen) {
        // Values beyond all bounds stay beyond them.
        for (std::size_t i = 0; i < OBSERVATIONS; ++i)
            seen_[i][size_ / WIDTH][size_ % WIDTH] =
                static_cast<std::int32_t>(std::clamp<std::int64_t>(seen[i], -MOST_POINTS - 1, MOST_POINTS + 1));
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
