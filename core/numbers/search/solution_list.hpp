// Finder: the solutions of one puzzle, listed by a Search.
//
// For: rules with any order and any grouping: solutions of any `distinct`, the simplest first, in tiers of equal
// cost (canonical_forms.hpp); within a tier fewer divisions, fewer subtractions, shorter text, then the text's order.
// The order does not depend on what else the Search has been asked.
// Method: a Root is a set of numbers to be used with the node (set, target), and for essential solutions the
// numbers left over with a way to work them in.
// Cost: as Search, and a text a solution. One thread.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "numbers/search/form_reducer.hpp"
#include "numbers/search/printer.hpp"
#include "numbers/search/search.hpp"

namespace facevalue::numbers {

template <class Domain>
class Finder {
  public:
    using Key = typename Domain::Key;
    using SetId = typename Search<Domain>::SetId;
    using NodeId = typename Search<Domain>::NodeId;
    static constexpr FormId NONE = Forms<Domain>::NONE;

    Finder(Search<Domain>& search, const Rules& rules, Distinct distinct, Pulse& pulse)
        : search_(search), rules_(rules), distinct_(distinct), pulse_(pulse) {}

    // Poses a puzzle. Leaves sorted by number, at most MOST_SEARCHED.
    void pose(const std::vector<LeafId>& leaves, const Number& target) {
        roots_.clear();
        target_ = search_.domain().of(target);
        if (!(target_entry_.key == target_.key)) target_entry_ = Domain::entry(target_.key);
        if (must_not_be_negative(rules_.values) && target.numerator < 0) return;
        const SetId whole = search_.tables().set_of(leaves.data(), leaves.size());
        add_root(whole, {}, 0);
        if (leaves.size() == 1 || (rules_.use_all && distinct_ != Distinct::Essential)) return;
        for (const auto& split : search_.tables().splits(whole)) {
            add_part(split.large, split.small);
            if (split.small != split.large) add_part(split.small, split.large);
            if (pulse_.stopped()) return;
        }
    }

    // The next solutions, all of one cost; none when there are no more.
    std::vector<std::string> next_tier() {
        std::vector<std::string> texts;
        while (texts.empty() && !pulse_.stopped()) {
            Cost cost = std::numeric_limits<Cost>::max();
            for (Root& root : roots_)
                for (const Kind kind : {Kind::Sum, Kind::Product}) cost = std::min(cost, next_cost(root, kind));
            if (cost == std::numeric_limits<Cost>::max()) break;
            for (Root& root : roots_)
                for (const Kind kind : {Kind::Sum, Kind::Product})
                    while (next_cost(root, kind) == cost) write(root, take(root, kind), texts);
        }
        std::sort(texts.begin(), texts.end(), reads_easier);
        return texts;
    }

    // All solutions, in the same order.
    std::vector<std::string> all() {
        std::vector<std::string> texts;
        for_all([](Root&, FormId) {});  // lists them quickly
        for (;;) {
            std::vector<std::string> tier = next_tier();
            if (tier.empty()) return texts;
            texts.insert(texts.end(), tier.begin(), tier.end());
        }
    }

    std::uint64_t count() {
        std::uint64_t total = 0;
        std::vector<std::string> texts;
        for_all([&](Root& root, FormId form) {
            if (distinct_ == Distinct::Raw) {
                texts.clear();
                write(root, form, texts);
                total += texts.size();
            } else {
                total += static_cast<std::uint64_t>(signs(root, form));
            }
        });
        return total;
    }

    bool any() {
        for (Root& root : roots_)
            for (const Kind kind : {Kind::Sum, Kind::Product})
                for (std::size_t i = 0; !(root.single && kind == Kind::Product); ++i) {
                    const FormId form = search_.form_at(root.node, kind, i);
                    if (form == NONE) break;
                    if (signs(root, form) > 0) return true;
                }
        return false;
    }

  private:
    // Ways to work in the numbers left over: each a form for each group of them.
    using Ways = std::vector<std::vector<FormId>>;
    struct Root {
        NodeId node;
        bool single;
        Ways ways;
        Cost extra;
        std::size_t next_sum = 0, next_product = 0;
    };

    void add_part(SetId part, SetId left_over) {
        if (!rules_.use_all) {
            add_root(part, {}, 0);
            return;
        }
        const bool zero = Forms<Domain>::is_zero(target_.key);
        if (zero && rules_.values == Values::Positive) return;  // only a number given may be 0
        const bool part_first = search_.tables().set(part).size < search_.tables().set(left_over).size;
        if (part_first && !search_.reaches(part, target_.key)) return;
        Ways ways = idle_ways(left_over);
        if (ways.empty()) return;
        Cost extra = 0;
        for (const FormId group : ways[0])
            extra += STEP_COST + search_.forms()[group].cost + search_.forms().used_cost(group);
        add_root(part, std::move(ways), extra);
    }

    void add_root(SetId part, Ways ways, Cost extra) {
        const NodeId node = search_.reached(part, target_entry_);
        if (node != NONE) roots_.push_back({node, search_.tables().set(part).size == 1, std::move(ways), extra});
    }

