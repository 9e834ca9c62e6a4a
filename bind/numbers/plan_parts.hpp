// PlanParts: a plan as Python takes it: the engine, seconds, megabytes and the work; or why the query is impossible,
// and the limit.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "numbers/plan/plan.hpp"

using PlanParts = std::tuple<const char*, double, double, std::string, std::string, std::int64_t>;

inline PlanParts parts_of(const facevalue::numbers::Plan& plan) {
    using facevalue::numbers::ENGINES;
    return {ENGINES[static_cast<std::size_t>(plan.engine)],
            plan.seconds,
            plan.megabytes,
            plan.work,
            plan.refusal,
            plan.limit};
}
