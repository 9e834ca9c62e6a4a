#include "numbers/answers/judge/structure.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "numbers/exact/join.hpp"

namespace facevalue::numbers {

namespace {

constexpr int NUMBER_PRECEDENCE = 3;  // above all operations

}  // namespace

std::optional<Judgement> Structure::flaw(Terms terms, const std::vector<Number>& numbers) {
    if (const auto judgement = forbidden_operator(terms)) return judgement;
    if (const auto judgement = too_many_in_a_row(terms)) return judgement;
    if (const auto judgement = wrong_grouping(terms)) return judgement;
    return wrong_numbers(terms, numbers);
}

std::optional<Judgement> Structure::forbidden_operator(Terms terms) const {
    if (has_all_operators_) return std::nullopt;
    std::size_t first = NOWHERE;
    for (const Term& term : terms)
        if (term.kind == TermKind::Operator && !rules_.has(term.op))
            first = std::min<std::size_t>(first, term.position);
    if (first == NOWHERE) return std::nullopt;
    return Judgement{Reason::ForbiddenOperator, first};
}

// The first factorial or root beyond those that may be applied to a value one after another. One that changes nothing
// counts, and a sign between two of them does not part them.
std::optional<Judgement> Structure::too_many_in_a_row(Terms terms) const {
    if (!rules_.has_functions()) return std::nullopt;
    int in_a_row = 0;
    for (const Term& term : terms) {
        if (term.kind == TermKind::Negate) continue;
        const bool is_next = term.kind == TermKind::Function && row(term.function).operands == 1;
        in_a_row = is_next ? in_a_row + 1 : 0;
        if (in_a_row > rules_.unary) return Judgement{Reason::ForbiddenOperator, term.position};
    }
    return std::nullopt;
}

std::optional<Judgement> Structure::wrong_grouping(Terms terms) {
    switch (rules_.grouping) {
        case Grouping::Flat:
            return bracketed(terms);
        case Grouping::Left:
            return not_patterned(terms, {"n"}, "no");
        case Grouping::Forth:
            return not_patterned(terms, {"nnnnooo", "nnonnoo"}, "");
        default:
            return std::nullopt;
    }
}

// The first operation that needs brackets under the usual precedence.
std::optional<Judgement> Structure::bracketed(Terms terms) {
    operands_.clear();
    for (const Term& term : terms) {
        if (term.kind == TermKind::Number) operands_.push_back({NUMBER_PRECEDENCE, term.position});
        if (term.kind != TermKind::Operator) continue;
        const Operand right = operands_.back();
        operands_.pop_back();
        const Operand left = operands_.back();
        const int precedence = row(term.op).precedence();
        if (left.precedence < precedence) return Judgement{Reason::Malformed, left.position};
        if (right.precedence <= precedence) return Judgement{Reason::Malformed, right.position};
        operands_.back() = {precedence, term.position};
    }
    return std::nullopt;
}

// A flaw unless the postfix (n a number, o an operator, signs ignored) is one of the patterns, optionally followed by
// repetitions of `repeats`.
std::optional<Judgement> Structure::not_patterned(Terms terms, std::initializer_list<std::string_view> patterns,
                                                  std::string_view repeats) {
    std::string shape;
    for (const Term& term : terms)
        if (term.kind != TermKind::Negate) shape += term.kind == TermKind::Number ? 'n' : 'o';
    for (const std::string_view pattern : patterns) {
        if (!shape.starts_with(pattern)) continue;
        std::string_view rest = std::string_view(shape).substr(pattern.size());
        while (!repeats.empty() && rest.starts_with(repeats)) rest.remove_prefix(repeats.size());
        if (rest.empty()) return std::nullopt;
    }
    return Judgement{Reason::Malformed, terms.back().position};
}

// The first number that is not in the puzzle, used too often, or out of order; without a position if a number is only
// missing.
std::optional<Judgement> Structure::wrong_numbers(Terms terms, const std::vector<Number>& numbers) {
    if (rules_.join) return rules_.any_order ? wrong_joined(terms, numbers) : wrong_joined_in_order(terms, numbers);
    left_over_ = numbers;
    for (const Term& term : terms) {
        if (term.kind == TermKind::Number && (term.huge || !take(term.number)))
            return Judgement{Reason::WrongNumbers, term.position};
    }
    if (rules_.use_all && !left_over_.empty()) return Judgement{Reason::WrongNumbers};
    return std::nullopt;
}

// Removes a number from the numbers that are left. If the order is fixed, the numbers before it are skipped, which is
// allowed only if not all must be used.
bool Structure::take(const Number& number) {
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

// The same where neighbours may be joined: each number of the answer takes the first neighbours that are left.
std::optional<Judgement> Structure::wrong_joined_in_order(Terms terms, const std::vector<Number>& numbers) {
    std::size_t used = 0;
    for (const Term& term : terms) {
        if (term.kind != TermKind::Number) continue;
        const auto end = term.huge ? std::nullopt : first_end_of(numbers, term.number, used, rules_.use_all);
        if (!end) return Judgement{Reason::WrongNumbers, term.position};
        used = *end;
    }
    if (rules_.use_all && used < numbers.size()) return Judgement{Reason::WrongNumbers};
    return std::nullopt;
}

// The same where any numbers may be joined in any order. Many choices of given numbers may make the same answer, so all
// sets of numbers that can be used up so far are kept: at most 2^MOST_JOINED_TO_JUDGE.
std::optional<Judgement> Structure::wrong_joined(Terms terms, const std::vector<Number>& numbers) {
    if (numbers.size() > MOST_JOINED_TO_JUDGE) return Judgement{Reason::TooManyJoined};
    std::vector<std::uint32_t> used{0};  // masks of given numbers
    for (const Term& term : terms) {
        if (term.kind != TermKind::Number) continue;
        if (!term.huge) used = used_with(used, term.number, numbers);
        if (term.huge || used.empty()) return Judgement{Reason::WrongNumbers, term.position};
    }
    const std::uint32_t all = (1U << numbers.size()) - 1;
    if (rules_.use_all && std::ranges::find(used, all) == used.end()) return Judgement{Reason::WrongNumbers};
    return std::nullopt;
}

// The sets of given numbers, larger than those in `before` by numbers that are `made` when joined.
std::vector<std::uint32_t> Structure::used_with(const std::vector<std::uint32_t>& before, const Number& made,
                                                const std::vector<Number>& numbers) {
    struct Started {
        std::uint32_t used;
        std::optional<Number> start;  // what is joined so far
    };
    std::vector<Started> waiting;
    for (const std::uint32_t used : before) waiting.push_back({used, std::nullopt});
    std::vector<bool> seen(std::size_t{1} << numbers.size());  // sets of different sizes are at different digits
    std::vector<std::uint32_t> after;
    while (!waiting.empty()) {
        const Started begun = waiting.back();
        waiting.pop_back();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::uint32_t used = begun.used | 1U << i;
            if (used == begun.used || seen[used]) continue;
            const auto longer = begun.start ? followed_by(*begun.start, numbers[i]) : std::optional(numbers[i]);
            if (!longer || !starts_with(made, *longer)) continue;
            seen[used] = true;
            if (*longer == made)
                after.push_back(used);
            else
                waiting.push_back({used, longer});
        }
    }
    return after;
}

}  // namespace facevalue::numbers
