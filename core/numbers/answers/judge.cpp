#include "numbers/answers/judge.hpp"

#include <algorithm>

namespace facevalue::numbers {

namespace {

constexpr Reason reason_of(Flaw flaw) {
    switch (flaw) {
        case Flaw::UnknownSymbol:
            return Reason::UnknownSymbol;
        case Flaw::ForbiddenOperator:
            return Reason::ForbiddenOperator;
        case Flaw::TooLong:
            return Reason::TooLong;
        default:
            return Reason::Malformed;
    }
}

// Is the literal of a claim the target? Nothing where that needs wider numbers.
std::optional<bool> is_target(const std::vector<Term>& terms, const ClaimSide& side, const Number& target) {
    using Wide = Ratio<Checked<Int128>>;
    std::vector<Wide> stack;
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        if (term.huge) return std::nullopt;
        if (term.kind == TermKind::Number) {
            stack.emplace_back(Int128(term.number.numerator), Int128(term.number.denominator));
        } else if (term.kind == TermKind::Negate) {
            stack.back() = Wide(0, 1) - stack.back();
        } else {
            const auto quotient = stack[0].divided_by(stack[1]);
            if (!quotient) return false;
            stack = {*quotient};
        }
    }
    const auto difference = stack[0] - Wide(Int128(target.numerator), Int128(target.denominator));
    if (difference.numerator().overflowed() || difference.denominator().overflowed()) return std::nullopt;
    return difference.sign() == 0;
}

// Is the literal the target in lowest terms: 24 and 1/2, but not 48/2?
bool is_written(const std::vector<Term>& terms, const ClaimSide& side, const Number& target) {
    if (is_target(terms, side, target) != true) return false;
    if (side.last - side.first == 1) return true;
    const Number& over = terms[side.first].number;
    std::size_t under = side.first + 1;
    while (under < side.last && terms[under].kind != TermKind::Number) ++under;
    if (under == side.last) return true;  // a number with a sign
    return over.denominator == 1 && terms[under].number == Number{target.denominator, 1};
}

constexpr int ALONE = 2;  // how much a number binds: more than a family of operations

}  // namespace

Judgement Judge::judge(std::string_view answer, const PreparedPuzzle& puzzle) {
    const Reading& reading = reader_.read(answer, puzzle.has_forms);
    if (reading.flaw != Flaw::None) return {reason_of(reading.flaw), reading.position};
    if (puzzle.is_wide) return {Reason::TooWide};
    const auto claim = claimed(reading, puzzle.target);
    if (!claim) return {Reason::TooWide};
    const ClaimSide& side = *claim->expression;
    if (const auto judgement = forbidden_operator(reading.terms, side)) return *judgement;
    if (const auto judgement = wrong_grouping(reading.terms, side)) return *judgement;
    if (const auto judgement = wrong_numbers(reading.terms, side, puzzle)) return *judgement;
    Judgement judgement = evaluated(reading.terms, side, puzzle.target, stack_);
    if (judgement.reason == Reason::TooWide) judgement = evaluated(reading.terms, side, puzzle.target, wide_stack_);
    if (judgement.reason == Reason::Correct && !claim->holds) return {Reason::FalseClaim, claim->position};
    return judgement;
}

// Which side is the expression, and is the other one the target? Where both could be the claimed number the right one
// is, unless only the left one is written as the target: `24 = 48/2`.
std::optional<Judge::Claim> Judge::claimed(const Reading& reading, const Number& target) {
    if (!reading.has_claim()) return Claim{&reading.left, true, 0};
    std::optional<bool> left = false, right = false;
    if (reading.left.is_literal && !reading.right.sign) left = is_target(reading.terms, reading.left, target);
    if (reading.right.is_literal && !reading.left.sign) right = is_target(reading.terms, reading.right, target);
    if (!left || !right) return std::nullopt;
    const bool is_only_left = is_written(reading.terms, reading.left, target) && !reading.right.sign &&
                              !is_written(reading.terms, reading.right, target);
    const bool is_left = reading.left.sign || !reading.right.is_literal || (reading.left.is_literal && is_only_left);
    const ClaimSide& number = is_left ? reading.left : reading.right;
    const ClaimSide& expression = is_left ? reading.right : reading.left;
    return Claim{&expression, is_left ? *left : *right, *number.start};
}

std::optional<Judgement> Judge::forbidden_operator(const Terms& terms, const ClaimSide& side) const {
    if (has_all_operators_) return std::nullopt;
    std::size_t first = NOWHERE;
    for (std::size_t i = side.first; i < side.last; ++i)
        if (terms[i].kind == TermKind::Operator && !rules_.has(terms[i].op))
            first = std::min<std::size_t>(first, terms[i].position);
    if (first == NOWHERE) return std::nullopt;
    return Judgement{Reason::ForbiddenOperator, first};
}

