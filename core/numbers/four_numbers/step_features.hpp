// Features of steps: what makes a step hard for a person. The weights are data (labels/effort.hpp).
//
// The rule is written once, for one step of any puzzle (`add_step`) and for one lane of a vector each
// (steps.hpp). It has no branches, because a CPU cannot predict the next step.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

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
    void add(Feature feature, bool holds = true) { counts += std::uint64_t{holds} << shift(feature); }
    int count(Feature feature) const { return static_cast<int>(count_of(static_cast<std::size_t>(feature))); }
    std::uint64_t count_of(std::size_t feature) const { return counts >> 4 * feature & 15; }
    static constexpr int shift(Feature feature) { return 4 * static_cast<int>(feature); }
    friend bool operator==(const StepFeatures&, const StepFeatures&) = default;
    friend auto operator<=>(const StepFeatures&, const StepFeatures&) = default;
};
static_assert(4 * STEP_FEATURES.size() <= 64);

// A step as its features see it, in numbers and truths or in vectors of them, as Kind::Lane and Kind::Truth say.
template <class Kind>
struct SeenStep {
    using Lane = typename Kind::Lane;
    using Truth = typename Kind::Truth;

    Truth adds, subtracts, multiplies, divides;
    Lane a, b, made;  // the sizes of the operands and the result; -1 of those that are not whole
    Truth a_is_negative, b_is_negative, made_is_negative;
    Truth same_size;  // of the operands, if they are whole

    // Steps without any work: adding or subtracting 0, multiplying or dividing by 1, subtracting a number from itself.
    Truth is_free() const {
        const Truth by_1 = (b == 1) & is_not(b_is_negative), times_1 = (a == 1) & is_not(a_is_negative);
        return (a == 0) | (b == 0) | (subtracts & (made == 0)) | ((multiplies | divides) & by_1) |
               (multiplies & times_1);
    }
    static Truth is_not(Truth truth) { return truth == Truth{}; }
};

// Calls add(truth, feature) for each feature; `truth` says whether the step has it.
template <class Kind, class Add>
[[gnu::always_inline]] inline void add_features(const SeenStep<Kind>& step, const Add& add) {
    using Truth = typename Kind::Truth;
    const Truth divides_equals = step.divides & (step.made == 1) & step.is_not(step.made_is_negative);
    const Truth is_work = step.is_not(step.is_free()), by_itself = is_work & divides_equals;
    const Truth works = is_work & step.is_not(divides_equals);
    const Truth whole = works & ((step.a | step.b | step.made) >= 0);
    const Truth adds = whole & step.adds, subtracts = whole & step.subtracts, multiplies = whole & step.multiplies;
    add(works & step.subtracts, Feature::Subtraction);
    add(subtracts & (step.a > 10), Feature::FromBeyond10);
    add(subtracts & (step.a > 24), Feature::FromBeyond24);
    add(subtracts & (step.made == 1), Feature::DifferenceOf1);
    add(adds & step.same_size, Feature::Doubled);
    add(adds & (step.made > 10), Feature::SumBeyond10);
    add(multiplies & (step.a >= 5) & (step.b >= 5), Feature::FactorsFrom5);
    add(multiplies & (step.made > 50), Feature::ProductBeyond50);
    add(works & step.divides, Feature::Division);
    add(by_itself, Feature::ByItself);
    add(step.made < 0, Feature::Fraction);
    add(step.made_is_negative, Feature::Negative);
}
// The same for features of a last step.
template <class Kind, class Add>
[[gnu::always_inline]] inline void add_last_features(const SeenStep<Kind>& step, const Add& add) {
    const typename Kind::Truth makes_24 = step.multiplies & (step.made == 24);
    add(makes_24 & ((step.a == 1) | (step.b == 1)), Feature::Ends1x24);
    add(makes_24 & ((step.a == 4) | (step.b == 4)), Feature::Ends4x6);
    add(step.divides, Feature::EndsDividing);
}

struct OneStep {
    using Lane = std::int64_t;
    using Truth = bool;
};

// The step of three values, which are `tidied`.
template <class Int>
SeenStep<OneStep> seen(Op op, const Ratio<Int>& a, const Ratio<Int>& b, const Ratio<Int>& made) {
    constexpr std::int64_t BEYOND = 99;  // larger than every size in a feature
    const auto full_size = [](const Ratio<Int>& value) {
        return value.numerator() < Int(0) ? Int(0) - value.numerator() : value.numerator();
    };
    const auto size = [&](const Ratio<Int>& value) {
        if (value.denominator() != Int(1)) return std::int64_t{-1};
        const Int full = full_size(value);
        return full > Int(BEYOND) ? BEYOND : static_cast<std::int64_t>(full);
    };
    return {op == Op::Add,
            op == Op::Subtract,
            op == Op::Multiply,
            op == Op::Divide,
            size(a),
            size(b),
            size(made),
            a.sign() < 0,
            b.sign() < 0,
            made.sign() < 0,
            full_size(a) == full_size(b)};
}

// Adds the features of one step, whose values are `tidied`.
template <class Int>
void add_step(Op op, const Ratio<Int>& a, const Ratio<Int>& b, const Ratio<Int>& result, bool is_last,
              StepFeatures& features) {
    const auto step = seen(op, a, b, result);
    const auto add = [&](bool holds, Feature feature) { features.add(feature, holds); };
    ++features.steps;
    add_features(step, add);
    if (is_last) add_last_features(step, add);
}

}  // namespace facevalue::numbers
