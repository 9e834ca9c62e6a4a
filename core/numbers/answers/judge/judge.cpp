#include "numbers/answers/judge/judge.hpp"

#include <algorithm>

#include "numbers/answers/find/answer_text.hpp"
#include "numbers/answers/judge/given_forms.hpp"
#include "numbers/exact/join.hpp"

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

// Does it exceed 128 bits?
bool is_wide(const WideFraction& value) { return value.numerator().overflowed() || value.denominator().overflowed(); }
bool is_wide(const Fraction&) { return false; }  // `fits_words` was true

// Does the comparison with the largest absolute value of a result exceed 128 bits?
bool is_wide_beside(const WideFraction& value, std::int64_t largest) {
    return (Checked<Int128>(Int128{largest}) * value.denominator()).overflowed();
}
bool is_wide_beside(const Fraction&, std::int64_t) { return false; }

// Do all values that the numbers can make, and their differences from the target, fit 64 bits?
bool fits_words(const PreparedPuzzle& puzzle, const Rules& rules) {
    return small_bound_with(small_reach_bound(puzzle.numbers, rules), puzzle.target) < 1ULL << 63;
}

template <class Value>
Value value_of(const Number& number) {
    using Int = decltype(Value().numerator());
    return Value(Int(number.numerator), Int(number.denominator));
}

// The result of an operation or function on the last numbers, which it replaces. Nothing for a division by zero, a
// function without a value, or a result whose parts are not small.
std::optional<Number> take_result(const Term& term, std::vector<Number>& stack) {
    const Number right = stack.back();
    stack.pop_back();
    if (term.kind == TermKind::Negate) return exactly::negative(right);
    if (term.kind == TermKind::Function && row(term.function).operands == 1)
        return small_result(term.function, right, right);
    const Number left = stack.back();
    stack.pop_back();
    return term.kind == TermKind::Function ? small_result(term.function, left, right)
                                           : small_result(term.op, left, right);
}

// The same as `is_target` for a side with functions.
std::optional<bool> is_target_with_functions(std::span<const Term> terms, const Number& target) {
    std::vector<Number> stack;
    for (const Term& term : terms) {
        const bool is_number = term.kind == TermKind::Number;
        if (is_number && (term.huge || !has_small_parts(term.number))) return std::nullopt;
        const auto value = is_number ? std::optional(term.number) : take_result(term, stack);
        if (!value) return false;
        stack.push_back(*value);
    }
    return stack[0] == target;
}

// Is a side of a claim equal to the target? Nothing if that needs wider numbers.
std::optional<bool> is_target(const std::vector<Term>& all_terms, const ClaimSide& side, const Number& target) {
    const auto terms = std::span(all_terms).subspan(side.first, side.last - side.first);
    if (std::ranges::find(terms, TermKind::Function, &Term::kind) != terms.end())
        return is_target_with_functions(terms, target);
    std::vector<WideFraction> stack;
    for (const Term& term : terms) {
        if (term.huge) return std::nullopt;
        if (term.kind == TermKind::Number) {
            stack.emplace_back(Int128(term.number.numerator), Int128(term.number.denominator));
            continue;
        }
        const WideFraction right = stack.back();
        std::optional<WideFraction> result = WideFraction(0, 1) - right;
        if (term.kind == TermKind::Operator) {
            stack.pop_back();
            result = apply(term.op, stack.back(), right);
        }
        if (!result) return false;
        if (is_wide(*result)) return std::nullopt;
        stack.back() = *result;
    }
    const auto difference = stack[0] - WideFraction(Int128(target.numerator), Int128(target.denominator));
    if (is_wide(difference)) return std::nullopt;
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

Structure::Terms terms_of(const Reading& reading, const ClaimSide& side) {
    return Structure::Terms(reading.terms).subspan(side.first, side.last - side.first);
}

}  // namespace

