#include "numbers/hint/needs.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "numbers/answers/notation/notation.hpp"
#include "numbers/answers/notation/step_list.hpp"

namespace facevalue::numbers {
namespace {

bool has_feature(Need need, const std::string& solution) {
    const std::vector<ExactTerm> terms = read_infix(solution);
    if (need == Need::Division)
        return std::ranges::any_of(
            terms, [](const ExactTerm& term) { return term.kind == TermKind::Operator && term.op == Op::Divide; });
    return std::ranges::any_of(results_of(terms), [&](const MaybeValue& result) {
        return result && (need == Need::Fraction ? !result->is_whole() : result->sign() < 0);
    });
}

// Without operators and functions only a number alone could be a solution, and it would be the simplest. Functions may
// make other solutions.
Answered<bool> all_have_feature(Need need, Solutions& solutions) {
    constexpr std::size_t AT_ONCE = 256;
    if (!solutions.rules().has_functions()) return true;
    Solutions::Part part;
    for (std::size_t place = 0; !part.is_last; place += part.texts.size()) {
        part = solutions.from(place, AT_ONCE);
        if (part.status != SearchStatus::Ready) return Unanswered{{}, part.status, std::move(part.too_much)};
        for (const std::string& text : part.texts)
            if (!has_feature(need, text)) return false;
    }
    return true;
}

}  // namespace

bool allows(const Rules& rules, Need need) {
    if (need == Need::Fraction) return !must_be_whole(rules.values);
    return need == Need::Negative ? !must_not_be_negative(rules.values) : rules.has(Op::Divide);
}

std::optional<Rules> without(Need need, const Rules& rules) {
    if (need == Need::Fraction) return without_fractions(rules);
    Rules left = rules;
    if (need == Need::Negative) {
        left.values = must_be_whole(rules.values) ? Values::Natural : Values::Nonnegative;
        return left;
    }
    std::string symbols;
    for (const Op op : rules.operators)
        if (op != Op::Divide) symbols += row(op).symbol;
    const auto operators = Operators::parse(symbols);
    if (!operators) return std::nullopt;
    left.operators = *operators;
    return left;
}

Answered<bool> is_needed(Need need, Solutions& solutions, double limit) {
    const auto simplest = first_within(solutions, NO_LIMIT);  // whoever made the search has checked its limit
    if (!simplest) return simplest.unanswered();
    if (simplest->empty() || !has_feature(need, *simplest)) return false;
    const auto rules = without(need, solutions.rules());
    if (!rules) return all_have_feature(need, solutions);
    Solutions others = solutions.under(*rules);
    const auto other = first_within(others, limit);
    if (!other) return other.unanswered();
    return other->empty();
}

}  // namespace facevalue::numbers
