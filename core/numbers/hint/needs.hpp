// Needs: features that every solution of a puzzle has, such as a fraction or a division.
//
// A puzzle needs a feature if the simplest solution has it, and there is no solution under rules that forbid it. So a
// need costs at most one search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "numbers/answers/judge/exact_answer.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/plan/answered.hpp"

namespace facevalue::numbers {

enum class Need : std::uint8_t { Fraction, Negative, Division };
struct NeedRow {
    Need need;
    std::string_view name, title;
};
inline constexpr std::array<NeedRow, 3> NEEDS{{
    {Need::Fraction, "fraction", "a fraction"},
    {Need::Negative, "negative", "a negative number"},
    {Need::Division, "division", "a division"},
}};

bool allows(const Rules& rules, Need need);

// The same rules, but with whole results.
constexpr Rules without_fractions(Rules rules) {
    rules.values = must_not_be_negative(rules.values) ? Values::Natural : Values::Integer;
    return rules;
}

// The same rules without a feature; nothing if no operators would be left.
std::optional<Rules> without(Need need, const Rules& rules);

// Are there solutions, and do all of them have the feature? The results of all operations count, including the last
// one; the numbers of the puzzle do not. `limit` in seconds is for each search.
Answered<bool> is_needed(Need need, Solutions& solutions, double limit);

}  // namespace facevalue::numbers