    // Ways to group numbers so that each group makes 0 or 1, the best first. For the target 0 any number can
    // be worked in: 0 is multiplied by it.
    Ways idle_ways(SetId id) {
        if (Forms<Domain>::is_zero(target_.key) && rules_.has(Op::Multiply)) return {leaves_of(id)};
        return groups_of(id);
    }
    const Ways& groups_of(SetId id) {
        if (id >= idle_.size()) idle_.resize(id + 64);
        if (idle_[id]) return *idle_[id];
        Ways ways;
        if (rules_.has(Op::Add)) add_group(id, Key(0), ways);
        if (rules_.has(Op::Multiply)) add_group(id, Key(1), ways);
        if (search_.tables().set(id).size > 1) {
            for (const auto& split : search_.tables().splits(id)) {
                const Ways& small = groups_of(split.small);
                if (small.empty()) continue;
                for (const auto& b : groups_of(split.large))
                    for (const auto& a : small) {
                        if (ways.size() >= MOST_WAYS) break;
                        ways.push_back(a);
                        ways.back().insert(ways.back().end(), b.begin(), b.end());
                    }
            }
        }
        if (may_multiply_by_zero()) add_swallowed(id, ways);
        if (id >= idle_.size()) idle_.resize(id + 64);
        idle_[id] = std::make_unique<Ways>(std::move(ways));
        return *idle_[id];
    }
    // A result 0 on the way is needed to swallow other numbers.
    bool may_multiply_by_zero() const {
        return rules_.has(Op::Add) && rules_.has(Op::Multiply) && rules_.values != Values::Positive;
    }
    // Groups in which a part makes 0 and the other numbers are multiplied by it.
    void add_swallowed(SetId id, Ways& ways) {
        if (search_.tables().set(id).size == 1) return;
        for (const auto& split : search_.tables().splits(id)) {
            add_swallowed(split.small, split.large, ways);
            add_swallowed(split.large, split.small, ways);
        }
    }
    void add_swallowed(SetId zero, SetId others, Ways& ways) {
        if (ways.size() >= MOST_WAYS) return;
        Ways makers;
        add_group(zero, Key(0), makers);
        if (makers.empty()) return;
        auto& forms = search_.forms();
        std::vector<Child> factors{Child(makers[0][0], false)};
        for (const FormId leaf : leaves_of(others)) factors.push_back(Child(leaf, false));
        ways.push_back({forms.product(factors, Key(0), false)});
    }
    std::vector<FormId> leaves_of(SetId id) {
        std::vector<FormId> forms;
        const auto& set = search_.tables().set(id);
        for (std::size_t i = 0; i < set.size; ++i)
            forms.push_back(search_.forms().leaf(search_.tables().number(set.leaves[i])));
        return forms;
    }
    void add_group(SetId id, const Key& value, Ways& ways) {
        const NodeId node = search_.reached(id, value);
        if (node == NONE) return;
        FormId best = NONE;
        for (const Kind kind : {Kind::Sum, Kind::Product})
            for (std::size_t i = 0;; ++i) {
                const FormId form = search_.form_at(node, kind, i);
                if (form == NONE) break;
                const auto& found = search_.forms()[form];
                if (!Forms<Domain>::is_zero(value) && !found.plus) continue;  // it makes -1, which is not idle
                if (best == NONE || found.cost < search_.forms()[best].cost) best = form;
                break;
            }
        if (best != NONE) ways.push_back({best});
    }

    Cost next_cost(Root& root, Kind kind) {
        if (root.single && kind == Kind::Product) return std::numeric_limits<Cost>::max();
        const std::size_t place = kind == Kind::Sum ? root.next_sum : root.next_product;
        const FormId form = search_.form_at(root.node, kind, place);
        return form == NONE ? std::numeric_limits<Cost>::max() : search_.forms()[form].cost + root.extra;
    }
    FormId take(Root& root, Kind kind) {
        std::size_t& place = kind == Kind::Sum ? root.next_sum : root.next_product;
        return search_.form_at(root.node, kind, place++);
    }

    template <class Visit>
    void for_all(Visit visit) {
        for (Root& root : roots_)
            for (const Kind kind : {Kind::Sum, Kind::Product}) {
                if (root.single && kind == Kind::Product) continue;
                for (const FormId form : search_.all_forms(root.node, kind)) {
                    if (pulse_.stopped()) return;
                    visit(root, form);
                    pulse_.spend(1);
                }
                if (pulse_.stopped()) return;
            }
    }

