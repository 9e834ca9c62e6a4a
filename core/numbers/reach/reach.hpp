// Reach: which of the targets low..high can be made from some numbers, for one choice of numbers or for many.
//
//   Whole      any order and grouping, whole results >= 0, at most MOST_WHOLE numbers >= 1: tables of whole values that
//              all choices share (reach_sets.hpp). 13,243 choices of six tiles take an eighth of a second on one core.
//   Fractions  any order and grouping, other values: closest.hpp for each choice. Six numbers take 0.05 s, seven 1.5 s.
//   Walk       all other rules: every candidate (walk.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// The targets low, low + 1, .. high.
struct Targets {
    std::int64_t low = 100, high = 999;
    std::size_t count() const { return static_cast<std::size_t>(high - low) + 1; }
};

// Choices of `size` numbers each, one after the other.
struct Choices {
    std::vector<Number> numbers;
    std::size_t size = 0;
    std::size_t count() const { return numbers.size() / size; }
    std::vector<Number> at(std::size_t row) const {
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(row * size);
        return {first, first + static_cast<std::ptrdiff_t>(size)};
    }
};

enum class ReachMethod : std::uint8_t { Whole, Fractions, Walk };

// The method for one choice of numbers.
ReachMethod reach_method(const std::vector<Number>& numbers, const Rules& rules, const Targets& targets);

// Writes 1 for each target that a choice makes, else 0: a row of targets.count() for each choice. False when stopped.
// Meanwhile `done` counts up to choices.count().
bool reach(const Choices& choices, const Rules& rules, const Targets& targets, std::size_t workers, const Stop& stop,
           std::atomic<std::size_t>& done, std::uint8_t* reached);

// The same when every choice has the method Whole.
bool reach_whole(const Choices& choices, const Rules& rules, const Targets& targets, std::size_t workers,
                 const Stop& stop, std::atomic<std::size_t>& done, std::uint8_t* reached);

inline constexpr std::size_t MOST_WHOLE = 8;

}  // namespace facevalue::numbers
