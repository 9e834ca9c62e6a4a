// ValueGraph: which values a set of numbers can make, and how, computed backward from the value.
//
// For rules with any order and grouping. A sub-multiset of the numbers is a Set, shared between the puzzles of a batch.
// Sets of up to `table_size` numbers have tables of all their values. To make v from a larger set, split it into X and
// Y (X the smaller), take each x in X's table, and look up whether Y can make v-x, v+x, v/x, x/v or v*x. Results are
// kept as Nodes (Set, value) with Edges, the splits that work.
// Nodes of large sets are expanded in groups, larger sets first. If one set has so many that going through all pairs of
// values of its parts is less work, they are expanded together (value_pairs.hpp).
// Eight different numbers need about 4 million look-ups. One thread. Once `pulse` has stopped, results are invalid.
// A short version in Python, with the same result: search_backward in tests/oracles/readable.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "numbers/backward/value_pairs.hpp"
#include "numbers/backward/value_tables.hpp"
#include "numbers/forms/form_combiner.hpp"
#include "numbers/values/span_pool.hpp"
#include "numbers/values/stable_vector.hpp"
#include "work/pulse.hpp"
#include "work/sorting.hpp"
#include "work/system.hpp"

namespace facevalue::numbers {

template <class Domain>
class ValueGraph {
  public:
    using Key = typename Domain::Key;
    using Entry = typename Domain::Entry;
    using SetId = typename ValueTables<Domain>::SetId;
    using Split = typename ValueTables<Domain>::Split;
    using Set = typename ValueTables<Domain>::Set;
    using NodeId = std::uint32_t;
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;

    // Two lists whose forms are combined pair by pair. The block is one term or factor of the whole. The rest may be a
    // sum or product of the same kind, which is then merged into the whole.
    struct Parts {
        NodeId block, rest;
        Kind rest_kind;
        Combination how;  // of the block and the rest
    };

    // The tables may be shared with graphs for other puzzles under the same rules.
    ValueGraph(const Domain& domain, const Rules& rules, bool essential, int table_size, ValueTables<Domain>& tables,
               Pulse& pulse)
        : domain_(domain),
          adds_(rules.has(Op::Add)),
          multiplies_(rules.has(Op::Multiply)),
          divides_(rules.has(Op::Divide)),
          essential_(essential),
          table_size_(static_cast<std::size_t>(table_size)),
          pulse_(pulse),
          tables_(tables),
          pairs_(domain, rules, essential, tables_, pulse) {}

    const Domain& domain() const { return domain_; }
    ValueTables<Domain>& tables() { return tables_; }
    const ValueTables<Domain>& tables() const { return tables_; }
    // The memory used besides the tables, in values of a table.
    std::size_t weight() const { return pairs_.weight() + WEIGHT_OF_A_NODE * nodes_.size(); }
    std::size_t size() const { return nodes_.size(); }

    // The node of a value that the set can make, up to sign, or NONE. Under the rules it may still have no forms.
    NodeId reached(SetId id, const Key& value) {
        if (is_large(id)) return reached(node_of(id, value));
        const Entry* entry = tables_.find(id, value);
        return entry == nullptr ? NONE : node_of_entry(id, *entry);
    }
    NodeId reached(SetId id, const Entry& value) {
        return is_large(id) ? reached(node_of(id, value)) : reached(id, value.key);
    }
    bool reaches(SetId id, const Key& value) {
        return is_large(id) ? reached(id, value) != NONE : tables_.find(id, value) != nullptr;
    }

    // Of a value that the set can make.
    NodeId node_of(SetId set, const Entry& value) {
        if (is_large(set)) return node_of(set, value.key, [&] { return value; });
        return node_of_entry(set, *tables_.find(set, value.key));
    }

    const Key& value(NodeId node) const { return nodes_[node].value.key; }
    bool single(NodeId node) const { return tables_.set(nodes_[node].set).size == 1; }
    // Of a single node.
    const Number& number(NodeId node) const { return tables_.number(tables_.set(nodes_[node].set).leaves[0]); }

