// Search: every way to make a value from numbers, backward from the value.
//
// For: rules with any order and any grouping. Which values can the numbers make, and which canonical forms
// (forms.hpp) have a given value.
// Not for: rules that fix the order or the grouping (walk.hpp).
//
// Method. A sub-multiset of the numbers is a Set; equal sub-multisets are one Set, also between the puzzles
// of a batch. A Set of up to `table_size` numbers has a table of all its values. To make v from a larger set:
// split it in two (X the smaller), take each value x in X's table, and ask whether Y can make one of the five
// values that would do: v-x, v+x, v/x, x/v, v*x. That is a look-up, or the same question about Y. What was
// asked is remembered as a Node (Set, value) with its Edges, the splits that answer yes.
// Forms are listed from the nodes lazily, the simplest first: a List merges, for each pair of lists that an
// edge combines, the pairs (i, j) in the order of their cost; costs add up (forms.hpp), so nothing is listed
// out of turn and nothing is made before it is wanted.
// Each form of a node should come up once. A sum is made as one term that holds a designated number of the
// set plus the rest; a product without a bar likewise; a product with a bar as what is over it by one factor
// under it, so that what is split is whole where the whole is. What still comes twice (equal numbers, several
// factors under the bar) is found by its FormId.
//
// Cost: for 8 different numbers about 7 million look-ups, 30 MB; lists grow with what is taken from them.
// One Search belongs to one thread. `pulse` is asked now and then whether to stop; then all answers are void.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "forms.hpp"
#include "stable.hpp"

namespace facevalue {

inline constexpr std::size_t MOST_NUMBERS = 16;
// Beyond this many values a table is not built: about a gigabyte.
inline constexpr std::size_t MOST_VALUES = 30'000'000;

// Asks its owner now and then whether to stop, and remembers a yes.
class Pulse {
  public:
    static constexpr std::uint64_t INTERVAL = 200'000;  // look-ups: a few milliseconds

    explicit Pulse(std::function<bool()> stop = {}) : stop_(std::move(stop)) {}
    bool stopped() const { return stopped_; }
    std::uint64_t work() const { return work_; }
    void beat(std::uint64_t work) {
        work_ += work;
        pending_ += work;
        if (pending_ < INTERVAL) return;
        pending_ = 0;
        if (stop_ && !stopped_) stopped_ = stop_();
    }

  private:
    std::function<bool()> stop_;
    bool stopped_ = false;
    std::uint64_t work_ = 0;
    std::uint64_t pending_ = 0;
};

template <class Domain>
class Search {
  public:
    using Key = typename Domain::Key;
    using Entry = typename Domain::Entry;
    using SetId = std::uint32_t;
    using NodeId = std::uint32_t;
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;

    struct Split {
        SetId small, large;
    };
    struct Set {
        std::array<LeafId, MOST_NUMBERS> leaves{};  // sorted by number; the rest are 0
        std::uint8_t size = 0;
        LeafId designated = 0;
        bool has_splits = false, has_table = false;
        std::vector<Split> splits;
        std::vector<Entry> entries;
        std::vector<std::uint32_t> slots;
        std::vector<std::uint64_t> sieve;  // a bit for each value, by its hash: most look-ups end here
        std::uint32_t leaf_node = NONE;
    };
    struct Edge {
        NodeId x, y;
        bool is_sum, x_inverse, y_inverse, turned;
    };

    Search(const Domain& domain, const Rules& rules, bool essential, int table_size, Pulse& pulse)
        : domain_(domain),
          adds_(rules.has(Op::Add)),
          multiplies_(rules.has(Op::Multiply)),
          divides_(rules.has(Op::Divide)),
          positive_(rules.values == Values::Positive),
          essential_(essential),
          table_size_(static_cast<std::size_t>(table_size)),
          pulse_(pulse),
          forms_(domain, rules, essential) {}

    Forms<Domain>& forms() { return forms_; }
    const Domain& domain() const { return domain_; }
    bool too_large() const { return too_large_; }
    std::size_t weight() const { return weight_ + forms_.size(); }

