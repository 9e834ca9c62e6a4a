// What is wrong with an answer, in words: the sentences that the judge of answers and the judge of steps share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/exact/rules.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

inline constexpr const char* NO_ANSWER = "no answer found";

// "an answer must be a string, not 5": how the caller's language shows the object.
inline std::string not_a_string(std::string_view shown) {
    return "an answer must be a string, not " + std::string(shown);
}

// "at the end" or "at position 3", in characters from 0.
std::string place_in_words(std::string_view text, std::size_t position);

struct UsedNumbers {
    std::vector<std::string> used;    // the numbers of the answer, from left to right
    std::vector<std::string> given;   // the numbers of the puzzle
    std::vector<std::string> made{};  // results of steps, which may be used like the numbers
};

// "2 is not one of the numbers; 3 is used twice but given once; 1 is unused". `join` says whether the
// numbers may be joined, `needs_all` whether each must be used.
std::string describe_numbers(const UsedNumbers& numbers, bool needs_all, bool join);

// "from -100 to 100" or "up to 100": how large results may be; empty for any size.
std::string results_range(const Rules& rules);

// "1/3 is not allowed: every intermediate result must be an integer".
std::string forbidden_value(std::string_view value, const Rules& rules);

// "forbidden operator (the rules allow + -)".
std::string forbidden_operator(const Rules& rules);

// "at most 2 factorials or roots in a row"; empty if the rules do not allow any.
std::string most_in_a_row(const Rules& rules);

// Why rules with this name are refused where functions, or steps that join numbers, have no meaning.
Problem no_functions(std::string_view name);
Problem no_joined_steps(std::string_view name);
// Why work in steps is refused under rules whose steps may not take any two numbers.
Problem not_any_two(std::string_view name, bool joins, bool has_functions);

// Which solutions are different if a call says so, or by default. Rules with functions have no essential solutions.
Expected<Distinct> distinct_level(std::optional<Distinct> level, bool has_functions);

}  // namespace facevalue::numbers