    // Calls visit(parts) for the pairs of lists to combine for the node's forms of this kind.
    template <class Visit>
    void for_each_parts(NodeId id, Kind kind, Visit visit) {
        const std::span<const Edge> edges = this->edges(id);
        const LeafId anchor = tables_.set(nodes_[id].set).anchor;
        const auto visit_if_block = [&](NodeId block, NodeId rest, const Combination& how) {
            if (!is_block(block, how, anchor)) return;
            visit(Parts{block, rest, other(kind), how});
            if (!single(rest)) visit(Parts{block, rest, kind, how});
        };
        for (const Edge& edge : edges) {
            if (edge.kind() != kind || pulse_.stopped()) continue;
            const Combination how = edge.how();
            visit_if_block(edge.small, edge.large, how);
            visit_if_block(edge.large, edge.small, how.swapped());
        }
    }

    static Kind other(Kind kind) { return kind == Kind::Sum ? Kind::Product : Kind::Sum; }

  private:
    // A split that makes the value of a node, as the sum or product of two sides. There are millions of them, so they
    // are packed.
    static constexpr std::size_t MOST_NODES = std::size_t{1} << 30;
    struct Edge {
        std::uint32_t small : 30, small_inverse : 1, is_product : 1;
        std::uint32_t large : 30, large_inverse : 1, negated : 1;

        Kind kind() const { return is_product != 0 ? Kind::Product : Kind::Sum; }
        Combination how() const { return {kind(), small_inverse != 0, large_inverse != 0, negated != 0}; }
    };
    static_assert(sizeof(Edge) == 8);

    // Queued: it will be expanded together with other nodes.
    enum class State : std::uint8_t { New, Queued, Expanded };
    struct Node {
        Entry value{};
        SetId set = 0;
        std::span<Edge> edges;
        State state = State::New;
    };
    // Is a look-up in the set's own table possible, or must its values be searched for?
    bool is_large(SetId set) const { return tables_.set(set).size > table_size_; }

    NodeId reached(NodeId large) { return edges(large).empty() ? NONE : large; }

    NodeId node_of(SetId set, const Key& value) {
        return node_of(set, value, [&] {
            pulse_.spend(Domain::WORK_OF_AN_INVERSION);
            return Domain::entry(value);
        });
    }
    template <class Make>
    NodeId node_of(SetId set, const Key& key, Make make_entry) {
        const std::uint64_t hash = mixed(Domain::hash(key) ^ (static_cast<std::uint64_t>(set) << 40) ^ set);
        const std::uint32_t known = large_index_.find(hash, [&](std::uint32_t place) {
            const Node& node = nodes_[large_nodes_[place]];
            return node.set == set && node.value.key == key;
        });
        if (known != NONE) return large_nodes_[known];
        large_nodes_.push_back(add_node(set, make_entry()));
        large_index_.add(hash);
        return large_nodes_.back();
    }
    // Of an element of the set's table.
    NodeId node_of_entry(SetId set, const Entry& entry) {
        if (is_large(set)) return node_of(set, entry.key, [&] { return entry; });
        return node_at(set, static_cast<std::size_t>(&entry - tables_.set(set).entries.data()));
    }
    NodeId node_at(SetId set, std::size_t place) {
        if (set >= nodes_at_.size()) nodes_at_.resize(std::max<std::size_t>(set + 16, nodes_at_.size() * 2));
        std::vector<NodeId>& nodes = nodes_at_[set];
        const std::vector<Entry>& values = tables_.set(set).entries;
        if (nodes.empty()) nodes.resize(values.size(), NONE);
        if (nodes[place] == NONE) nodes[place] = add_node(set, values[place]);
        return nodes[place];
    }
    NodeId add_node(SetId set, const Entry& value) {
        if (nodes_.size() >= MOST_NODES) run_out_of_memory();
        Node& node = nodes_.add();
        node.set = set;
        node.value = value;
        if (tables_.set(set).size == 1) node.state = State::Expanded;
        return static_cast<NodeId>(nodes_.size() - 1);
    }

