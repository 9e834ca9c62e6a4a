#include "query/numbers/refusals.hpp"

#include <cmath>
#include <string>
#include <string_view>

#include "text/cost.hpp"
#include "text/joined.hpp"

namespace facevalue::query {

using namespace numbers;

namespace {

constexpr std::string_view RUN_ANYWAY = ", or run it anyway with limit=None";

}  // namespace

Problem too_much_problem(const TooMuch& too_much) {
    return {.error = ErrorClass::Limit,
            .sentence = facevalue::joined({too_much.problem, "; ", REMEDIES[static_cast<std::size_t>(too_much.remedy)],
                                           too_much.is_liftable ? RUN_ANYWAY : ""}),
            .text = {},
            .limit = too_much.limit};
}

Problem plan_problem(const Plan& plan, double limit, bool is_liftable) {
    if (!plan.refusal.empty())
        return {.error = ErrorClass::Limit,
                .sentence = plan.refusal,
                .text = {},
                .limit = static_cast<std::uint64_t>(plan.limit)};
    const std::string cost = cost_in_words(plan.work, plan.seconds, plan.megabytes);
    return {.error = ErrorClass::Limit,
            .sentence = facevalue::joined({cost, "; ", SMALLER_QUERY, is_liftable ? RUN_ANYWAY : ""}),
            .text = {},
            .limit = static_cast<std::uint64_t>(std::ceil(limit))};
}

Problem problem_of(const Unanswered& why, double limit, bool is_liftable) {
    return why.plan ? plan_problem(*why.plan, limit, is_liftable) : too_much_problem(why.too_much);
}

}  // namespace facevalue::query
