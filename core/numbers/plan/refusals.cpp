#include "numbers/plan/refusals.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "text/cost.hpp"

namespace facevalue::numbers {

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
    return cost_problem(plan.work, plan.seconds, plan.megabytes, limit, is_liftable);
}

Problem problem_of(const Unanswered& why, double limit, bool is_liftable) {
    return why.plan ? plan_problem(*why.plan, limit, is_liftable) : too_much_problem(why.too_much);
}

BatchBounds bounds_of(std::span<const std::int64_t> numbers, std::size_t size, std::span<const std::int64_t> targets) {
    constexpr std::int64_t LARGEST = std::numeric_limits<std::int64_t>::max();
    BatchBounds bounds{size};
    if (!numbers.empty()) {
        const auto [smallest, largest] = std::ranges::minmax(numbers);
        bounds.smallest = smallest;
        bounds.largest = std::max(smallest < -LARGEST ? LARGEST : std::abs(smallest), largest);
    }
    bounds.are_targets_positive = std::ranges::all_of(targets, [](std::int64_t target) { return target > 0; });
    return bounds;
}

std::optional<Problem> batch_problem(const BatchBounds& bounds, const Rules& rules, Distinct distinct, Find find,
                                     double limit, bool is_liftable, const Stop& stop) {
    const std::size_t size = bounds.size;
    if (is_always_short(size, rules, limit)) return std::nullopt;
    const auto numbers_to = [&](std::int64_t last) {
        std::vector<Number> numbers;
        for (std::size_t i = 0; i < size; ++i) numbers.push_back({last - static_cast<std::int64_t>(i), 1});
        return numbers;
    };
    const std::int64_t last = static_cast<std::int64_t>(size) + 1;
    std::vector<Number> different = numbers_to(last);
    std::ranges::reverse(different);
    const std::vector<Number> large = numbers_to(std::max(bounds.largest, last));
    // A negative number under rules that forbid negative results makes a search a walk.
    std::vector<Number> smaller(different.begin() + 1, different.end());
    smaller.push_back({std::min<std::int64_t>(bounds.smallest, 2), 1});
    const bool needs_list = find == Find::Count && !bounds.are_targets_positive;
    for (const std::vector<Number>& kind : {different, large, std::vector<Number>(size, large[0]), smaller}) {
        const Plan made = plan({kind, needs_list ? Number{0, 1} : kind[0]}, rules, distinct, find, 0, NO_LIMIT, stop);
        if (exceeds(made, limit)) return plan_problem(made, limit, is_liftable);
    }
    return std::nullopt;
}

}  // namespace facevalue::numbers
