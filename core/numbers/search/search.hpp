// Search: which values a set of numbers can make, and all canonical forms of a value, computed backward from the value.
//
// For rules with any order and grouping. A sub-multiset of the numbers is a Set, shared between the puzzles of a batch.
// Sets of up to `table_size` numbers have tables of all their values. To make v from a larger set, split it into X and
// Y (X the smaller), take each x in X's table, and ask whether Y can make v-x, v+x, v/x, x/v or v*x. Answers are kept
// as Nodes (Set, value) with Edges, the splits that work.
// Forms are listed lazily, simplest first: a List merges the pairs (i, j) of the lists that an edge combines, in the
// order of their cost, which adds up. To get each form only once, one part is fixed: the divisor, or else the term or
// factor that contains the set's designated number. Remaining duplicates are found by FormId.
// Eight different numbers take about 7 million look-ups and 30 MB. One thread. Once `pulse` has stopped, results are
// invalid.
#pragma once

#include <cstdint>
#include <memory>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "numbers/search/canonical_forms.hpp"
#include "numbers/search/stable_vector.hpp"
#include "numbers/search/unit_quotients.hpp"
#include "numbers/search/value_tables.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

template <class Domain>
class Search {
  public:
    using Key = typename Domain::Key;
    using Entry = typename Domain::Entry;
    using SetId = typename ValueTables<Domain>::SetId;
    using Split = typename ValueTables<Domain>::Split;
    using Set = typename ValueTables<Domain>::Set;
    using NodeId = std::uint32_t;
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;

    // One of the two parts that make a value; `inverse` if it is subtracted or divides.
    struct Side {
        NodeId node;
        bool inverse;
    };
    // A split that makes the value of a node, as the sum or product of two sides. `turned`: the product of the two keys
    // is the negative of the node's key.
    struct Edge {
        Kind kind;
        bool turned;
        Side small, large;
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
          tables_(domain, rules, pulse),
          forms_(domain, rules, essential),
          quotients_(forms_) {}

    Forms<Domain>& forms() { return forms_; }
    const Domain& domain() const { return domain_; }
    bool is_essential() const { return essential_; }
    ValueTables<Domain>& tables() { return tables_; }
    const ValueTables<Domain>& tables() const { return tables_; }
    std::size_t weight() const { return tables_.weight() + forms_.size() + WEIGHT_OF_A_NODE * nodes_.size(); }

    // The node of a value that the set can make, up to sign, or NONE. Its lists may still be empty under the rules.
    NodeId reached(SetId id, const Key& value) {
        if (tables_.set(id).size > table_size_) {
            pulse_.spend(Domain::WORK_OF_AN_INVERSION);
            return reached(id, Domain::entry(value));
        }
        const Entry* entry = tables_.find(id, value);
        return entry == nullptr ? NONE : node_of(id, *entry);
    }
    NodeId reached(SetId id, const Entry& value) {
        if (tables_.set(id).size <= table_size_) return reached(id, value.key);
        const NodeId node = node_of(id, value);
        return edges(node).empty() ? NONE : node;
    }
    bool reaches(SetId id, const Key& value) {
        return tables_.set(id).size <= table_size_ ? tables_.find(id, value) != nullptr : reached(id, value) != NONE;
    }

    NodeId node_of(SetId set, const Entry& value) {
        if (set < leaf_nodes_.size() && leaf_nodes_[set] != NONE) return leaf_nodes_[set];
        const std::uint64_t hash = mixed(Domain::hash(value.key) ^ (static_cast<std::uint64_t>(set) << 40) ^ set);
        const NodeId known = node_index_.find(
            hash, [&](std::uint32_t id) { return nodes_[id].set == set && nodes_[id].value.key == value.key; });
        if (known != NONE) return known;
        node_index_.add(hash);
        Node& node = nodes_.add();
        node.set = set;
        node.value = value;
        const auto id = static_cast<NodeId>(nodes_.size() - 1);
        if (tables_.set(set).size == 1) make_leaf(node, id);
        return id;
    }

