// Canonical forms: which expressions count as the same.
//
// An expression is flattened with commutativity, associativity and sign rules:
//
//   form    = number | sum | product
//   sum     = two or more terms, each with a sign; a term is a number or a product
//   product = two or more factors, each above or below the bar, at least one above; a factor is a number or a sum
//
// The order of terms and factors does not count. Signs are moved outwards: a sum and its negative have the same form,
// so (a-b)*(c-d) and (b-a)*(d-c) are the same, and so are x-(b-a)*c and x+(a-b)*c. Equal numbers are the same.
//
//   canonical    Two expressions are the same if their forms and overall signs are the same. For n different numbers
//                there are 1, 6, 68, 1170, 27142, 793002 (OEIS A140606), with 1, 5, 47, 733, 15907, 443825 forms
//                (OEIS A247982).
//   idle         Some terms or factors of a sum or product (not all) are idle if its value is the same without them:
//                terms that add up to 0, factors that multiply to 1, or anything multiplied by a factor 0. Something
//                must remain above the bar.
//   core         A form without idle parts.
//   essential    An essential solution is a core with the target's value, up to sign, over some of the numbers. The
//                other numbers must split into groups that make 0 or 1 each (for the target 0: any numbers, times 0);
//                adding them may change the sign (5-5-3 makes -3 with the core 3). 10*3-6*1, (10*3-6)*1 and 10*3*1-6
//                have the core 10*3-6. The 1820 hands of 1..13 have 3017 essential solutions. A quotient worth 1 or -1
//                and its inverse are the same: 4*(5+3/(1+2)) and 4*(5+(1+2)/3) are one (unit_quotients.hpp).
//   superfluous  If numbers may be left unused, a solution counts only if no sum or product contains a part with the
//                same value. So *1, /1, +0 and a-b = b are never steps.
//
// Forms are interned: equal forms have equal ids. The signs of a form are chosen so that its value is the domain's key,
// not the key's negative; two flags say which of the two signs an expression of the form can have: 2-5 can be written
// as 5-2, but 2+5 has no such negative. 24 bytes per form, 4 per child, and 16 to 32 for the index. One thread.
// A short version in Python, with the same result: flatten in tests/oracles/readable.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/values/hash_index.hpp"
#include "numbers/values/modular_values.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"
#include "work/splitmix.hpp"

namespace facevalue::numbers {

using FormId = std::uint32_t;
using LeafId = std::uint32_t;  // a batch may contain millions of different numbers

// A term or factor: the form, and whether it is subtracted or divides. (A HashIndex has at most 2^31 forms, so a bit is
// free.)
struct Child {
    std::uint32_t code = 0;
    Child() = default;
    Child(FormId form, bool inverse) : code(form << 1 | (inverse ? 1 : 0)) {}
    FormId form() const { return code >> 1; }
    bool inverse() const { return (code & 1) != 0; }
    Child flipped(bool flip) const {
        Child child;
        child.code = code ^ (flip ? 1U : 0U);
        return child;
    }
    friend bool operator==(Child, Child) = default;
    friend auto operator<=>(Child, Child) = default;
};

enum class Kind : std::uint8_t { Leaf, Sum, Product };

// How two parts make a value: as their sum or product, and which of them is subtracted or divides. `negated`: the
// product of their keys is the negative of the value's key.
struct Combination {
    Kind kind;
    bool first_inverse, second_inverse, negated = false;

    Combination swapped() const { return {kind, second_inverse, first_inverse, negated}; }
};

// Smaller is simpler: first steps count, then intermediate fractions, then brackets. Costs add up over the parts, so
// the search can list forms in this order.
using Cost = std::uint32_t;
// Each outweighs all possible costs below it: sixteen numbers have at most fourteen intermediate results.
inline constexpr Cost BRACKET_COST = 1;
inline constexpr Cost FRACTION_COST = 16;
inline constexpr Cost STEP_COST = 256;
static_assert(FRACTION_COST > 14 * BRACKET_COST && STEP_COST > 14 * (FRACTION_COST + BRACKET_COST));

template <class Domain>
class Forms {
  public:
    using Key = typename Domain::Key;
    static constexpr FormId NONE = 0xFFFFFFFF;

