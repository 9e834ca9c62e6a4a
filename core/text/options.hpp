// Options: checks of values that callers give by name, and the sentences of their errors.
//
// A word is matched regardless of case. The error of an unknown word suggests the most similar one by the share of
// characters in common blocks (Ratcliff and Obershelp, "Pattern Matching: The Gestalt Approach", Dr. Dobb's Journal,
// July 1988), as Python's difflib does: at most 100 characters are compared, in time of their square for each word. The
// short version is `nearest_word` in tests/oracles/words.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue {

using WordList = std::vector<std::string_view>;

// The word that is most similar to a string, if one is similar enough.
std::optional<std::string_view> nearest_word(std::string_view given, const WordList& words);

// A name in lower case, without spaces and punctuation except +, by which it is found in any spelling.
std::string bare_name(std::string_view name);

// The error about a word that is not one of the words. `what` is the name of an option, or what the words are.
Problem unknown_word(std::string_view what, const Argument& given, const WordList& words);

// The place of the word that equals the value in any case.
Expected<std::size_t> one_of(std::string_view what, const Argument& given, const WordList& words);

// The string without white space at its ends.
std::string_view stripped(std::string_view text);

// The number that a decimal spells, such as -2.5 or 1e3: the nearest one if it has at most 15 digits.
std::optional<double> read_decimal(std::string_view text);

// Why a value is not a whole number within bounds, which are digits; the second may be empty.
Problem wrong_whole_number(std::string_view name, const Argument& given, std::string_view low, std::string_view high);
// A whole number within bounds, of which the second may be missing.
Expected<std::int64_t> whole_number(std::string_view name, const Argument& given, std::int64_t low,
                                    std::optional<std::int64_t> high);
Problem wrong_flag(std::string_view name, const Argument& given);
Expected<bool> true_or_false(std::string_view name, const Argument& given);
// The same, or "yes" or "no", "true" or "false" in a spelling.
Expected<bool> yes_or_no(std::string_view name, const Argument& given);
Problem wrong_string(std::string_view name, const Argument& given);
// A string, which may not be empty if it is needed.
Expected<std::string> string_option(std::string_view name, const Argument& given, bool is_needed);

// A name and changed options, such as "train, values=natural"; the name is "" for only options.
struct OptionSpelling {
    std::string name{};
    std::vector<std::pair<std::string, Argument>> changes{};
};
// `example` is an option for the message.
Expected<OptionSpelling> read_options(std::string_view spelling, const WordList& allowed, std::string_view example);

}  // namespace facevalue
