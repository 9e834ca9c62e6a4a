// Canonical forms of four numbers: which ways to make a target are different, without a search.
//
// For: labels.cpp and batch.cpp, for hands in which nothing is idle. There two ways are the same solution when they
// have the same canonical form, and which of the 3240 trees share a form depends only on which numbers are equal. Not
// for: hands with a 0, a 1 or a negative number, or ways with a result 0, 1 or -1 inside. There idle parts can be taken
// out, differently for different numbers: `different_forms` has no answer, and a SolverSession (batch.hpp) counts.
// Method: the forms of all trees over stand-in numbers are built once for each of the eight patterns of equal numbers.
// The simplest solution is found by building one tree of each form over the numbers themselves.
// Cost: 5 milliseconds and 6 KB for a pattern, once; then nanoseconds a tree, and a microsecond or two for each form of
// which the simplest is wanted. Threads may share the tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numbers/search/four_number_scan.hpp"

namespace facevalue::numbers {

// How many of the ways of a hand are really different. The numbers of the hand are sorted.
std::optional<std::uint64_t> different_forms(const FourNumbers& hand, const std::vector<FourNumberTree>& trees);

// The simplest of them as a SolverSession gives it, where `different_forms` has an answer and there is any; numbers
// that are small (at most PEOPLE_MOST, labels.hpp).
std::optional<std::string> simplest_form(const FourNumbers& hand, const std::vector<FourNumberTree>& trees);

}  // namespace facevalue::numbers
