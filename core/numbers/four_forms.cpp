#include "four_forms.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>

#include "builder.hpp"

namespace facevalue {
namespace {

constexpr std::size_t PATTERNS = 8;  // a bit for each number that equals the one before it
constexpr std::uint16_t NO_FORM = 0xFFFF;
using TreeForms = std::array<std::uint16_t, TREES>;

std::size_t pattern_of(const Four& hand) {
    std::size_t pattern = 0;
    for (std::size_t i = 1; i < 4; ++i)
        if (hand.numbers[i] == hand.numbers[i - 1]) pattern |= std::size_t{1} << (i - 1);
    return pattern;
}

// Numbers of the pattern that make no two values equal by chance, nor 0 or 1.
std::array<std::int64_t, 4> stand_ins(std::size_t pattern) {
    std::array<std::int64_t, 4> numbers{101, 149, 211, 307};
    for (std::size_t i = 1; i < 4; ++i)
        if ((pattern >> (i - 1) & 1) != 0) numbers[i] = numbers[i - 1];
    return numbers;
}

TreeForms make_forms(std::size_t pattern) {
    const Rules rules;
    const Field<61> domain(false);
    Forms<Field<61>> forms(domain, rules, false);
    Builder<Field<61>> builder(forms);
    const auto numbers = stand_ins(pattern);
    const auto leaf = [&](std::size_t place) { return builder.leaf({numbers[place], 1}); };
    const auto apply = [&](Op op, const SignedForm& a, const SignedForm& b) { return builder.apply(op, a, b); };
    TreeForms all;
    for (std::size_t index = 0; index < TREES; ++index) {
        const auto made = built(index, leaf, apply);
        all[index] = made ? static_cast<std::uint16_t>(made->form) : NO_FORM;
    }
    return all;  // of all forms and their parts there are a few thousand
}

const TreeForms& forms_of(std::size_t pattern) {
    static std::array<std::once_flag, PATTERNS> once;
    static std::array<TreeForms, PATTERNS> forms;
    std::call_once(once[pattern], [&] { forms[pattern] = make_forms(pattern); });
    return forms[pattern];
}

// 0 or 1, or up to sign.
bool can_be_idle(const Fraction& value) { return value.denominator() == 1 && std::abs(value.numerator()) <= 1; }

bool has_idle(const FourTree& tree) {
    return std::any_of(tree.steps.begin(), tree.steps.end(),
                       [](const FourStep& step) { return can_be_idle(step.result); });
}

}  // namespace

std::optional<std::uint64_t> different_forms(const Four& hand, const std::vector<FourTree>& trees) {
    if (hand.target == 0 || hand.numbers[0] <= 1 || std::any_of(trees.begin(), trees.end(), has_idle))
        return std::nullopt;
    const TreeForms& forms = forms_of(pattern_of(hand));
    std::vector<std::uint16_t> found(trees.size());
    std::transform(trees.begin(), trees.end(), found.begin(), [&](const FourTree& tree) { return forms[tree.index]; });
    std::sort(found.begin(), found.end());
    return static_cast<std::uint64_t>(std::unique(found.begin(), found.end()) - found.begin());
}

}  // namespace facevalue
