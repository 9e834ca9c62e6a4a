// ValuePairs: all pairs of values of two disjoint sets (value_tables.hpp), by the value that they make.
//
// A search usually works backward: for a value and x, it looks up y. If it needs most values of a set, one pass over
// all pairs is faster. A PairCode numbers the pairs so that both ways give the same order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "numbers/backward/value_tables.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

// A split of a set, the places of x and y in the tables of its small and its large part, and their combination, in the
// order of a backward search. For sets whose parts both have tables: a few splits and some million values at most.
class PairCode {
  public:
    PairCode() = default;
    PairCode(std::size_t split, std::size_t x, std::size_t y, const Combination& how)
        : code_(std::uint64_t{split} << 56 | std::uint64_t{x} << 32 | (how.kind == Kind::Product ? 1ULL : 0ULL) << 31 |
                (how.first_inverse ? 1ULL : 0ULL) << 30 | (how.second_inverse ? 1ULL : 0ULL) << 29 |
                (how.negated ? 1ULL : 0ULL) << 28 | std::uint64_t{y}) {}

    static constexpr std::size_t MOST_SPLITS = 1U << 8, MOST_X = 1U << 24, MOST_Y = 1U << 28;
    static_assert(MOST_VALUES < MOST_Y);

    std::size_t split() const { return code_ >> 56; }
    std::size_t x() const { return code_ >> 32 & (MOST_X - 1); }
    std::size_t y() const { return code_ & (MOST_Y - 1); }
    Combination how() const { return {bit(31) ? Kind::Product : Kind::Sum, bit(30), bit(29), bit(28)}; }
    friend auto operator<=>(PairCode, PairCode) = default;

  private:
    bool bit(int place) const { return (code_ >> place & 1) != 0; }
    std::uint64_t code_ = 0;
};

// Pairs by the number of the value that they make.
class PairsByValue {
  public:
    PairsByValue() = default;
    PairsByValue(std::size_t places, std::span<const std::pair<std::uint32_t, PairCode>> found) {
        ends_.resize(places, 0);
        for (const auto& [place, code] : found) ++ends_[place];
        std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), std::uint32_t{0});
        codes_.resize(found.size());
        for (const auto& [place, code] : found) codes_[ends_[place]++] = code;
        for (std::size_t place = 0; place < places; ++place) {
            const std::span<PairCode> same = std::span(codes_).subspan(first(place), ends_[place] - first(place));
            sort_items(same);
        }
    }

    bool empty() const { return codes_.empty(); }
    std::size_t size() const { return codes_.size(); }
    std::span<const PairCode> at(std::size_t place) const {
        return std::span(codes_).subspan(first(place), ends_[place] - first(place));
    }

  private:
    std::size_t first(std::size_t place) const { return place == 0 ? 0 : ends_[place - 1]; }

    std::vector<std::uint32_t> ends_;
    std::vector<PairCode> codes_;
};

// Finds some values among many others. Most look-ups end at a sieve with one bit per hash.
template <class Domain>
class ValueIndex {
  public:
    using Key = typename Domain::Key;
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;

    // `find` returns the place of a key among these, which all differ.
    explicit ValueIndex(std::vector<Key> keys)
        : keys_(std::move(keys)),
          sieve_(std::bit_ceil(keys_.size() / 4 + 1)),
          slots_(std::bit_ceil(2 * keys_.size() + 1), NONE) {
        for (std::uint32_t place = 0; place < keys_.size(); ++place) {
            const std::uint64_t hash = hashed(keys_[place]);
            sieve_[word(hash)] |= bit(hash);
            std::size_t at = hash & (slots_.size() - 1);
            while (slots_[at] != NONE) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = place;
        }
    }

    std::uint32_t find(const Key& key) const {
        const std::uint64_t hash = hashed(key);
        if ((sieve_[word(hash)] & bit(hash)) == 0) return NONE;
        for (std::size_t at = hash & (slots_.size() - 1); slots_[at] != NONE; at = (at + 1) & (slots_.size() - 1))
            if (keys_[slots_[at]] == key) return slots_[at];
        return NONE;
    }

  private:
    static std::uint64_t hashed(const Key& key) { return (Domain::hash(key) * 0x9E3779B97F4A7C15ULL) >> 20; }
    std::size_t word(std::uint64_t hash) const { return hash >> 6 & (sieve_.size() - 1); }
    static std::uint64_t bit(std::uint64_t hash) { return 1ULL << (hash & 63); }

    std::vector<Key> keys_;
    std::vector<std::uint64_t> sieve_;  // 16 bits or more for each
    std::vector<std::uint32_t> slots_;
};

template <class Domain>
class ValuePairs {
  public:
    using Key = typename Domain::Key;
    using Entry = typename Domain::Entry;
    using SetId = typename ValueTables<Domain>::SetId;

