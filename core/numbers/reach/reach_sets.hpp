// ReachSets: a table of values for every sub-multiset of a choice, kept from one choice to the next.
//
// Tables are made from the tables of all splits in two, smallest first. Values too large to lead to a target are left
// out: without zero, if v leads to a target t <= high using the unused numbers r, then v is an expression of t and the
// r (every step can be undone), so v <= (high + 1) * product of (r + 1). With zero (0 * v = 0) this fails, and nothing
// is left out.
// A short version in Python, with the same result: reach in tests/oracles/readable.py.
#pragma once

#include <array>
#include <bit>
#include <limits>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/reach/reach.hpp"
#include "numbers/reach/reach_table.hpp"
#include "numbers/values/hash_index.hpp"
#include "numbers/values/stable_vector.hpp"
#include "work/splitmix.hpp"

namespace facevalue::numbers {

using Mask = std::uint32_t;

// What all choices of a batch have in common.
struct ReachSetup {
    Window window;      // the targets that can be results
    std::size_t words;  // for the targets 0..high as bits
    bool adds, subtracts, multiplies, divides;
    bool has_all_four;  // operations: see ReachTable
    bool use_all, has_zero;
    std::size_t size;                                   // numbers in a choice
    std::size_t largest;                                // sub-multisets that have a table
    std::uint64_t most_product;                         // of (number + 1) over a choice, at most
    std::array<std::uint64_t, MOST_WHOLE + 1> most_of;  // the same over any so many numbers of a choice

    // Values above this cannot come back to a target.
    std::uint64_t limit(std::uint64_t product, std::size_t count) const {
        if (has_zero) return product;
        const std::uint64_t beyond = window.most + 1;
        return std::min({product, most_product / product * beyond + beyond, most_of[size - count] * beyond});
    }
};

// Every sum and difference of a term of xs and a value of ys: bits of a row of the span, or add(result) in the window.
template <class Add>
void combine_sums(const ReachSetup& setup, const ReachTable& xs, const ReachTable& ys, const Window& window, Word* row,
                  Add add) {
    const auto take = [&](std::uint64_t value) {
        if (window.has(value)) add(value);
    };
    for (const std::uint64_t x : xs.terms()) {
        const bool has_bits = x <= setup.words * WORD_BITS;
        const std::span<const std::uint32_t> others = has_bits ? ys.large() : ys.values();
        if (setup.adds) {
            if (has_bits) {
                ys.add_sums(row, x);
                ys.for_between(ys.span() - x, ys.span() - 1, [&](std::uint64_t y) { take(x + y); });
            }
            for (const std::uint64_t y : others) {
                if (x + y > window.most) break;
                take(x + y);
            }
        }
        if (setup.subtracts) {
            if (has_bits) ys.add_differences(row, x);
            for (const std::uint64_t y : others) {
                if (y > x + window.most) break;
                take(std::max(x, y) - std::min(x, y));
            }
        }
    }
    if (window.least > 0) row[0] &= ~Word{1};
}

// Every product and quotient of a factor of xs and a value of ys in the window: take(result). The window starts at 0 or
// 1, as the values do.
template <class Take>
void combine_products(const ReachSetup& setup, const ReachTable& xs, const ReachTable& ys, const Window& window,
                      Take take) {
    const std::span<const std::uint32_t> all = ys.values();
    for (const Divisor& divisor : xs.factors()) {
        const std::uint64_t x = divisor.x();
        const bool keeps = x == 1 && (setup.multiplies || setup.divides);
        if (setup.multiplies || keeps) {
            for (const std::uint64_t y : all) {
                if (x * y > window.most) break;
                take(x * y);
            }
        }
        if (setup.divides && !keeps) results::quotients_by(divisor, ys, window, take);
    }
    if (!setup.divides) return;
    for (const std::uint64_t x : xs.values()) {
        if (x == 0 && all.back() > 0) take(x);
        if (!ys.factors().empty()) {
            results::quotients_by_factors(x, ys, window, take);
            continue;
        }
        for (const std::uint64_t y : all) {
            if (y > x) break;
            if (y != 0 && results::is_divisible(x, y) && x / y <= window.most) take(x / y);
        }
    }
}

class ReachSets {
  public:
    using Row = std::array<std::uint32_t, MOST_WHOLE>;  // places in `different`; sorted, the rest are 0

    ReachSets(const ReachSetup& setup, const std::vector<std::uint32_t>& different, Pulse& pulse)
        : setup_(setup), different_(different), pulse_(pulse), ids_(std::size_t{1} << setup.size, HashIndex::NONE) {
        row_.fill(NO_NUMBER);
        for (Mask mask = 0; mask < ids_.size(); ++mask)
            sizes_.push_back(static_cast<std::uint8_t>(std::popcount(mask)));
    }

