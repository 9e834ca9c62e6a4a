// Parts: the sets of a puzzle's numbers from which an expression can be made, and how each splits in two.
//
// In a fixed order a part is a span: its first and last number, and all or some of those between them. In any order it
// is a set of numbers; equal numbers make equal sets, of which one is kept. There are 136 spans of 16 numbers and 255
// sets of 8. Where numbers may be joined (join.hpp), a part also has the numbers that all of its numbers make
// together. With the grouping left, the right operand is one number.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "numbers/exact/join.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

using PartId = std::uint32_t;

struct Part {
    struct Split {  // the parts of the left and the right operand
        PartId left, right;
    };
    std::size_t size = 0;
    std::vector<Number> numbers;  // the one number of the part, or the numbers that are joined from all
    std::vector<Split> splits;
};

class Parts {
  public:
    Parts() = default;
    // In any order there must be few numbers (method.hpp).
    Parts(const std::vector<Number>& given, const Rules& rules) {
        if (rules.any_order)
            add_sets(given, rules);
        else
            add_spans(given, rules);
    }

    // The same parts of other numbers, as many, in a fixed order and not joined.
    void replace_numbers(const std::vector<Number>& given) {
        for (std::size_t i = 0; i < given.size(); ++i) parts_[i * given.size() + i].numbers = {given[i]};
    }

    std::size_t size() const { return parts_.size(); }
    const Part& operator[](PartId id) const { return parts_[id]; }
    // The parts that a whole expression can use.
    const std::vector<PartId>& wholes() const { return wholes_; }

  private:
    void add_spans(const std::vector<Number>& given, const Rules& rules) {
        const std::size_t size = given.size();
        parts_.resize(size * size);
        const auto place = [&](std::size_t first, std::size_t last) {
            return static_cast<PartId>(first * size + last);
        };
        for (std::size_t first = 0; first < size; ++first) {
            std::optional<Number> joined = given[first];
            for (std::size_t last = first; last < size; ++last) {
                Part& part = parts_[place(first, last)];
                part.size = last - first + 1;
                if (last > first && joined) joined = rules.join ? followed_by(*joined, given[last]) : std::nullopt;
                if (joined) part.numbers.push_back(*joined);
                // Numbers between the operands are left out, where the rules allow that.
                for (std::size_t gap = first; gap < last; ++gap)
                    for (std::size_t next = gap + 1; next <= (rules.use_all ? gap + 1 : last); ++next)
                        if (rules.grouping != Grouping::Left || next == last)
                            part.splits.push_back({place(first, gap), place(next, last)});
                if (!rules.use_all || part.size == size) wholes_.push_back(place(first, last));
            }
        }
    }

    void add_sets(const std::vector<Number>& given, const Rules& rules) {
        const std::size_t all = (std::size_t{1} << given.size()) - 1;
        const auto joined = rules.join ? joined_by_mask(given) : std::vector<std::vector<Number>>();
        std::map<std::vector<Number>, PartId> known;
        std::vector<PartId> id_of(all + 1);  // by the mask of the given numbers
        parts_.reserve(all);
        for (std::size_t mask = 1; mask <= all; ++mask) {
            std::vector<Number> set;
            for (std::size_t i = 0; i < given.size(); ++i)
                if ((mask >> i & 1) != 0) set.push_back(given[i]);
            sort_items(set);
            const auto [at, is_new] = known.try_emplace(set, static_cast<PartId>(parts_.size()));
            id_of[mask] = at->second;
            if (!is_new) continue;
            Part part{set.size(), rules.join ? joined[mask] : std::vector<Number>(), {}};
            if (set.size() == 1) part.numbers = set;
            std::set<std::pair<PartId, PartId>> splits;
            for (std::size_t left = (mask - 1) & mask; left > 0; left = (left - 1) & mask) {
                if (rules.grouping == Grouping::Left && !std::has_single_bit(mask ^ left)) continue;
                if (splits.emplace(id_of[left], id_of[mask ^ left]).second)
                    part.splits.push_back({id_of[left], id_of[mask ^ left]});
            }
            if (!rules.use_all || mask == all) wholes_.push_back(at->second);
            parts_.push_back(std::move(part));
        }
    }

    std::vector<Part> parts_;
    std::vector<PartId> wholes_;
};

}  // namespace facevalue::numbers