Judgement Judge::judge(std::string_view answer, const PreparedPuzzle& puzzle) {
    const Reading& reading = reader_.read(answer, puzzle.has_forms);
    if (reading.flaw != Flaw::None) return {reason_of(reading.flaw), reading.position};
    const Judgement judgement = puzzle.wide ? Judgement{Reason::TooWide} : judge_narrow(reading, puzzle);
    return judgement.reason == Reason::TooWide ? judge_wide(reading, puzzle) : judgement;
}

Judgement Judge::judge_narrow(const Reading& reading, const PreparedPuzzle& puzzle) {
    const auto claim = find_claim(reading, puzzle.target);
    if (!claim) return {Reason::TooWide};
    Terms terms = terms_of(reading, *claim->expression);
    if (const auto found = flaw(terms, puzzle)) return *found;
    const Judgement judgement = rules_.has_functions()       ? evaluate_functions(terms, puzzle.target)
                                : fits_words(puzzle, rules_) ? evaluate(terms, puzzle.target, stack_)
                                                             : evaluate(terms, puzzle.target, wide_stack_);
    if (judgement.reason == Reason::Correct && !claim->is_true) return {Reason::FalseClaim, claim->position};
    return judgement;
}

// All but the value: nothing if only that decides. Terms that are given numbers in another form are replaced.
std::optional<Judgement> Judge::flaw(Terms& terms, const PreparedPuzzle& puzzle) {
    const auto found = structure_.flaw(terms, puzzle.numbers);
    if (!found || found->reason != Reason::WrongNumbers || !puzzle.has_forms || !reader_.is_typed()) return found;
    given_forms_ = with_given_forms(terms, puzzle.numbers, rules_);
    if (given_forms_.empty() || structure_.flaw(given_forms_, puzzle.numbers)) return found;
    terms = given_forms_;
    return std::nullopt;
}

// The same in integers of any size.
Judgement Judge::judge_wide(const Reading& reading, const PreparedPuzzle& puzzle) {
    const BigFraction target = exact_target(puzzle);
    const ExactAnswer answer(reader_, reading, target);
    const ExactTerms expression = answer.expression();
    Judgement judgement{Reason::Correct};
    if (puzzle.wide) {
        if (const auto found = wide_flaw(expression, *puzzle.wide)) return *found;
        judgement = evaluate_exactly(expression, target);
    } else {
        Terms terms = terms_of(reading, answer.is_left_claimed() ? reading.right : reading.left);
        if (const auto found = flaw(terms, puzzle)) return *found;
        judgement = evaluate_exactly(exact_terms(terms, reader_), target);
    }
    if (judgement.reason == Reason::Correct && !answer.claim_holds())
        return {Reason::FalseClaim, answer.claim_position()};
    return judgement;
}

// Replaces each number by an id, the same for equal numbers, since all but the value only needs to know which numbers
// are equal. Numbers that may be joined keep their digits; the ids of others are too long to be joined.
std::optional<Judgement> Judge::wide_flaw(ExactTerms exact, const WidePuzzle& puzzle) {
    constexpr std::int64_t JOINED_END = 1'000'000'000'000'000'000;
    std::vector<BigFraction> others;
    const auto id_of = [&](const BigFraction& number) -> Number {
        const auto whole = number.denominator() == BigInt(1) ? number.numerator().as_word() : std::nullopt;
        if (whole && *whole >= 0 && *whole < JOINED_END) return {*whole, 1};
        const auto place = std::ranges::find(others, number) - others.begin();
        if (static_cast<std::size_t>(place) == others.size()) others.push_back(number);
        return {JOINED_END + place, 1};
    };
    std::vector<Number> numbers;
    for (const BigFraction& number : puzzle.numbers) numbers.push_back(id_of(number));
    std::vector<Term> terms;
    for (const ExactTerm& term : exact) {
        Term made{.kind = term.kind, .op = term.op, .function = term.function, .position = term.position};
        if (term.kind == TermKind::Number) made.number = id_of(term.number);
        terms.push_back(made);
    }
    return structure_.flaw(terms, numbers);
}

