// AskedPuzzle: the numbers, the target and the rules that the arguments of a query give.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "numbers/answers/judge/judge.hpp"
#include "numbers/exact/puzzle.hpp"
#include "numbers/spelling/numbers.hpp"
#include "poker/cards/read_cards.hpp"
#include "query/numbers/tables.hpp"
#include "query/values.hpp"
#include "text/json.hpp"
#include "work/pulse.hpp"

namespace facevalue::query {

struct AskedPuzzle {
    std::vector<numbers::BigFraction> numbers;
    numbers::BigFraction target;
    FullRules rules;
    poker::Ids cards{};  // that show the numbers, if they are written as different cards
    // What a string of numbers has besides.
    bool has_target = false;
    Argument named_rules{};

    // For a search, whose numbers fit 64 bits; for the judge.
    numbers::Puzzle searchable() const;
    numbers::PreparedPuzzle prepared() const;
};

struct PuzzleOptions {
    std::string_view usual_rules = "classic";
    bool any_size = false;              // may numbers have 4300 digits? Otherwise they fit 64 bits, and cards are read
    bool compares_cards = true;         // with the numbers
    const FullRules* rules = nullptr;   // instead of an argument
    std::string_view without_target{};  // the name of a query that takes no target; a string may not contain one
    Stop stop{};                        // after which the result is invalid
};

// From `numbers`, `target` and `rules`; a string of numbers may contain all three, and its digits are split if `digits`
// says so.
Expected<AskedPuzzle> read_puzzle(const Tables& tables, const Argument& arguments, const PuzzleOptions& options = {});

// Why cards do not show numbers; and why there is no single target. As messages write them.
Problem wrong_values(std::string_view cards, std::string_view numbers);
Problem two_targets(std::string_view numbers, std::string_view target);

// How many numbers a puzzle has, and the largest numerator or denominator, without its sign, of them and of the target.
struct PuzzleSize {
    std::size_t numbers;
    numbers::BigInt largest{}, target{};
};
// Of the puzzle of a query, without `any_size` after the checks of a search.
Expected<PuzzleSize> size_of(const Tables& tables, const Argument& arguments, bool any_size);

// Numbers of a string or of a list, under rules.
Expected<std::vector<numbers::BigFraction>> read_numbers(const Argument& given, bool any_size, const FullRules* rules,
                                                         const Stop& stop = {});
Expected<numbers::BigFraction> read_number(const Argument& given, const numbers::NumberOptions& options);

}  // namespace facevalue::query
