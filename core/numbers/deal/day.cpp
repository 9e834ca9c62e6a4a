#include "numbers/deal/day.hpp"

#include <charconv>
#include <chrono>
#include <optional>

#include "text/joined.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {
namespace {

std::optional<std::chrono::year_month_day> date_in(std::string_view text) {
    unsigned parts[] = {0, 0, 0};
    constexpr std::size_t STARTS[] = {0, 5, 8}, SIZES[] = {4, 2, 2};
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    for (std::size_t i = 0; i < 3; ++i) {
        const char *const start = text.data() + STARTS[i], *const end = start + SIZES[i];
        if (std::from_chars(start, end, parts[i]).ptr != end) return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(parts[0])), std::chrono::month(parts[1]),
                                           std::chrono::day(parts[2])};
    return date.ok() && parts[0] > 0 ? std::optional(date) : std::nullopt;
}

}  // namespace

Expected<Day> day_of(std::string_view text, std::string_view given) {
    const auto date = date_in(text);
    if (!date)
        return Problem{
            ErrorClass::Rule, facevalue::joined({"date must look like 2026-01-31, not ", quoted(given)}), {}};
    const auto number = (std::chrono::sys_days(*date) - std::chrono::sys_days(*date_in(FIRST_DAY))).count() + 1;
    if (number < 1)
        return Problem{ErrorClass::Rule,
                       facevalue::joined({"the first day is ", FIRST_DAY, ", which is after ", quoted(given)}),
                       {}};
    const unsigned year = static_cast<unsigned>(static_cast<int>(date->year()));
    return Day{number,
               year * 10'000U + static_cast<unsigned>(date->month()) * 100U + static_cast<unsigned>(date->day())};
}

Problem not_a_date(const Argument& given) {
    return rule_problem(facevalue::joined({"date must be a date or a string such as 2026-01-31, not ", quoted(given)}));
}

}  // namespace facevalue::numbers