    std::span<const Edge> edges(NodeId id) {
        if (nodes_[id].state != State::Expanded) {
            if (is_large(nodes_[id].set))
                expand_large(id);
            else
                expand(id);
        }
        return nodes_[id].edges;
    }

    void enqueue(NodeId id) {
        if (nodes_[id].state != State::New) return;
        nodes_[id].state = State::Queued;
        queued_[tables_.set(nodes_[id].set).size].push_back(id);
    }

    // Finds the edges of a node of a large set, and of all such nodes that it leads to. Larger sets come first, so that
    // all nodes of a set are known before they are expanded. Then drops edges to nodes without edges.
    void expand_large(NodeId id) {
        if (pulse_.stopped()) return;  // what is still queued takes long to sort
        enqueue(id);
        const std::size_t most = tables_.set(nodes_[id].set).size;
        for (std::size_t size = most; size > table_size_; --size) {
            sort_items(queued_[size], [this](NodeId a, NodeId b) {
                return std::pair(nodes_[a].set, a) < std::pair(nodes_[b].set, b);
            });
            expand_all(queued_[size]);
            if (pulse_.stopped()) return;
        }
        for (std::size_t size = table_size_ + 1; size <= most; ++size) {
            for (const NodeId node : queued_[size]) drop_dead_ends(node);
            queued_[size].clear();
        }
    }
    void drop_dead_ends(NodeId id) {
        std::span<Edge>& edges = nodes_[id].edges;
        const auto end = std::remove_if(edges.begin(), edges.end(), [this](const Edge& edge) {
            const Node& large = nodes_[edge.large];
            return large.state == State::Expanded && large.edges.empty() && is_large(large.set);
        });
        edges = edges.first(static_cast<std::size_t>(end - edges.begin()));
    }

    // Nodes in the order of their sets.
    void expand_all(std::span<const NodeId> nodes) {
        while (!nodes.empty() && !pulse_.stopped()) {
            const SetId set = nodes_[nodes[0]].set;
            const auto end = std::ranges::find_if(nodes, [&](NodeId node) { return nodes_[node].set != set; });
            const auto count = static_cast<std::size_t>(end - nodes.begin());
            if (tables_.set(set).size == table_size_ + 1 && is_worth_all_pairs(set, count))
                expand_together(set, nodes.first(count));
            else
                for (const NodeId node : nodes.first(count)) expand_alone(node);
            nodes = nodes.subspan(count);
        }
    }
    // Is going through all pairs of values less work than searching for this many values of a set?
    bool is_worth_all_pairs(SetId set, std::size_t count) {
        if (count == 1) return false;
        const auto work = pairs_.work_of(set);
        return count * work.backward > work.forward && pairs_.has_codes(set);
    }

    void expand_together(SetId set, std::span<const NodeId> nodes) {
        std::vector<Key> keys;
        for (const NodeId node : nodes) keys.push_back(nodes_[node].value.key);
        const ValueIndex<Domain> index(std::move(keys));
        std::vector<std::pair<std::uint32_t, PairCode>> found;
        pairs_.for_each(set, [&](const Key& key, PairCode code) {
            const std::uint32_t which = index.find(key);
            if (which != ValueIndex<Domain>::NONE) found.push_back({which, code});
        });
        if (pulse_.stopped()) return;
        const PairsByValue pairs(nodes.size(), found);
        for (std::size_t which = 0; which < nodes.size(); ++which) {
            if (Forms<Domain>::is_zero(nodes_[nodes[which]].value.key)) {
                expand_alone(nodes[which]);  // has edges that pairs do not show
                continue;
            }
            for (const PairCode code : pairs.at(which)) found_.push_back(edge_of(set, code));
            keep_edges(nodes[which]);
        }
    }
    Edge edge_of(SetId set, PairCode code) {
        const Split split = tables_.splits(set)[code.split()];
        return edge(node_at(split.small, code.x()), node_at(split.large, code.y()), code.how());
    }
    void keep_edges(NodeId id) {
        nodes_[id].edges = edge_pool_.keep(found_);
        nodes_[id].state = State::Expanded;
        found_.clear();
    }

