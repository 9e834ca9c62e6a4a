// Counts the different solutions of four numbers from the trees that a FourNumberScan found, without a search.
//
// Two trees are the same solution if they have the same canonical form, and which of the 3240 trees share a form
// depends only on which numbers are equal. So the forms are built once for each of the eight patterns of equal numbers
// (1 ms and 9 KB each), over substitute numbers. If all numbers are positive, the trees also show which forms have idle
// parts. Threads may share the tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numbers/four_numbers/scan.hpp"

namespace facevalue::numbers {

// Are the numbers positive and the target 2 or more?
bool counts_trees(const FourNumbers& hand);

// The number of essential solutions of a hand, whose numbers are sorted, from all of its trees. Nothing unless
// `counts_trees`: then a SolverSession (batch.hpp) counts.
std::optional<std::uint64_t> count_solutions(const FourNumbers& hand, const std::vector<FourNumberTree>& trees);

// All essential solutions, the simplest first, the same as from a SolverSession. Nothing unless `counts_trees`, or if a
// tree has an idle part or a quotient of three numbers worth 1: which numbers are idle decides what to write.
std::optional<std::vector<std::string>> list_solutions(const FourNumbers& hand,
                                                       const std::vector<FourNumberTree>& trees);

// The simplest solution, the same as from a SolverSession. Nothing without a solution or `counts_trees`, or if one of
// the cheapest trees has an idle part or a quotient of three numbers worth 1.
std::optional<std::string> simplest_form(const FourNumbers& hand, const std::vector<FourNumberTree>& trees);

}  // namespace facevalue::numbers