    LeafId leaf_id(const Number& number) {
        const std::uint64_t hash = hashed(number);
        const std::uint32_t known = leaf_index_.find(hash, [&](std::uint32_t id) { return leaves_[id] == number; });
        if (known != NONE) return static_cast<LeafId>(known);
        leaf_index_.add(hash);
        leaves_.push_back(number);
        return static_cast<LeafId>(leaves_.size() - 1);
    }

    const Number& number(LeafId leaf) const { return leaves_[leaf]; }

    // The set of these leaves, sorted by their numbers: then all orders here are the same whatever was asked before.
    SetId set_of(const LeafId* leaves, std::size_t size) {
        std::uint64_t hash = size;
        for (std::size_t i = 0; i < size; ++i) hash = (hash ^ leaves[i]) * 0x9E3779B97F4A7C15ULL;
        hash = mixed(hash);
        const SetId known = set_index_.find(hash, [&](std::uint32_t id) {
            const Set& set = sets_[id];
            return set.size == size && std::equal(leaves, leaves + size, set.leaves.begin());
        });
        if (known != NONE) return known;
        Set& set = sets_.add();
        std::copy(leaves, leaves + size, set.leaves.begin());
        set.size = static_cast<std::uint8_t>(size);
        set.designated = rarest(set);
        set_index_.add(hash);
        return static_cast<SetId>(sets_.size() - 1);
    }
    const Set& set(SetId id) const { return sets_[id]; }

    // Every way to part a set in two that are not empty, each once.
    const std::vector<Split>& splits(SetId id) {
        if (!sets_[id].has_splits) make_splits(id);
        return sets_[id].splits;
    }

    // The node of a value that the set can make, up to sign, or NONE. (Whether the rules' smaller print agrees, its
    // lists tell.)
    NodeId reached(SetId id, const Key& value) {
        if (sets_[id].size > table_size_) return reached(id, Domain::entry(value));
        const Entry* entry = in_table(id, value);
        return entry == nullptr ? NONE : node_of(id, *entry);
    }
    NodeId reached(SetId id, const Entry& value) {
        if (sets_[id].size <= table_size_) return reached(id, value.key);
        const NodeId node = node_of(id, value);
        return edges(node).empty() ? NONE : node;
    }
    bool reaches(SetId id, const Key& value) {
        return sets_[id].size <= table_size_ ? in_table(id, value) != nullptr : reached(id, value) != NONE;
    }

    NodeId node_of(SetId set, const Entry& value) {
        if (sets_[set].leaf_node != NONE) return sets_[set].leaf_node;
        const std::uint64_t hash = mixed(Domain::hash(value.key) ^ (static_cast<std::uint64_t>(set) << 40) ^ set);
        const NodeId known = node_index_.find(
            hash, [&](std::uint32_t id) { return nodes_[id].set == set && nodes_[id].value.key == value.key; });
        if (known != NONE) return known;
        node_index_.add(hash);
        Node& node = nodes_.add();
        node.set = set;
        node.value = value;
        const auto id = static_cast<NodeId>(nodes_.size() - 1);
        if (sets_[set].size == 1) make_leaf(node, id);
        return id;
    }

    // Form number `place` of the node's forms of one kind, the simplest first; NONE past the end.
    // A leaf counts as either kind.
    FormId form_at(NodeId node, Kind kind, std::size_t place) {
        List& list = list_of(node, kind);
        if (!list.started) start(node, kind);
        while (list.done.size() <= place && list.lazy && !pulse_.stopped()) advance(node, kind);
        return place < list.done.size() ? list.done[place] : Forms<Domain>::NONE;
    }

    // All forms of the node of one kind, the simplest first; quicker than one by one.
    const std::vector<FormId>& all_forms(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        if (!list.started) finish(node, kind);
        while (list.lazy && !pulse_.stopped()) advance(node, kind);
        return list.done;
    }

    // All values of a set, up to sign. Builds the table whatever its size.
    const std::vector<Entry>& values(SetId id) {
        if (!sets_[id].has_table) make_table(id);
        return sets_[id].entries;
    }

