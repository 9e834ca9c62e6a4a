// The day of daily puzzles: its number, and the seed of its deals, which is the date as a number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

inline constexpr std::string_view FIRST_DAY = "2026-01-01";  // number 1

struct Day {
    std::int64_t number;
    std::uint64_t seed;
};

// Of a date such as 2026-01-31, in years up to 9999. `given` is how a message writes it.
Expected<Day> day_of(std::string_view date, std::string_view given);

// Why a value is not a date.
Problem not_a_date(const Argument& given);

}  // namespace facevalue::numbers
