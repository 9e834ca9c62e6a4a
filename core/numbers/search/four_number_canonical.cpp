#include "numbers/search/four_number_canonical.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <utility>

#include "numbers/search/form_builder.hpp"
#include "numbers/search/printer.hpp"

namespace facevalue::numbers {
namespace {

constexpr std::size_t PATTERNS = 8;  // a bit for each number that equals the one before it
constexpr std::uint16_t NO_FORM = 0xFFFF;
using TreeForms = std::array<std::uint16_t, FOUR_NUMBER_TREES>;

std::size_t pattern_of(const FourNumbers& hand) {
    std::size_t pattern = 0;
    for (std::size_t i = 1; i < 4; ++i)
        if (hand.numbers[i] == hand.numbers[i - 1]) pattern |= std::size_t{1} << (i - 1);
    return pattern;
}

// Numbers of this pattern whose different expressions never have equal values, 0 or 1.
std::array<std::int64_t, 4> stand_ins(std::size_t pattern) {
    std::array<std::int64_t, 4> numbers{101, 149, 211, 307};
    for (std::size_t i = 1; i < 4; ++i)
        if ((pattern >> (i - 1) & 1) != 0) numbers[i] = numbers[i - 1];
    return numbers;
}

// Makes the forms of trees over four numbers.
struct TreeFormBuilder {
    std::array<std::int64_t, 4> numbers;
    Field<61> domain{false};
    Forms<Field<61>> forms{domain, Rules{}, false};
    FormBuilder<Field<61>> builder{forms};

    std::optional<SignedForm> build(std::size_t index) {
        return build_tree(
            index, [this](std::size_t place) { return builder.leaf({numbers[place], 1}); },
            [this](Op op, const SignedForm& a, const SignedForm& b) { return builder.apply(op, a, b); });
    }
};

TreeForms make_forms(std::size_t pattern) {
    TreeFormBuilder trees{stand_ins(pattern)};
    TreeForms all;
    for (std::size_t index = 0; index < FOUR_NUMBER_TREES; ++index) {
        const auto made = trees.build(index);
        all[index] = made ? narrowed<std::uint16_t>(made->form) : NO_FORM;
    }
    return all;
}

const TreeForms& forms_of(std::size_t pattern) {
    static std::array<std::once_flag, PATTERNS> once;
    static std::array<TreeForms, PATTERNS> forms;
    std::call_once(once[pattern], [&] { forms[pattern] = make_forms(pattern); });
    return forms[pattern];
}

// Is it 0, 1 or -1?
bool can_be_idle(const Fraction& value) { return value.denominator() == 1 && std::abs(value.numerator()) <= 1; }

bool has_idle(const FourNumberTree& tree) {
    return std::any_of(tree.steps.begin(), tree.steps.end(),
                       [](const TreeStep& step) { return can_be_idle(step.result); });
}

bool may_be_idle(const FourNumbers& hand, const std::vector<FourNumberTree>& trees) {
    return hand.target == 0 || hand.numbers[0] <= 1 || std::any_of(trees.begin(), trees.end(), has_idle);
}

// One tree for each form: pairs of form and tree.
std::vector<std::pair<std::uint16_t, std::size_t>> one_of_each(const FourNumbers& hand,
                                                               const std::vector<FourNumberTree>& trees) {
    const TreeForms& forms = forms_of(pattern_of(hand));
    std::vector<std::pair<std::uint16_t, std::size_t>> found;
    for (const FourNumberTree& tree : trees) found.emplace_back(forms[tree.index], tree.index);
    std::sort(found.begin(), found.end());
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    return found;
}

}  // namespace

std::optional<std::uint64_t> different_forms(const FourNumbers& hand, const std::vector<FourNumberTree>& trees) {
    if (may_be_idle(hand, trees)) return std::nullopt;
    return one_of_each(hand, trees).size();
}

std::optional<std::string> simplest_form(const FourNumbers& hand, const std::vector<FourNumberTree>& trees) {
    if (trees.empty() || may_be_idle(hand, trees)) return std::nullopt;
    TreeFormBuilder builder{hand.numbers};
    Cost least = std::numeric_limits<Cost>::max();
    std::vector<SignedForm> cheapest;
    for (const auto& [form, index] : one_of_each(hand, trees)) {
        const SignedForm made = *builder.build(index);
        const Cost cost = builder.forms[made.form].cost;
        if (cost < least) cheapest.clear();
        if (cost <= least) cheapest.push_back(made);
        least = std::min(least, cost);
    }
    Printer<Field<61>> printer(builder.forms, true);
    std::string best;
    for (const SignedForm& made : cheapest) {
        std::string text = printer.text(made.form, made.negative).text;
        if (best.empty() || reads_easier(text, best)) best = std::move(text);
    }
    return best;
}

}  // namespace facevalue::numbers