    // A node of a set with a table. If many nodes of the set are expanded, all are found at once.
    void expand(NodeId id) {
        const Entry v = nodes_[id].value;
        const SetId set = nodes_[id].set;
        if (Forms<Domain>::is_zero(v.key) || !has_all_pairs(set)) return expand_alone(id);
        if (const Entry* entry = tables_.find(set, v.key))
            for (const PairCode code : pairs_.of(set, *entry)) found_.push_back(edge_of(set, code));
        pulse_.beat(1);
        keep_edges(id);
    }
    bool has_all_pairs(SetId set) {
        if (tables_.set(set).size < LEAST_WORTH_PAIRS) return false;
        if (pairs_.has(set)) return true;
        if (set >= expansions_.size()) expansions_.resize(set + 1, 0);
        // Checking only now and then keeps small puzzles fast.
        if (++expansions_[set] % EXPANSIONS_BETWEEN != 0) return false;
        return is_worth_all_pairs(set, expansions_[set]);
    }

    // A split, and the sieve of the large part; without a table, everything passes.
    struct Halves {
        Split split;
        typename ValueTables<Domain>::Sieve sieve;
    };
    void expand_alone(NodeId id) {
        const Entry v = nodes_[id].value;
        for (const Split& split : tables_.splits(nodes_[id].set)) {
            const Halves halves = halves_of(split);
            const std::span<const Entry> small = tables_.values(split.small);
            for (std::size_t first = 0; first < small.size(); first += BLOCK) {
                const auto block = small.subspan(first, std::min(BLOCK, small.size() - first));
                add_edges(halves, v, block);
                pulse_.beat(5 * block.size());
                pulse_.spend(5 * Domain::WORK_OF_A_RESULT * block.size());
                if (pulse_.stopped()) return;
            }
        }
        keep_edges(id);
    }
    void add_edges(const Halves& halves, const Entry& v, std::span<const Entry> block) {
        const auto sieve = halves.sieve;  // a copy, which stays in registers
        const bool has_table = !is_large(halves.split.large);
        for (const Entry& x : block)
            if (!has_table || Domain::may_make(v.key, x.key, sieve)) add_edges(halves, v, x);
    }
    [[gnu::noinline]] void add_edges(const Halves& halves, const Entry& v, const Entry& x) {
        add_sums(halves, v, x);
        add_products(halves, v, x);
    }
    Halves halves_of(const Split& split) {
        if (is_large(split.large)) return {split, {}};
        return {split, typename ValueTables<Domain>::Sieve(tables_.set_with_table(split.large))};
    }

    // Adds the edge from x, a value of the small part, if the large part can make y. Most cannot.
    void add_edge(const Halves& halves, const Entry& x, const Key& y, const Combination& how) {
        if (halves.sieve.passes(y) && domain_.is_allowed(y)) add_likely_edge(halves.split, x, y, how);
    }
    [[gnu::noinline]] void add_likely_edge(const Split& split, const Entry& x, const Key& y, const Combination& how) {
        const NodeId other = perhaps_reached(split.large, y);
        if (other != NONE) found_.push_back(edge(node_of_entry(split.small, x), other, how));
    }
    // The node of a large set is queued, whether or not the set can make the value.
    NodeId perhaps_reached(SetId id, const Key& value) {
        if (!is_large(id)) return reached(id, value);
        const NodeId node = node_of(id, value);
        enqueue(node);
        return node;
    }
    static Edge edge(NodeId small, NodeId large, const Combination& how) {
        constexpr NodeId ALL = MOST_NODES - 1;  // ids are below MOST_NODES, which the compiler does not see
        return {small & ALL, how.first_inverse,  how.kind == Kind::Product,
                large & ALL, how.second_inverse, how.negated};
    }

