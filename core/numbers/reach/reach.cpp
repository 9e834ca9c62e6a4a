#include "numbers/reach/reach.hpp"

#include <algorithm>

#include "numbers/solve/solver.hpp"
#include "numbers/values/closest.hpp"
#include "numbers/values/method.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {
namespace {

// These limits keep the bits of a batch within a few megabytes.
constexpr std::int64_t MOST_WHOLE_TARGET = 100'000;
constexpr Uint128 MOST_BITS_OF_SET = 1 << 25;

// Does every value fit 32 bits? See ReachSetup::limit.
bool is_narrow(const std::vector<Number>& numbers, const Rules& rules, const Targets& targets) {
    constexpr Uint128 MOST = Uint128{1} << 62;
    Uint128 product = static_cast<Uint128>(targets.high) + 1;
    for (const Number& number : numbers) {
        product *= static_cast<Uint128>(number.numerator) + 1;
        if (product > MOST) return false;
    }
    if (rules.values == Values::Natural && small_reach_bound(numbers) >= Uint128{1} << 32) return false;
    const auto largest = static_cast<Uint128>(std::ranges::max(numbers, {}, &Number::numerator).numerator) + 1;
    return largest * (static_cast<Uint128>(targets.high) + 1) < MOST_BITS_OF_SET;
}

bool is_whole_method(const std::vector<Number>& numbers, const Rules& rules, const Targets& targets) {
    const bool fits = rules.values == Values::Positive || rules.values == Values::Natural;
    return fits && allows_any_tree(rules) && numbers.size() <= MOST_WHOLE && targets.high >= 1 &&
           targets.high <= MOST_WHOLE_TARGET &&
           std::all_of(numbers.begin(), numbers.end(),
                       [](const Number& number) { return number.denominator == 1 && number.numerator >= 1; }) &&
           is_narrow(numbers, rules, targets);
}

void reach_one(const std::vector<Number>& numbers, const Rules& rules, const Targets& targets, Pulse& pulse,
               std::uint8_t* reached) {
    const auto mark = [&](std::int64_t value) {
        if (targets.low <= value && value <= targets.high) reached[value - targets.low] = 1;
    };
    for_whole_values(numbers, rules, pulse.inner(), mark);
}

bool reach_each(const Choices& choices, const Rules& rules, const Targets& targets, std::size_t workers,
                const Stop& stop, std::atomic<std::size_t>& done, std::uint8_t* reached) {
    SharedRows rows(choices.count(), 1);
    std::fill(reached, reached + choices.count() * targets.count(), std::uint8_t{0});
    return run_workers(workers, stop, [&](std::size_t, Pulse& pulse) {
        rows.take(pulse, [&](std::size_t row, std::size_t) {
            reach_one(choices.at(row), rules, targets, pulse, reached + row * targets.count());
            pulse.beat(1);
            if (!pulse.stopped()) ++done;
        });
    });
}

}  // namespace

ReachMethod reach_method(const std::vector<Number>& numbers, const Rules& rules, const Targets& targets) {
    if (is_whole_method(numbers, rules, targets)) return ReachMethod::Whole;
    const Engine engine = engine_for({numbers, {}}, rules, Distinct::Raw, Find::Targets);
    return engine == Engine::Backward ? ReachMethod::Fractions : ReachMethod::Walk;
}

bool reach(const Choices& choices, const Rules& rules, const Targets& targets, std::size_t workers, const Stop& stop,
           std::atomic<std::size_t>& done, std::uint8_t* reached) {
    for (std::size_t row = 0; row < choices.count(); ++row)
        if (reach_method(choices.at(row), rules, targets) != ReachMethod::Whole)
            return reach_each(choices, rules, targets, workers, stop, done, reached);
    return reach_whole(choices, rules, targets, workers, stop, done, reached);
}

}  // namespace facevalue::numbers
