// FormCombiner: the canonical form of a sum or product of two parts, if the rules allow it and no part is idle
// (canonical_forms.hpp). The value of the whole is known.
//
// A part of the same kind as the whole is merged into it. One thread.
#pragma once

#include <vector>

#include "numbers/exact/rules.hpp"
#include "numbers/forms/canonical_forms.hpp"

namespace facevalue::numbers {

// How the two parts are joined: which of them is subtracted or divides, and whether the product of their keys is the
// negative of the key of the whole.
struct Joint {
    bool block_inverse, rest_inverse, turned;
};

template <class Domain>
class FormCombiner {
  public:
    using Key = typename Domain::Key;
    static constexpr FormId NONE = Forms<Domain>::NONE;

    FormCombiner(Forms<Domain>& forms, const Rules& rules)
        : forms_(forms), positive_(rules.values == Values::Positive) {}

    // The form of a block, which is one term or factor, and the rest; or NONE if it has an idle part, cannot be
    // written, or has a result that the rules forbid or that another form stands for.
    FormId combine(const Key& value, Kind kind, const Joint& joint, FormId block, FormId rest) {
        const bool rest_is_a_result = forms_[rest].kind != kind;
        if (!may_hold(block) || (rest_is_a_result && !may_hold(rest))) return NONE;
        if (kind == Kind::Product && !joint.block_inverse && has_bar(rest)) return NONE;
        const FormId form = kind == Kind::Sum ? sum(value, joint, block, rest) : product(value, joint, block, rest);
        const auto& made = forms_[form];
        return made.idle || !(made.plus || made.minus) ? NONE : form;
    }

  private:
    FormId sum(const Key& value, const Joint& joint, FormId block, FormId rest) {
        parts_.clear();
        forms_.add_terms(block, joint.block_inverse, parts_);
        forms_.add_terms(rest, joint.rest_inverse, parts_);
        return forms_.sum(parts_, value, false).form;
    }
    FormId product(const Key& value, const Joint& joint, FormId block, FormId rest) {
        parts_.clear();
        forms_.add_factors(block, joint.block_inverse, parts_);
        forms_.add_factors(rest, joint.rest_inverse, parts_);
        const bool rest_turned = forms_[rest].kind == Kind::Product && forms_[rest].turned;
        return forms_.product(parts_, value, !Forms<Domain>::is_zero(value) && joint.turned != rest_turned);
    }
    // Under `positive`, no intermediate result may be 0. (Part of a sum or product need not be a result.)
    bool may_hold(FormId part) const {
        const auto& held = forms_[part];
        return !held.upside_down && !held.superfluous &&
               (!positive_ || held.kind == Kind::Leaf || !Forms<Domain>::is_zero(held.key));
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
