// ValueTables: the sub-multisets of the numbers (Sets), their splits in two, and tables of all values each can make, up
// to sign.
//
// Equal sets are shared, even between puzzles. A look-up first tests a sieve with one bit per hash, where most look-ups
// end, then a hash table. 16 to 40 bytes per value. References stay valid. If a table passes MOST_VALUES, `too_large`
// is set and all results are invalid. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/forms/canonical_forms.hpp"
#include "numbers/values/hash_index.hpp"
#include "numbers/values/modular_values.hpp"
#include "numbers/values/stable_vector.hpp"
#include "work/integers.hpp"
#include "work/pulse.hpp"
#include "work/splitmix.hpp"

namespace facevalue::numbers {

inline constexpr std::size_t MOST_SEARCHED = 16;
// The largest table, about a gigabyte.
inline constexpr std::size_t MOST_VALUES = 30'000'000;

template <class Domain>
class ValueTables {
  public:
    using Key = typename Domain::Key;
    using Entry = typename Domain::Entry;
    using SetId = std::uint32_t;
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;

    struct Split {
        SetId small, large;
    };
    struct Set {
        std::array<LeafId, MOST_SEARCHED> leaves{};  // sorted by number; the rest are 0
        std::uint8_t size = 0;
        LeafId anchor = 0;  // its rarest number (form_lists.hpp)
        bool has_splits = false, has_table = false;
        std::vector<Split> splits;
        std::vector<Entry> entries;
        std::vector<std::uint32_t> slots;
        std::vector<std::uint64_t> sieve;  // a bit for each value, by its hash: most look-ups end here
        Key most{};                        // the largest key, if keys are in order (Domain::exceeds)
    };
    ValueTables(const Domain& domain, const Rules& rules, Pulse& pulse)
        : domain_(domain),
          adds_(rules.has(Op::Add)),
          multiplies_(rules.has(Op::Multiply)),
          divides_(rules.has(Op::Divide)),
          pulse_(pulse) {}

    bool too_large() const { return too_large_; }
    // The memory used, in values of a table; every set counts as some values.
    std::size_t weight() const { return weight_ + WEIGHT_OF_A_SET * sets_.size(); }

    LeafId leaf_id(const Number& number) {
        const std::uint64_t hash = hashed(number);
        const std::uint32_t known = leaf_index_.find(hash, [&](std::uint32_t id) { return leaves_[id] == number; });
        if (known != NONE) return known;
        leaf_index_.add(hash);
        leaves_.push_back(number);
        leaf_hashes_.push_back(mixed(leaves_.size()));
        return narrowed<LeafId>(leaves_.size() - 1);
    }

    const Number& number(LeafId leaf) const { return leaves_[leaf]; }

    // The set of these leaves, which are sorted by number, so that results do not depend on earlier puzzles.
    SetId set_of(const LeafId* leaves, std::size_t size) { return set_of(leaves, size, hash_of(leaves, size)); }
    const Set& set(SetId id) const { return sets_[id]; }
    const Set& set_with_table(SetId id) {
        if (!sets_[id].has_table) make_table(id);
        return sets_[id];
    }

    // Every way to split a set into two non-empty parts, each once.
    const std::vector<Split>& splits(SetId id) {
        if (!sets_[id].has_splits) make_splits(id);
        return sets_[id].splits;
    }

    // All values of a set, up to sign. Builds the table whatever its size.
    const std::vector<Entry>& values(SetId id) {
        if (!sets_[id].has_table) make_table(id);
        return sets_[id].entries;
    }

    // The set's entry for a value, or nullptr.
    const Entry* find(SetId id, const Key& value) {
        const Set& set = sets_[id];
        if (!set.has_table) make_table(id);
        if (!Sieve(set).passes(value)) return nullptr;
        if (set.slots.empty()) {
            for (const Entry& entry : set.entries)
                if (entry.key == value) return &entry;
            return nullptr;
        }
        const std::size_t mask = set.slots.size() - 1;
        for (std::size_t at = slot(value) & mask;; at = (at + 1) & mask) {
            if (set.slots[at] == NONE) return nullptr;
            if (set.entries[set.slots[at]].key == value) return &set.entries[set.slots[at]];
        }
    }
    // The sieve of a set, for many look-ups. Without a set, everything passes.
    class Sieve {
      public:
        Sieve() = default;
        explicit Sieve(const Set& set) : bits_(set.sieve.data()), mask_(64 * set.sieve.size() - 1), most_(set.most) {}

