// FormReducer: what remains of a form when idle or superfluous parts are removed (terms: canonical_forms.hpp).
//
// It tries all 2^k subsets of the k terms or factors. Once the pulse has stopped, results are invalid.
#pragma once

#include <algorithm>
#include <set>
#include <unordered_map>
#include <vector>

#include "numbers/forms/canonical_forms.hpp"
#include "numbers/forms/unit_quotients.hpp"
#include "work/pulse.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

template <class Domain>
class FormReducer {
  public:
    using Key = typename Domain::Key;

    FormReducer(Forms<Domain>& forms, Pulse& pulse) : forms_(forms), pulse_(pulse), quotients_(forms) {}

    // The forms that can remain when all idle parts are removed one by one; there may be several, depending on
    // the order.
    const std::set<FormId>& cores(FormId id) {
        const auto known = cores_.find(id);
        if (known != cores_.end()) return known->second;
        std::set<FormId> found;
        for (const FormId less : reduced(id)) {
            const std::set<FormId>& more = cores(less);
            found.insert(more.begin(), more.end());
        }
        if (found.empty()) found.insert(id);
        return cores_.emplace(id, std::move(found)).first->second;
    }

    // The forms in which a sum or product is replaced by a part of it with the same value, up to sign. If one of them
    // is also a solution, the form has a superfluous part.
    std::vector<FormId> smaller(FormId id) {
        std::vector<FormId> found;
        const Key key = forms_[id].key;  // a copy, because new forms move the originals
        add_parts(id, key, found);
        for (std::size_t i = 0; i < forms_.children(id).size() && !pulse_.stopped(); ++i) {
            const std::vector<FormId> parts = smaller(forms_.children(id)[i].form());
            if (!parts.empty()) add_replaced(id, i, parts, found);
        }
        return found;
    }

    // The form with another part of the same value, up to sign, in the place of a child.
    FormId with_child(FormId id, std::size_t at, FormId part) { return replace(id, children_of(id), at, part); }

    // The form with each quotient worth 1 or -1 replaced by its inverse if that represents both (unit_quotients.hpp).
    FormId with_kept_quotients(FormId id) {
        std::vector<Child> children = children_of(id);
        bool changed = false;
        for (Child& child : children) {
            const FormId kept = with_kept_quotients(child.form());
            changed = changed || kept != child.form();
            child = Child(kept, child.inverse());
        }
        return quotients_.kept(changed ? compose(id, children) : id);
    }

  private:
    std::vector<Child> children_of(FormId id) const {  // a copy, because new forms move the originals
        const auto children = forms_.children(id);
        return {children.begin(), children.end()};
    }
    // Is `which` a subset of the children that is neither empty nor complete? Reports the work to the pulse.
    bool is_proper_subset(std::span<const Child> children, std::uint64_t which) {
        pulse_.spend(children.size());
        return !children.empty() && which + 1 < (1ULL << children.size()) && !pulse_.stopped();
    }
    static std::vector<Child> choose(std::span<const Child> children, std::uint64_t which) {
        std::vector<Child> some;
        for (std::size_t i = 0; i < children.size(); ++i)
            if ((which >> i & 1) != 0) some.push_back(children[i]);
        return some;
    }

