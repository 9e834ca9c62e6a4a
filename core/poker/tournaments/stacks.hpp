// The chips of players, as callers give them: amounts, of which all may have the name of a player or none.
//
//     5000 3000 2000          Alice=5000 Bob=3000          Alice: 5,000
//                                                          Bob Smith: 3,000
//
// A name is what is before "=" or ":", up to the amount before; an object has names as its keys.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "numbers/exact/big.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MOST_NAME_CHARACTERS = 40;

struct PlayerStacks {
    std::vector<numbers::BigFraction> amounts{};
    std::vector<std::string> names{};  // of all players, printable and all different; or no names
};

// What is given for one player.
struct GivenStack {
    std::optional<Argument> name{};
    std::optional<numbers::BigFraction> amount{};  // nothing if it is not a number
    Argument shown{};                              // how messages show the amount
};

// An item of a list, which may be a string with a name. A RuleError for a string that has several amounts.
Expected<GivenStack> read_stack(const Argument& given);
// The stacks of all players. A RuleError for a bad amount or name, or if only some have names.
Expected<PlayerStacks> name_stacks(const std::vector<GivenStack>& stacks);
// The first stacks, at most so many, of a string, a list or an object.
Expected<PlayerStacks> read_stacks(const Argument& given, std::size_t most);

}  // namespace facevalue::poker
