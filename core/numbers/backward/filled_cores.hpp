// FilledCores: writes an essential solution, which is a core, with the other numbers added as idle parts (terms:
// canonical_forms.hpp).
//
// An expression may count for several cores: (2-1)*1 counts for 2-1 and for 1. Each solution is written so that only
// its own core remains when idle parts are removed (1*2-1 and 1/(2-1)), so that no two solutions have the same text.
// Where no such expression is found, as for 2*3/(2*3), the core is written first: 2/2*3/3 and 3/3*2/2.
//
// The text depends on the core and the numbers, never on earlier puzzles. Most cores need one pass over the 2^k subsets
// of k terms or factors; only cores that share their simplest expression try other places. One thread. Once the pulse
// has stopped, results are invalid.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numbers/backward/form_lists.hpp"
#include "numbers/backward/idle_groups.hpp"
#include "numbers/forms/form_reducer.hpp"
#include "numbers/forms/printer.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

template <class Domain>
class FilledCores {
  public:
    using Key = typename Domain::Key;
    using SetId = typename FormLists<Domain>::SetId;
    using Way = typename IdleGroups<Domain>::Way;
    using Ways = typename IdleGroups<Domain>::Ways;
    static constexpr FormId NONE = Forms<Domain>::NONE;

    FilledCores(FormLists<Domain>& search, const Rules& rules, Pulse& pulse)
        : forms_(search.forms()),
          subtracts_(rules.has(Op::Subtract)),
          divides_(rules.has(Op::Divide)),
          allows_zero_(rules.values != Values::Positive),
          pulse_(pulse),
          groups_(search, rules),
          printer_(search.forms(), subtracts_) {}

    // Ways to add all numbers of the set to a core, and the cost of the first.
    Ways ways(SetId left_over, const Signed<Key>& target) { return groups_.ways(left_over, target); }
    Cost cost(const Way& way) const { return groups_.cost(way); }

    // Can the core with the other numbers have the target's sign?
    bool can_fill(FormId core, const Ways& ways, SetId left_over, const Signed<Key>& target) {
        const auto fills = [&](const Way& way) { return fill(core, way, target) != NONE; };
        if (std::any_of(ways.begin(), ways.end(), fills)) return true;
        const Ways& others = other_ways(left_over, target);
        return std::any_of(others.begin(), others.end(), fills);
    }

    // The core with the other numbers. `can_fill` must be true.
    std::string text(FormId core, const Ways& ways, SetId left_over, const Signed<Key>& target) {
        FormReducer<Domain> reducer(forms_, pulse_);
        for (const Ways* some : {&ways, &other_ways(left_over, target)}) {
            const Way* first = nullptr;
            for (const Way& way : *some) {
                const FormId form = fill(core, way, target);
                if (form == NONE) continue;
                if (has_one_core(form, reducer)) return easiest_text(form, target);
                if (first == nullptr) first = &way;
            }
            if (first == nullptr) continue;
            if (!is_zero(target))  // where the groups are any numbers
                for (const Way& way : *some)
                    if (const auto text = text_elsewhere(core, way, target, reducer)) return *text;
            return write_core_first(core, *first, target);
        }
        return {};
    }

    // Of an expression of value 0 and its negative, earlier forms decide which one is the form. So the text is the
    // easier of both.
    std::string easiest_text(FormId form, const Signed<Key>& target) {
        return printer_.text(form, is_zero(target) ? printer_.prefers_negative(form) : target.negative).text;
    }

  private:
    static bool is_zero(const Signed<Key>& value) { return Forms<Domain>::is_zero(value.key); }
    bool is_zero(FormId form) const { return Forms<Domain>::is_zero(forms_[form].key); }

    const Ways& other_ways(SetId left_over, const Signed<Key>& target) {
        static const Ways NO_WAYS;
        return is_zero(target) ? NO_WAYS : groups_.ways_with_both_signs(left_over);
    }

    // The core with the groups of a way added, or NONE if it cannot have the target's sign.
    FormId fill(FormId core, const Way& way, const Signed<Key>& target) {
        const FormId form = groups_.work_in(core, way, target);
        return form != NONE && has_sign(form, target) ? form : NONE;
    }
    bool has_sign(FormId form, const Signed<Key>& target) const {
        if (is_zero(target)) return forms_[form].plus || forms_[form].minus;
        return target.negative ? forms_[form].minus : forms_[form].plus;
    }

