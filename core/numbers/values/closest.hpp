// Closest: the reachable values nearest to a target, for rules with any order and grouping. (Other rules are walked.)
//
// Every sub-multiset gets a sorted table of its values, made from the tables of its splits in two. The whole set needs
// no table: for a value x of one part and each operation, only the neighbours of the exact partner are tried, and both
// ends, because x/y jumps at 0. The large sets that lack one number are used only there, so one at a time has its
// table. `reach_bound` must be at most MAX_BOUND. benchmarks/limits.md has times and memory. One thread.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/values/packed_counts.hpp"
#include "work/pulse.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

inline Number reduced(const Fraction& value) {
    const std::int64_t divisor = std::gcd(value.numerator(), value.denominator());
    return {value.numerator() / divisor, value.denominator() / divisor};
}

// Keeps the nearest values below and above a target; which is nearer is decided once, at the end.
template <class Value>
class Nearest {
  public:
    explicit Nearest(const Value& target) : target_(target) {}

    void offer(const Value& value) {
        if (!(target_ < value) && (!below_ || *below_ < value)) below_ = value;
        if (!(value < target_) && (!above_ || value < *above_)) above_ = value;
    }

    // The nearest value, or two at the same distance; empty if no value was offered.
    std::vector<Value> values() const {
        if (!below_ || !above_) {
            if (below_) return {*below_};
            if (above_) return {*above_};
            return {};
        }
        const Ratio<Wide<63>> target = widened(target_);
        const auto down = target - widened(*below_), up = widened(*above_) - target;
        const auto left = down.numerator() * up.denominator(), right = up.numerator() * down.denominator();
        if (left < right || *below_ == *above_) return {*below_};
        if (right < left) return {*above_};
        return {*below_, *above_};
    }

  private:
    static Ratio<Wide<63>> widened(const Value& value) {
        return {Wide<63>(value.numerator()), Wide<63>(value.denominator())};
    }

    Value target_;
    std::optional<Value> below_, above_;
};

class Closest {
  public:
    static constexpr std::uint64_t MAX_BOUND = 1ULL << 62;

    Closest(const std::vector<Number>& numbers, const Rules& rules, Pulse& pulse) : rules_(rules), pulse_(pulse) {
        for (const Number& number : numbers)
            if (std::ranges::find(different_, number) == different_.end()) different_.push_back(number);
        picks_ = PackedCounts(different_.size());
        for (const Number& number : numbers)
            all_ += picks_.one(static_cast<std::size_t>(std::ranges::find(different_, number) - different_.begin()));
    }

    std::vector<Fraction> nearest(const Number& target) {
        Nearest<Fraction> nearest{Fraction(target)};
        if (picks_.size(all_) == 1) nearest.offer(table(all_)[0]);
        for_pairs([&](const Table& small, const Table& large) {
            for (const Table* part : {&small, &large})
                if (!rules_.use_all)
                    for (const Fraction& value : *part) nearest.offer(value);
            come_near(small, large, Partner(target), nearest);
        });
        return nearest.values();
    }

    // Visits every value that the numbers can make under the rules, some more than once.
    template <class Visit>
    void for_values(Visit visit) {
        if (picks_.size(all_) == 1) visit(table(all_)[0]);
        for_pairs([&](const Table& small, const Table& large) {
            for (const Table* part : {&small, &large})
                if (!rules_.use_all)
                    for (const Fraction& value : *part) visit(value);
            for_results(small, large, visit);
            for_results(large, small, visit);
        });
    }

    // The values that the numbers can make under the rules, each once and in lowest terms, in ascending order.
    std::vector<Fraction> values() {
        std::vector<Fraction> values = table(all_);
        if (rules_.use_all) return values;
        for_parts(all_, [&](Packed part, Packed) {
            const auto& more = table(part);
            values.insert(values.end(), more.begin(), more.end());
        });
        sort_unique(values);
        return values;
    }

  private:
    using Table = std::vector<Fraction>;
    // In sizes |n| + |d|, the partner of x for a target t/u is at most |t| + |u| <= 2^64 times x. Compared with a value
    // y of the other numbers, it is multiplied by the size of y, and the sizes of x and y make at most MAX_BOUND.
    using Partner = Ratio<Int128>;

    static constexpr std::uint64_t WORK_OF_A_RESULT = 20;  // in look-ups: each is put into lowest terms
    // Results of a set before the equal ones among them are dropped.
    static constexpr std::size_t MOST_UNSORTED = 1'000'000;