        bool passes(const Key& value) const {
            if (bits_ == nullptr) return true;
            return !Domain::exceeds(value, most_) && has(value);
        }
        // A faster and weaker test, for a sieve with a set.
        bool has(const Key& value) const {
            const std::uint64_t bit = Domain::sieve_hash(value) & mask_;
            return (bits_[bit >> 6] >> (bit & 63) & 1) != 0;
        }

      private:
        const std::uint64_t* bits_ = nullptr;
        std::uint64_t mask_ = 0;
        Key most_{};
    };

  private:
    // A sum over the leaves: the hash of one part is the hash of the whole minus the hash of the other part.
    std::uint64_t hash_of(const LeafId* leaves, std::size_t size) const {
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < size; ++i) hash += leaf_hashes_[leaves[i]];
        return hash;
    }
    SetId set_of(const LeafId* leaves, std::size_t size, std::uint64_t hash) {
        const SetId known = set_index_.find(hash, [&](std::uint32_t id) {
            const Set& set = sets_[id];
            return set.size == size && std::equal(leaves, leaves + size, set.leaves.begin());
        });
        if (known != NONE) return known;
        Set& set = sets_.add();
        std::copy(leaves, leaves + size, set.leaves.begin());
        set.size = narrowed<std::uint8_t>(size);
        set.anchor = find_rarest(set);
        set_index_.add(hash);
        return static_cast<SetId>(sets_.size() - 1);
    }
    static LeafId find_rarest(const Set& set) {  // it causes the fewest duplicates
        LeafId best = set.leaves[0];
        std::size_t least = MOST_SEARCHED + 1;
        for (std::size_t i = 0; i < set.size;) {
            std::size_t end = i;
            while (end < set.size && set.leaves[end] == set.leaves[i]) ++end;
            if (end - i < least) least = end - i, best = set.leaves[i];
            i = end;
        }
        return best;
    }

    void make_splits(SetId id) {
        const Set& whole = sets_[id];
        std::vector<Split>& splits = sets_[id].splits;
        struct Run {
            LeafId leaf;
            std::size_t size, taken = 0;
        };
        std::array<Run, MOST_SEARCHED> all_runs;
        std::size_t different = 0;
        for (std::size_t i = 0; i < whole.size; ++i) {
            if (i > 0 && whole.leaves[i - 1] == whole.leaves[i])
                ++all_runs[different - 1].size;
            else
                all_runs[different++] = {whole.leaves[i], 1};
        }
        const auto runs = std::span(all_runs).first(different);
        std::array<LeafId, MOST_SEARCHED> taken{}, left{};
        const std::uint64_t whole_hash = hash_of(whole.leaves.data(), whole.size);
        std::uint64_t taken_hash = 0;
        std::size_t taken_size = 0;
        splits.reserve((1U << (whole.size - 1)) - 1);
        for (;;) {  // count through the sub-multisets
            std::size_t digit = 0;
            for (; digit < different && runs[digit].taken == runs[digit].size; ++digit) {
                taken_hash -= runs[digit].taken * leaf_hashes_[runs[digit].leaf];
                taken_size -= runs[digit].taken;
                runs[digit].taken = 0;
            }
            if (digit == different) break;
            ++runs[digit].taken;
            taken_hash += leaf_hashes_[runs[digit].leaf];
            if (2 * ++taken_size > whole.size) continue;
            std::size_t t = 0, l = 0;
            for (const Run& run : runs) {
                for (std::size_t k = 0; k < run.taken; ++k) taken[t++] = run.leaf;
                for (std::size_t k = run.taken; k < run.size; ++k) left[l++] = run.leaf;
            }
            if (t == l && comes_before(left.data(), taken.data(), t)) continue;  // two halves: once
            splits.push_back({set_of(taken.data(), t, taken_hash), set_of(left.data(), l, whole_hash - taken_hash)});
        }
        sets_[id].has_splits = true;
    }

    bool comes_before(const LeafId* a, const LeafId* b, std::size_t size) const {
        return std::lexicographical_compare(a, a + size, b, b + size,
                                            [this](LeafId x, LeafId y) { return leaves_[x] < leaves_[y]; });
    }

    static std::uint64_t slot(const Key& key) { return (Domain::hash(key) * 0x9E3779B97F4A7C15ULL) >> 20; }