    struct Form {
        Key key;
        std::uint32_t first;  // of its children; of a leaf: its LeafId
        std::uint16_t count;
        Kind kind;
        bool plus : 1, minus : 1;  // can an expression of this form have the key's value, and its negative?
        bool negated : 1;          // product: the product of the factors' keys is the negative of the key
        bool symmetric : 1;        // the form is its own negative, as 6-6 is
        bool idle : 1;             // some part is idle
        bool duplicate : 1;        // a quotient worth 1 or -1 whose inverse represents both (unit_quotients.hpp)
        bool superfluous : 1;      // some part has its value (superfluous_parts.hpp); only where that counts
        Cost cost;
    };

    // Without "-" in the rules, a term cannot be subtracted, which limits the signs of forms.
    Forms(const Domain& domain, const Rules& rules, bool find_idle)
        : domain_(domain), subtracts_(rules.has(Op::Subtract)), find_idle_(find_idle) {}

    const Form& operator[](FormId id) const { return forms_[id]; }
    std::span<const Child> children(FormId id) const {
        const Form& form = forms_[id];
        if (form.kind == Kind::Leaf) return {};
        return {pool_.data() + form.first, form.count};
    }
    const Number& number(FormId leaf) const { return leaves_[forms_[leaf].first]; }
    std::size_t size() const { return forms_.size(); }

    // From now on, new forms are compared only with each other. For a caller who knows that none of the earlier forms
    // can recur: in a large index each look-up costs a cache miss.
    void forget_earlier() {
        index_.clear();
        first_known_ = static_cast<FormId>(forms_.size());
    }

    FormId leaf(const Number& number) {
        const std::uint64_t hash = numbers::hashed(number);
        const FormId known =
            find(hash, [&](FormId id) { return forms_[id].kind == Kind::Leaf && leaves_[forms_[id].first] == number; });
        if (known != NONE) return known;
        const Signed<Key> value = domain_.of(number);
        Form form{};
        form.key = value.key;
        form.first = narrowed<std::uint32_t>(leaves_.size());
        form.kind = Kind::Leaf;
        form.plus = !value.negative || is_zero(value.key);
        form.minus = value.negative;
        leaves_.push_back(number);
        return push(form, hash);
    }

    // A leaf that represents several forms of this value and these signs, which the caller numbers (form_counter.hpp).
    FormId add_atom(const Key& key, bool plus, bool minus, std::uint32_t number) {
        Form form{};
        form.key = key;
        form.first = number;
        form.kind = Kind::Leaf;
        form.plus = plus;
        form.minus = minus;
        return push(form, mixed(number));
    }
    std::uint32_t atom_number(FormId atom) const { return forms_[atom].first; }

    // Adds a term with a sign to a sum: the form itself, or its terms if it is a sum.
    void add_terms(FormId id, bool negative, std::vector<Child>& terms) const {
        const Form& form = forms_[id];
        if (form.kind != Kind::Sum) {
            terms.push_back(Child(id, negative && !form.symmetric));
            return;
        }
        for (Child child : children(id))
            terms.push_back(forms_[child.form()].symmetric ? child : child.flipped(negative));
    }
    void add_factors(FormId id, bool under, std::vector<Child>& factors) const {
        if (forms_[id].kind != Kind::Product) {
            factors.push_back(Child(id, under));
            return;
        }
        for (Child child : children(id)) factors.push_back(child.flipped(under));
    }

    // A sum, and whether all signs of the given terms were changed to make it.
    struct Sum {
        FormId form;
        bool flipped;
    };

    // The sum of these terms, which add up to `key`, or to its negative if `negative`. Of a sum of value 0 and its
    // negative, the one with the smaller list of terms is the form. That depends on earlier forms; what is printed must
    // not.
    Sum sum(std::vector<Child>& terms, const Key& key, bool negative) {
        bool flip = negative;
        bool symmetric = false;
        sort_items(terms);
        if (is_zero(key)) {
            flipped_ = terms;
            flip_terms(flipped_);
            sort_items(flipped_);
            symmetric = flipped_ == terms;
            flip = flipped_ < terms;
            if (flip) terms.swap(flipped_);
        } else if (flip) {
            flip_terms(terms);
            sort_items(terms);
        }
        const std::uint64_t hash = hashed(Kind::Sum, terms);
        const FormId known = find(Kind::Sum, terms, hash);
        if (known != NONE) return {known, flip};
        Form form{};
        form.key = key;
        form.kind = Kind::Sum;
        form.symmetric = symmetric;
        form.plus = can_sum(terms, false);
        form.minus = can_sum(terms, true);
        form.idle = find_idle_ && idle_terms(terms);
        form.cost = cost(terms);
        return {push_compound(form, terms, hash), flip};
    }

