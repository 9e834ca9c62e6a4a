#include "numbers/answers/judge/given_forms.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "numbers/exact/join.hpp"

namespace facevalue::numbers {

namespace {

using Terms = std::span<const Term>;
using Option = std::vector<Term>;

// A number in the postfix with the signs and the fraction bar that may belong to it: how many terms, and how they may
// be read, the largest number first.
struct Literal {
    std::size_t length = 1;
    std::vector<Option> options;
};

bool is_number(Terms terms, std::size_t place) { return place < terms.size() && terms[place].kind == TermKind::Number; }
bool is_negate(Terms terms, std::size_t place) { return place < terms.size() && terms[place].kind == TermKind::Negate; }
bool is_operation(Terms terms, std::size_t place, Op op) {
    return place < terms.size() && terms[place].kind == TermKind::Operator && terms[place].op == op;
}

// a/b as a number if it is written in lowest terms.
std::optional<Term> fraction(const Term& over, const Term& under) {
    if (over.huge || under.huge || over.number.denominator != 1 || under.number.denominator != 1) return std::nullopt;
    const std::int64_t a = over.number.numerator, b = under.number.numerator;
    if (b < 2 || std::gcd(a, b) != 1) return std::nullopt;
    Term made = over;
    made.number = {a, b};
    return made;
}

Term negated(Term term) {
    term.number.numerator = -term.number.numerator;
    return term;
}

// The options of what comes before a sign, with the sign as part of a number, or else after them.
std::vector<Option> with_sign(const std::vector<Option>& options, const Term& sign) {
    std::vector<Option> signed_options;
    for (const Option& each : options) {
        if (each.size() != 1 || each[0].huge || each[0].number.numerator < 0) continue;  // -{-1} is not a given 1
        signed_options.push_back({negated(each[0])});
        if (sign.kind == TermKind::Negate) continue;
        Term plus = sign;  // x - 5 is x + (-5)
        plus.op = Op::Add;
        signed_options.back().push_back(plus);
    }
    for (const Option& each : options) {
        signed_options.push_back(each);
        signed_options.back().push_back(sign);
    }
    return signed_options;
}

Literal literal_at(Terms terms) {
    Literal found{1, {{terms[0]}}};
    if (is_operation(terms, 1, Op::Multiply) && is_number(terms, 2) && is_operation(terms, 3, Op::Divide)) {
        if (const auto factor = fraction(terms[0], terms[2])) {  // x*a/b is x*(a/b)
            Term times = terms[3];
            times.op = Op::Multiply;
            return {4, {{*factor, times}, {terms.begin(), terms.begin() + 4}}};
        }
    }
    if (is_negate(terms, 1)) found = {2, with_sign(found.options, terms[1])};
    if (is_number(terms, found.length) && is_operation(terms, found.length + 1, Op::Divide)) {
        const Term& under = terms[found.length];
        std::vector<Option> divided;
        if (const auto whole = fraction(terms[0], under))
            divided.push_back({found.length == 1 ? *whole : negated(*whole)});
        for (const Option& each : found.options) {
            divided.push_back(each);
            divided.back().insert(divided.back().end(), {under, terms[found.length + 1]});
        }
        found = {found.length + 2, divided};
    }
    if (is_negate(terms, found.length)) found = {found.length + 1, with_sign(found.options, terms[found.length])};
    if (is_operation(terms, found.length, Op::Subtract))
        found = {found.length + 1, with_sign(found.options, terms[found.length])};
    return found;
}

// Removes the numbers of an option from those that are left over, if all of them are. Numbers that may be joined from
// others always count as left over; the caller judges them.
bool take(const Option& option, std::vector<Number>& left_over, bool join) {
    std::vector<Number> rest = left_over;
    for (const Term& term : option) {
        if (term.kind != TermKind::Number || (join && digits_to_join(term.number) > 0)) continue;
        const auto found = std::ranges::find(rest, term.number);
        if (term.huge || found == rest.end()) return false;
        rest.erase(found);
    }
    left_over = std::move(rest);
    return true;
}

}  // namespace

std::vector<Term> with_given_forms(std::span<const Term> terms, std::vector<Number> numbers, const Rules& rules) {
    std::vector<Literal> literals;  // other terms have one option
    for (std::size_t place = 0; place < terms.size(); place += literals.back().length)
        literals.push_back(is_number(terms, place) ? literal_at(terms.subspan(place)) : Literal{1, {{terms[place]}}});
    for (const Literal& literal : literals)
        if (literal.options.size() == 1 && !take(literal.options[0], numbers, rules.join)) return {};
    std::vector<Term> read;
    for (const Literal& literal : literals) {
        const auto fits = [&](const Option& option) {
            return literal.options.size() == 1 || take(option, numbers, rules.join);
        };
        const auto found = std::ranges::find_if(literal.options, fits);
        if (found == literal.options.end()) return {};
        read.insert(read.end(), found->begin(), found->end());
    }
    return read;
}

}  // namespace facevalue::numbers