  private:
    // Two lists to be combined: all terms that hold the designated number with all rests, say.
    struct Arm {
        std::uint32_t edge;
        NodeId block, rest;
        Kind block_kind, rest_kind;
        bool block_is_x;
    };
    struct Pair {
        Cost cost;
        std::uint32_t arm, i, j;
        bool operator<(const Pair& other) const {  // for a heap with the cheapest on top
            return std::tie(other.cost, other.arm, other.i, other.j) < std::tie(cost, arm, i, j);
        }
    };
    // What a list needs while there is more to come.
    struct Lazy {
        std::vector<Arm> arms;
        std::vector<Pair> heap;
        std::unordered_set<FormId> seen;
    };
    struct List {
        bool started = false;
        std::vector<FormId> done;
        std::unique_ptr<Lazy> lazy;
    };
    struct Node {
        SetId set = 0;
        bool expanded = false;
        Entry value{};
        std::vector<Edge> edges;
        List sums, products;
    };

    static LeafId rarest(const Set& set) {  // the number that occurs least: least comes twice
        LeafId best = set.leaves[0];
        std::size_t least = MOST_NUMBERS + 1;
        for (std::size_t i = 0; i < set.size;) {
            std::size_t end = i;
            while (end < set.size && set.leaves[end] == set.leaves[i]) ++end;
            if (end - i < least) least = end - i, best = set.leaves[i];
            i = end;
        }
        return best;
    }

    bool holds_designated(NodeId part, LeafId designated) const {
        const Set& set = sets_[nodes_[part].set];
        return std::find(set.leaves.begin(), set.leaves.begin() + set.size, designated) !=
               set.leaves.begin() + set.size;
    }

    void make_splits(SetId id) {
        const Set& whole = sets_[id];
        std::vector<Split>& splits = sets_[id].splits;
        std::array<LeafId, MOST_NUMBERS> taken{}, left{};
        // Count through the sub-multisets: how many of each run of equal leaves are taken.
        std::vector<std::pair<LeafId, int>> runs;
        runs.reserve(whole.size);
        for (std::size_t i = 0; i < whole.size; ++i) {
            if (!runs.empty() && runs.back().first == whole.leaves[i])
                ++runs.back().second;
            else
                runs.push_back({whole.leaves[i], 1});
        }
        std::vector<int> count(runs.size(), 0);
        splits.reserve((1U << (whole.size - 1)) - 1);
        for (;;) {
            std::size_t digit = 0;
            while (digit < runs.size() && count[digit] == runs[digit].second) count[digit++] = 0;
            if (digit == runs.size()) break;
            ++count[digit];
            std::size_t t = 0, l = 0;
            for (std::size_t r = 0; r < runs.size(); ++r) {
                for (int k = 0; k < count[r]; ++k) taken[t++] = runs[r].first;
                for (int k = count[r]; k < runs[r].second; ++k) left[l++] = runs[r].first;
            }
            if (l == 0 || t > l) continue;
            if (t == l && comes_before(left.data(), taken.data(), t)) continue;  // two halves: once
            splits.push_back({set_of(taken.data(), t), set_of(left.data(), l)});
        }
        sets_[id].has_splits = true;
    }

    bool comes_before(const LeafId* a, const LeafId* b, std::size_t size) const {
        return std::lexicographical_compare(a, a + size, b, b + size,
                                            [this](LeafId x, LeafId y) { return less(leaves_[x], leaves_[y]); });
    }

    // ---- tables

