// IdleGroups: ways to add unused numbers to a solution without changing its value, for essential solutions.
//
// Numbers are split into groups that make 0 (to add) or 1 (to multiply). A part that makes 0 may absorb other numbers,
// as 0 times them is 0. At most MOST_WAYS ways are kept for each set. Terms: canonical_forms.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "numbers/backward/form_lists.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/forms/printer.hpp"

namespace facevalue::numbers {

template <class Domain>
class IdleGroups {
  public:
    using Key = typename Domain::Key;
    using SetId = typename FormLists<Domain>::SetId;
    using NodeId = typename FormLists<Domain>::NodeId;
    static constexpr FormId NONE = Forms<Domain>::NONE;

    // A form for each group.
    using Way = std::vector<FormId>;
    using Ways = std::vector<Way>;

    IdleGroups(FormLists<Domain>& search, const Rules& rules) : search_(search), rules_(rules) {}

    // Ways to add all numbers of the set, best first; none if that is impossible.
    Ways ways(SetId id, const Signed<Key>& target) {
        if (multiplies_anything(target)) return {leaves_of(id)};
        return groups_of(id, Sign::Any);
    }
    // Ways in which one group can make -1 as well as 1. If numbers are negative, the simplest groups may leave a form
    // with one sign only; with these it can have the other.
    const Ways& ways_with_both_signs(SetId id) { return groups_of(id, Sign::Both); }

    // The cost that a way adds.
    Cost cost(const Way& way) const {
        Cost total = 0;
        for (const FormId group : way)
            total += STEP_COST + search_.forms()[group].cost + search_.forms().used_cost(group);
        return total;
    }

    // Is the group added, or is the form multiplied by it?
    bool is_added(FormId group, const Signed<Key>& target) const {
        return is_zero(group) && !multiplies_anything(target);
    }

    // The form with the groups of a way added, or multiplied or divided by them; NONE if that cannot be written, for
    // example -1+0 without subtraction.
    FormId work_in(FormId form, const Way& way, const Signed<Key>& target, Op op = Op::Multiply) {
        for (const FormId group : way) {
            form = is_added(group, target) ? add(form, group, target) : multiply(form, group, target, op == Op::Divide);
            if (!can_be_written(form)) return NONE;
        }
        return form;
    }

  private:
    enum class Sign : std::uint8_t { Any, Both };

    // For the target 0: anything times 0 is 0.
    bool multiplies_anything(const Signed<Key>& target) const {
        return Forms<Domain>::is_zero(target.key) && rules_.has(Op::Multiply);
    }
    bool is_zero(FormId form) const { return Forms<Domain>::is_zero(search_.forms()[form].key); }

    // Adds a group of value 0 to the form, with the sign that lets the whole have the target's sign. Without
    // subtraction it may have only the other.
    FormId add(FormId form, FormId group, const Signed<Key>& target) {
        const auto& forms = search_.forms();
        const bool flip = Printer<Domain>(forms, rules_.has(Op::Subtract)).prefers_negative(group) != target.negative;
        const FormId whole = add(form, group, target, flip);
        return can_be_written(whole) ? whole : add(form, group, target, !flip);
    }
    FormId add(FormId form, FormId group, const Signed<Key>& target, bool flip) {
        auto& forms = search_.forms();
        std::vector<Child> terms;
        forms.add_terms(form, false, terms);
        forms.add_terms(group, flip, terms);
        return forms.sum(terms, target.key, false).form;
    }
    bool can_be_written(FormId form) const { return search_.forms()[form].plus || search_.forms()[form].minus; }
    FormId multiply(FormId form, FormId group, const Signed<Key>& target, bool divide) {
        auto& forms = search_.forms();
        std::vector<Child> factors;
        forms.add_factors(form, false, factors);
        forms.add_factors(group, divide, factors);
        const bool is_zero_product = is_zero(group) || Forms<Domain>::is_zero(target.key);
        return forms.product(factors, target.key, !is_zero_product && forms.is_negated(factors, target.key));
    }