std::optional<Judgement> Judge::wrong_grouping(const Terms& terms, const ClaimSide& side) {
    switch (rules_.grouping) {
        case Grouping::Flat:
            return bracketed(terms, side);
        case Grouping::Left:
            return patterned(terms, side, {"n"}, "no");
        case Grouping::Forth:
            return patterned(terms, side, {"nnnnooo", "nnonnoo"}, "");
        default:
            return std::nullopt;
    }
}

// The first operation that could not be written without brackets, by the usual precedence.
std::optional<Judgement> Judge::bracketed(const Terms& terms, const ClaimSide& side) {
    operands_.clear();
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        if (term.kind == TermKind::Number) operands_.push_back({ALONE, term.position});
        if (term.kind != TermKind::Operator) continue;
        const Bound right = operands_.back();
        operands_.pop_back();
        const Bound left = operands_.back();
        const int family = row(term.op).family;
        if (left.family < family) return Judgement{Reason::Malformed, left.position};
        if (right.family <= family) return Judgement{Reason::Malformed, right.position};
        operands_.back() = {family, term.position};
    }
    return std::nullopt;
}

// Is the postfix, n for a number and o for an operator, one of the patterns? Signs count for nothing. A pattern may go
// on with what repeats.
std::optional<Judgement> Judge::patterned(const Terms& terms, const ClaimSide& side,
                                          std::initializer_list<std::string_view> patterns, std::string_view repeats) {
    std::string shape;
    for (std::size_t i = side.first; i < side.last; ++i)
        if (terms[i].kind != TermKind::Negate) shape += terms[i].kind == TermKind::Number ? 'n' : 'o';
    for (const std::string_view pattern : patterns) {
        if (!shape.starts_with(pattern)) continue;
        std::string_view rest = std::string_view(shape).substr(pattern.size());
        while (!repeats.empty() && rest.starts_with(repeats)) rest.remove_prefix(repeats.size());
        if (rest.empty()) return std::nullopt;
    }
    return Judgement{Reason::Malformed, terms[side.last - 1].position};
}

// The first number that is not given, or not so often, or out of order; nowhere where one is only missing.
std::optional<Judgement> Judge::wrong_numbers(const Terms& terms, const ClaimSide& side, const PreparedPuzzle& puzzle) {
    left_over_ = puzzle.numbers;
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        if (term.kind == TermKind::Number && (term.huge || !take(term.number)))
            return Judgement{Reason::WrongNumbers, term.position};
    }
    if (rules_.use_all && !left_over_.empty()) return Judgement{Reason::WrongNumbers};
    return std::nullopt;
}

// Takes a number off those left over; where the order is given, with all before it, which must not be left out if all
// are to be used.
bool Judge::take(const Number& number) {
    const auto found = std::ranges::find(left_over_, number);
    if (found == left_over_.end()) return false;
    if (rules_.any_order) {
        *found = left_over_.back();
        left_over_.pop_back();
        return true;
    }
    if (rules_.use_all && found != left_over_.begin()) return false;
    left_over_.erase(left_over_.begin(), found + 1);
    return true;
}

template <class Int>
Judgement Judge::evaluated(const Terms& terms, const ClaimSide& side, const Number& target, Stack<Int>& stack) {
    using Value = Ratio<Checked<Int>>;
    const auto is_wide = [](const Value& value) {
        return value.numerator().overflowed() || value.denominator().overflowed();
    };
    stack.clear();
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        if (term.kind == TermKind::Number) {
            stack.emplace_back(Int(term.number.numerator), Int(term.number.denominator));
            continue;
        }
        const Value right = stack.back();
        std::optional<Value> result;
        if (term.kind == TermKind::Negate) {
            result = apply(Op::Subtract, Value(0, 1), right);
        } else {
            stack.pop_back();
            result = apply(term.op, stack.back(), right);
        }
        if (!result) return {Reason::DivisionByZero, term.position};
        if (is_wide(*result)) return {Reason::TooWide};
        if (!allowed(rules_.values, *result)) return {Reason::ForbiddenValue, term.position};
        stack.back() = *result;
    }
    const Value difference = stack[0] - Value(Int(target.numerator), Int(target.denominator));
    if (is_wide(difference)) return {Reason::TooWide};
    return {difference.sign() == 0 ? Reason::Correct : Reason::WrongValue};
}

}  // namespace facevalue::numbers
