// Reach: which of the targets low..high some numbers can make, for one choice of numbers or for many at once.
//
// For: "what can be made of these", and whole games: all 13,243 choices of Countdown times all their targets.
// Not for: how a target is made (search.hpp).
// Method, by the rules and the numbers (`reach_method`):
//   Whole      any order and grouping, results whole and not negative, numbers from 1 up, at most MOST_WHOLE of them,
//              bounds within a machine word: tables of whole values (reach_table.hpp), shared between all choices.
//   Fractions  any order and grouping, else: sorted tables of fractions for each choice by itself (closest.hpp).
//   Walk       all other rules: every candidate (walk.hpp).
// Cost: Whole, six tiles: a tenth of a millisecond; 13,243 choices of them: a third of a second on a core. Fractions:
// six numbers 0.05 s, seven 1.5 s. Walk: the number of candidates.
// Threads: workers take parts of the batch and share nothing; a `stop` that answers yes voids the results.
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
// `done` is raised up to choices.count() on the way.
bool reach(const Choices& choices, const Rules& rules, const Targets& targets, std::size_t workers, const Stop& stop,
           std::atomic<std::size_t>& done, std::uint8_t* reached);

// The part of it that Whole does; every choice has that method.
bool reach_whole(const Choices& choices, const Rules& rules, const Targets& targets, std::size_t workers,
                 const Stop& stop, std::atomic<std::size_t>& done, std::uint8_t* reached);

inline constexpr std::size_t MOST_WHOLE = 8;

}  // namespace facevalue::numbers