    template <class Visit>
    void for_parts(Packed picked, Visit visit) {
        for (Packed part = 0; picks_.next(part, picked) && !pulse_.stopped();)
            if (part != picked) visit(part, picked - part);
    }

    // Visits the tables of every two parts that make up the whole, the smaller part first.
    template <class Visit>
    void for_pairs(Visit visit) {
        for_parts(all_, [&](Packed small, Packed large) {
            const std::size_t size = picks_.size(large);
            if (picks_.size(small) > size || (picks_.size(small) == size && small > large)) return;
            visit(table(small), table(large));
            if (size > 1 && size + 1 == picks_.size(all_)) tables_.erase(large);  // no other set contains it
        });
    }

    const Table& table(Packed chosen) {
        const auto known = tables_.find(chosen);
        if (known != tables_.end()) return known->second;
        Table values;
        for (std::size_t i = 0; i < different_.size(); ++i)
            if (chosen == picks_.one(i)) values.emplace_back(different_[i]);
        std::size_t most = MOST_UNSORTED;
        for_parts(chosen, [&](Packed left, Packed right) {
            add_results(table(left), table(right), values);
            if (values.size() <= most) return;
            sort_unique(values);
            most = std::max(MOST_UNSORTED, 2 * values.size());
        });
        sort_unique(values);
        values.shrink_to_fit();
        return tables_.emplace(chosen, std::move(values)).first->second;
    }

    template <class Visit>
    void for_results(const Table& lefts, const Table& rights, Visit visit) {
        for (const Fraction& left : lefts)
            for (const Fraction& right : rights) {
                for (const Op op : rules_.operators) {
                    const auto result = apply(op, left, right);
                    if (result && allowed(rules_.values, *result)) visit(*result);
                }
                pulse_.beat(4);
                pulse_.spend(4 * WORK_OF_A_RESULT);
                if (pulse_.stopped()) return;
            }
    }
    void add_results(const Table& lefts, const Table& rights, Table& values) {
        for_results(lefts, rights, [&](const Fraction& result) {
            const Number number = reduced(result);
            values.emplace_back(number.numerator, number.denominator);
        });
    }
    void sort_unique(Table& values) {
        sort_in_pieces(values, pulse_);
        values.erase(std::unique(values.begin(), values.end()), values.end());
    }

    // Offers the results of x op y and y op x that may be nearest to the target, with y from a sorted table.
    void come_near(const Table& xs, const Table& ys, const Partner& target, Nearest<Fraction>& nearest) {
        if (ys.empty()) return;
        for (const Fraction& x : xs) {
            for (const Op op : rules_.operators) {
                offer_around(x, op, false, right_operand(op, target, widened(x)), ys, nearest);
                offer_around(x, op, true, left_operand(op, target, widened(x)), ys, nearest);
            }
            pulse_.beat(40);
            pulse_.spend(40 * WORK_OF_A_RESULT);
            if (pulse_.stopped()) return;
        }
    }

    static Partner widened(const Fraction& value) { return {value.numerator(), value.denominator()}; }

    void offer_around(const Fraction& x, Op op, bool swapped, const std::optional<Partner>& partner, const Table& ys,
                      Nearest<Fraction>& nearest) {
        const auto offer = [&](std::size_t at) {
            const auto result = swapped ? apply(op, ys[at], x) : apply(op, x, ys[at]);
            if (!result || !allowed(rules_.values, *result)) return false;
            nearest.offer(*result);
            return true;
        };
        const auto is_below = [&](const Fraction& y) { return partner && widened(y) < *partner; };
        const auto place = std::partition_point(ys.begin(), ys.end(), is_below) - ys.begin();
        const auto middle = static_cast<std::size_t>(place);
        // If the rules forbid a neighbour, the next allowed one on that side.
        for (std::size_t at = middle; at < ys.size() && !offer(at);) ++at;
        for (std::size_t at = middle; at-- > 0 && !offer(at);) {
        }
        for (std::size_t at = 0; at < ys.size() && !offer(at);) ++at;
        for (std::size_t at = ys.size(); at-- > 0 && !offer(at);) {
        }
    }

    Rules rules_;
    Pulse& pulse_;
    std::vector<Number> different_;
    PackedCounts picks_{0};
    Packed all_ = 0;
    std::unordered_map<Packed, Table> tables_;
};

}  // namespace facevalue::numbers
