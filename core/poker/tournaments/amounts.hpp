// Amounts, such as chips and prizes, as callers give them: exact numbers from 0 to below 10^18.
//
// Same results as the regular expressions in tests/oracles/amounts.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/exact/big.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// The exact value of a whole number, of a string such as "12.5" or "3/4", or of a decimal such as 0.1 or 1e-07 as JSON
// spells it; nothing for anything else.
std::optional<numbers::BigFraction> exact_value(const Argument& given);
// The value if it is an amount: its denominator is at most 10^18. `given` is for the message.
Expected<numbers::BigFraction> checked_amount(std::string_view name, std::optional<numbers::BigFraction> value,
                                              const Argument& given);

// The amounts of a string without thousands separators. A comma separates thousands where spaces separate the amounts,
// or where nothing else is possible. A RuleError if it may separate thousands or amounts.
Expected<std::vector<std::string>> split_amounts(std::string_view text);

// The first amounts, at most so many, of a string or a list. `name` is what each of them is, such as "a stack".
Expected<std::vector<numbers::BigFraction>> read_amounts(std::string_view name, const Argument& given,
                                                         std::size_t most);
// The error for anything else.
Problem no_amounts(std::string_view name, const Argument& given);

}  // namespace facevalue::poker
