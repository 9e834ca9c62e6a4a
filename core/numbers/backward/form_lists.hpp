// FormLists: all canonical forms of a value that a set of numbers can make.
//
// Forms are listed lazily, simplest first: a List merges the pairs (i, j) of the lists that an edge of the graph
// (value_graph.hpp) combines, in the order of their cost, which adds up. To get each form only once, one part is
// fixed: the divisor, or else the term or factor that contains the set's anchor, its rarest number.
// Remaining duplicates have the same FormId. FormCounter (form_counter.hpp) counts forms without listing them. One
// thread. Once `pulse` has stopped, results are invalid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "numbers/backward/value_graph.hpp"
#include "numbers/forms/canonical_forms.hpp"
#include "numbers/forms/form_combiner.hpp"
#include "numbers/forms/superfluous_parts.hpp"
#include "numbers/forms/unit_quotients.hpp"
#include "numbers/values/stable_vector.hpp"
#include "work/pulse.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

template <class Domain>
class FormLists {
  public:
    using Graph = ValueGraph<Domain>;
    using Key = typename Domain::Key;
    using Entry = typename Domain::Entry;
    using SetId = typename Graph::SetId;
    using NodeId = typename Graph::NodeId;
    static constexpr std::uint32_t NONE = Graph::NONE;