    ValuePairs(const Domain& domain, const Rules& rules, bool essential, ValueTables<Domain>& tables, Pulse& pulse)
        : domain_(domain),
          adds_(rules.has(Op::Add)),
          multiplies_(rules.has(Op::Multiply)),
          divides_(rules.has(Op::Divide)),
          essential_(essential),
          tables_(tables),
          pulse_(pulse) {}

    // How many look-ups a backward search needs for one value of the set, and how many results all pairs have.
    struct Work {
        std::uint64_t backward = 0, forward = 0;
    };
    Work work_of(SetId set) {
        Work work;
        for (const auto& split : tables_.splits(set)) {
            const std::uint64_t small = tables_.values(split.small).size();
            work.backward += 5 * small;
            work.forward += 5 * small * tables_.values(split.large).size();
        }
        return work;
    }
    // Does the set have few enough splits and values for a PairCode?
    bool has_codes(SetId set) {
        const auto& splits = tables_.splits(set);
        return splits.size() < PairCode::MOST_SPLITS &&
               std::ranges::all_of(
                   splits, [this](const auto& split) { return tables_.values(split.small).size() < PairCode::MOST_X; });
    }

    // Calls visit(key, code) for each value except 0 that a pair of values of two parts makes. Leaves out factors 0,
    // and idle parts of essential forms.
    template <class Visit>
    void for_each(SetId set, Visit visit) {
        const auto& splits = tables_.splits(set);
        for (std::size_t split = 0; split < splits.size(); ++split) {
            const std::span<const Entry> small = tables_.values(splits[split].small);
            const std::span<const Entry> large = tables_.values(splits[split].large);
            for (std::size_t x = 0; x < small.size(); ++x)
                for (std::size_t y = 0; y < large.size(); y += BLOCK) {
                    const auto block = large.subspan(y, std::min(BLOCK, large.size() - y));
                    combine(small[x], block, [&](const Key& key, std::size_t i, const Combination& how) {
                        visit(key, PairCode(split, x, y + i, how));
                    });
                    pulse_.beat(5 * block.size());
                    pulse_.spend(5 * Domain::WORK_OF_A_RESULT * block.size());
                    if (pulse_.stopped()) return;
                }
        }
    }

    // The pairs that make a value of the set's table; the first call finds them for all values. Not for the value 0.
    std::span<const PairCode> of(SetId set, const Entry& value) {
        if (set >= sets_.size()) sets_.resize(set + 1);
        if (!sets_[set]) sets_[set] = std::make_unique<PairsByValue>(pairs_of(set));
        if (sets_[set]->empty()) return {};  // stopped
        return sets_[set]->at(static_cast<std::size_t>(&value - tables_.values(set).data()));
    }
    bool has(SetId set) const { return set < sets_.size() && sets_[set]; }

    // The memory used, in values of a table.
    std::size_t weight() const { return weight_; }

  private:
    template <class Add>
    void combine(const Entry& x, std::span<const Entry> large, Add add) const {
        const bool x_is_zero = Forms<Domain>::is_zero(x.key);
        for (std::size_t i = 0; i < large.size(); ++i) {
            const Entry& y = large[i];
            const bool has_zero = x_is_zero || Forms<Domain>::is_zero(y.key);
            if (adds_ && !(essential_ && has_zero)) {
                const Signed<Key> sum = Domain::sum(x.key, y.key);
                if (!Forms<Domain>::is_zero(sum.key)) add(sum.key, i, {Kind::Sum, sum.negative, sum.negative, false});
                const Signed<Key> rest = Domain::difference(x.key, y.key);
                if (!Forms<Domain>::is_zero(rest.key))
                    add(rest.key, i, {Kind::Sum, rest.negative, !rest.negative, false});
            }
            if (!multiplies_ || has_zero) continue;
            if (const auto v = domain_.product(x, y)) add(v->key, i, {Kind::Product, false, false, v->negative});
            if (!divides_) continue;
            if (const auto v = domain_.quotient(x, y)) add(v->key, i, {Kind::Product, false, true, v->negative});
            if (const auto v = domain_.quotient(y, x)) add(v->key, i, {Kind::Product, true, false, v->negative});
        }
    }

    PairsByValue pairs_of(SetId set) {
        const std::vector<Entry>& values = tables_.values(set);
        std::vector<std::pair<std::uint32_t, PairCode>> found;
        for_each(set, [&](const Key& key, PairCode code) {
            const Entry* entry = tables_.find(set, key);
            if (entry != nullptr) found.push_back({static_cast<std::uint32_t>(entry - values.data()), code});
        });
        if (pulse_.stopped()) return {};
        weight_ += found.size() / 3 + values.size() / 6;
        return {values.size(), found};
    }

    static constexpr std::size_t BLOCK = 4096;  // values between two beats

    const Domain& domain_;
    bool adds_, multiplies_, divides_, essential_;
    ValueTables<Domain>& tables_;
    Pulse& pulse_;
    std::vector<std::unique_ptr<PairsByValue>> sets_;
    std::size_t weight_ = 0;
};

}  // namespace facevalue::numbers
