// A puzzle in one string: numbers, then "-> target" or "= target", then "(rules)". Other common spellings are read:
// "[3, 6, 25] 952", "100, 10, 4 : 118", "190: 10 19", "krypto: 6 25 7 1 13 -> 18",
// "Target: 98 | Numbers: [44 19 35]".
//
// A colon also separates numbers and target. If only one side is a single number, that is the target, and it may come
// first. A JSON object has the parts as values. Linear in the string, without recursion; any thread may call these
// functions.
#pragma once

#include <string_view>

#include "text/argument.hpp"
#include "text/options.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

// Each part as it is written, or the value of an object; nothing for a part that the string does not have.
struct PuzzleParts {
    Argument numbers{}, target{}, rules{}, cards{};
};

// Does the string begin like a JSON object? A number may also be in braces, but never in quotes.
bool is_object(std::string_view text);

// May a string of numbers have more parts?
bool has_more_than_numbers(std::string_view text);

// The parts of a string. The name of rules may be at the start, with a colon.
Expected<PuzzleParts> read_spelling(std::string_view text, const WordList& names_of_rules);

}  // namespace facevalue::numbers