    // How many solutions the form stands for: its expressions have the target's sign or not; for the target 0
    // both signs are right, and canonically different.
    int signs(Root& root, FormId form) {
        const auto found = search_.forms()[form];  // a copy: asking for parts makes forms
        if (rules_.values == Values::Positive && found.kind != Kind::Leaf && Forms<Domain>::is_zero(found.key))
            return 0;
        if (!rules_.use_all && distinct_ == Distinct::Essential && has_superfluous(form)) return 0;
        if (Forms<Domain>::is_zero(target_.key)) {
            if (distinct_ == Distinct::Essential || found.symmetric) return 1;
            return (has_sign(form, false) ? 1 : 0) + (has_sign(form, true) ? 1 : 0);
        }
        if (has_sign(form) && (root.ways.empty() || found.kind != Kind::Leaf)) return 1;
        return !root.ways.empty() && worked_in(root, form) != NONE ? 1 : 0;
    }
    bool has_superfluous(FormId form) {
        for (const FormId less : FormReducer<Domain>(search_.forms(), pulse_).smaller(form))
            if (is_solution(less)) return true;
        return false;
    }
    bool is_solution(FormId form) const {  // of a form that has the target's value up to sign
        const auto& found = search_.forms()[form];
        return Forms<Domain>::is_zero(target_.key) ? found.plus || found.minus : has_sign(form);
    }
    bool has_sign(FormId form) const {
        const auto& found = search_.forms()[form];
        return target_.negative ? found.minus : found.plus;
    }
    // Of value 0, an expression and its negative are both right; where no result may be negative, not always both can
    // be written.
    bool has_sign(FormId form, bool negative) const {
        const auto& found = search_.forms()[form];
        if (!(negative ? found.minus : found.plus)) return false;
        return !must_not_be_negative(rules_.values) || !variants(form, negative).empty();
    }
    std::vector<Text> variants(FormId form, bool negative) const {
        Exact<Domain> exact(search_.forms());
        return Variants<Domain>(search_.forms(), rules_, exact, pulse_).of(form, negative);
    }

    // The form with the numbers left over worked in, in the first way that can have the target's sign. Ways that
    // run into the core, so that another core could be read out of the form, come last.
    FormId worked_in(Root& root, FormId core) {
        FormId second = NONE;
        for (const auto& way : root.ways) {
            FormId form = core;
            for (const FormId group : way) form = with_group(form, group);
            if (!Forms<Domain>::is_zero(target_.key) && !has_sign(form)) continue;
            if (root.ways.size() == 1 || FormReducer<Domain>(search_.forms(), pulse_).cores(form).size() == 1)
                return form;
            if (second == NONE) second = form;
        }
        return second;
    }
    FormId with_group(FormId core, FormId group) {
        auto& forms = search_.forms();
        std::vector<Child> parts;
        const bool zero = Forms<Domain>::is_zero(forms[group].key);
        if (zero && (!Forms<Domain>::is_zero(target_.key) || !rules_.has(Op::Multiply))) {
            forms.add_terms(core, false, parts);
            // Added to the core; where the core is subtracted, first: 0 - core.
            Printer<Domain> printer(forms, rules_.has(Op::Subtract));
            const bool turn = printer.prefers_negative(group) != target_.negative;
            forms.add_terms(group, turn, parts);
            return forms.sum(parts, target_.key, false);
        }
        forms.add_factors(core, false, parts);
        forms.add_factors(group, false, parts);
        if (zero || Forms<Domain>::is_zero(target_.key)) return forms.product(parts, target_.key, false);
        return forms.product(parts, target_.key, forms.is_turned(parts, target_.key));
    }

    void write(Root& root, FormId core, std::vector<std::string>& texts) {
        if (signs(root, core) == 0) return;
        const FormId form = root.ways.empty() ? core : worked_in(root, core);
        if (form == NONE) return;
        if (Forms<Domain>::is_zero(target_.key) && distinct_ != Distinct::Essential) {
            write_both_signs(form, texts);
        } else if (distinct_ == Distinct::Raw) {
            for (const Text& text : variants(form, wanted_sign(form))) texts.push_back(text.text);
        } else {
            Printer<Domain> printer(search_.forms(), rules_.has(Op::Subtract));
            texts.push_back(printer.text(form, wanted_sign(form)).text);
        }
    }
    void write_both_signs(FormId form, std::vector<std::string>& texts) {
        std::vector<std::string> all;
        for (const bool negative : {false, true}) {
            if ((negative && search_.forms()[form].symmetric) || !has_sign(form, negative)) continue;
            std::vector<std::string> some;
            for (const Text& text : variants(form, negative)) some.push_back(text.text);
            if (distinct_ == Distinct::Canonical) some = {*std::min_element(some.begin(), some.end(), reads_easier)};
            all.insert(all.end(), some.begin(), some.end());
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        texts.insert(texts.end(), all.begin(), all.end());
    }
    bool wanted_sign(FormId form) {
        if (Forms<Domain>::is_zero(target_.key)) return !search_.forms()[form].plus;
        return target_.negative;
    }

    static constexpr std::size_t MOST_WAYS = 8;
    Search<Domain>& search_;
    const Rules& rules_;
    Distinct distinct_;
    Pulse& pulse_;
    Signed<Key> target_{};
    typename Domain::Entry target_entry_{};
    std::vector<Root> roots_;
    std::vector<std::unique_ptr<Ways>> idle_;  // by SetId
};

}  // namespace facevalue::numbers