    // Form number `place` of one kind, simplest first; NONE past the end. A leaf counts as either kind.
    FormId form_at(NodeId node, Kind kind, std::size_t place) {
        List& list = list_of(node, kind);
        if (!list.started) start(node, kind);
        while (list.done.size() <= place && list.lazy && !pulse_.stopped()) advance(node, kind);
        return place < list.done.size() ? list.done[place] : Forms<Domain>::NONE;
    }

    // All forms of one kind, simplest first. Faster than one by one.
    const std::vector<FormId>& all_forms(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        if (!list.started) finish(node, kind);
        while (list.lazy && !pulse_.stopped()) advance(node, kind);
        return list.done;
    }

  private:
    // Two lists whose forms are combined pair by pair. The block is one term or factor of the whole. The rest may be a
    // sum or product of the same kind, which is then merged into the whole.
    struct Arm {
        Side block, rest;
        Kind rest_kind;
        bool turned;  // as in Edge
    };
    struct Pair {
        Cost cost;
        std::uint32_t arm, i, j;
        bool operator<(const Pair& other) const {  // for a heap with the cheapest on top
            return std::tie(other.cost, other.arm, other.i, other.j) < std::tie(cost, arm, i, j);
        }
    };
    // What an unfinished list needs.
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

    bool holds_designated(NodeId part, LeafId designated) const {
        const Set& set = tables_.set(nodes_[part].set);
        return std::find(set.leaves.begin(), set.leaves.begin() + set.size, designated) !=
               set.leaves.begin() + set.size;
    }

    // ---- nodes

    void make_leaf(Node& node, NodeId id) {
        const FormId leaf = forms_.leaf(tables_.number(tables_.set(node.set).leaves[0]));
        node.expanded = true;
        for (List* list : {&node.sums, &node.products}) {
            list->started = true;
            if (forms_[leaf].key == node.value.key) list->done.push_back(leaf);
        }
        if (!(forms_[leaf].key == node.value.key)) return;
        if (node.set >= leaf_nodes_.size()) leaf_nodes_.resize(node.set + 1, NONE);
        leaf_nodes_[node.set] = id;
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
        for (const Split& split : tables_.splits(nodes_[id].set)) {
            for (const Entry& x : tables_.values(split.small)) {
                add_sums(split, v, x, found);
                add_products(split, v, x, found);
                pulse_.beat(5);
                pulse_.spend(5 * Domain::WORK_OF_A_RESULT);
                if (pulse_.stopped()) return;
            }
        }
    }

    // An edge without its nodes.
    struct EdgeShape {
        Kind kind;
        bool small_inverse = false, large_inverse = false, turned = false;
    };

    // Adds the edge from x, a value of the small part, if the large part can make y.
    void add_edge(const Split& split, const Entry& x, const Key& y, EdgeShape shape, std::vector<Edge>& found) {
        const Set& large = tables_.set(split.large);
        if (large.has_table && !ValueTables<Domain>::passes_sieve(large, y)) return;
        if (!domain_.stands(y)) return;
        const NodeId other = reached(split.large, y);
        if (other != NONE) found.push_back(edge(node_of(split.small, x), other, shape));
    }
    static Edge edge(NodeId small, NodeId large, EdgeShape shape) {
        return {shape.kind, shape.turned, {small, shape.small_inverse}, {large, shape.large_inverse}};
    }

