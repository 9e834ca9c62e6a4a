// FormCombiner: the canonical form of a sum or product of two parts, if the rules allow it and no part is idle
// (canonical_forms.hpp). The value of the whole is known.
//
// A part of the same kind as the whole is merged into it. One thread.
#pragma once

#include <vector>

#include "numbers/exact/rules.hpp"
#include "numbers/forms/canonical_forms.hpp"

namespace facevalue::numbers {

template <class Domain>
class FormCombiner {
  public:
    using Key = typename Domain::Key;
    static constexpr FormId NONE = Forms<Domain>::NONE;

    FormCombiner(Forms<Domain>& forms, const Rules& rules)
        : forms_(forms), positive_(rules.values == Values::Positive) {}

    // Combines a block (one term or factor) and the rest into a form. Returns NONE if the form has an idle part, cannot
    // be written, or has an intermediate result that the rules forbid or that another form represents.
    FormId combine(const Key& value, const Combination& how, FormId block, FormId rest) {
        const Kind kind = how.kind;
        const bool rest_is_a_result = forms_[rest].kind != kind;
        if (!may_contain(block) || (rest_is_a_result && !may_contain(rest))) return NONE;
        if (kind == Kind::Product && !how.first_inverse && has_bar(rest)) return NONE;
        const FormId form = kind == Kind::Sum ? sum(value, how, block, rest) : product(value, how, block, rest);
        const auto& made = forms_[form];
        return made.idle || !(made.plus || made.minus) ? NONE : form;
    }

  private:
    FormId sum(const Key& value, const Combination& how, FormId block, FormId rest) {
        parts_.clear();
        forms_.add_terms(block, how.first_inverse, parts_);
        forms_.add_terms(rest, how.second_inverse, parts_);
        return forms_.sum(parts_, value, false).form;
    }
    FormId product(const Key& value, const Combination& how, FormId block, FormId rest) {
        parts_.clear();
        forms_.add_factors(block, how.first_inverse, parts_);
        forms_.add_factors(rest, how.second_inverse, parts_);
        const bool rest_negated = forms_[rest].kind == Kind::Product && forms_[rest].negated;
        return forms_.product(parts_, value, !Forms<Domain>::is_zero(value) && how.negated != rest_negated);
    }
    // Under `positive`, no intermediate result may be 0. (Part of a sum or product need not be a result.)
    bool may_contain(FormId part) const {
        const auto& form = forms_[part];
        return !form.duplicate && !form.superfluous &&
               (!positive_ || form.kind == Kind::Leaf || !Forms<Domain>::is_zero(form.key));
    }
    // Products with a divisor are found with the divisor as the block.
    bool has_bar(FormId rest) const {
        if (forms_[rest].kind != Kind::Product) return false;
        for (Child child : forms_.children(rest))
            if (child.inverse()) return true;
        return false;
    }

    Forms<Domain>& forms_;
    bool positive_;
    std::vector<Child> parts_;
};

}  // namespace facevalue::numbers
