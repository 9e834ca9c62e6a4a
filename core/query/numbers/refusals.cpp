#include "query/numbers/refusals.hpp"

#include <cmath>
#include <string>

#include "text/cost.hpp"

namespace facevalue::query {

using namespace numbers;

namespace {

std::string allowance_if(bool is_liftable) { return is_liftable ? "limit=None" : ""; }

}  // namespace

Problem too_much_problem(const TooMuch& too_much) {
    return {.error = ErrorClass::Limit,
            .sentence = too_much.problem,
            .text = {},
            .limit = too_much.limit,
            .remedy = REMEDIES[static_cast<std::size_t>(too_much.remedy)],
            .allowance = allowance_if(too_much.is_liftable)};
}

Problem plan_problem(const Plan& plan, double limit, bool is_liftable) {
    if (!plan.refusal.empty())
        return {.error = ErrorClass::Limit,
                .sentence = plan.refusal,
                .text = {},
                .limit = static_cast<std::uint64_t>(plan.limit)};
    return {.error = ErrorClass::Limit,
            .sentence = cost_in_words(plan.work, plan.seconds, plan.megabytes),
            .text = {},
            .limit = static_cast<std::uint64_t>(std::ceil(limit)),
            .remedy = SMALLER_QUERY,
            .allowance = allowance_if(is_liftable)};
}

Problem problem_of(const Unanswered& why, double limit, bool is_liftable) {
    return why.plan ? plan_problem(*why.plan, limit, is_liftable) : too_much_problem(why.too_much);
}

}  // namespace facevalue::query