    // Does only one core remain when idle parts are removed?
    bool has_one_core(FormId form, FormReducer<Domain>& reducer) const {
        return has_one_idle_part(form) || reducer.cores(form).size() == 1;
    }
    // A quick test: is there exactly one, and none within the terms or factors? Then the core remains. Next to a factor
    // 0, all other factors are idle.
    bool has_one_idle_part(FormId id) const {
        const auto children = forms_.children(id);
        const bool is_sum = forms_[id].kind == Kind::Sum;
        std::uint64_t over = 0;
        std::size_t zeros = 0, idle = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (!children[i].inverse()) over |= 1ULL << i;
            if (forms_[children[i].form()].idle) return false;
            if (is_zero(children[i].form())) ++zeros;
        }
        if (!is_sum && zeros > 0) return zeros == 1;
        for (std::uint64_t some = 1; some + 1 < (1ULL << children.size()) && idle < 2; ++some)
            if (is_sum ? forms_.makes_zero(children, some) : (over & ~some) != 0 && forms_.makes_one(children, some))
                ++idle;
        return idle == 1;
    }

    // The easiest text with the groups in another place of the core, if there is one with only this core.
    std::optional<std::string> text_elsewhere(FormId core, const Way& way, const Signed<Key>& target,
                                              FormReducer<Domain>& reducer) {
        std::vector<FormId> forms = place_groups(core, way, reducer);
        const auto is_cheaper = [this](FormId a, FormId b) { return forms_[a].cost < forms_[b].cost; };
        sort_items(forms, is_cheaper);
        std::optional<std::string> best;
        Cost cost = 0;
        for (const FormId form : forms) {
            if (pulse_.stopped() || (best && forms_[form].cost > cost)) break;
            if (!has_sign(form, target) || !has_one_core(form, reducer)) continue;
            std::string text = easiest_text(form, target);
            if (!best || reads_easier(text, *best)) best = std::move(text);
            cost = forms_[form].cost;
        }
        return best;
    }
    // A form with the groups added to it, dividing it, or added to a part of it.
    std::vector<FormId> place_groups(FormId id, const Way& way, FormReducer<Domain>& reducer) {
        std::vector<FormId> found;
        const Signed<Key> value{forms_[id].key, false};
        for (const Op op : {Op::Multiply, Op::Divide}) {
            if (op == Op::Divide && !divides_) continue;
            const FormId form = groups_.work_in(id, way, value, op);
            if (form != NONE) found.push_back(form);
        }
        for (std::size_t i = 0; i < forms_.children(id).size() && !pulse_.stopped(); ++i)
            for (const FormId part : place_groups(forms_.children(id)[i].form(), way, reducer))
                found.push_back(reducer.with_child(id, i, part));
        return found;
    }

    // The core, followed by the groups. The core is the left side of some step, and all that follows is idle, so no two
    // cores have the same text.
    std::string write_core_first(FormId core, const Way& way, const Signed<Key>& target) {
        bool must_flip = !has_sign(core, target);
        const bool core_negative = is_zero(target) ? printer_.prefers_negative(core) : target.negative != must_flip;
        Text whole = printer_.text(core, core_negative);
        for (const FormId group : way) {
            const bool adds = groups_.is_added(group, target);
            const bool flips = must_flip && (adds ? subtracts_ : forms_[group].minus);
            const Text part = printer_.text(group, adds ? printer_.prefers_negative(group) : flips);
            if (adds && flips)
                whole = joined(part, Op::Subtract, whole);
            else if (adds && allows_zero_ && has_term(group, target.key))
                // {-2}+(2-2), because {-2}+2-2 is written for the core 2. Without 0 there are no negative numbers.
                whole = joined(whole, Op::Add, part);
            else
                append_flat(whole, adds ? Op::Add : Op::Multiply, part);
            must_flip = must_flip && !flips;
        }
        return whole.text;
    }
    bool has_term(FormId sum, const Key& key) const {
        const auto terms = forms_.children(sum);
        return std::any_of(terms.begin(), terms.end(),
                           [&](const auto& term) { return forms_[term.form()].key == key; });
    }
    // Without brackets around what follows, if it is of the same kind: the steps go from left to right.
    static void append_flat(Text& whole, Op op, const Text& part) {
        const int binding = row(op).family;
        Text longer{{}, binding};
        append(longer.text, whole, whole.binding < binding);
        longer.text += row(op).symbol;
        append(longer.text, part, part.binding < binding);
        whole = std::move(longer);
    }

    Forms<Domain>& forms_;
    bool subtracts_, divides_, allows_zero_;
    Pulse& pulse_;
    IdleGroups<Domain> groups_;
    Printer<Domain> printer_;
};

}  // namespace facevalue::numbers
