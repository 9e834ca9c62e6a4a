// FourNumberSteps: reads the steps of trees of four numbers for counting and rating, one tree in each lane of a vector.
//
// Compiled once per vector width, as lanes.hpp, and with the same restriction: nothing here may call an
// inline function that is not a template over the width. Fractions are exact and not reduced, except whole numbers.
// Nothing overflows for hands that `fits_machine_words`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numbers/four_numbers/step_features.hpp"

namespace facevalue::numbers {

// The order of a node's six bits and of the ways to combine a pair: the operations, with - and / in both directions.
enum class Way : std::uint8_t { Add, Multiply, Subtract, SubtractFrom, Divide, DivideInto };
inline constexpr std::size_t WAYS = 6;

// What is marked of a tree. An idle step has an operand without which its value is the same, up to sign; an idle side
// of the last step can be left out.
namespace tree_marks {
inline constexpr std::int64_t MAKES_TARGET = 1, IDLE_FIRST = 2, IDLE_SECOND = 4, IDLE_LAST = 8, IDLE_LEFT = 16,
                              IDLE_RIGHT = 32, UNIT_QUOTIENT = 64, FRACTION_FIRST = 128, FRACTION_SECOND = 256;
}  // namespace tree_marks

inline constexpr std::size_t TREES_AT_ONCE = 64;
struct TreeColumns {
    template <class Item>
    using Column = Item[TREES_AT_ONCE];

    Column<std::int64_t> numbers[4]{};  // in the order in which the steps take them
    Column<std::int64_t> ways[3]{}, targets{};
    Column<std::int64_t> has_halves{};         // all bits, if the last step takes the results of both others
    Column<std::int64_t> features{}, marks{};  // the results: the counts of StepFeatures, and `tree_marks`
};

namespace four_numbers {

// Without FEATURES, only the marks are read, which takes half as long.
template <std::size_t BYTES, bool FEATURES>
class Steps {
  public:
    typedef std::int64_t Lane __attribute__((vector_size(BYTES)));
    typedef Lane Truth;  // all bits or none

    static void run(TreeColumns& trees, std::size_t count) {
        for (std::size_t first = 0; first < count; first += LANES) read(trees, first);
    }

  private:
    using Seen = SeenStep<Steps>;
    static constexpr std::size_t LANES = BYTES / sizeof(std::int64_t);
    static_assert(TREES_AT_ONCE % LANES == 0);

    struct Value {
        Lane n, d;
    };
    struct Step {
        Seen seen;
        Value made;
        Lane fails;  // it divides by zero
    };

    static void read(TreeColumns& trees, std::size_t at) {
        const Lane halves = load(trees.has_halves + at), target = load(trees.targets + at);
        Value x[4];
        for (std::size_t i = 0; i < 4; ++i) x[i] = {load(trees.numbers[i] + at), Lane{} + 1};
        Lane features{};
        const Step first = step(load(trees.ways[0] + at), x[0], x[1], features);
        const Step second =
            step(load(trees.ways[1] + at), of(halves, x[2], first.made), of(halves, x[3], x[2]), features);
        const Value left = of(halves, first.made, second.made), right = of(halves, second.made, x[3]);
        const Step last = last_step(load(trees.ways[2] + at), left, right, target, features);
        count_if(halves, Feature::TwoHalves, features);
        store(features, trees.features + at);  // 0 without FEATURES
        store(marks(first, second, last, halves) |
                  (~(first.fails | second.fails | last.fails) & tree_marks::MAKES_TARGET),
              trees.marks + at);
    }

    static Step step(Lane way, const Value& a, const Value& b, Lane& features) {
        Step step = made(way, a, b);
        tidy(step.made);
        see(step, features);
        return step;
    }
    // It fails too if it misses the target. If not, it makes a whole number.
    static Step last_step(Lane way, const Value& a, const Value& b, Lane target, Lane& features) {
        Step step = made(way, a, b);
        step.fails |= step.made.n != target * step.made.d;
        step.made = {target, Lane{} + 1};
        see(step, features);
        add_last_features(step.seen, [&](Lane holds, Feature feature) { count_if(holds, feature, features); });
        return step;
    }

