// GameRules: the options of rules as callers give them, checked: what an answer may use, and what cards count as.
//
// What is dealt and how it is scored are in other tables, in which callers look up names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "numbers/exact/rules.hpp"
#include "text/argument.hpp"
#include "text/json.hpp"
#include "text/options.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

inline constexpr std::int64_t MOST_OF_SIZE = 1000, HIGHEST_CARD = 14, MOST_UNARY = 4;
inline constexpr std::size_t FORTH_NUMBERS = 4;  // both groupings of the Forth program have exactly four numbers

struct GameRules {
    std::string name{};
    Rules rules{.unary = 2};
    std::optional<std::int64_t> size{};  // how many numbers a puzzle has
    std::string target = "24";           // its digits
    std::optional<std::int64_t> faces{};
    std::int64_t ace = 1;
    std::string summary{}, source{}, variants{};
};

// From an object with these fields, of which all but the name may be missing; the fields `deck` and `scoring` are not
// read.
Expected<GameRules> read_rules(const Argument& fields);

// The operators and the names of the functions in the usual order, with a space between two names.
std::string symbols_of(const Operators& operators);
std::string names_of(const Functions& functions);

// The name and the changed options of a spelling such as "train, values=natural".
Expected<OptionSpelling> read_rules_spelling(std::string_view spelling);

// Add the fields to an object: the options, and the strings that describe the rules.
void write_options(JsonWriter& json, const GameRules& rules);
void write_texts(JsonWriter& json, const GameRules& rules);

}  // namespace facevalue::numbers
