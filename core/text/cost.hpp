// What a call would cost, in words, for the refusal of one that would take too long.
#pragma once

#include <string>
#include <string_view>

#include "text/problem.hpp"

namespace facevalue {

// The seconds that a call may take unless its caller allows more.
inline constexpr double USUAL_LIMIT = 10;

// What to do about such a call.
inline constexpr const char* SMALLER_QUERY = "make the query smaller";

// "finding all solutions of 9 numbers would take about 20 seconds and 2.0 GB". The memory is mentioned from 500 MB on.
std::string cost_in_words(std::string_view work, double seconds, double megabytes);

// The error of a call that would take more than `limit` seconds, which the caller may raise if it `is_liftable`.
Problem cost_problem(std::string_view work, double seconds, double megabytes, double limit, bool is_liftable = true);
// The argument that allows any time; empty if nothing does.
inline std::string allowance_if(bool is_liftable) { return is_liftable ? "limit=None" : ""; }

}  // namespace facevalue
