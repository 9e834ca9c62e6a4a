// UnitQuotients: a quotient worth 1 or -1 and its inverse are one essential solution (canonical_forms.hpp), as a sum
// worth 0 and its negative are. Of the two, the one that is easier to read is kept.
//
// Both have the same factors, value, signs and cost, so the text alone decides, never earlier puzzles. Each pair is
// printed once. One thread.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "numbers/forms/canonical_forms.hpp"
#include "numbers/forms/printer.hpp"

namespace facevalue::numbers {

template <class Domain>
class UnitQuotients {
  public:
    using Key = typename Domain::Key;

    explicit UnitQuotients(Forms<Domain>& forms) : forms_(forms) {}

    // The form itself, or the inverse that represents both.
    FormId kept(FormId id) {
        if (forms_[id].kind != Kind::Product || !(forms_[id].key == Key(1))) return id;
        const auto known = kept_.find(id);
        if (known != kept_.end()) return known->second;
        const FormId other = inverse(id), best = easier(id, other);
        kept_[id] = kept_[other] = best;
        return best;
    }

  private:
    // The form itself if it has nothing under the bar, because an inverse would then have nothing over it.
    FormId inverse(FormId id) {
        std::vector<Child> factors;
        bool has_bar = false;
        for (const Child child : forms_.children(id)) {
            factors.push_back(child.flipped(true));
            has_bar = has_bar || child.inverse();
        }
        return has_bar ? forms_.product(factors, Key(1), forms_[id].negated) : id;
    }

    FormId easier(FormId a, FormId b) const {
        if (a == b) return a;
        // With a factor -1 only one of them may be free of idle parts.
        if (forms_[a].idle != forms_[b].idle) return forms_[a].idle ? b : a;
        return reads_easier(text(a), text(b)) ? a : b;
    }
    std::string text(FormId id) const { return Printer<Domain>(forms_, true).text(id, !forms_[id].plus).text; }

    Forms<Domain>& forms_;
    std::unordered_map<FormId, FormId> kept_;
};

}  // namespace facevalue::numbers
