// FunctionSolver: the solutions of a puzzle whose rules allow functions, from tables (function_tables.hpp). Raw ones
// count the order of operands, canonical ones do not; there are no essential ones.
#pragma once

#include <utility>

#include "numbers/functions/function_tables.hpp"
#include "numbers/solve/solver.hpp"
#include "numbers/values/closest.hpp"

namespace facevalue::numbers {

class FunctionSolver final : public Solver {
  public:
    FunctionSolver(Puzzle puzzle, const Rules& rules, Distinct distinct, Stop stop)
        : puzzle_(std::move(puzzle)),
          rules_(rules),
          pulse_(std::move(stop)),
          tables_(puzzle_.numbers, rules, distinct != Distinct::Raw, pulse_) {}

    std::vector<std::string> next() override {
        if (is_done_ || !is_in_range()) return {};
        const auto count = tables_.count(puzzle_.target);
        if (count && *count <= MAX_LISTED) {
            is_done_ = true;
            return tables_.texts(puzzle_.target);
        }
        // Too many to list: the simplest comes first, and after it there is only an error.
        if (gave_simplest_) is_too_large_ = true;
        const auto simplest = gave_simplest_ ? std::nullopt : tables_.simplest(puzzle_.target);
        gave_simplest_ = true;
        return simplest ? std::vector{*simplest} : std::vector<std::string>();
    }
    bool is_done() const override { return is_done_; }
    std::uint64_t count() override {
        if (!is_in_range()) return 0;
        const auto count = tables_.count(puzzle_.target);
        const bool are_different = rules_.use_all && !rules_.join;  // else one string may be made in several ways
        if (count && are_different) return *count;
        if (!count || *count > MAX_LISTED) {
            is_too_large_ = true;
            return 0;
        }
        return tables_.texts(puzzle_.target).size();
    }
    bool any() override { return is_in_range() && tables_.any(puzzle_.target); }
    SearchStatus status() const override { return status_of(pulse_.stopped(), is_too_large_ || tables_.too_large()); }
    std::uint64_t searched() const override { return pulse_.work(); }

    // The values nearest to the target, in ascending order.
    std::vector<Number> nearest() {
        Nearest<Fraction> nearest{Fraction(puzzle_.target)};
        tables_.for_values([&](const Number& value) { nearest.offer(Fraction(value)); });
        std::vector<Number> numbers;
        for (const Fraction& value : nearest.values()) numbers.push_back(reduced(value));
        return numbers;
    }
    // Visits each value that the numbers make, some more than once.
    template <class Visit>
    void for_values(Visit visit) {
        tables_.for_values(visit);
    }

  private:
    static constexpr std::uint64_t MAX_LISTED = 500'000;

    bool is_in_range() const { return has_small_parts(puzzle_.target); }

    Puzzle puzzle_;
    Rules rules_;
    Pulse pulse_;
    FunctionTables tables_;
    bool is_done_ = false, gave_simplest_ = false, is_too_large_ = false;
};

}  // namespace facevalue::numbers
