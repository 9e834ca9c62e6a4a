#include "numbers/plan/answered.hpp"

#include <atomic>

namespace facevalue::numbers {

std::optional<Unanswered> refusal_of(const Solutions& solutions, Find find, double limit) {
    const auto plan = solutions.plan(find, limit);
    return plan && exceeds(*plan, limit) ? std::optional(Unanswered{plan}) : std::nullopt;
}

Answered<std::string> first_within(Solutions& solutions, double limit) {
    if (auto refusal = refusal_of(solutions, Find::First, limit)) return *std::move(refusal);
    Solutions::Part part = solutions.from(0, 1);
    if (part.status != SearchStatus::Ready) return Unanswered{{}, part.status, std::move(part.too_much)};
    return part.texts.empty() ? std::string() : std::move(part.texts.front());
}

Answered<std::uint64_t> count_within(Solutions& solutions, double limit) {
    if (auto refusal = refusal_of(solutions, Find::Count, limit)) return *std::move(refusal);
    Solutions::Count found = solutions.count();
    if (found.status != SearchStatus::Ready) return Unanswered{{}, found.status, std::move(found.too_much)};
    return found.count;
}

Answered<std::vector<Number>> closest_within(const Solutions& solutions, double limit) {
    std::atomic<bool> is_stopped = false;
    const Stop stop([&](const Progress& progress) {
        if (solutions.stop() && solutions.stop()(progress.done)) is_stopped = true;
        return is_stopped.load();
    });
    const Puzzle& puzzle = solutions.puzzle();
    const Plan made = plan(puzzle, solutions.rules(), Distinct::Essential, Find::Closest, 0, limit, stop);
    if (!is_stopped && exceeds(made, limit)) return Unanswered{made};
    auto values = is_stopped ? std::nullopt : closest(puzzle, solutions.rules(), stop);
    if (is_stopped) return Unanswered{{}, SearchStatus::Stopped};
    if (!values) return Unanswered{{}, SearchStatus::TooLarge};
    return std::move(*values);
}

}  // namespace facevalue::numbers
