// Parts of forms: what can be taken out of a form, and what is superfluous in it (forms.hpp has the words).
//
// For: the cores of a form that was found some other way than by a Search, and solutions where numbers may be left
// unused. Everything here works through all sub-collections of the terms of a sum or the factors of a product:
// 2^k of k, at most MOST_NUMBERS. One thread for each Forms.
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "forms.hpp"

namespace facevalue {

// The cores of a form: what can be left when idle parts are taken out until none is idle. Where different parts
// are idle by turns there are several. (forms.hpp has the definition.)
template <class Domain>
class Cores {
public:
    explicit Cores(Forms<Domain>& forms) : forms_(forms) {}

    const std::set<FormId>& of(FormId id) {
        const auto known = cores_.find(id);
        if (known != cores_.end()) return known->second;
        std::set<FormId> found;
        bool whole = true;
        const std::vector<Child> children(forms_.children(id).begin(), forms_.children(id).end());
        for (std::uint64_t out = 1; !children.empty() && out + 1 < (1ULL << children.size()); ++out)
            if (is_idle(id, children, out)) whole = false, add(rebuilt(id, children, out), found);
        for (std::size_t i = 0; i < children.size(); ++i)
            for (const FormId core : std::set<FormId>(of(children[i].form())))
                if (core != children[i].form()) whole = false, add(replaced(id, children, i, core), found);
        if (whole) found.insert(id);
        return cores_.emplace(id, std::move(found)).first->second;
    }

private:
    void add(FormId id, std::set<FormId>& found) {
        const auto& more = of(id);
        found.insert(more.begin(), more.end());
    }
    bool is_idle(FormId id, const std::vector<Child>& children, std::uint64_t out) const {
        if (forms_[id].kind == Kind::Sum) return forms_.makes_zero(children, out);
        bool over = false, zero = false;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if ((out >> i & 1) != 0) continue;
            over = over || !children[i].inverse();
            zero = zero || Forms<Domain>::is_zero(forms_[children[i].form()].key);
        }
        return over && (zero || forms_.makes_one(children, out));
    }
    FormId rebuilt(FormId id, const std::vector<Child>& children, std::uint64_t out) {
        std::vector<Child> left;
        for (std::size_t i = 0; i < children.size(); ++i)
            if ((out >> i & 1) == 0) left.push_back(children[i]);
        return made(id, left);
    }
    FormId replaced(FormId id, const std::vector<Child>& children, std::size_t at, FormId core) {
        std::vector<Child> left;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const FormId form = i == at ? core : children[i].form();
            if (forms_[id].kind == Kind::Sum)
                forms_.add_terms(form, children[i].inverse(), left);
            else
                forms_.add_factors(form, children[i].inverse(), left);
        }
        return made(id, left);
    }
    FormId made(FormId id, std::vector<Child>& left) {
        if (left.size() == 1) return left[0].form();
        const auto key = forms_[id].key;
        if (forms_[id].kind == Kind::Product) {
            const bool zero = Forms<Domain>::is_zero(key);
            return forms_.product(left, key, !zero && forms_.is_turned(left, key));
        }
        Signed<typename Domain::Key> total{typename Domain::Key(0), false};
        for (Child term : left) total = Forms<Domain>::added(total, {forms_[term.form()].key, term.inverse()});
        return forms_.sum(left, key, total.negative);
    }

    Forms<Domain>& forms_;
    std::unordered_map<FormId, std::set<FormId>> cores_;
};

// Is there a part, somewhere inside a sum or product of the form, that has the value of that sum or product?
template <class Domain>
class Superfluous {
public:
    using Key = typename Domain::Key;

    explicit Superfluous(const Forms<Domain>& forms) : forms_(forms) {}

    // `inside` gets the values, up to sign, of all parts of the form.
    bool within(FormId id, std::vector<Key>& inside) const {
        const auto children = forms_.children(id);
        std::vector<Key> parts;
        for (Child child : children) {
            if (within(child.form(), parts)) return true;
            parts.push_back(forms_[child.form()].key);
        }
        for (std::uint64_t chosen = 1; !children.empty() && chosen + 1 < (1ULL << children.size()); ++chosen)
            if ((chosen & (chosen - 1)) != 0) add_values(id, chosen, parts);
        for (const Key& part : parts)
            if (part == forms_[id].key) return true;
        inside.insert(inside.end(), parts.begin(), parts.end());
        return false;
    }

private:
    // The values of some of the terms or factors as an expression of their own; a quotient can stand on its head.
    void add_values(FormId id, std::uint64_t chosen, std::vector<Key>& values) const {
        const auto children = forms_.children(id);
        if (forms_[id].kind == Kind::Sum) {
            Signed<Key> total{Key(0), false};
            for (std::size_t i = 0; i < children.size(); ++i)
                if ((chosen >> i & 1) != 0)
                    total = Forms<Domain>::added(total, {forms_[children[i].form()].key, children[i].inverse()});
            values.push_back(total.key);
            return;
        }
        Key over(1), under(1);
        bool any_over = false, any_under = false;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if ((chosen >> i & 1) == 0) continue;
            (children[i].inverse() ? any_under : any_over) = true;
            Key& side = children[i].inverse() ? under : over;
            side = Domain::times(side, forms_[children[i].form()].key).key;
        }
        const auto a = Domain::entry(over), b = Domain::entry(under);
        if (any_over)
            if (const auto value = forms_.domain().quotient(a, b)) values.push_back(value->key);
        if (any_under)
            if (const auto value = forms_.domain().quotient(b, a)) values.push_back(value->key);
    }

    const Forms<Domain>& forms_;
};

template <class Domain>
bool holds_superfluous(const Forms<Domain>& forms, FormId id) {
    std::vector<typename Domain::Key> inside;
    return Superfluous<Domain>(forms).within(id, inside);
}

}  // namespace facevalue
