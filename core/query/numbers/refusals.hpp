// The errors of searches that are impossible, or that would take too long or too much memory.
#pragma once

#include "numbers/plan/answered.hpp"
#include "text/problem.hpp"

namespace facevalue::query {

Problem too_much_problem(const numbers::TooMuch& too_much);

// The caller may raise the limit, in seconds, if it `is_liftable`.
Problem plan_problem(const numbers::Plan& plan, double limit, bool is_liftable);
Problem problem_of(const numbers::Unanswered& why, double limit, bool is_liftable = true);

}  // namespace facevalue::query