    // The product of these factors, whose value is `key` up to sign.
    FormId product(std::vector<Child>& factors, const Key& key, bool negative) {
        sort_items(factors);
        const std::uint64_t hash = hashed(Kind::Product, factors);
        const FormId known = find(Kind::Product, factors, hash);
        if (known != NONE) return known;
        Form form{};
        form.key = key;
        form.kind = Kind::Product;
        form.negated = negative;
        bool odd = negative, free = false;
        for (Child child : factors) {
            const Form& factor = forms_[child.form()];
            free = free || (factor.plus && factor.minus);
            form.symmetric = form.symmetric || factor.symmetric;
            if (!factor.plus) odd = !odd;
        }
        form.plus = free || !odd;
        form.minus = free || odd;
        form.idle = find_idle_ && idle_factors(factors);
        form.cost = cost(factors);
        return push_compound(form, factors, hash);
    }

    // Is the product of the factors' keys the negative of `key` (a key up to sign, not 0)?
    bool is_negated(std::span<const Child> factors, const Key& key) const {
        Signed<Key> over{Key(1), false}, under{key, false};
        for (Child child : factors) {
            Signed<Key>& side = child.inverse() ? under : over;
            const Signed<Key> product = Domain::times(side.key, forms_[child.form()].key);
            side = {product.key, side.negative != product.negative};
        }
        return over.negative != under.negative;
    }

    void set_duplicate(FormId id, bool is) { forms_[id].duplicate = is; }
    void set_superfluous(FormId id, bool is) { forms_[id].superfluous = is; }

    // The additional cost of a form as part of another kind of form.
    Cost used_cost(FormId id) const {
        const Form& form = forms_[id];
        return form.kind == Kind::Leaf ? 0 : used_cost(form.kind, form.key);
    }
    // The same for a sum or product of this value.
    Cost used_cost(Kind kind, const Key& key) const {
        return (kind == Kind::Sum ? BRACKET_COST : 0) + (domain_.is_whole(key) ? 0 : FRACTION_COST);
    }

    static bool is_zero(const Key& key) { return key == Key(0); }
    const Domain& domain() const { return domain_; }

    // Can the factors of `chosen` multiply to exactly 1 (not -1)? Compares numerators with denominators.
    bool makes_one(std::span<const Child> factors, std::uint64_t chosen) const {
        Signed<Key> over{Key(1), false}, under = over;
        bool odd = false, free = false;
        for (std::size_t i = 0; i < factors.size(); ++i) {
            if ((chosen >> i & 1) == 0) continue;
            const Form& factor = forms_[factors[i].form()];
            Signed<Key>& side = factors[i].inverse() ? under : over;
            const Signed<Key> product = Domain::times(side.key, factor.key);
            side = {product.key, side.negative != product.negative};
            free = free || (factor.plus && factor.minus);
            if (!factor.plus) odd = !odd;
        }
        if (!(over.key == under.key) || is_zero(over.key)) return false;
        return free || (over.negative != under.negative) == odd;
    }
    // Do the terms of `chosen` add up to 0?
    bool makes_zero(std::span<const Child> terms, std::uint64_t chosen) const {
        return is_zero(total(terms, chosen).key);
    }
    Signed<Key> total(std::span<const Child> terms, std::uint64_t chosen) const {
        Signed<Key> total{Key(0), false};
        for (std::size_t i = 0; i < terms.size(); ++i)
            if ((chosen >> i & 1) != 0) total = added(total, {forms_[terms[i].form()].key, terms[i].inverse()});
        return total;
    }
    // The products of the factors over and under the fraction bar, up to sign, and whether each side has any factors.
    struct Quotient {
        Key over{1}, under{1};
        bool has_over = false, has_under = false;