    const Entry* in_table(SetId id, const Key& value) {
        const Set& set = sets_[id];
        if (!set.has_table) make_table(id);
        if (!passes_sieve(set, value)) return nullptr;
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
    static bool passes_sieve(const Set& set, const Key& value) {
        const std::uint64_t bit = slot(value) & (64 * set.sieve.size() - 1);
        return (set.sieve[bit >> 6] >> (bit & 63) & 1) != 0;
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
        std::vector<std::uint32_t> slots(64, NONE);
        const auto insert = [&](const Signed<Key>& value) {
            if (!domain_.stands(value.key)) return;
            const std::size_t mask = slots.size() - 1;
            std::size_t at = slot(value.key) & mask;
            for (; slots[at] != NONE; at = (at + 1) & mask)
                if (entries[slots[at]].key == value.key) return;
            slots[at] = static_cast<std::uint32_t>(entries.size());
            Entry entry{};
            entry.key = value.key;
            entries.push_back(entry);
            if (2 * entries.size() > slots.size()) regrow(slots, entries);
        };
        for (const Split& split : parts) {
            const auto& large = sets_[split.large].entries;
            for (const Entry& x : sets_[split.small].entries) {
                for (const Entry& y : large) {
                    if (adds_) {  // differences too: a number given may be negative
                        insert(Domain::sum(x.key, y.key));
                        insert(Domain::difference(x.key, y.key));
                    }
                    if (multiplies_)
                        if (const auto value = domain_.product(x, y)) insert(*value);
                    if (!divides_) continue;
                    if (const auto value = domain_.quotient(x, y)) insert(*value);
                    if (const auto value = domain_.quotient(y, x)) insert(*value);
                }
                pulse_.beat(5 * large.size());
                if (entries.size() > MOST_VALUES) too_large_ = true;
                if (pulse_.stopped() || too_large_) break;
            }
        }
        Domain::invert(entries);
        Set& set = sets_[id];
        if (set.entries.size() > 8) set.slots = std::move(slots);
        set.has_table = true;
        make_sieve(set);
        weight_ += set.entries.size();
    }
    static void make_sieve(Set& set) {
        std::size_t words = 1;
        while (64 * words < 8 * set.entries.size()) words *= 2;
        set.sieve.assign(words, 0);
        for (const Entry& entry : set.entries) {
            const std::uint64_t bit = slot(entry.key) & (64 * words - 1);
            set.sieve[bit >> 6] |= 1ULL << (bit & 63);
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

    // ---- nodes

    void make_leaf(Node& node, NodeId id) {
        const FormId leaf = forms_.leaf(leaves_[sets_[node.set].leaves[0]]);
        node.expanded = true;
        for (List* list : {&node.sums, &node.products}) {
            list->started = true;
            if (forms_[leaf].key == node.value.key) list->done.push_back(leaf);
        }
        if (forms_[leaf].key == node.value.key) sets_[node.set].leaf_node = id;
    }

    const std::vector<Edge>& edges(NodeId id) {
        if (!nodes_[id].expanded) expand(id);
        return nodes_[id].edges;
    }

    void expand(NodeId id) {
        nodes_[id].expanded = true;
        const Entry v = nodes_[id].value;
        std::vector<Edge>& found = nodes_[id].edges;
        found.reserve(8);
        for (const Split& split : splits(nodes_[id].set)) {
            for (const Entry& x : values(split.small)) {
                add_sums(split, v, x, found);
                add_products(split, v, x, found);
                pulse_.beat(5);
                if (pulse_.stopped()) return;
            }
        }
    }

    void add_edge(const Split& split, const Entry& x, const Key& y, bool is_sum, bool x_inverse, bool y_inverse,
                  bool turned, std::vector<Edge>& found) {
        const Set& large = sets_[split.large];
        if (large.has_table && !passes_sieve(large, y)) return;
        if (!domain_.stands(y)) return;
        const NodeId other = reached(split.large, y);
        if (other != NONE) found.push_back({node_of(split.small, x), other, is_sum, x_inverse, y_inverse, turned});
    }

    void add_sums(const Split& split, const Entry& v, const Entry& x, std::vector<Edge>& found) {
        if (!adds_) return;
        const bool zero = Forms<Domain>::is_zero(x.key);
        if (essential_ && zero) return;
        const Signed<Key> with = Domain::difference(v.key, x.key);  // v = x + y
        const bool idle = Forms<Domain>::is_zero(with.key);
        if (!(essential_ && idle)) {
            add_edge(split, x, with.key, true, false, with.negative, false, found);
            if (idle) add_edge(split, x, with.key, true, false, !with.negative, false, found);
        }
        if (Forms<Domain>::is_zero(v.key)) return;
        const Signed<Key> against = Domain::sum(v.key, x.key);  // v = -x + y
        add_edge(split, x, against.key, true, true, against.negative, false, found);
    }

    void add_products(const Split& split, const Entry& v, const Entry& x, std::vector<Edge>& found) {
        if (!multiplies_) return;
        if (Forms<Domain>::is_zero(v.key)) {
            if (!essential_) add_zero_products(split, x, found);
            return;
        }
        if (Forms<Domain>::is_zero(x.key)) return;
        if (const auto y = domain_.quotient(v, x)) add_edge(split, x, y->key, false, false, false, y->negative, found);
        if (!divides_) return;
        if (const auto y = domain_.quotient(x, v)) add_edge(split, x, y->key, false, false, true, y->negative, found);
        if (const auto y = domain_.product(v, x)) add_edge(split, x, y->key, false, true, false, y->negative, found);
    }

    // 0 = 0 * y whatever y is, 0 / y, and the same with x and y changed over.
    void add_zero_products(const Split& split, const Entry& x, std::vector<Edge>& found) {
        const auto add = [&](const Entry& y, bool x_under, bool y_under) {
            found.push_back({node_of(split.small, x), node_of(split.large, y), false, x_under, y_under, false});
        };
        if (!Forms<Domain>::is_zero(x.key)) {
            const Entry zero = Domain::entry(Key(0));
            if (!reaches(split.large, zero.key)) return;
            add(zero, false, false);
            if (divides_) add(zero, true, false);
            return;
        }
        for (const Entry& y : values(split.large)) {
            add(y, false, false);
            if (divides_ && !Forms<Domain>::is_zero(y.key)) add(y, false, true);
        }
    }

    // ---- lists

    List& list_of(NodeId node, Kind kind) { return kind == Kind::Sum ? nodes_[node].sums : nodes_[node].products; }

    bool single(NodeId node) const { return sets_[nodes_[node].set].size == 1; }

    // The arms of a list: which lists to combine for the node's forms of this kind.
    void make_arms(NodeId id, Kind kind, std::vector<Arm>& arms) {
        const std::vector<Edge>& all = edges(id);
        const LeafId designated = sets_[nodes_[id].set].designated;
        for (std::uint32_t e = 0; e < all.size(); ++e) {
            const Edge& edge = all[e];
            if (edge.is_sum != (kind == Kind::Sum)) continue;
            for (const bool block_is_x : {true, false}) {
                const NodeId block = block_is_x ? edge.x : edge.y, rest = block_is_x ? edge.y : edge.x;
                const bool block_under = block_is_x ? edge.x_inverse : edge.y_inverse;
                const bool bar = edge.x_inverse || edge.y_inverse;
                const bool wanted = kind == Kind::Product && bar ? block_under : holds_designated(block, designated);
                if (!wanted) continue;
                const Kind other = kind == Kind::Sum ? Kind::Product : Kind::Sum;
                arms.push_back({e, block, rest, other, other, block_is_x});
                if (!single(rest)) arms.push_back({e, block, rest, other, kind, block_is_x});
            }
        }
    }

    Cost pair_cost(Kind kind, FormId block, FormId rest) const {
        const auto& f = forms_[block];
        const auto& g = forms_[rest];
        return STEP_COST + f.cost + g.cost + forms_.used_cost(block) + (g.kind == kind ? 0 : forms_.used_cost(rest));
    }

    void push_pair(Lazy& lazy, Kind kind, std::uint32_t arm, std::uint32_t i, std::uint32_t j) {
        const Arm a = lazy.arms[arm];
        const FormId block = form_at(a.block, a.block_kind, i);
        if (block == Forms<Domain>::NONE) return;
        const FormId rest = form_at(a.rest, a.rest_kind, j);
        if (rest == Forms<Domain>::NONE) return;
        lazy.heap.push_back({pair_cost(kind, block, rest), arm, i, j});
        std::push_heap(lazy.heap.begin(), lazy.heap.end());
    }

    void start(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        list.started = true;
        list.lazy = std::make_unique<Lazy>();
        make_arms(node, kind, list.lazy->arms);
        for (std::uint32_t arm = 0; arm < list.lazy->arms.size(); ++arm) push_pair(*list.lazy, kind, arm, 0, 0);
        if (list.lazy->heap.empty()) list.lazy.reset();
    }

    void advance(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        Lazy& lazy = *list.lazy;
        std::pop_heap(lazy.heap.begin(), lazy.heap.end());
        const Pair pair = lazy.heap.back();
        lazy.heap.pop_back();
        const Arm arm = lazy.arms[pair.arm];
        const FormId form = combine(nodes_[node], arm, form_at(arm.block, arm.block_kind, pair.i),
                                    form_at(arm.rest, arm.rest_kind, pair.j));
        pulse_.beat(10);
        if (form != Forms<Domain>::NONE && lazy.seen.insert(form).second) list.done.push_back(form);
        push_pair(lazy, kind, pair.arm, pair.i, pair.j + 1);
        if (pair.j == 0) push_pair(lazy, kind, pair.arm, pair.i + 1, 0);
        if (lazy.heap.empty()) list.lazy.reset();
    }

    void finish(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        list.started = true;
        std::vector<Arm> arms;
        arms.reserve(2 * edges(node).size());
        make_arms(node, kind, arms);
        for (const Arm& arm : arms) {
            const auto& blocks = all_forms(arm.block, arm.block_kind);
            if (blocks.empty()) continue;
            const auto& rests = all_forms(arm.rest, arm.rest_kind);
            for (const FormId block : blocks)
                for (const FormId rest : rests) {
                    const FormId form = combine(nodes_[node], arm, block, rest);
                    if (form != Forms<Domain>::NONE) list.done.push_back(form);
                }
            pulse_.beat(10 * blocks.size() * rests.size());
            if (pulse_.stopped()) return;
        }
        keep_first(list.done);
        std::stable_sort(list.done.begin(), list.done.end(),
                         [this](FormId a, FormId b) { return forms_[a].cost < forms_[b].cost; });
    }
    // Leaves one of each, in the order of the first: which does not depend on what was searched before.
    static void keep_first(std::vector<FormId>& forms) {
        if (forms.size() < 2) return;
        std::vector<std::pair<FormId, std::uint32_t>> places;
        places.reserve(forms.size());
        for (std::uint32_t place = 0; place < forms.size(); ++place) places.push_back({forms[place], place});
        std::sort(places.begin(), places.end());
        const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
        places.erase(std::unique(places.begin(), places.end(), same), places.end());
        std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        forms.resize(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) forms[i] = places[i].first;
    }

    // The form of block and rest together, or NONE where it is no form of this node: something idle in it, no
    // way to write it down, a result that the rules forbid.
    FormId combine(const Node& node, const Arm& arm, FormId block, FormId rest) {
        const Edge& edge = node.edges[arm.edge];
        if (!may_hold(block) || (forms_[rest].kind != (edge.is_sum ? Kind::Sum : Kind::Product) && !may_hold(rest)))
            return Forms<Domain>::NONE;
        const bool block_inverse = arm.block_is_x ? edge.x_inverse : edge.y_inverse;
        const bool rest_inverse = arm.block_is_x ? edge.y_inverse : edge.x_inverse;
        parts_.clear();
        FormId form;
        if (edge.is_sum) {
            forms_.add_terms(block, block_inverse, parts_);
            forms_.add_terms(rest, rest_inverse, parts_);
            form = forms_.sum(parts_, node.value.key, false);
        } else {
            forms_.add_factors(block, block_inverse, parts_);
            forms_.add_factors(rest, rest_inverse, parts_);
            if (!block_inverse && has_bar(rest)) return Forms<Domain>::NONE;  // comes from its bar
            const bool rest_turned = forms_[rest].kind == Kind::Product && forms_[rest].turned;
            const bool turned = !Forms<Domain>::is_zero(node.value.key) && edge.turned != rest_turned;
            form = forms_.product(parts_, node.value.key, turned);
        }
        const auto& made = forms_[form];
        return made.idle || !(made.plus || made.minus) ? Forms<Domain>::NONE : form;
    }
    // Under `positive` a result 0 may not stand, not even inside. (Inside a sum it need not be a result.)
    bool may_hold(FormId part) const {
        return !positive_ || forms_[part].kind == Kind::Leaf || !Forms<Domain>::is_zero(forms_[part].key);
    }
    bool has_bar(FormId rest) const {
        if (forms_[rest].kind != Kind::Product) return false;
        for (Child child : forms_.children(rest))
            if (child.inverse()) return true;
        return false;
    }

    const Domain& domain_;
    bool adds_, multiplies_, divides_, positive_;
    bool essential_;
    std::size_t table_size_;
    Pulse& pulse_;
    bool too_large_ = false;
    std::size_t weight_ = 0;
    Forms<Domain> forms_;
    std::vector<Number> leaves_;
    Stable<Set> sets_;
    Stable<Node> nodes_;
    Index leaf_index_, set_index_, node_index_;
    std::vector<Child> parts_;
};

}  // namespace facevalue