// Which side is the expression, and is the other one the target? Nothing if that needs wider numbers.
std::optional<Judge::Claim> Judge::find_claim(const Reading& reading, const Number& target) {
    if (!reading.has_claim()) return Claim{&reading.left, true, 0};
    std::optional<bool> left = false, right = false;
    if (reading.left.is_literal && !reading.right.sign) left = is_target(reading.terms, reading.left, target);
    if (reading.right.is_literal && !reading.left.sign) right = is_target(reading.terms, reading.right, target);
    if (!left || !right) return std::nullopt;
    const auto facts = [&](const ClaimSide& side) {
        return ClaimFacts{side.is_literal, side.sign.has_value(),
                          side.is_literal && is_written(reading.terms, side, target)};
    };
    const bool is_left = is_left_claimed(facts(reading.left), facts(reading.right));
    const ClaimSide& number = is_left ? reading.left : reading.right;
    const ClaimSide& expression = is_left ? reading.right : reading.left;
    for (const ClaimSide& member : reading.between) {
        const auto is_same = is_target(reading.terms, member, target);
        if (!is_same) return std::nullopt;
        if (!*is_same) return Claim{&expression, false, *member.start};
    }
    return Claim{&expression, is_left ? *left : *right, *number.start};
}

template <class Value>
Judgement Judge::evaluate(Terms terms, const Number& target, std::vector<Value>& stack) const {
    stack.clear();
    for (const Term& term : terms) {
        if (term.kind == TermKind::Number) {
            stack.push_back(value_of<Value>(term.number));
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
        if (is_wide(*result) || is_wide_beside(*result, rules_.largest)) return {Reason::TooWide};
        if (!allowed(rules_, *result)) return {Reason::ForbiddenValue, term.position};
        stack.back() = *result;
    }
    const Value difference = stack[0] - value_of<Value>(target);
    if (is_wide(difference)) return {Reason::TooWide};
    return {difference.sign() == 0 ? Reason::Correct : Reason::WrongValue};
}

// Numbers that are used have small parts, or wider ones are needed. A result without a value is not allowed.
Judgement Judge::evaluate_functions(Terms terms, const Number& target) {
    small_stack_.clear();
    if (!has_small_parts(target)) return {Reason::TooWide};
    for (const Term& term : terms) {
        if (term.kind == TermKind::Number) {
            if (!has_small_parts(term.number)) return {Reason::TooWide};
            small_stack_.push_back(term.number);
            continue;
        }
        const bool is_division = term.kind == TermKind::Operator && term.op == Op::Divide;
        if (is_division && small_stack_.back().numerator == 0) return {Reason::DivisionByZero, term.position};
        const auto result = take_result(term, small_stack_);
        if (!result || !allowed(rules_, Fraction(*result))) return {Reason::ForbiddenValue, term.position};
        small_stack_.push_back(*result);
    }
    return {small_stack_[0] == target ? Reason::Correct : Reason::WrongValue};
}

Judgement Judge::evaluate_exactly(ExactTerms terms, const BigFraction& target) const {
    std::vector<BigFraction> values;
    for (const ExactTerm& term : terms) {
        if (term.kind == TermKind::Number) {
            values.push_back(term.number);
            continue;
        }
        const bool is_division = term.kind == TermKind::Operator && term.op == Op::Divide;
        if (is_division && values.back().sign() == 0) return {Reason::DivisionByZero, term.position};
        auto result = take_result(term, values);
        if (result && rules_.has_functions()) result = with_small_parts(*result);
        if (!result || !allowed(rules_, *result)) return {Reason::ForbiddenValue, term.position};
        values.push_back(std::move(*result));
    }
    return {values.front() == target ? Reason::Correct : Reason::WrongValue};
}

Judgement Judge::judge(std::string_view completion, const PreparedPuzzle& puzzle, Extract extract, bool after_think) {
    if (extract == Extract::Whole && !after_think) return judge(completion, puzzle);
    const auto answer = found_answer(completion, extract, after_think, rules_.has_functions());
    if (!answer) return {Reason::NoAnswer};
    const AnswerText found(completion, *answer);
    Judgement judgement = judge(found.text(), puzzle);
    judgement.position = found.in_completion(judgement.position);
    return judgement;
}

}  // namespace facevalue::numbers
