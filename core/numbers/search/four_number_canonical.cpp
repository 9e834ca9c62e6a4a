#include "numbers/search/four_number_canonical.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <utility>

#include "numbers/search/form_builder.hpp"
#include "numbers/search/four_number_text.hpp"
#include "numbers/search/printer.hpp"

namespace facevalue::numbers {
namespace {

constexpr std::size_t PATTERNS = 8;  // a bit for each number that equals the one before it
constexpr std::size_t MOST_FORMS = 1024;
constexpr std::uint16_t NO_FORM = 0xFFFF;

// The forms of all trees, by their indices, and of the two sides of the last step, by their nodes.
struct TreeForms {
    std::array<std::uint16_t, FOUR_NUMBER_TREES> whole;
    std::array<std::array<std::uint16_t, 2>, NODES> sides;
};

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
class TreeFormBuilder {
    auto trees() {
        const auto leaf = [this](std::size_t place) { return builder_.leaf({numbers_[place], 1}); };
        const auto apply = [this](Op op, const SignedForm& a, const SignedForm& b) { return builder_.apply(op, a, b); };
        return TreeBuilder(leaf, apply);
    }

  public:
    explicit TreeFormBuilder(const std::array<std::int64_t, 4>& numbers) : numbers_(numbers) {}
    TreeFormBuilder(const TreeFormBuilder&) = delete;

    TreeForms build_all() {
        TreeForms all;
        const auto builder = trees();
        const auto id = [](const auto& made) { return made ? narrowed<std::uint16_t>(made->form) : NO_FORM; };
        for (std::size_t node = 0; node < NODES; ++node) {
            const auto [left, right] = builder.sides(node);
            all.sides[node] = std::array{id(left), id(right)};
            for (std::size_t way = 0; way < WAYS; ++way)
                all.whole[node * WAYS + way] = id(builder.join(way, left, right));
        }
        return all;
    }

  private:
    std::array<std::int64_t, 4> numbers_;
    Field<61> domain_{false};
    Forms<Field<61>> forms_{domain_, Rules{}, false};
    FormBuilder<Field<61>> builder_{forms_};
};

TreeForms make_forms(std::size_t pattern) {
    TreeFormBuilder trees(stand_ins(pattern));
    return trees.build_all();
}

const TreeForms& forms_of(std::size_t pattern) {
    static std::array<std::once_flag, PATTERNS> once;
    static std::array<TreeForms, PATTERNS> forms;
    std::call_once(once[pattern], [&] { forms[pattern] = make_forms(pattern); });
    return forms[pattern];
}

bool is_zero(const Fraction& value) { return value.numerator() == 0; }
// Is it 1 or -1? (Of a tree, where whole results have the denominator 1.)
bool is_unit(const Fraction& value) { return value.denominator() == 1 && std::abs(value.numerator()) == 1; }

// Has the step an operand without which its value is the same, up to sign? A part that makes -1 can make 1 too, because
// the numbers are positive, so that it holds a difference.
// (Inline, as the two below: they are asked of each tree, and with two callers GCC would call them.)
inline bool is_idle(const TreeStep& step) {
    if (row(step.op).family == 0) return is_zero(step.a) || is_zero(step.b);
    if (is_zero(step.a) || is_unit(step.b)) return true;
    return step.op == Op::Multiply && (is_zero(step.b) || is_unit(step.a));
}
inline bool has_idle(const FourNumberTree& tree) { return std::any_of(tree.steps.begin(), tree.steps.end(), is_idle); }

// Is there a quotient of three numbers that makes 1 or -1? (As part of a sum; of two numbers, only n/n makes 1.)
inline bool has_unit_quotient(const FourNumberTree& tree) {
    const auto& [first, second, last] = tree.steps;
    if (tree.has_halves || row(last.op).family != 0 || !is_unit(second.result)) return false;
    return second.op == Op::Divide || (second.op == Op::Multiply && first.op == Op::Divide);
}

// Counts the essential solutions among the trees of a hand of positive numbers (canonical_forms.hpp), for a target
// beyond 1.
//
// A form has an idle part if one of its trees has an idle step: the trees of a form evaluate its terms and factors in
// every order, and all of them make the target. A core over some of the numbers shows in trees whose last step adds 0
// or multiplies by 1, made from the other numbers.
class SolutionCounter {
  public:
    explicit SolutionCounter(const TreeForms& forms) : forms_(forms) {}

