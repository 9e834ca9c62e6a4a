// FormBuilder: the canonical form of an expression. A search does not need it, because it already knows the values.
#pragma once

#include <optional>
#include <vector>

#include "numbers/exact/postfix.hpp"
#include "numbers/forms/canonical_forms.hpp"

namespace facevalue::numbers {

// A form, and whether the expression's value is the negative of the form's key.
struct SignedForm {
    FormId form;
    bool negative;
    friend auto operator<=>(const SignedForm&, const SignedForm&) = default;
};

template <class Domain>
class FormBuilder {
  public:
    using Key = typename Domain::Key;

    explicit FormBuilder(Forms<Domain>& forms) : forms_(forms) {}

    // The form of an expression; nothing if it divides by zero.
    std::optional<SignedForm> build(const Postfix& postfix) {
        std::vector<SignedForm> stack;
        for (const Token& token : postfix) {
            if (!token.is_operator) {
                stack.push_back(leaf(token.number));
                continue;
            }
            const SignedForm right = stack.back();
            stack.pop_back();
            const auto result = apply(token.op, stack.back(), right);
            if (!result) return std::nullopt;
            stack.back() = *result;
        }
        return stack[0];
    }

    SignedForm leaf(const Number& number) {
        const FormId form = forms_.leaf(number);
        return {form, forms_[form].minus};
    }

    // Nothing for a division by zero.
    std::optional<SignedForm> apply(Op op, SignedForm a, SignedForm b) {
        return row(op).family == 0 ? sum(a, b, row(op).inverse) : product(a, b, row(op).inverse);
    }

  private:
    SignedForm sum(SignedForm a, SignedForm b, bool subtract) {
        const bool minus = b.negative != subtract;
        parts_.clear();
        forms_.add_terms(a.form, a.negative, parts_);
        forms_.add_terms(b.form, minus, parts_);
        const Signed<Key> total = Forms<Domain>::added({forms_[a.form].key, a.negative}, {forms_[b.form].key, minus});
        const auto [form, flipped] = forms_.sum(parts_, total.key, total.negative);
        const bool zero = Forms<Domain>::is_zero(total.key);
        return {form, zero ? flipped && !forms_[form].symmetric : total.negative};
    }

    std::optional<SignedForm> product(SignedForm a, SignedForm b, bool divide) {
        const Key& x = forms_[a.form].key;
        const Key& y = forms_[b.form].key;
        const auto value = divide ? forms_.domain().quotient({x}, Domain::entry(y)) : forms_.domain().product({x}, {y});
        if (!value) return std::nullopt;
        parts_.clear();
        forms_.add_factors(a.form, false, parts_);
        forms_.add_factors(b.form, divide, parts_);
        const bool zero = Forms<Domain>::is_zero(value->key);
        const FormId form = forms_.product(parts_, value->key, !zero && forms_.is_negated(parts_, value->key));
        if (zero) return SignedForm{form, (of_factors(a) != of_factors(b)) && !forms_[form].symmetric};
        return SignedForm{form, (a.negative != b.negative) != value->negative};
    }
    // The sign relative to the product of the factors' keys, for products of value 0, which have no other sign.
    bool of_factors(SignedForm a) const {
        return a.negative != (forms_[a.form].kind == Kind::Product && forms_[a.form].negated);
    }

    Forms<Domain>& forms_;
    std::vector<Child> parts_;
};

}  // namespace facevalue::numbers
