// SuperfluousParts: does a form have a part with the same value (canonical_forms.hpp)? Then the part alone is enough.
//
// A part is a term or factor, or some of them together, at any depth. Only valid if no number is negative: then a part
// can have the sign of the whole. FormReducer finds the same, with the forms that remain. For each form, a word has a
// bit for the hashed value of each part, which rules out most forms at once. 8 bytes per form. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "numbers/forms/canonical_forms.hpp"

namespace facevalue::numbers {

template <class Domain>
class SuperfluousParts {
  public:
    using Key = typename Domain::Key;

    explicit SuperfluousParts(const Forms<Domain>& forms) : forms_(forms) {}

    // Does the form have a part with the same value?
    bool has_equal_part(FormId id) { return has_part(id, forms_[id].key); }

  private:
    bool has_part(FormId id, const Key& key) {
        if ((parts_of(id) & bit(key)) == 0) return false;
        for (const Child child : forms_.children(id))
            if (forms_[child.form()].key == key || has_part(child.form(), key)) return true;
        bool found = false;
        for_groups(id, [&](std::uint64_t group) { found = found || forms_.makes(id, group, key); });
        return found;
    }

    // A bit for each part, possibly some more, and KNOWN.
    std::uint64_t parts_of(FormId id) {
        if (forms_[id].kind == Kind::Leaf) return KNOWN;
        if (id >= parts_.size()) parts_.resize(forms_.size());
        if (parts_[id] == 0) parts_[id] = find_parts(id);
        return parts_[id];
    }
    std::uint64_t find_parts(FormId id) {
        std::uint64_t parts = KNOWN;
        bool has_bar = false;
        for (const Child child : forms_.children(id)) {
            parts |= parts_of(child.form()) | bit(forms_[child.form()].key);
            has_bar = has_bar || child.inverse();
        }
        const bool is_sum = forms_[id].kind == Kind::Sum;
        for_groups(id, [&](std::uint64_t group) {
            if (is_sum)
                parts |= bit(forms_.total(forms_.children(id), group).key);
            else  // a quotient may be no key
                parts |= has_bar ? ~0ULL : bit(forms_.quotient_of(forms_.children(id), group).over);
        });
        return parts;
    }
    // Two or more children, but not all.
    template <class Visit>
    void for_groups(FormId id, Visit visit) const {
        const std::size_t children = forms_.children(id).size();
        for (std::uint64_t group = 3; children > 2 && group + 1 < (1ULL << children); ++group)
            if ((group & (group - 1)) != 0) visit(group);
    }

    static constexpr std::uint64_t KNOWN = 1;
    static std::uint64_t bit(const Key& key) { return 1ULL << (Domain::hash(key) * 0x9E3779B97F4A7C15ULL >> 58); }

    const Forms<Domain>& forms_;
    std::vector<std::uint64_t> parts_;  // by FormId; 0 if not known
};

}  // namespace facevalue::numbers
