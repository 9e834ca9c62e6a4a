// ReachSets: a table of values for every sub-multiset of a choice, kept from one choice to the next.
//
// Tables are made from the tables of all splits in two, smallest first. Values too large to lead to a target are left
// out: without zero, if v leads to a target t <= high using the unused numbers r, then v is an expression of t and the
// r (every step can be undone), so v <= (high + 1) * product of (r + 1). With zero (0 * v = 0) this fails, and nothing
// is left out.
#pragma once

#include <array>
#include <bit>
#include <limits>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/reach/reach.hpp"
#include "numbers/reach/reach_table.hpp"
#include "numbers/search/hash_index.hpp"
#include "numbers/search/stable_vector.hpp"
#include "work/splitmix.hpp"

namespace facevalue::numbers {

using Mask = std::uint32_t;

// What all choices of a batch have in common.
struct ReachSetup {
    Window window;      // the targets that can be results
    std::size_t words;  // that hold the targets 0..high as bits
    bool adds, subtracts, multiplies, divides;
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

// Every result of a value of xs and one of ys in the window.
template <class Take>
void combine(const ReachSetup& setup, const ReachTable& xs, const ReachTable& ys, const Window& window, Take take) {
    for (const std::uint32_t x : xs.values()) {
        if (setup.adds) results::sums(x, ys, window, take);
        if (setup.subtracts) results::differences(x, ys, window, take);
        if (setup.multiplies) results::products(x, ys, window, take);
        // Dividing by 1 gives nothing that multiplying by 1 has not given.
        if (setup.divides && (x != 1 || !setup.multiplies)) results::quotients(x, ys, window, take);
    }
}

class ReachSets {
  public:
    using Row = std::array<std::uint32_t, MOST_WHOLE>;  // places in `different`; sorted, the rest are 0

    ReachSets(const ReachSetup& setup, const std::vector<std::uint32_t>& different, Pulse& pulse)
        : setup_(setup), different_(different), pulse_(pulse), ids_(std::size_t{1} << setup.size) {
        for (Mask mask = 0; mask < ids_.size(); ++mask)
            sizes_.push_back(static_cast<std::uint8_t>(std::popcount(mask)));
    }

    // Makes the tables of a choice. The functions below are about this choice.
    void prepare(const Row& row) {
        row_ = row;
        const auto end = row.begin() + static_cast<std::ptrdiff_t>(setup_.size);
        has_equal_ = std::adjacent_find(row.begin(), end) != end;
        for (Mask mask = 1; mask < ids_.size(); ++mask)
            if (size_of(mask) <= setup_.largest) ids_[mask] = id(mask);
    }

    const ReachTable& table(Mask mask) const { return tables_[ids_[mask]]; }
    std::size_t size_of(Mask mask) const { return sizes_[mask]; }

    // Of equal sub-multisets, is this the one with the earliest numbers?
    bool is_first(Mask mask) const {
        for (std::size_t i = 1; i < setup_.size; ++i)
            if ((mask >> i & 1) != 0 && (mask >> (i - 1) & 1) == 0 && row_[i] == row_[i - 1]) return false;
        return true;
    }

    // Visits (small, large) once for every split of a set into two with tables that are not empty.
    template <class Visit>
    void for_splits(Mask whole, Visit visit) const {
        for (Mask part = (whole - 1) & whole; part != 0; part = (part - 1) & whole) {
            const Mask rest = whole ^ part;
            const std::size_t small = size_of(part), large = size_of(rest);
            if (small > large || large > setup_.largest || !is_first_of(part, whole)) continue;
            if (small == large && ids_[part] > ids_[rest]) continue;
            if (!table(part).values().empty() && !table(rest).values().empty()) visit(table(part), table(rest));
        }
    }

  private:
    bool is_first_of(Mask part, Mask whole) const {
        if (!has_equal_) return true;
        for (std::size_t i = 0, last = setup_.size; i < setup_.size; ++i) {
            if ((whole >> i & 1) == 0) continue;
            if (last < i && (part >> i & 1) != 0 && (part >> last & 1) == 0 && row_[i] == row_[last]) return false;
            last = i;
        }
        return true;
    }

    std::uint32_t id(Mask mask) {
        Row key;
        key.fill(NO_NUMBER);
        std::uint64_t hash = 0;
        for (std::size_t i = 0, k = 0; i < setup_.size; ++i)
            if ((mask >> i & 1) != 0) hash = mixed(hash ^ (key[k++] = row_[i]));
        const std::uint32_t known = index_.find(hash, [&](std::uint32_t id) { return keys_[id] == key; });
        if (known != HashIndex::NONE) return known;
        index_.add(hash);
        keys_.push_back(key);
        make(mask, tables_.add());
        return static_cast<std::uint32_t>(keys_.size() - 1);
    }

    void make(Mask mask, ReachTable& made) {
        raw_.clear();
        std::uint64_t product = 1;
        for (std::size_t i = 0; i < setup_.size; ++i)
            if ((mask >> i & 1) != 0) product *= different_[row_[i]] + std::uint64_t{1};
        const Window window{setup_.has_zero ? 0U : 1U, setup_.limit(product, size_of(mask))};
        if (size_of(mask) == 1) raw_.push_back(different_[row_[static_cast<std::size_t>(std::countr_zero(mask))]]);
        for_splits(mask, [&](const ReachTable& xs, const ReachTable& ys) {
            pulse_.beat(4 * xs.values().size() * ys.values().size());
            if (pulse_.stopped()) return;
            combine(setup_, xs, ys, window,
                    [this](std::uint64_t value) { raw_.push_back(static_cast<std::uint32_t>(value)); });
        });
        made.fill(raw_, setup_.words);
    }

    static constexpr std::uint32_t NO_NUMBER = 0xFFFFFFFF;

    const ReachSetup& setup_;
    const std::vector<std::uint32_t>& different_;
    Pulse& pulse_;
    Row row_{};
    bool has_equal_ = false;
    std::vector<std::uint32_t> ids_;
    std::vector<std::uint8_t> sizes_;  // by mask, because counting bits is slow on baseline machines
    std::vector<Row> keys_;
    HashIndex index_;
    StableVector<ReachTable> tables_;
    std::vector<std::uint32_t> raw_;
};

}  // namespace facevalue::numbers
