// A puzzle in one string: numbers, then "-> target" or "= target", then "(rules)". Other common spellings are read:
// "[3, 6, 25] 952", "100, 10, 4 : 118", "190: 10 19", "krypto: 6 25 7 1 13 -> 18",
// "Target: 98 | Numbers: [44 19 35]".
//
// A colon also separates numbers and target. If only one side is a single number, that is the target, and it may come
// first. A JSON object is read by Python and JavaScript, which have the values in it. Linear in the string, without
// recursion; any thread may call these functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/problem.hpp"

namespace facevalue::numbers {

// Each part as it is written; nothing for a part that the string does not have.
struct PuzzleParts {
    std::string numbers;
    std::optional<std::string> target, rules;
};

// Does the string begin like a JSON object? A number may also be in braces, but never in quotes.
bool is_object(std::string_view text);

// May a string of numbers have more parts?
bool has_more_than_numbers(std::string_view text);

// The parts of a string that is not an object. The names of rules, with spaces between them, may be at the start.
Expected<PuzzleParts> read_spelling(std::string_view text, std::string_view names_of_rules);

}  // namespace facevalue::numbers
