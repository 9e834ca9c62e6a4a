// Search: all canonical forms of a value that a set of numbers can make.
//
// Forms are listed lazily, simplest first: a List merges the pairs (i, j) of the lists that an edge of the graph
// (search_graph.hpp) combines, in the order of their cost, which adds up. To get each form only once, one part is
// fixed: the divisor, or else the term or factor that contains the set's designated number. Remaining duplicates are
// found by FormId. To count forms, form_counter.hpp does not list them. One thread. Once `pulse` has stopped, results
// are invalid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "numbers/backward/search_graph.hpp"
#include "numbers/forms/canonical_forms.hpp"
#include "numbers/forms/form_combiner.hpp"
#include "numbers/forms/superfluous_parts.hpp"
#include "numbers/forms/unit_quotients.hpp"
#include "numbers/values/stable_vector.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

template <class Domain>
class Search {
  public:
    using Graph = SearchGraph<Domain>;
    using Key = typename Domain::Key;
    using Entry = typename Domain::Entry;
    using SetId = typename Graph::SetId;
    using NodeId = typename Graph::NodeId;
    static constexpr std::uint32_t NONE = Graph::NONE;

    Search(const Domain& domain, const Rules& rules, bool essential, int table_size, ValueTables<Domain>& tables,
           Pulse& pulse)
        : essential_(essential),
          leaves_out_superfluous_(essential && !rules.use_all),
          pulse_(pulse),
          graph_(domain, rules, essential, table_size, tables, pulse),
          forms_(domain, rules, essential),
          combiner_(forms_, rules),
          quotients_(forms_),
          parts_(forms_) {}

    Graph& graph() { return graph_; }
    Forms<Domain>& forms() { return forms_; }
    const Domain& domain() const { return graph_.domain(); }
    bool is_essential() const { return essential_; }
    ValueTables<Domain>& tables() { return graph_.tables(); }
    const ValueTables<Domain>& tables() const { return graph_.tables(); }
    // The memory used besides the tables, in values of a table.
    std::size_t weight() const { return graph_.weight() + forms_.size(); }

    // As in SearchGraph.
    NodeId reached(SetId id, const Key& value) { return graph_.reached(id, value); }
    NodeId reached(SetId id, const Entry& value) { return graph_.reached(id, value); }
    bool reaches(SetId id, const Key& value) { return graph_.reaches(id, value); }
    NodeId node_of(SetId set, const Entry& value) { return graph_.node_of(set, value); }

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
    using Arm = typename Graph::Arm;
    // A pair of forms, or an arm whose first pair is not known yet. Its cost is then a lower bound, so that lists which
    // turn out too expensive are never started.
    struct Pair {
        Cost cost;
        std::uint32_t arm, i, j;
        bool is_bound = false;
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
    struct Lists {
        List sums, products;
    };
    static Kind other(Kind kind) { return Graph::other(kind); }

    List& list_of(NodeId node, Kind kind) {
        if (node >= places_.size()) places_.resize(graph_.size(), NONE);
        if (places_[node] == NONE) add_lists(node);
        Lists& lists = lists_[places_[node]];
        return kind == Kind::Sum ? lists.sums : lists.products;
    }
    void add_lists(NodeId node) {
        Lists& lists = lists_.add();
        places_[node] = static_cast<std::uint32_t>(lists_.size() - 1);
        if (!graph_.single(node)) return;
        const FormId leaf = forms_.leaf(graph_.number(node));
        for (List* list : {&lists.sums, &lists.products}) {
            list->started = true;
            if (forms_[leaf].key == graph_.value(node)) list->done.push_back(leaf);
        }
    }

    Cost pair_cost(Kind kind, FormId block, FormId rest) const {
        const auto& f = forms_[block];
        const auto& g = forms_[rest];
        return STEP_COST + f.cost + g.cost + forms_.used_cost(block) + (g.kind == kind ? 0 : forms_.used_cost(rest));
    }

    // A lower bound of the cost of all forms of this kind, without listing any; NO_FORMS if there are none.
    Cost bound(NodeId node, Kind kind) {
        if (graph_.single(node)) return 0;
        const std::size_t place = 2 * static_cast<std::size_t>(node) + (kind == Kind::Sum ? 0 : 1);
        if (place >= bounds_.size()) bounds_.resize(2 * graph_.size(), UNKNOWN);
        if (bounds_[place] != UNKNOWN) return bounds_[place];
        Cost least = NO_FORMS;
        graph_.for_each_arm(node, kind, [&](const Arm& arm) { least = std::min(least, arm_bound(kind, arm)); });
        if (pulse_.stopped()) return NO_FORMS;
        return bounds_[place] = least;
    }
    Cost arm_bound(Kind kind, const Arm& arm) {
        const Cost block = bound(arm.block.node, other(kind)), rest = bound(arm.rest.node, arm.rest_kind);
        pulse_.beat(1);
        if (block == NO_FORMS || rest == NO_FORMS) return NO_FORMS;
        return STEP_COST + block + used_cost(arm.block.node, other(kind)) + rest +
               (arm.rest_kind == kind ? 0 : used_cost(arm.rest.node, arm.rest_kind));
    }
    Cost used_cost(NodeId node, Kind kind) const {
        return graph_.single(node) ? 0 : forms_.used_cost(kind, graph_.value(node));
    }

