#include "numbers/answers/read/plain_answer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "numbers/exact/text.hpp"

namespace facevalue::numbers {
namespace {

// With more, the string is copied too often while it grows.
constexpr std::size_t MOST_TERMS = 100;

struct Operand {
    Fraction value;
    Text text;
};

bool is_plain(const Reading& reading) {
    const auto is_plain_term = [](const Term& term) {
        return (term.kind == TermKind::Number || term.kind == TermKind::Operator) && !term.huge;
    };
    return reading.flaw == Flaw::None && !reading.has_claim() && reading.terms.size() <= MOST_TERMS &&
           std::ranges::all_of(reading.terms, is_plain_term);
}

bool fits_words(const std::vector<Term>& terms) {
    std::vector<Number> numbers;
    for (const Term& term : terms)
        if (term.kind == TermKind::Number) numbers.push_back(term.number);
    return small_reach_bound(numbers) < 1ULL << 63;
}

}  // namespace

std::optional<PlainAnswer> plain_answer(const Reading& reading) {
    if (!is_plain(reading) || !fits_words(reading.terms)) return std::nullopt;
    std::vector<Operand> parts;
    for (const Term& term : reading.terms) {
        if (term.kind == TermKind::Number) {
            parts.push_back({Fraction(term.number), {number_text(term.number), TIGHTEST}});
            continue;
        }
        const Operand right = std::move(parts.back());
        parts.pop_back();
        Operand& left = parts.back();
        const auto value = apply(term.op, left.value, right.value);
        if (!value) return std::nullopt;
        left = {*value, joined(left.text, term.op, right.text)};
    }
    const Fraction& made = parts.front().value;
    const std::int64_t divisor = std::gcd(made.numerator(), made.denominator());
    return PlainAnswer{{made.numerator() / divisor, made.denominator() / divisor}, std::move(parts.front().text.text)};
}

}  // namespace facevalue::numbers