    FormLists(const Domain& domain, const Rules& rules, bool essential, int table_size, ValueTables<Domain>& tables,
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
    ValueTables<Domain>& tables() { return graph_.tables(); }
    // The memory used besides the tables, in values of a table.
    std::size_t weight() const { return graph_.weight() + forms_.size(); }

    // The form at `place` among the forms of one kind, simplest first; NONE past the end. A leaf counts as either kind.
    FormId form_at(NodeId node, Kind kind, std::size_t place) {
        List& list = list_of(node, kind);
        if (!list.started) start(node, kind);
        while (list.done.size() <= place && list.lazy && !pulse_.stopped()) advance(node, kind);
        return place < list.done.size() ? list.done[place] : Forms<Domain>::NONE;
    }

    // All forms of one kind, simplest first. Faster than getting them one by one.
    const std::vector<FormId>& all_forms(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        if (!list.started) finish(node, kind);
        while (list.lazy && !pulse_.stopped()) advance(node, kind);
        return list.done;
    }

  private:
    using Parts = typename Graph::Parts;
    // A pair of forms, or the parts (their place in Lazy::parts) whose first pair is not known yet. The cost is then a
    // lower bound, so that lists that are too expensive are never started.
    struct Pair {
        Cost cost;
        std::uint32_t parts, i, j;
        bool is_bound = false;
        bool operator<(const Pair& other) const {  // for a heap with the cheapest on top
            return std::tie(other.cost, other.parts, other.i, other.j) < std::tie(cost, parts, i, j);
        }
    };
    // What an unfinished list needs.
    struct Lazy {
        std::vector<Parts> parts;
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

    // A lower bound of the cost of all forms of this kind, without listing any; NO_FORMS if there are no forms.
    Cost bound(NodeId node, Kind kind) {
        if (graph_.single(node)) return 0;
        const std::size_t place = 2 * static_cast<std::size_t>(node) + (kind == Kind::Sum ? 0 : 1);
        if (place >= bounds_.size()) bounds_.resize(2 * graph_.size(), UNKNOWN);
        if (bounds_[place] != UNKNOWN) return bounds_[place];
        Cost least = NO_FORMS;
        graph_.for_each_parts(node, kind, [&](const Parts& parts) { least = std::min(least, bound(kind, parts)); });
        if (pulse_.stopped()) return NO_FORMS;
        return bounds_[place] = least;
    }
    Cost bound(Kind kind, const Parts& parts) {
        const Cost block = bound(parts.block, other(kind)), rest = bound(parts.rest, parts.rest_kind);
        pulse_.beat(1);
        if (block == NO_FORMS || rest == NO_FORMS) return NO_FORMS;
        return STEP_COST + block + used_cost(parts.block, other(kind)) + rest +
               (parts.rest_kind == kind ? 0 : used_cost(parts.rest, parts.rest_kind));
    }
    Cost used_cost(NodeId node, Kind kind) const {
        return graph_.single(node) ? 0 : forms_.used_cost(kind, graph_.value(node));
    }

    // Pushes the pair of forms number i and j, or nothing past the end of a list.
    void push_pair(Lazy& lazy, Kind kind, std::uint32_t place, std::uint32_t i, std::uint32_t j) {
        const Parts parts = lazy.parts[place];
        const FormId block = form_at(parts.block, other(kind), i);
        if (block == Forms<Domain>::NONE) return;
        const FormId rest = form_at(parts.rest, parts.rest_kind, j);
        if (rest == Forms<Domain>::NONE) return;
        lazy.heap.push_back({pair_cost(kind, block, rest), place, i, j});
        std::push_heap(lazy.heap.begin(), lazy.heap.end());
    }

    void start(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        list.started = true;
        auto lazy = std::make_unique<Lazy>();
        graph_.for_each_parts(node, kind, [&](const Parts& parts) { lazy->parts.push_back(parts); });
        for (std::uint32_t place = 0; place < lazy->parts.size(); ++place) {
            const Cost least = bound(kind, lazy->parts[place]);
            if (least != NO_FORMS) lazy->heap.push_back({least, place, 0, 0, true});
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
            push_pair(lazy, kind, pair.parts, 0, 0);
        else
            take(node, kind, list, pair);
        if (lazy.heap.empty()) list.lazy.reset();
    }
    void take(NodeId node, Kind kind, List& list, const Pair& pair) {
        Lazy& lazy = *list.lazy;
        const Parts parts = lazy.parts[pair.parts];
        const FormId form = combine(graph_.value(node), parts.how, form_at(parts.block, other(kind), pair.i),
                                    form_at(parts.rest, parts.rest_kind, pair.j));
        pulse_.beat(10);
        if (form != Forms<Domain>::NONE && lazy.seen.insert(form).second) list.done.push_back(form);
        push_pair(lazy, kind, pair.parts, pair.i, pair.j + 1);
        if (pair.j == 0) push_pair(lazy, kind, pair.parts, pair.i + 1, 0);
    }

    void finish(NodeId node, Kind kind) {
        List& list = list_of(node, kind);
        list.started = true;
        graph_.for_each_parts(node, kind, [&](const Parts& parts) { add_forms(node, kind, parts, list.done); });
        if (pulse_.stopped()) return;
        if (list.done.size() <= FEW) return sort_few(list.done);
        keep_first(list.done);
        sort_stably(list.done, [this](FormId a, FormId b) { return is_simpler(a, b); });
    }
    void add_forms(NodeId node, Kind kind, const Parts& parts, std::vector<FormId>& done) {
        const auto& blocks = all_forms(parts.block, other(kind));
        if (blocks.empty()) return;
        const auto& rests = all_forms(parts.rest, parts.rest_kind);
        for (const FormId block : blocks)
            for (const FormId rest : rests) {
                const FormId form = combine(graph_.value(node), parts.how, block, rest);
                if (form != Forms<Domain>::NONE) done.push_back(form);
            }
        pulse_.beat(10 * blocks.size() * rests.size());
    }

    bool is_simpler(FormId a, FormId b) const { return forms_[a].cost < forms_[b].cost; }
    // The same as keep_first and a stable sort, for a short list, without allocating memory.
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
        sort_items(places);
        const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
        places.erase(std::unique(places.begin(), places.end(), same), places.end());
        sort_items(places, [](const auto& a, const auto& b) { return a.second < b.second; });
        forms.resize(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) forms[i] = places[i].first;
    }

    FormId combine(const Key& value, const Combination& how, FormId block, FormId rest) {
        const FormId form = combiner_.combine(value, how, block, rest);
        if (form == Forms<Domain>::NONE) return form;
        // No essential solution contains a duplicate, but a larger product may begin with one: {-2}/2/2 with {-2}/2.
        if (essential_ && how.kind == Kind::Product && value == Key(1))
            forms_.set_duplicate(form, quotients_.kept(form) != form);
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
