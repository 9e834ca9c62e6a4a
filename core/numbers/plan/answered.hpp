// Answered: what comes of a query that needs several searches, each of them within the limit of its caller.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "numbers/plan/plan.hpp"
#include "numbers/plan/solutions.hpp"

namespace facevalue::numbers {

inline constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

// Why there is no answer: the plan of a search that is impossible or would take longer than the limit; or what ended a
// search, if the status is not Ready.
struct Unanswered {
    std::optional<Plan> plan{};
    SearchStatus status = SearchStatus::Ready;
    TooMuch too_much{};

    bool is_too_large() const { return plan.has_value() || status == SearchStatus::TooLarge; }
};

template <class Answer>
class [[nodiscard]] Answered {
  public:
    Answered(Answer answer) : kept_(std::move(answer)) {}
    Answered(Unanswered unanswered) : kept_(std::move(unanswered)) {}

    explicit operator bool() const { return std::holds_alternative<Answer>(kept_); }
    Answer& operator*() { return *std::get_if<Answer>(&kept_); }
    const Answer& operator*() const { return *std::get_if<Answer>(&kept_); }
    const Answer* operator->() const { return std::get_if<Answer>(&kept_); }
    const Unanswered& unanswered() const { return *std::get_if<Unanswered>(&kept_); }

  private:
    std::variant<Answer, Unanswered> kept_;
};

// Is the query impossible, or longer than the limit in seconds?
inline bool exceeds(const Plan& plan, double limit) { return !plan.refusal.empty() || plan.seconds > limit; }

// The refusal of a search for one solution, all or their number, if it would take too long.
std::optional<Unanswered> refusal_of(const Solutions& solutions, Find find, double limit);

// The simplest solution; "" if there is none.
Answered<std::string> first_within(Solutions& solutions, double limit);
Answered<std::uint64_t> count_within(Solutions& solutions, double limit);

// The reachable values nearest to the target, in ascending order: at most one on each side.
Answered<std::vector<Number>> closest_within(const Solutions& solutions, double limit);

}  // namespace facevalue::numbers
