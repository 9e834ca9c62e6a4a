// Counts the different solutions of four numbers without a search, for hands without idle parts.
//
// There, two trees are the same solution if they have the same canonical form, and which of the 3240 trees share a form
// depends only on which numbers are equal. So the forms are built once for each of the eight patterns of equal numbers
// (5 ms and 6 KB each), over stand-in numbers. With a 0, a 1, a negative number, or a result 0, 1 or -1, parts can be
// idle: then there is no answer, and a SolverSession (batch.hpp) counts. Threads may share the tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numbers/search/four_number_scan.hpp"

namespace facevalue::numbers {

// The number of different solutions among the trees of a hand, whose numbers are sorted.
std::optional<std::uint64_t> different_forms(const FourNumbers& hand, const std::vector<FourNumberTree>& trees);

// The simplest of them, as from a SolverSession, if `different_forms` has a result and there is one. For small numbers
// (at most PEOPLE_MOST, labels.hpp).
std::optional<std::string> simplest_form(const FourNumbers& hand, const std::vector<FourNumberTree>& trees);

}  // namespace facevalue::numbers