    static Step made(Lane way, const Value& left, const Value& right) {
        const auto is = [&](Way each) { return way == static_cast<std::int64_t>(each); };
        Step step;  // all of it is set here and in `see`
        Seen& seen = step.seen;
        const Lane turned = is(Way::SubtractFrom) | is(Way::DivideInto);
        seen.adds = is(Way::Add);
        seen.subtracts = is(Way::Subtract) | is(Way::SubtractFrom);
        seen.multiplies = is(Way::Multiply);
        seen.divides = is(Way::Divide) | is(Way::DivideInto);
        const Value a = of(turned, right, left), b = of(turned, left, right);
        seen.a = whole_size(a);
        seen.b = whole_size(b);
        seen.a_is_negative = a.n < 0;
        seen.b_is_negative = b.n < 0;
        seen.same_size = size(a.n) == size(b.n);
        const Value c{of(seen.divides, b.d, b.n), of(seen.divides, b.n, b.d)};  // by which to multiply
        const Lane one = a.n * c.d, other = c.n * a.d;
        const Lane sum = one + of(seen.subtracts, -other, other);
        step.made = {of(seen.adds | seen.subtracts, sum, a.n * c.n), a.d * c.d};
        step.fails = step.made.d == 0;
        step.made.d = of(step.fails, Lane{} + 1, step.made.d);
        const Lane is_turned = step.made.d < 0;
        step.made = {of(is_turned, -step.made.n, step.made.n), size(step.made.d)};
        return step;
    }
    static void tidy(Value& value) {
        // Most vectors have only whole numbers, and there is no vector instruction for the division.
        if (!is_any(value.d != 1)) return;
        const Lane quotient = value.n / value.d, is_whole = quotient * value.d == value.n;
        value = {of(is_whole, quotient, value.n), of(is_whole, Lane{} + 1, value.d)};
    }
    static void see(Step& step, Lane& features) {
        step.seen.made = whole_size(step.made);
        step.seen.made_is_negative = step.made.n < 0;
        add_features(step.seen, [&](Lane holds, Feature feature) { count_if(holds, feature, features); });
    }

    static Lane marks(const Step& first, const Step& second, const Step& last, Lane halves) {
        using namespace tree_marks;
        const Seen &one = first.seen, &two = second.seen, &end = last.seen;
        const Lane unit_quotient =
            ~halves & (end.adds | end.subtracts) & (two.made == 1) & (two.divides | (two.multiplies & one.divides));
        const Lane left = (end.adds & (end.a == 0)) | (end.multiplies & (end.a == 1) & ~end.a_is_negative);
        const Lane right = (end.adds & (end.b == 0)) | (end.multiplies & (end.b == 1) & ~end.b_is_negative);
        return (is_idle(one) & IDLE_FIRST) | (is_idle(two) & IDLE_SECOND) | (is_idle(end) & IDLE_LAST) |
               (left & IDLE_LEFT) | (right & IDLE_RIGHT) | (unit_quotient & UNIT_QUOTIENT) |
               ((one.made < 0) & FRACTION_FIRST) | ((two.made < 0) & FRACTION_SECOND);
    }
    // With positive numbers, a part that makes -1 can also make 1, because it contains a difference.
    static Lane is_idle(const Seen& step) {
        const Lane is_sum = step.adds | step.subtracts;
        return (step.a == 0) | (~step.divides & (step.b == 0)) | (~is_sum & (step.b == 1)) |
               (step.multiplies & (step.a == 1));
    }

    static void count_if(Lane holds, Feature feature, Lane& features) {
        if constexpr (FEATURES) features += holds & (std::int64_t{1} << 4 * static_cast<int>(feature));
    }
    static bool is_any(Lane truth) {
        std::int64_t lanes[LANES], any = 0;
        store(truth, lanes);
        for (const std::int64_t lane : lanes) any |= lane;
        return any != 0;
    }
    static Lane size(Lane n) { return of(n < 0, -n, n); }
    static Lane whole_size(const Value& value) { return of(value.d == 1, size(value.n), Lane{} - 1); }

    static Lane of(Lane truth, Lane yes, Lane no) { return (truth & yes) | (~truth & no); }
    static Value of(Lane truth, const Value& yes, const Value& no) {
        return {of(truth, yes.n, no.n), of(truth, yes.d, no.d)};
    }
    static Lane load(const std::int64_t* from) {
        Lane lane;
        __builtin_memcpy(&lane, from, sizeof lane);
        return lane;
    }
    static void store(Lane lane, std::int64_t* to) { __builtin_memcpy(to, &lane, sizeof lane); }
};

}  // namespace four_numbers

}  // namespace facevalue::numbers
