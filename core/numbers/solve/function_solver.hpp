// FunctionSolver: the solutions of a puzzle whose rules allow functions, from tables (function_tables.hpp). Raw ones
// count the order of operands, canonical ones do not; there are no essential ones.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numbers/functions/function_tables.hpp"
#include "numbers/solve/solver.hpp"
#include "numbers/values/closest.hpp"

namespace facevalue::numbers {

class FunctionSolver final : public Solver {
  public:
    FunctionSolver(Puzzle puzzle, const Rules& rules, Distinct distinct, Stop stop,
                   std::uint64_t most_compared = MOST_COMPARED)
        : puzzle_(std::move(puzzle)),
          most_compared_(most_compared),
          pulse_(std::move(stop)),
          tables_(puzzle_.numbers, rules, distinct != Distinct::Raw, pulse_) {}

    std::vector<std::string> next() override {
        if (is_done_ || !is_in_range()) return {};
        const auto count = tables_.count(puzzle_.target);
        if (count && *count <= (simplest_ ? most_compared_ : MOST_COMPARED)) {
            is_done_ = true;
            std::vector<std::string> texts = tables_.texts(puzzle_.target);
            if (simplest_ && !texts.empty()) {
                const auto given = std::ranges::find(texts, *simplest_);
                texts.erase(given == texts.end() ? texts.begin() : given);
            }
            return texts;
        }
        // Many to list: the simplest comes first, and the others follow if so many may be compared.
        if (simplest_) return exceed({}, TooMuch::Remedy::OnlyFirst), std::vector<std::string>();
        simplest_ = tables_.simplest(puzzle_.target);
        return simplest_ ? std::vector{*simplest_} : std::vector<std::string>();
    }
    bool is_done() const override { return is_done_; }
    std::uint64_t count() override {
        if (!is_in_range()) return 0;
        const auto count = tables_.count(puzzle_.target);
        if (count && !tables_.has_same()) return *count;
        if (!count || *count > most_compared_) return exceed(count, TooMuch::Remedy::FewerNumbers), 0;
        return tables_.texts(puzzle_.target).size();
    }
    bool any() override { return is_in_range() && tables_.any(puzzle_.target); }
    SearchStatus status() const override { return status_of(pulse_.stopped(), is_too_large_ || tables_.too_large()); }
    TooMuch too_much() override { return is_too_large_ ? too_much_ : too_many_values(); }
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
    void exceed(const std::optional<std::uint64_t>& count, TooMuch::Remedy remedy) {
        is_too_large_ = true;
        too_much_ = too_many_expressions(count.value_or(0), remedy, most_compared_);
    }

    bool is_in_range() const { return has_small_parts(puzzle_.target); }

    Puzzle puzzle_;
    std::uint64_t most_compared_;
    Pulse pulse_;
    FunctionTables tables_;
    TooMuch too_much_;
    std::optional<std::string> simplest_;
    bool is_done_ = false, is_too_large_ = false;
};

}  // namespace facevalue::numbers