    void add_sums(const Halves& halves, const Entry& v, const Entry& x) {
        if (!adds_) return;
        if (essential_ && Forms<Domain>::is_zero(x.key)) return;
        const auto add = [&](const Key& y, bool x_is_subtracted, bool y_is_subtracted) {
            add_edge(halves, x, y, {Kind::Sum, x_is_subtracted, y_is_subtracted});
        };
        const Signed<Key> rest = Domain::difference(v.key, x.key);  // v = x + rest
        const bool is_idle = Forms<Domain>::is_zero(rest.key);
        if (!(essential_ && is_idle)) {
            add(rest.key, false, rest.negative);
            if (is_idle) add(rest.key, false, !rest.negative);  // 0 can be added or subtracted
        }
        if (Forms<Domain>::is_zero(v.key)) return;
        const Signed<Key> sum = Domain::sum(v.key, x.key);  // v = sum - x
        add(sum.key, true, sum.negative);
    }

    void add_products(const Halves& halves, const Entry& v, const Entry& x) {
        if (!multiplies_) return;
        if (Forms<Domain>::is_zero(v.key)) {
            if (!essential_) add_zero_products(halves.split, x);
            return;
        }
        if (Forms<Domain>::is_zero(x.key)) return;
        const auto add = [&](const std::optional<Signed<Key>>& y, bool x_is_under, bool y_is_under) {
            if (y) add_edge(halves, x, y->key, {Kind::Product, x_is_under, y_is_under, y->negative});
        };
        add(domain_.quotient(v, x), false, false);  // v = x * y
        if (!divides_) return;
        add(domain_.quotient(x, v), false, true);  // v = x / y
        add(domain_.product(v, x), true, false);   // v = y / x
    }

    // 0 = 0 * y for every y, 0 / y, and the same with x and y swapped.
    void add_zero_products(const Split& split, const Entry& x) {
        const auto add = [&](NodeId y, bool x_is_under, bool y_is_under) {
            found_.push_back(edge(node_of_entry(split.small, x), y, {Kind::Product, x_is_under, y_is_under}));
        };
        if (!Forms<Domain>::is_zero(x.key)) {
            const NodeId zero = perhaps_reached(split.large, Key(0));
            if (zero == NONE) return;
            add(zero, false, false);
            if (divides_) add(zero, true, false);
            return;
        }
        for (const Entry& y : tables_.values(split.large)) {
            const NodeId node = node_of_entry(split.large, y);
            add(node, false, false);
            if (divides_ && !Forms<Domain>::is_zero(y.key)) add(node, false, true);
        }
    }

    // Each form is found once, through one of its terms or factors: the divisor if there is one, else the one that
    // contains the anchor.
    bool is_block(NodeId part, const Combination& how, LeafId anchor) const {
        const bool divides = how.first_inverse || how.second_inverse;
        if (how.kind == Kind::Product && divides) return how.first_inverse;
        const Set& set = tables_.set(nodes_[part].set);
        const auto leaves = std::span(set.leaves).first(set.size);
        return std::ranges::find(leaves, anchor) != leaves.end();
    }

    static constexpr std::size_t WEIGHT_OF_A_NODE = 4;  // in values of a table
    // Smaller sets have so few pairs that searching is as fast.
    static constexpr std::size_t LEAST_WORTH_PAIRS = 4;
    static constexpr std::uint32_t EXPANSIONS_BETWEEN = 16;
    static constexpr std::size_t BLOCK = 64;  // values between two beats

    const Domain& domain_;
    bool adds_, multiplies_, divides_, essential_;
    std::size_t table_size_;
    Pulse& pulse_;
    ValueTables<Domain>& tables_;
    ValuePairs<Domain> pairs_;
    StableVector<Node> nodes_;
    SpanPool<Edge> edge_pool_;
    std::vector<Edge> found_;                                    // of the node that is being expanded
    std::array<std::vector<NodeId>, MOST_SEARCHED + 1> queued_;  // by the size of their sets
    std::vector<std::uint32_t> expansions_;                      // of nodes one by one, by SetId
    std::vector<std::vector<NodeId>> nodes_at_;                  // by SetId, and the place in the set's table
    std::vector<NodeId> large_nodes_;                            // of large sets, by the place in large_index_
    HashIndex large_index_;
};

}  // namespace facevalue::numbers