        Quotient flipped() const { return {under, over, has_under, has_over}; }
        bool is(const Key& key) const { return has_over && !is_zero(under) && over == Domain::times(under, key).key; }
    };
    Quotient quotient_of(std::span<const Child> factors, std::uint64_t chosen) const {
        Quotient quotient;
        for (std::size_t i = 0; i < factors.size(); ++i) {
            if ((chosen >> i & 1) == 0) continue;
            const bool under = factors[i].inverse();
            (under ? quotient.has_under : quotient.has_over) = true;
            Key& side = under ? quotient.under : quotient.over;
            side = Domain::times(side, forms_[factors[i].form()].key).key;
        }
        return quotient;
    }
    // Do the children of `chosen` make the value up to sign, as part of the form or as the reciprocal of one?
    bool makes(FormId id, std::uint64_t chosen, const Key& value) const {
        if (forms_[id].kind == Kind::Sum) return total(children(id), chosen).key == value;
        const Quotient quotient = quotient_of(children(id), chosen);
        return quotient.is(value) || quotient.flipped().is(value);
    }
    // The sum of two values with signs.
    static Signed<Key> added(const Signed<Key>& a, const Signed<Key>& b) {
        const Signed<Key> total =
            a.negative == b.negative ? Domain::sum(a.key, b.key) : Domain::difference(a.key, b.key);
        return {total.key, total.negative != a.negative};
    }

  private:
    FormId push(const Form& form, std::uint64_t hash) {
        index_.add(hash);
        forms_.push_back(form);
        return static_cast<FormId>(forms_.size() - 1);
    }
    FormId push_compound(Form& form, const std::vector<Child>& children, std::uint64_t hash) {
        form.first = narrowed<std::uint32_t>(pool_.size());
        form.count = narrowed<std::uint16_t>(children.size());
        pool_.insert(pool_.end(), children.begin(), children.end());
        return push(form, hash);
    }

    static std::uint64_t hashed(Kind kind, const std::vector<Child>& children) {
        std::uint64_t hash = static_cast<std::uint64_t>(kind);
        for (Child child : children) hash = (hash ^ child.code) * 0x9E3779B97F4A7C15ULL;
        return mixed(hash);
    }
    template <class Same>
    FormId find(std::uint64_t hash, const Same& same) const {
        const std::uint32_t place = index_.find(hash, [&](std::uint32_t at) { return same(first_known_ + at); });
        return place == HashIndex::NONE ? NONE : first_known_ + place;
    }
    FormId find(Kind kind, const std::vector<Child>& children, std::uint64_t hash) const {
        return find(hash, [&](FormId id) {
            return forms_[id].kind == kind && std::ranges::equal(this->children(id), children);
        });
    }

    void flip_terms(std::vector<Child>& terms) const {
        for (Child& term : terms)
            if (!forms_[term.form()].symmetric) term = term.flipped(true);
    }

    // Can these terms (their negatives if `negative`) be written? One of them must come first with a plus.
    bool can_sum(const std::vector<Child>& terms, bool negative) const {
        bool first = false, all = true;
        for (Child term : terms) {
            const Form& form = forms_[term.form()];
            const bool minus = term.inverse() != negative && !form.symmetric;
            const bool direct = minus ? form.minus : form.plus;
            first = first || direct;
            all = all && direct;
        }
        return subtracts_ ? first : all;
    }

    bool idle_terms(const std::vector<Child>& terms) const {
        if (terms.size() == 2)  // one half alone would be the whole
            return is_zero(forms_[terms[0].form()].key) || is_zero(forms_[terms[1].form()].key);
        for (std::uint64_t chosen = 1; chosen + 1 < (1ULL << terms.size()); ++chosen)
            if (makes_zero(terms, chosen)) return true;
        return false;
    }
    bool idle_factors(const std::vector<Child>& factors) const {
        std::uint64_t over = 0;
        for (std::size_t i = 0; i < factors.size(); ++i) {
            if (!factors[i].inverse()) over |= 1ULL << i;
            if (is_zero(forms_[factors[i].form()].key)) return true;
        }
        for (std::uint64_t chosen = 1; chosen + 1 < (1ULL << factors.size()); ++chosen)
            if ((over & ~chosen) != 0 && makes_one(factors, chosen)) return true;
        return false;
    }

    Cost cost(const std::vector<Child>& children) const {
        Cost total = STEP_COST * static_cast<Cost>(children.size() - 1);
        for (Child child : children) total += forms_[child.form()].cost + used_cost(child.form());
        return total;
    }

    const Domain& domain_;
    bool subtracts_;
    bool find_idle_;
    std::vector<Form> forms_;
    std::vector<Child> pool_;
    std::vector<Number> leaves_;
    std::vector<Child> flipped_;
    HashIndex index_;
    FormId first_known_ = 0;  // the index has the forms from here on
};

}  // namespace facevalue::numbers