    void add_sums(const Split& split, const Entry& v, const Entry& x, std::vector<Edge>& found) {
        if (!adds_) return;
        if (essential_ && Forms<Domain>::is_zero(x.key)) return;
        const auto add = [&](const Key& y, bool x_is_subtracted, bool y_is_subtracted) {
            add_edge(split, x, y, {Kind::Sum, x_is_subtracted, y_is_subtracted}, found);
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

    void add_products(const Split& split, const Entry& v, const Entry& x, std::vector<Edge>& found) {
        if (!multiplies_) return;
        if (Forms<Domain>::is_zero(v.key)) {
            if (!essential_) add_zero_products(split, x, found);
            return;
        }
        if (Forms<Domain>::is_zero(x.key)) return;
        const auto add = [&](const std::optional<Signed<Key>>& y, bool x_is_under, bool y_is_under) {
            if (y) add_edge(split, x, y->key, {Kind::Product, x_is_under, y_is_under, y->negative}, found);
        };
        add(domain_.quotient(v, x), false, false);  // v = x * y
        if (!divides_) return;
        add(domain_.quotient(x, v), false, true);  // v = x / y
        add(domain_.product(v, x), true, false);   // v = y / x
    }

    // 0 = 0 * y for every y, 0 / y, and the same with x and y swapped.
    void add_zero_products(const Split& split, const Entry& x, std::vector<Edge>& found) {
        const auto add = [&](const Entry& y, bool x_is_under, bool y_is_under) {
            found.push_back(
                edge(node_of(split.small, x), node_of(split.large, y), {Kind::Product, x_is_under, y_is_under}));
        };
        if (!Forms<Domain>::is_zero(x.key)) {
            const Entry zero = Domain::entry(Key(0));
            if (!reaches(split.large, zero.key)) return;
            add(zero, false, false);
            if (divides_) add(zero, true, false);
            return;
        }
        for (const Entry& y : tables_.values(split.large)) {
            add(y, false, false);
            if (divides_ && !Forms<Domain>::is_zero(y.key)) add(y, false, true);
        }
    }

    // ---- lists

    List& list_of(NodeId node, Kind kind) { return kind == Kind::Sum ? nodes_[node].sums : nodes_[node].products; }

    bool single(NodeId node) const { return tables_.set(nodes_[node].set).size == 1; }

    static Kind other(Kind kind) { return kind == Kind::Sum ? Kind::Product : Kind::Sum; }

    // The pairs of lists to combine for the node's forms of this kind.
    void make_arms(NodeId id, Kind kind, std::vector<Arm>& arms) {
        const LeafId designated = tables_.set(nodes_[id].set).designated;
        const auto add = [&](const Edge& edge, const Side& block, const Side& rest) {
            if (!is_block(edge, block, designated)) return;
            arms.push_back({block, rest, other(kind), edge.turned});
            if (!single(rest.node)) arms.push_back({block, rest, kind, edge.turned});
        };
        for (const Edge& edge : edges(id)) {
            if (edge.kind != kind) continue;
            add(edge, edge.small, edge.large);
            add(edge, edge.large, edge.small);
        }
    }
    // One term or factor of each form is chosen, so that the form is found once: the divisor if there is one, else the
    // one that contains the designated number.
    bool is_block(const Edge& edge, const Side& side, LeafId designated) const {
        const bool has_bar = edge.small.inverse || edge.large.inverse;
        if (edge.kind == Kind::Product && has_bar) return side.inverse;
        return holds_designated(side.node, designated);
    }

    Cost pair_cost(Kind kind, FormId block, FormId rest) const {
        const auto& f = forms_[block];
        const auto& g = forms_[rest];
        return STEP_COST + f.cost + g.cost + forms_.used_cost(block) + (g.kind == kind ? 0 : forms_.used_cost(rest));
    }

    void push_pair(Lazy& lazy, Kind kind, std::uint32_t arm, std::uint32_t i, std::uint32_t j) {
        const Arm a = lazy.arms[arm];
        const FormId block = form_at(a.block.node, other(kind), i);
        if (block == Forms<Domain>::NONE) return;
        const FormId rest = form_at(a.rest.node, a.rest_kind, j);
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
        const FormId form = combine(nodes_[node].value.key, kind, arm, form_at(arm.block.node, other(kind), pair.i),
                                    form_at(arm.rest.node, arm.rest_kind, pair.j));
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
            const auto& blocks = all_forms(arm.block.node, other(kind));
            if (blocks.empty()) continue;
            const auto& rests = all_forms(arm.rest.node, arm.rest_kind);
            for (const FormId block : blocks)
                for (const FormId rest : rests) {
                    const FormId form = combine(nodes_[node].value.key, kind, arm, block, rest);
                    if (form != Forms<Domain>::NONE) list.done.push_back(form);
                }
            pulse_.beat(10 * blocks.size() * rests.size());
            if (pulse_.stopped()) return;
        }
        keep_first(list.done);
        std::stable_sort(list.done.begin(), list.done.end(),
                         [this](FormId a, FormId b) { return forms_[a].cost < forms_[b].cost; });
    }
    // Removes repeats and keeps the order of the first ones, which does not depend on earlier searches.
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

    // The form of block and rest combined, or NONE if it has an idle part, cannot be written, or has a result that the
    // rules forbid or that another form stands for.
    FormId combine(const Key& value, Kind kind, const Arm& arm, FormId block, FormId rest) {
        const bool rest_is_a_result = forms_[rest].kind != kind;
        if (!may_hold(block) || (rest_is_a_result && !may_hold(rest))) return Forms<Domain>::NONE;
        if (kind == Kind::Product && !arm.block.inverse && has_bar(rest)) return Forms<Domain>::NONE;
        const FormId form = kind == Kind::Sum ? sum(value, arm, block, rest) : product(value, arm, block, rest);
        const auto& made = forms_[form];
        if (made.idle || !(made.plus || made.minus)) return Forms<Domain>::NONE;
        // An essential solution does not hold it, but a larger product may begin with it, as {-2}/2/2 does with {-2}/2.
        if (essential_ && kind == Kind::Product && value == Key(1))
            forms_.set_upside_down(form, quotients_.kept(form) != form);
        return form;
    }
    FormId sum(const Key& value, const Arm& arm, FormId block, FormId rest) {
        parts_.clear();
        forms_.add_terms(block, arm.block.inverse, parts_);
        forms_.add_terms(rest, arm.rest.inverse, parts_);
        return forms_.sum(parts_, value, false).form;
    }
    FormId product(const Key& value, const Arm& arm, FormId block, FormId rest) {
        parts_.clear();
        forms_.add_factors(block, arm.block.inverse, parts_);
        forms_.add_factors(rest, arm.rest.inverse, parts_);
        const bool rest_turned = forms_[rest].kind == Kind::Product && forms_[rest].turned;
        return forms_.product(parts_, value, !Forms<Domain>::is_zero(value) && arm.turned != rest_turned);
    }
    // Under `positive`, no intermediate result may be 0. (Part of a sum or product need not be a result.)
    bool may_hold(FormId part) const {
        const auto& held = forms_[part];
        return !held.upside_down && (!positive_ || held.kind == Kind::Leaf || !Forms<Domain>::is_zero(held.key));
    }
    // Products with a divisor are found with the divisor as the block.
    bool has_bar(FormId rest) const {
        if (forms_[rest].kind != Kind::Product) return false;
        for (Child child : forms_.children(rest))
            if (child.inverse()) return true;
        return false;
    }

    static constexpr std::size_t WEIGHT_OF_A_NODE = 4;  // in values of a table

    const Domain& domain_;
    bool adds_, multiplies_, divides_, positive_;
    bool essential_;
    std::size_t table_size_;
    Pulse& pulse_;
    ValueTables<Domain> tables_;
    Forms<Domain> forms_;
    UnitQuotients<Domain> quotients_;
    StableVector<Node> nodes_;
    std::vector<NodeId> leaf_nodes_;  // by SetId: a fast path for single numbers, the most frequent nodes
    HashIndex node_index_;
    std::vector<Child> parts_;
};

}  // namespace facevalue::numbers
