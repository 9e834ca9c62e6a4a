// PuzzleFilters: which generated puzzles match, how many to label at once, and what to do if too few match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "text/problem.hpp"

namespace facevalue::numbers {

// The search ends after this many puzzles in a row without a match.
inline constexpr std::uint64_t MOST_WITHOUT_MATCH = 2'000'000;
// Another difficulty is suggested if there are at most this many puzzles to choose from.
inline constexpr std::uint64_t MOST_SUGGESTED_FROM = 10'000;

// What the filters look at. The percentile is NaN, and there are no solutions, if the puzzle cannot be solved.
struct FilterLabel {
    std::uint64_t solutions;
    bool needs_fraction;
    double percentile;
};

struct PuzzleFilters {
    std::optional<bool> solvable{}, needs_fraction{};
    std::optional<std::pair<double, double>> difficulty{};            // the lowest and highest percentile
    std::optional<std::pair<std::uint64_t, std::uint64_t>> counts{};  // of solutions

    bool matches(const FilterLabel& label) const;
};

// How far a search for puzzles is: how many were labelled, and found; up to where there was a match; and how many are
// needed, if not all.
struct SearchPlace {
    std::uint64_t start = 0, found = 0, last_match = 0;
    std::optional<std::uint64_t> needed{};
};

// How many puzzles to label next. Batches grow, because puzzles share tables, but not far beyond what is needed.
std::uint64_t next_batch(const SearchPlace& place);

// Is the search at its end, with too few puzzles or after too many without a match?
bool is_fruitless(const SearchPlace& place, std::uint64_t total);

// Do messages about this search need the labels of all puzzles?
bool needs_labels(const PuzzleFilters& filters, std::uint64_t total);

// The error of a search without a match in so many tries.
Problem no_match(std::uint64_t tries, std::string_view remedy);

// The error of a fruitless search, with the first filter whose widening helps; `needed` is the number requested, as
// messages write it.
Problem too_few_puzzles(const PuzzleFilters& filters, const SearchPlace& place, std::uint64_t total,
                        const std::string& needed, const std::vector<FilterLabel>& labels);

}  // namespace facevalue::numbers