    const Ways& groups_of(SetId id, Sign sign) {
        auto& known = known_[static_cast<std::size_t>(sign)];
        if (id >= known.size()) known.resize(id + 64);
        if (known[id]) return *known[id];
        Ways ways;
        if (rules_.has(Op::Add) && sign == Sign::Any) add_group(id, Key(0), sign, ways);
        if (rules_.has(Op::Multiply)) add_group(id, Key(1), sign, ways);
        if (search_.tables().set(id).size > 1) add_split_groups(id, sign, ways);
        if (may_multiply_by_zero() && sign == Sign::Any) add_zero_products(id, ways);
        if (id >= known.size()) known.resize(id + 64);  // the splits may have made new sets
        known[id] = std::make_unique<Ways>(std::move(ways));
        return *known[id];
    }

    // The whole set as one group that makes the value.
    void add_group(SetId id, const Key& value, Sign sign, Ways& ways) {
        const NodeId node = search_.graph().reached(id, value);
        if (node == FormLists<Domain>::NONE) return;
        FormId best = NONE;
        for (const Kind kind : {Kind::Sum, Kind::Product}) {
            const FormId form = simplest(node, kind, sign);
            if (form != NONE && (best == NONE || search_.forms()[form].cost < search_.forms()[best].cost)) best = form;
        }
        if (best != NONE) ways.push_back({best});
    }
    // The simplest form of value 0 or 1; a form of value -1 alone is not idle.
    FormId simplest(NodeId node, Kind kind, Sign sign) {
        for (std::size_t place = 0;; ++place) {
            const FormId form = search_.form_at(node, kind, place);
            if (form == NONE || is_zero(form)) return form;
            const auto& signs = search_.forms()[form];
            if (signs.plus && (signs.minus || sign == Sign::Any) && !signs.duplicate) return form;
        }
    }

    void add_split_groups(SetId id, Sign sign, Ways& ways) {
        for (const auto& split : search_.tables().splits(id)) {
            add_pairs(groups_of(split.small, sign), groups_of(split.large, Sign::Any), ways);
            if (sign == Sign::Both) add_pairs(groups_of(split.small, Sign::Any), groups_of(split.large, sign), ways);
        }
    }
    static void add_pairs(const Ways& small, const Ways& large, Ways& ways) {
        for (const Way& b : large)
            for (const Way& a : small) {
                if (ways.size() >= MOST_WAYS) return;
                ways.push_back(a);
                ways.back().insert(ways.back().end(), b.begin(), b.end());
            }
    }

    // Absorbing other numbers needs an intermediate result 0.
    bool may_multiply_by_zero() const {
        return rules_.has(Op::Add) && rules_.has(Op::Multiply) && rules_.values != Values::Positive;
    }
    // Groups in which one part makes 0 and the other numbers are multiplied by it.
    void add_zero_products(SetId id, Ways& ways) {
        if (search_.tables().set(id).size == 1) return;
        for (const auto& split : search_.tables().splits(id)) {
            add_zero_products(split.small, split.large, ways);
            add_zero_products(split.large, split.small, ways);
        }
    }
    void add_zero_products(SetId zero, SetId others, Ways& ways) {
        if (ways.size() >= MOST_WAYS) return;
        Ways makers;
        add_group(zero, Key(0), Sign::Any, makers);
        if (makers.empty()) return;
        std::vector<Child> factors{Child(makers[0][0], false)};
        for (const FormId leaf : leaves_of(others)) factors.push_back(Child(leaf, false));
        ways.push_back({search_.forms().product(factors, Key(0), false)});
    }
    Way leaves_of(SetId id) {
        Way leaves;
        const auto& set = search_.tables().set(id);
        for (std::size_t i = 0; i < set.size; ++i)
            leaves.push_back(search_.forms().leaf(search_.tables().number(set.leaves[i])));
        return leaves;
    }

    static constexpr std::size_t MOST_WAYS = 8;
    FormLists<Domain>& search_;
    const Rules& rules_;
    std::array<std::vector<std::unique_ptr<Ways>>, 2> known_;  // by Sign and SetId
};

}  // namespace facevalue::numbers