    // The forms after one idle part is removed, from the form or from a part of it. A part that is left with one child
    // may merge into the form, which has more idle parts then: (1+2-2)/1-3 is 1+2-2-3.
    const std::vector<FormId>& reduced(FormId id) {
        const auto known = reduced_.find(id);
        if (known != reduced_.end()) return known->second;
        std::vector<FormId> found;
        const std::vector<Child> children = children_of(id);
        for (std::uint64_t out = 1; is_proper_subset(children, out); ++out)
            if (is_idle(id, children, out)) found.push_back(compose(id, choose(children, ~out)));
        for (std::size_t i = 0; i < children.size() && !pulse_.stopped(); ++i)
            for (const FormId less : reduced(children[i].form())) found.push_back(replace(id, children, i, less));
        sort_items(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return reduced_.emplace(id, std::move(found)).first->second;
    }

    // Adds the form with each of these parts instead of a child.
    void add_replaced(FormId id, std::size_t at, const std::vector<FormId>& parts, std::vector<FormId>& found) {
        const std::vector<Child> children = children_of(id);
        const bool zero_term = forms_[id].kind == Kind::Sum && Forms<Domain>::is_zero(forms_[children[at].form()].key);
        std::vector<Child> flipped = children;
        flipped[at] = flipped[at].flipped(true);
        for (const FormId part : parts) {
            found.push_back(replace(id, children, at, part));
            if (zero_term) found.push_back(replace(id, flipped, at, part));  // minus 0 is 0
        }
    }

    bool is_idle(FormId id, const std::vector<Child>& children, std::uint64_t out) const {
        if (forms_[id].kind == Kind::Sum) return forms_.makes_zero(children, out);
        bool over = false, zero = false;
        for (const Child child : choose(children, ~out)) {
            over = over || !child.inverse();
            zero = zero || Forms<Domain>::is_zero(forms_[child.form()].key);
        }
        return over && (zero || forms_.makes_one(children, out));
    }

    // The form with another part instead of a child. Without subtraction a part of value 0 may have only the other
    // sign: 2+{-1}*({-2}+2) is 2+({-2}+2) without the {-1}.
    FormId replace(FormId id, const std::vector<Child>& children, std::size_t at, FormId part) {
        const FormId form = replace(id, children, at, Child(part, children[at].inverse()));
        const bool is_zero_term = forms_[id].kind == Kind::Sum && Forms<Domain>::is_zero(forms_[part].key);
        if (forms_[form].plus || forms_[form].minus || !is_zero_term) return form;
        return replace(id, children, at, Child(part, !children[at].inverse()));
    }
    FormId replace(FormId id, const std::vector<Child>& children, std::size_t at, Child part) {
        std::vector<Child> all;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Child child = i == at ? part : children[i];
            if (forms_[id].kind == Kind::Sum)
                forms_.add_terms(child.form(), child.inverse(), all);
            else
                forms_.add_factors(child.form(), child.inverse(), all);
        }
        return compose(id, all);
    }
    // The sum or product (like the form) of these terms or factors, which have the form's value.
    FormId compose(FormId id, std::vector<Child> all) {
        if (all.size() == 1) return all[0].form();
        const Key key = forms_[id].key;
        if (forms_[id].kind == Kind::Sum) return forms_.sum(all, key, forms_.total(all, ~0ULL).negative).form;
        return forms_.product(all, key, !Forms<Domain>::is_zero(key) && forms_.is_negated(all, key));
    }
    // All parts of a form with this value up to sign. Usually there is no such part, so nothing is copied before one is
    // found.
    void add_parts(FormId id, const Key& key, std::vector<FormId>& found) {
        for (std::size_t i = 0; i < forms_.children(id).size(); ++i) {
            const FormId child = forms_.children(id)[i].form();
            if (forms_[child].key == key) found.push_back(child);
            if (forms_[child].kind != Kind::Leaf) add_parts(child, key, found);
        }
        for (std::uint64_t which = 1; is_proper_subset(forms_.children(id), which); ++which) {
            if ((which & (which - 1)) == 0) continue;
            if (forms_[id].kind == Kind::Sum)
                add_sum(id, which, key, found);
            else
                add_products(id, which, key, found);
        }
    }
    void add_sum(FormId id, std::uint64_t which, const Key& key, std::vector<FormId>& found) {
        const Signed<Key> sum = forms_.total(forms_.children(id), which);
        if (!(sum.key == key)) return;
        std::vector<Child> some = choose(forms_.children(id), which);
        found.push_back(forms_.sum(some, key, sum.negative).form);
    }
    void add_products(FormId id, std::uint64_t which, const Key& key, std::vector<FormId>& found) {
        const auto quotient = forms_.quotient_of(forms_.children(id), which);
        for (const bool flip : {false, true}) {  // also the reciprocal
            if (!(flip ? quotient.flipped() : quotient).is(key)) continue;
            std::vector<Child> some = choose(forms_.children(id), which);
            for (Child& child : some) child = child.flipped(flip);
            const bool negated = !Forms<Domain>::is_zero(key) && forms_.is_negated(some, key);
            found.push_back(forms_.product(some, key, negated));
        }
    }

    Forms<Domain>& forms_;
    Pulse& pulse_;
    UnitQuotients<Domain> quotients_;
    // References into them stay valid.
    std::unordered_map<FormId, std::vector<FormId>> reduced_;
    std::unordered_map<FormId, std::set<FormId>> cores_;
};

}  // namespace facevalue::numbers