    void add(const FourNumberTree& tree) {
        const FormOf whole = forms_.whole[tree.index];
        put(whole, found_);
        if (has_idle(tree)) put(whole, idle_);
        if (has_unit_quotient(tree)) put(whole, has_twin_);
        const TreeStep& last = tree.steps[2];
        if (last.op == Op::Add) add_sides(tree, is_zero(last.a), is_zero(last.b));
        if (last.op == Op::Multiply) add_sides(tree, is_one(last.a), is_one(last.b));
    }
    std::uint64_t count() const {
        std::size_t cores = 0, twins = 0;
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const std::uint64_t word = found_[i] & ~idle_[i];
            if (word == 0) continue;  // most are, and counting bits is not fast everywhere
            cores += static_cast<std::size_t>(std::popcount(word));
            twins += static_cast<std::size_t>(std::popcount(word & has_twin_[i]));
        }
        return cores - twins / 2;  // a quotient worth 1 or -1 and its inverse are the same: both forms were found
    }

  private:
    using FormOf = std::uint16_t;
    using FormSet = std::array<std::uint64_t, MOST_FORMS / 64>;  // a bit for each

    static void put(FormOf form, FormSet& set) { set[form / 64] |= 1ULL << form % 64; }

    static bool is_one(const Fraction& value) { return value.denominator() == 1 && value.numerator() == 1; }

    // Adds the form of each side of the last step of which the other side is idle.
    void add_sides(const FourNumberTree& tree, bool left_is_idle, bool right_is_idle) {
        const auto& [left, right] = forms_.sides[tree.index / WAYS];
        const bool first = is_idle(tree.steps[0]), second = is_idle(tree.steps[1]);
        if (right_is_idle) add_side(left, tree.has_halves ? first : first || second);
        if (left_is_idle) add_side(right, tree.has_halves && second);
    }
    void add_side(FormOf form, bool has_idle) {
        put(form, found_);
        if (has_idle) put(form, idle_);
    }

    const TreeForms& forms_;
    FormSet found_{}, idle_{}, has_twin_{};
};

// The cost of the tree's form: a result that a step of the other kind takes is a part.
Cost cost_of(const FourNumberTree& tree) {
    const auto& [first, second, last] = tree.steps;
    const auto of_part = [](const TreeStep& part, const TreeStep& whole) {
        const int family = row(part.op).family;
        if (family == row(whole.op).family) return Cost{0};
        return (family == 0 ? BRACKET_COST : 0) + (part.result.is_whole() ? 0 : FRACTION_COST);
    };
    return 3 * STEP_COST + of_part(first, tree.has_halves ? last : second) + of_part(second, last);
}

// Pairs of a form and the index of one of its trees.
using FormsOfTrees = std::vector<std::pair<std::uint16_t, std::size_t>>;

// The forms that cost least, if they alone say which solution is simplest. A solution with idle parts costs what a tree
// with an idle step costs, or more; so does a quotient and its inverse, of which only one counts.
std::optional<FormsOfTrees> cheapest_forms(const FourNumbers& hand, const std::vector<FourNumberTree>& trees) {
    const TreeForms& forms = forms_of(pattern_of(hand));
    Cost least = std::numeric_limits<Cost>::max();
    FormsOfTrees found;
    bool stand_alone = true;
    for (const FourNumberTree& tree : trees) {
        const Cost cost = cost_of(tree);
        if (cost > least) continue;
        if (cost < least) {
            found.clear();
            stand_alone = true;
            least = cost;
        }
        found.emplace_back(forms.whole[tree.index], tree.index);
        stand_alone = stand_alone && !has_idle(tree) && !has_unit_quotient(tree);
    }
    if (!stand_alone) return std::nullopt;
    std::sort(found.begin(), found.end());
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    return found;
}

}  // namespace

bool counts_trees(const FourNumbers& hand) { return hand.numbers[0] >= 1 && hand.target >= 2; }

std::optional<std::uint64_t> count_solutions(const FourNumbers& hand, const std::vector<FourNumberTree>& trees) {
    if (!counts_trees(hand)) return std::nullopt;
    SolutionCounter counter(forms_of(pattern_of(hand)));
    for (const FourNumberTree& tree : trees) counter.add(tree);
    return counter.count();
}

std::optional<std::string> simplest_form(const FourNumbers& hand, const std::vector<FourNumberTree>& trees) {
    if (trees.empty() || !counts_trees(hand)) return std::nullopt;
    const auto cheapest = cheapest_forms(hand, trees);
    if (!cheapest) return std::nullopt;
    TreeWriter writer(hand.numbers);
    std::string best;
    for (const auto& [form, index] : *cheapest) {
        std::string text = writer.text(index);
        if (best.empty() || reads_easier(text, best)) best = std::move(text);
    }
    return best;
}

}  // namespace facevalue::numbers