    void make_table(SetId id) {
        if (sets_[id].size == 1) {
            sets_[id].entries.push_back(Domain::entry(domain_.of(leaves_[sets_[id].leaves[0]]).key));
            sets_[id].has_table = true;
            make_sieve(sets_[id]);
            return;
        }
        const std::vector<Split>& parts = splits(id);
        for (const Split& split : parts) {
            if (!sets_[split.small].has_table) make_table(split.small);
            if (!sets_[split.large].has_table) make_table(split.large);
        }
        std::vector<Entry>& entries = sets_[id].entries;
        std::size_t most = 0;
        for (const Split& split : parts)
            most += 5 * sets_[split.small].entries.size() * sets_[split.large].entries.size();
        entries.reserve(std::min(most, FEW_VALUES));
        std::vector<std::uint32_t> slots = std::move(spare_slots_);
        slots.assign(64, NONE);
        const auto insert = [&](const Signed<Key>& value) {
            if (!domain_.is_allowed(value.key)) return;
            const std::size_t mask = slots.size() - 1;
            std::size_t at = slot(value.key) & mask;
            for (; slots[at] != NONE; at = (at + 1) & mask)
                if (entries[slots[at]].key == value.key) return;
            slots[at] = narrowed<std::uint32_t>(entries.size());
            Entry entry{};
            entry.key = value.key;
            entries.push_back(entry);
            if (2 * entries.size() > slots.size()) regrow(slots, entries);
        };
        const auto join = [&](const Entry& x, std::span<const Entry> others) {
            for (const Entry& y : others) {
                if (adds_) {  // also differences, because numbers of the puzzle may be negative
                    insert(Domain::sum(x.key, y.key));
                    insert(Domain::difference(x.key, y.key));
                }
                if (multiplies_)
                    if (const auto value = domain_.product(x, y)) insert(*value);
                if (!divides_) continue;
                if (const auto value = domain_.quotient(x, y)) insert(*value);
                if (const auto value = domain_.quotient(y, x)) insert(*value);
            }
            pulse_.beat(5 * others.size());
            pulse_.spend(5 * Domain::WORK_OF_A_RESULT * others.size());
            if (entries.size() > MOST_VALUES) too_large_ = true;
        };
        for (const Split& split : parts) {
            const std::span<const Entry> large = sets_[split.large].entries;
            for (const Entry& x : sets_[split.small].entries)
                for (std::size_t first = 0; first < large.size() && !is_over(); first += BLOCK)
                    join(x, large.subspan(first, std::min(BLOCK, large.size() - first)));
            if (is_over()) break;
        }
        if (pulse_.stopped()) entries.clear();  // nobody needs them, and what follows takes long for many
        invert(entries);
        Set& set = sets_[id];
        (set.entries.size() > 8 ? set.slots : spare_slots_) = std::move(slots);
        set.has_table = true;
        make_sieve(set);
        weight_ += set.entries.size();
    }

    void invert(std::span<Entry> entries) {
        for (std::size_t first = 0; first < entries.size() && !is_over(); first += BLOCK) {
            const auto block = entries.subspan(first, std::min(BLOCK, entries.size() - first));
            Domain::invert(block);
            pulse_.spend((1 + 3 * Domain::WORK_OF_A_RESULT) * block.size());
        }
    }

    static void make_sieve(Set& set) {
        std::size_t words = 16;
        while (64 * words < 16 * set.entries.size()) words *= 2;
        set.sieve.assign(words, 0);
        for (const Entry& entry : set.entries) {
            const std::uint64_t bit = Domain::sieve_hash(entry.key) & (64 * words - 1);
            set.sieve[bit >> 6] |= 1ULL << (bit & 63);
            if (Domain::exceeds(entry.key, set.most)) set.most = entry.key;
        }
    }
    static void regrow(std::vector<std::uint32_t>& slots, const std::vector<Entry>& entries) {
        slots.assign(2 * slots.size(), NONE);
        const std::size_t mask = slots.size() - 1;
        for (std::uint32_t i = 0; i < entries.size(); ++i) {
            std::size_t at = slot(entries[i].key) & mask;
            while (slots[at] != NONE) at = (at + 1) & mask;
            slots[at] = i;
        }
    }

    bool is_over() const { return pulse_.stopped() || too_large_; }

    static constexpr std::size_t WEIGHT_OF_A_SET = 8;
    static constexpr std::size_t FEW_VALUES = 32;  // room for so many is made at once
    static constexpr std::size_t BLOCK = 4096;     // values between two beats

    const Domain& domain_;
    bool adds_, multiplies_, divides_;
    Pulse& pulse_;
    bool too_large_ = false;
    std::size_t weight_ = 0;
    std::vector<Number> leaves_;
    std::vector<std::uint64_t> leaf_hashes_;
    StableVector<Set> sets_;
    std::vector<std::uint32_t> spare_slots_;  // of the last small table, which needs none
    HashIndex leaf_index_, set_index_;
};

}  // namespace facevalue::numbers
