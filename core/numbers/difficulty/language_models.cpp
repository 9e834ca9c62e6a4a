#include "numbers/difficulty/language_models.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "numbers/answers/notation/notation.hpp"
#include "numbers/exact/wide.hpp"

namespace facevalue::numbers {
namespace {

constexpr int PARTS_OF_A_DOUBLING = 64;
using LargePower = Wide<PARTS_OF_A_DOUBLING + 1>;  // of a number below 2^64

// The base-2 logarithm of a number of 1 or more, rounded down to a 64th; exact, unlike log2_in_64ths of large numbers.
std::int64_t doublings(LargePower number) {
    for (int exponent = 1; exponent < PARTS_OF_A_DOUBLING; exponent *= 2) number = number * number;
    return number.bits() - 1;
}

// Is a/b a whole number?
bool divides(const Number& b, const Number& a) {
    return b.numerator != 0 && Int128{a.numerator} * b.denominator % (Int128{a.denominator} * b.numerator) == 0;
}

}  // namespace

std::optional<Problem> rating_problem(std::size_t numbers) {
    if (numbers <= MOST_RATED) return std::nullopt;
    return Problem{ErrorClass::Limit,
                   "difficulty for language models needs at most " + std::to_string(MOST_RATED) + " numbers, not " +
                       std::to_string(numbers),
                   {},
                   0,
                   MOST_RATED};
}

ModelFeatures model_features(const Puzzle& puzzle, std::string_view simplest, std::uint64_t raw_solutions) {
    const std::vector<Number>& numbers = puzzle.numbers;
    std::int64_t dividing = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        for (std::size_t j = 0; j < numbers.size(); ++j) dividing += i != j && divides(numbers[j], numbers[i]) ? 1 : 0;
    const std::vector<ExactTerm> terms = read_infix(simplest);
    const auto operators = [&](Op op) {
        return std::ranges::count_if(
            terms, [&](const ExactTerm& term) { return term.kind == TermKind::Operator && term.op == op; });
    };
    const auto& [numerator, denominator] = puzzle.target;
    return {
        static_cast<std::int64_t>(numbers.size()),
        operators(Op::Multiply),
        operators(Op::Divide),
        operators(Op::Subtract),
        doublings(static_cast<std::int64_t>(raw_solutions)),
        doublings(1 + dividing),
        doublings(LargePower(numerator < 0 ? -numerator : numerator) + LargePower(denominator)),
        std::ranges::count(numbers, puzzle.target) != 0,
    };
}

std::int64_t model_score(const ModelFeatures& features) {
    std::int64_t score = MODEL_BASE;
    for (std::size_t i = 0; i < features.size(); ++i) score += MODEL_FEATURES[i].weight * features[i];
    return score;
}

std::int32_t model_percentile(std::int64_t score) {
    constexpr std::int64_t STEP = 10'000 / (MODEL_SCORES.size() - 1);
    const auto above = std::ranges::upper_bound(MODEL_SCORES, score);
    if (above == MODEL_SCORES.begin()) return 0;
    if (above == MODEL_SCORES.end()) return 10'000;
    const auto below = above - 1;
    return static_cast<std::int32_t>(STEP * (below - MODEL_SCORES.begin()) +
                                     STEP * (score - *below) / (*above - *below));
}

}  // namespace facevalue::numbers