    // Makes the tables of a choice. The functions below are about this choice.
    void prepare(const Row& row) {
        const std::size_t same = static_cast<std::size_t>(
            std::mismatch(row.begin(), row.begin() + setup_.size, row_.begin()).first - row.begin());
        row_ = row;
        equal_ = 0;
        for (std::size_t i = 1; i < setup_.size; ++i) equal_ |= Mask{row[i] == row[i - 1]} << i;
        for (Mask mask = Mask{1} << same; mask < ids_.size();
             ++mask)  // the others have not changed since the last choice
            if (size_of(mask) <= setup_.largest) ids_[mask] = id(mask);
    }

    const ReachTable& table(Mask mask) const { return tables_[ids_[mask]]; }
    std::size_t size_of(Mask mask) const { return sizes_[mask]; }

    // Of equal sub-multisets, is this the one with the earliest numbers? The same for the parts of such a sub-multiset.
    bool is_first(Mask mask) const { return (mask & ~(mask << 1) & equal_) == 0; }

    // Visits (small, large) once for every split of a set into two with tables that are not empty. The set is_first.
    template <class Visit>
    void for_splits(Mask whole, Visit visit) const {
        for (Mask part = (whole - 1) & whole; part != 0; part = (part - 1) & whole) {
            const Mask rest = whole ^ part;
            const std::size_t small = size_of(part), large = size_of(rest);
            if (small > large || large > setup_.largest || !is_first(part)) continue;
            if (small == large && ids_[part] > ids_[rest]) continue;
            if (!table(part).values().empty() && !table(rest).values().empty()) visit(table(part), table(rest));
        }
    }

  private:
    // Equal sub-multisets have the same id. The first of them comes first, so tables are made of such ones only.
    std::uint32_t id(Mask mask) {
        const Mask last = std::bit_floor(mask);
        const std::uint32_t number = row_[static_cast<std::size_t>(std::countr_zero(last))];
        const std::uint64_t key = std::uint64_t{ids_[mask ^ last]} << 32 | number, hash = mixed(key);
        const std::uint32_t known = index_.find(hash, [&](std::uint32_t id) { return keys_[id] == key; });
        if (known != HashIndex::NONE) return known;
        index_.add(hash);
        keys_.push_back(key);
        make(mask, tables_.add());
        return static_cast<std::uint32_t>(keys_.size() - 1);
    }

    void make(Mask mask, ReachTable& table) {
        raw_.clear();
        Word* row = table.start(setup_.words, arena_);
        const Window window{setup_.has_zero ? 0U : 1U, limit(mask)};
        const ReachTable::Parts parts = parts_of(mask);
        const bool lists = parts == ReachTable::Parts::Smallest;
        const auto take = [&](std::uint64_t value) {
            value < table.span() ? set_bit(row, value) : raw_.large.push_back(static_cast<std::uint32_t>(value));
        };
        const auto take_term = [&](std::uint64_t value) {
            if (lists) raw_.terms.push_back(static_cast<std::uint32_t>(value));
            take(value);
        };
        const bool is_number = size_of(mask) == 1;
        const std::uint64_t number = different_[row_[static_cast<std::size_t>(std::countr_zero(mask))]];
        if (is_number) take_term(number);
        for_splits(mask, [&](const ReachTable& xs, const ReachTable& ys) {
            if (goes_on(xs, ys)) combine_sums(setup_, xs, ys, window, row, take);
        });
        if (lists) table.list_factors(raw_);
        for_splits(mask, [&](const ReachTable& xs, const ReachTable& ys) {
            if (goes_on(xs, ys)) combine_products(setup_, xs, ys, window, take_term);
        });
        table.finish(raw_, parts, std::max(window.most, number), arena_);
    }
    bool goes_on(const ReachTable& xs, const ReachTable& ys) {
        pulse_.beat(2 * xs.values().size() * ys.values().size());
        return !pulse_.stopped();
    }
    std::uint64_t limit(Mask mask) const {
        std::uint64_t product = 1;
        for (std::size_t i = 0; i < setup_.size; ++i)
            if ((mask >> i & 1) != 0) product *= different_[row_[i]] + std::uint64_t{1};
        return setup_.limit(product, size_of(mask));
    }
    // Only the smaller part of a split needs its terms and factors.
    ReachTable::Parts parts_of(Mask mask) const {
        if (2 * size_of(mask) > setup_.size) return ReachTable::Parts::None;
        return setup_.has_all_four ? ReachTable::Parts::Smallest : ReachTable::Parts::All;
    }

    static constexpr std::uint32_t NO_NUMBER = 0xFFFFFFFF;

    const ReachSetup& setup_;
    const std::vector<std::uint32_t>& different_;
    Pulse& pulse_;
    Row row_{};
    Mask equal_ = 0;  // the numbers that equal the one before
    std::vector<std::uint32_t> ids_;
    std::vector<std::uint8_t> sizes_;  // by mask, because counting bits is slow on baseline machines
    std::vector<std::uint64_t> keys_;  // by id: the id of all numbers but the last, and the last
    HashIndex index_;
    StableVector<ReachTable> tables_;
    Arena arena_;
    RawValues raw_;
};

}  // namespace facevalue::numbers
