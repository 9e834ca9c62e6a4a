#include "text/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "text/decimal.hpp"

namespace facevalue {

namespace {

// A unit of time, and the number of seconds where the next one starts.
struct Unit {
    const char* name;
    double seconds, end;
};
constexpr double YEAR = 31'556'952, MANY_YEARS = 1e6, NO_END = 1e300;
constexpr std::array<Unit, 5> UNITS{{{"seconds", 1, 600},
                                     {"minutes", 60, 7200},
                                     {"hours", 3600, 200'000},
                                     {"days", 86'400, 2 * YEAR},
                                     {"years", YEAR, NO_END}}};
constexpr double WORTH_MENTIONING = 500, TOO_MUCH = 1e6;  // megabytes

std::string rounded(double count) { return with_commas(static_cast<Uint128>(std::nearbyint(count))); }

std::string time_in_words(double seconds) {
    if (!(seconds / YEAR < MANY_YEARS)) return "millions of years";
    std::size_t unit = 0;
    while (seconds >= UNITS[unit].end) ++unit;
    return "about " + rounded(seconds / UNITS[unit].seconds) + " " + UNITS[unit].name;
}

}  // namespace

std::string cost_in_words(std::string_view work, double seconds, double megabytes) {
    std::string text(work);
    text += " would take " + time_in_words(seconds);
    if (megabytes <= WORTH_MENTIONING || megabytes >= TOO_MUCH) return text;
    const auto tenths = static_cast<Uint128>(std::nearbyint(megabytes / 100));
    return text + " and " + with_commas(tenths / 10) + "." + decimal(tenths % 10) + " GB";
}

Problem cost_problem(std::string_view work, double seconds, double megabytes, double limit, bool is_liftable) {
    return {.error = ErrorClass::Limit,
            .sentence = cost_in_words(work, seconds, megabytes),
            .text = {},
            .limit = static_cast<std::uint64_t>(std::ceil(std::clamp(limit, 0.0, 1e15))),
            .remedy = SMALLER_QUERY,
            .allowance = allowance_if(is_liftable),
            .seconds = seconds,
            .megabytes = megabytes};
}

}  // namespace facevalue
