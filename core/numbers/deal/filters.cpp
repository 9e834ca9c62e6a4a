#include "numbers/deal/filters.hpp"

#include <algorithm>
#include <cmath>

#include "numbers/exact/text.hpp"
#include "text/joined.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {
namespace {

// What to do, and the filters that are left then.
struct Remedy {
    std::string what;
    PuzzleFilters filters;
};
std::vector<Remedy> remedies_of(const PuzzleFilters& filters) {
    std::vector<Remedy> remedies;
    if (filters.difficulty) {
        remedies.push_back({"widen `difficulty`", filters});
        remedies.back().filters.difficulty = {0, 100};
    }
    if (filters.counts) {
        remedies.push_back({"widen `solution_count`", filters});
        remedies.back().filters.counts.reset();
    }
    if (filters.needs_fraction) {
        const char* const value = *filters.needs_fraction ? "True" : "False";
        remedies.push_back({facevalue::joined({"leave out `needs_fraction=", value, "`"}), filters});
        remedies.back().filters.needs_fraction.reset();
    }
    return remedies;
}

// The narrowest range around the difficulty that has so many of the percentiles, which are at least so many.
std::string suggest_range(const PuzzleFilters& filters, std::vector<double> percentiles, std::uint64_t needed) {
    sort_items(percentiles);
    const double low = std::floor(filters.difficulty->first), high = std::ceil(filters.difficulty->second);
    std::optional<std::pair<double, double>> best;
    for (double first = low; first >= 0; --first) {
        const auto below = std::ranges::lower_bound(percentiles, first) - percentiles.begin();
        const std::uint64_t last = static_cast<std::uint64_t>(below) + needed - 1;
        if (last >= percentiles.size()) continue;
        const double end = std::max(high, std::ceil(percentiles[last]));
        if (!best || end - first < best->second - best->first) best = {first, end};
    }
    return facevalue::joined(
        {"try `difficulty=(", static_cast<int>(best->first), ", ", static_cast<int>(best->second), ")`"});
}

std::string suggest_filter(const PuzzleFilters& filters, const SearchPlace& place, std::uint64_t total,
                           const std::vector<FilterLabel>& labels) {
    const std::vector<Remedy> remedies = remedies_of(filters);
    if (!remedies.empty() && total > MOST_SUGGESTED_FROM) return remedies[0].what;
    const std::uint64_t needed = place.needed.value_or(1);
    for (const Remedy& remedy : remedies) {
        std::vector<double> percentiles;
        for (const FilterLabel& label : labels)
            if (remedy.filters.matches(label)) percentiles.push_back(label.percentile);
        if (percentiles.size() < needed) continue;
        const bool is_range = filters.difficulty && &remedy == &remedies[0];
        return is_range ? suggest_range(filters, std::move(percentiles), needed) : remedy.what;
    }
    return facevalue::joined({place.found > 0 ? "lower `count`, or " : "", "widen `target`, or `low` and `high`"});
}

}  // namespace

bool PuzzleFilters::matches(const FilterLabel& label) const {
    const bool is_solvable = label.solutions > 0;
    if (counts && (label.solutions < counts->first || label.solutions > counts->second)) return false;
    if (difficulty && !(is_solvable && label.percentile >= difficulty->first && label.percentile <= difficulty->second))
        return false;
    return solvable.value_or(is_solvable) == is_solvable &&
           needs_fraction.value_or(label.needs_fraction) == label.needs_fraction;
}

std::uint64_t next_batch(const SearchPlace& place) {
    constexpr std::uint64_t FIRST = 2048, MOST = 65'536, SPARE = 64;
    std::uint64_t size = std::max(place.start, FIRST);
    if (place.needed) {
        // At the rate so far.
        const Uint128 more = Uint128{*place.needed - place.found} * std::max<std::uint64_t>(place.start, 1) /
                             std::max<std::uint64_t>(place.found, 1);
        const Uint128 most = std::max(Uint128{size}, 2 * Uint128{*place.needed});
        size = static_cast<std::uint64_t>(std::min({more + more / 16 + SPARE, most, Uint128{MOST}}));
    }
    return std::min(size, MOST);
}

bool is_fruitless(const SearchPlace& place, std::uint64_t total) {
    if (place.start == total) return place.found == 0 || place.needed;
    return place.start - place.last_match >= MOST_WITHOUT_MATCH;
}

bool needs_labels(const PuzzleFilters& filters, std::uint64_t total) {
    return total <= MOST_SUGGESTED_FROM && !remedies_of(filters).empty();
}

Problem no_match(std::uint64_t tries, std::string_view remedy) {
    return {ErrorClass::Limit,
            facevalue::joined({"no matching puzzle in ", with_commas(tries), " tries; ", remedy}),
            {},
            0,
            tries};
}

Problem too_few_puzzles(const PuzzleFilters& filters, const SearchPlace& place, std::uint64_t total,
                        const std::string& needed, const std::vector<FilterLabel>& labels) {
    const std::string remedy = suggest_filter(filters, place, total, labels);
    if (place.start != total) return no_match(MOST_WITHOUT_MATCH, remedy);
    std::string problem = "the only puzzle does not match";
    if (place.found > 0)
        problem = facevalue::joined(
            {"only ", place.found, place.found == 1 ? " puzzle matches, " : " puzzles match, ", needed, " requested"});
    else if (total > 1)
        problem = facevalue::joined({"none of the ", with_commas(total), " puzzles matches"});
    return {ErrorClass::Limit, facevalue::joined({problem, "; ", remedy}), {}, 0, place.found};
}

}  // namespace facevalue::numbers
