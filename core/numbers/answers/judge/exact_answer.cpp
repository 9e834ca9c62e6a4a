#include "numbers/answers/judge/exact_answer.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "numbers/answers/judge/structure.hpp"

namespace facevalue::numbers {

namespace {

BigFraction number_of(const Term& term, const Reader& reader) {
    if (!term.huge) return BigFraction(term.number);
    const Digits digits = reader.digits_of(term);
    std::string over = digits.negative ? "-" : "";
    over += digits.whole;
    over += digits.decimals;
    const BigInt under = digits.over.empty() ? BigInt::parse("1" + std::string(digits.decimals.size(), '0'))
                                             : BigInt::parse(digits.over);
    return reduced({BigInt::parse(over), under});
}

// The number for the core's functions, if its parts are small.
std::optional<Number> small(const BigFraction& value) {
    const BigFraction lowest = reduced(value);
    const auto over = lowest.numerator().as_word(), under = lowest.denominator().as_word();
    if (!over || !under || !has_small_parts({*over, *under})) return std::nullopt;
    return Number{*over, *under};
}

std::optional<BigFraction> function_value(Function function, const BigFraction& left, const BigFraction& right) {
    const auto first = small(left), second = small(right);
    const auto value = first && second ? small_result(function, *first, *second) : std::nullopt;
    return value ? std::optional(BigFraction(*value)) : std::nullopt;
}

bool is_target(ExactTerms terms, const BigFraction& target) {
    const auto value = value_of(terms);
    return value && *value == target;
}

// Is the literal the target in lowest terms: 24 and 1/2, but not 48/2?
bool is_written(ExactTerms terms, const BigFraction& target) {
    std::vector<const BigFraction*> numbers;
    for (const ExactTerm& term : terms)
        if (term.kind == TermKind::Number) numbers.push_back(&term.number);
    const bool is_lowest = numbers.size() == 1 || *numbers[1] == BigFraction(target.denominator(), BigInt(1));
    return is_lowest && is_target(terms, target);
}

ExactTerm zero() { return {.number = BigFraction(BigInt(0), BigInt(1))}; }

// The postfix without signs. A sign moves to the first number of its operand, through products and sums.
std::vector<ExactTerm> without_signs(ExactTerms terms) {
    const std::vector<std::size_t> starts = subtree_starts(terms);
    std::vector<bool> is_negated(terms.size());
    std::vector<std::size_t> zeros(terms.size());  // how many begin at each place
    for (std::size_t place = terms.size(); place-- > 0;) {
        const ExactTerm& term = terms[place];
        if (term.kind == TermKind::Negate) is_negated[place - 1] = !is_negated[place];
        if (!is_negated[place]) continue;
        if (term.kind == TermKind::Operator) is_negated[starts[place - 1] - 1] = true;
        if (term.kind == TermKind::Function) ++zeros[starts[place]];
    }
    std::vector<ExactTerm> moved;
    for (std::size_t place = 0; place < terms.size(); ++place) {
        moved.insert(moved.end(), zeros[place], zero());
        ExactTerm term = terms[place];
        if (term.kind == TermKind::Negate) continue;
        const bool is_changed = is_negated[place];
        if (is_changed && term.kind == TermKind::Number)
            term.number = {-term.number.numerator(), term.number.denominator()};
        if (is_changed && term.kind == TermKind::Operator && row(term.op).family == 0) term.op = opposite(term.op);
        moved.push_back(term);
        if (is_changed && term.kind == TermKind::Function)
            moved.push_back({.kind = TermKind::Operator, .op = Op::Subtract});
    }
    return moved;
}

std::string text_in_braces(const BigFraction& number) {
    const std::string text = value_text(number);
    return text.find_first_of("-/") == text.npos ? text : "{" + text + "}";
}

}  // namespace

std::vector<ExactTerm> exact_terms(std::span<const Term> terms, const Reader& reader) {
    std::vector<ExactTerm> exact;
    for (const Term& term : terms)
        exact.push_back({term.kind, term.op, term.function, term.position,
                         term.kind == TermKind::Number ? number_of(term, reader) : BigFraction()});
    return exact;
}

std::optional<BigFraction> with_small_parts(const BigFraction& value) {
    const auto found = small(value);
    return found ? std::optional(BigFraction(*found)) : std::nullopt;
}

std::vector<std::size_t> subtree_starts(ExactTerms terms) {
    std::vector<std::size_t> starts(terms.size());
    for (std::size_t place = 0; place < terms.size(); ++place) {
        if (terms[place].kind == TermKind::Number)
            starts[place] = place;
        else if (terms[place].is_unary())
            starts[place] = starts[place - 1];
        else
            starts[place] = starts[starts[place - 1] - 1];
    }
    return starts;
}

std::optional<BigFraction> take_result(const ExactTerm& term, std::vector<BigFraction>& values) {
    const BigFraction right = std::move(values.back());
    values.pop_back();
    if (term.kind == TermKind::Negate) return BigFraction(-right.numerator(), right.denominator());
    if (term.is_unary()) return function_value(term.function, right, right);
    const BigFraction left = std::move(values.back());
    values.pop_back();
    return term.kind == TermKind::Function ? function_value(term.function, left, right) : apply(term.op, left, right);
}

std::optional<BigFraction> value_of(ExactTerms terms) {
    std::vector<BigFraction> values;
    for (const ExactTerm& term : terms) {
        auto value = term.kind == TermKind::Number ? std::optional(term.number) : take_result(term, values);
        if (!value) return std::nullopt;
        values.push_back(std::move(*value));
    }
    return values.front();
}

std::string print_tree(ExactTerms terms, const TreeStyle& style) {
    const std::vector<std::size_t> starts = subtree_starts(terms);
    std::vector<Frame> frames(terms.size());
    const auto left_of = [&](std::size_t place) { return starts[place - 1] - 1; };
    for (std::size_t place = 0; place < terms.size(); ++place) {
        const ExactTerm& term = terms[place];
        frames[place].binding = TIGHTEST;
        if (term.kind == TermKind::Number) continue;
        const int left = term.is_unary() ? TIGHTEST : frames[left_of(place)].binding;
        frames[place] = style.frame(term, left, frames[place - 1].binding);
    }
    std::string text;
    std::vector<std::variant<std::size_t, std::string_view>> waiting{terms.size() - 1};  // the next one last
    waiting.reserve(terms.size());
    const auto wait_for = [&](std::size_t place, bool brackets) {
        if (brackets) waiting.emplace_back(style.closing);
        waiting.emplace_back(place);
        if (brackets) waiting.emplace_back(style.opening);
    };
    while (!waiting.empty()) {
        const auto next = waiting.back();
        waiting.pop_back();
        if (const auto* piece = std::get_if<std::string_view>(&next)) {
            text += *piece;
            continue;
        }
        const std::size_t place = *std::get_if<std::size_t>(&next);
        if (terms[place].kind == TermKind::Number) {
            text += style.number(terms[place].number);
            continue;
        }
        const Frame& frame = frames[place];
        waiting.emplace_back(frame.after);
        wait_for(place - 1, frame.brackets_right);
        waiting.emplace_back(frame.between);
        if (!terms[place].is_unary()) wait_for(left_of(place), frame.brackets_left);
        waiting.emplace_back(frame.before);
    }
    return text;
}

std::string infix_of(ExactTerms terms) {
    const auto frame = [](const ExactTerm& term, int left, int right) {
        return term.kind == TermKind::Function ? frame_of(term.function, left, right) : frame_of(term.op, left, right);
    };
    const TreeStyle style{frame, text_in_braces, "(", ")"};
    const bool has_signs =
        std::ranges::any_of(terms, [](const ExactTerm& term) { return term.kind == TermKind::Negate; });
    return has_signs ? print_tree(without_signs(terms), style) : print_tree(terms, style);
}

ExactAnswer::ExactAnswer(const Reader& reader, const Reading& reading, const BigFraction& target)
    : terms_(exact_terms(reading.terms, reader)), expression_(terms_) {
    if (!reading.has_claim()) return;
    const auto facts = [&](const ClaimSide& side) {
        return ClaimFacts{side.is_literal, side.sign.has_value(), side.is_literal && is_written(part(side), target)};
    };
    is_left_claimed_ = numbers::is_left_claimed(facts(reading.left), facts(reading.right));
    expression_ = part(is_left_claimed_ ? reading.right : reading.left);
    const ClaimSide* claimed = is_left_claimed_ ? &reading.left : &reading.right;
    for (std::size_t i = reading.between.size(); i-- > 0;)
        if (!is_target(part(reading.between[i]), target)) claimed = &reading.between[i];
    claim_ = value_of(part(*claimed));
    claim_holds_ = claim_ && *claim_ == target;
    claim_position_ = *claimed->start;
}

}  // namespace facevalue::numbers
