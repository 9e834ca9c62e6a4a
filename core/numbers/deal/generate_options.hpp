// GenerateOptions: which puzzles a caller wants, from options by name: their space, and the filters that they must
// pass.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "numbers/deal/deck.hpp"
#include "numbers/deal/filters.hpp"
#include "numbers/deal/puzzle_space.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

inline constexpr std::int64_t MOST_VALUE = 1'000'000'000;  // of numbers and targets
inline constexpr std::int64_t MOST_TARGETS = 10'000'000;   // of a query about which targets can be made
inline constexpr std::int64_t LARGEST_TARGET = std::int64_t{1} << 62;

// The names of difficulties, and their percentiles.
inline constexpr std::array<std::pair<std::string_view, std::pair<int, int>>, 3> DIFFICULTIES{
    {{"easy", {0, 25}}, {"medium", {25, 75}}, {"hard", {75, 100}}}};

struct GenerateOptions {
    SpaceOptions space;
    PuzzleFilters filters;
    bool rates_models;  // are percentiles those for language models?
};

// From size, low, high, target, solvable, difficulty, difficulty_model, solution_count, needs_fraction and dealable,
// any of which may be missing; `target` is the target of the rules, for a deck without targets.
Expected<GenerateOptions> read_generate_options(const Argument& options, const Deck& deck, const Argument& target);

// The digits of a whole number as a number, or the smallest or largest one, so that bounds of any size can be compared.
std::int64_t saturated(const Argument& whole);

// The error of a lower bound that is above the upper one.
Problem in_wrong_order(std::string_view low, std::string_view high);

// The bounds of targets that may be made.
Expected<Targets> read_targets(const Argument& low, const Argument& high);

// The lowest and the highest percentile of a difficulty: a name, a percentile, or the two.
Expected<std::pair<double, double>> read_percentiles(const Argument& difficulty);

}  // namespace facevalue::numbers