    // The pair of forms number i and j, or nothing past the end of a list.
    std::optional<Pair> pair_of(const Lazy& lazy, Kind kind, std::uint32_t arm, std::uint32_t i, std::uint32_t j) {
        const Arm a = lazy.arms[arm];
        const FormId block = form_at(a.block.node, other(kind), i);
        if (block == Forms<Domain>::NONE) return std::nullopt;
        const FormId rest = form_at(a.rest.node, a.rest_kind, j);
        if (rest == Forms<Domain>::NONE) return std::nullopt;
        return Pair{pair_cost(kind, block, rest), arm, i, j};
    }
    static void push(Lazy& lazy, const std::optional<Pair>& pair) {
        if (!pair) return;
        lazy.heap.push_back(*pair);
        std::push_heap(lazy.heap.begin(), lazy.heap.end());
    }

    void start(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        list.started = true;
        auto lazy = std::make_unique<Lazy>();
        graph_.for_each_arm(node, kind, [&](const Arm& arm) { lazy->arms.push_back(arm); });
        for (std::uint32_t arm = 0; arm < lazy->arms.size(); ++arm) {
            const Cost least = arm_bound(kind, lazy->arms[arm]);
            if (least != NO_FORMS) lazy->heap.push_back({least, arm, 0, 0, true});
        }
        std::make_heap(lazy->heap.begin(), lazy->heap.end());
        if (!lazy->heap.empty()) list.lazy = std::move(lazy);
    }

    void advance(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        Lazy& lazy = *list.lazy;
        std::pop_heap(lazy.heap.begin(), lazy.heap.end());
        const Pair pair = lazy.heap.back();
        lazy.heap.pop_back();
        if (pair.is_bound)
            push(lazy, pair_of(lazy, kind, pair.arm, 0, 0));
        else
            take(node, kind, list, pair);
        if (lazy.heap.empty()) list.lazy.reset();
    }
    void take(NodeId node, Kind kind, List& list, const Pair& pair) {
        Lazy& lazy = *list.lazy;
        const Arm arm = lazy.arms[pair.arm];
        const FormId form = combine(graph_.value(node), kind, arm, form_at(arm.block.node, other(kind), pair.i),
                                    form_at(arm.rest.node, arm.rest_kind, pair.j));
        pulse_.beat(10);
        if (form != Forms<Domain>::NONE && lazy.seen.insert(form).second) list.done.push_back(form);
        push(lazy, pair_of(lazy, kind, pair.arm, pair.i, pair.j + 1));
        if (pair.j == 0) push(lazy, pair_of(lazy, kind, pair.arm, pair.i + 1, 0));
    }

    void finish(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        list.started = true;
        graph_.for_each_arm(node, kind, [&](const Arm& arm) { finish(node, kind, arm, list.done); });
        if (pulse_.stopped()) return;
        if (list.done.size() <= FEW) return sort_few(list.done);
        keep_first(list.done);
        std::stable_sort(list.done.begin(), list.done.end(), [this](FormId a, FormId b) { return is_simpler(a, b); });
    }
    void finish(NodeId node, Kind kind, const Arm& arm, std::vector<FormId>& done) {
        const auto& blocks = all_forms(arm.block.node, other(kind));
        if (blocks.empty()) return;
        const auto& rests = all_forms(arm.rest.node, arm.rest_kind);
        for (const FormId block : blocks)
            for (const FormId rest : rests) {
                const FormId form = combine(graph_.value(node), kind, arm, block, rest);
                if (form != Forms<Domain>::NONE) done.push_back(form);
            }
        pulse_.beat(10 * blocks.size() * rests.size());
    }

    bool is_simpler(FormId a, FormId b) const { return forms_[a].cost < forms_[b].cost; }
    // The same as below for a short list, without memory of its own.
    void sort_few(std::vector<FormId>& forms) const {
        auto end = forms.begin();
        for (const FormId form : forms) {
            if (std::find(forms.begin(), end, form) != end) continue;
            const auto place =
                std::upper_bound(forms.begin(), end, form, [this](FormId a, FormId b) { return is_simpler(a, b); });
            std::move_backward(place, end, end + 1);
            *place = form;
            ++end;
        }
        forms.erase(end, forms.end());
    }
    // Removes repeats and keeps the order of the first ones, which does not depend on earlier searches.
    static void keep_first(std::vector<FormId>& forms) {
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

    FormId combine(const Key& value, Kind kind, const Arm& arm, FormId block, FormId rest) {
        const FormId form = combiner_.combine(value, kind, arm.joint(), block, rest);
        if (form == Forms<Domain>::NONE) return form;
        // An essential solution does not hold it, but a larger product may begin with it, as {-2}/2/2 does with {-2}/2.
        if (essential_ && kind == Kind::Product && value == Key(1))
            forms_.set_upside_down(form, quotients_.kept(form) != form);
        if (leaves_out_superfluous_) forms_.set_superfluous(form, parts_.has_equal_part(form));
        return form;
    }

    static constexpr Cost UNKNOWN = 0xFFFFFFFF, NO_FORMS = 0xFFFFFFFE;
    static constexpr std::size_t FEW = 16;

    bool essential_, leaves_out_superfluous_;
    Pulse& pulse_;
    Graph graph_;
    Forms<Domain> forms_;
    FormCombiner<Domain> combiner_;
    UnitQuotients<Domain> quotients_;
    SuperfluousParts<Domain> parts_;
    StableVector<Lists> lists_;
    std::vector<Cost> bounds_;           // two for each node
    std::vector<std::uint32_t> places_;  // in lists_, by NodeId; most nodes never need any
};

}  // namespace facevalue::numbers
