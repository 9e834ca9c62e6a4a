#include "numbers/four_numbers/canonical.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "numbers/forms/form_builder.hpp"
#include "numbers/forms/printer.hpp"
#include "numbers/four_numbers/text.hpp"
#include "work/once.hpp"
#include "work/sorting.hpp"

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

// Builds the forms of trees over four numbers.
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
    static constinit std::array<Once<TreeForms>, PATTERNS> forms;
    return forms[pattern].get([=] { return make_forms(pattern); });
}

bool has_idle(const FourNumberTree& tree) {
    return tree.is(tree_marks::IDLE_FIRST | tree_marks::IDLE_SECOND | tree_marks::IDLE_LAST);
}
// Is there a quotient of three numbers that makes 1 or -1? (As part of a sum; of two numbers, only n/n makes 1.)
bool has_unit_quotient(const FourNumberTree& tree) { return tree.is(tree_marks::UNIT_QUOTIENT); }
bool has_halves(const FourNumberTree& tree) { return NODE_SHAPES[tree.index / WAYS].has_halves; }

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
        if (tree.is(tree_marks::IDLE_LEFT | tree_marks::IDLE_RIGHT)) add_sides(tree);
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

    // Adds the form of each side of the last step if the other side is idle.
    void add_sides(const FourNumberTree& tree) {
        const auto& [left, right] = forms_.sides[tree.index / WAYS];
        const bool halves = has_halves(tree);
        const bool first = tree.is(tree_marks::IDLE_FIRST), second = tree.is(tree_marks::IDLE_SECOND);
        if (tree.is(tree_marks::IDLE_RIGHT)) add_side(left, halves ? first : first || second);
        if (tree.is(tree_marks::IDLE_LEFT)) add_side(right, halves && second);
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
    const NodeShape& shape = NODE_SHAPES[tree.index / WAYS];
    const auto family = [](std::size_t way) { return row(WAY_OPS[way]).family; };
    const int first = family(shape.first), second = family(shape.second), last = family(tree.index % WAYS);
    const auto of_part = [](int part, int whole, bool is_fraction) {
        if (part == whole) return Cost{0};
        return (part == 0 ? BRACKET_COST : 0) + (is_fraction ? FRACTION_COST : 0);
    };
    return 3 * STEP_COST + of_part(first, shape.has_halves ? last : second, tree.is(tree_marks::FRACTION_FIRST)) +
           of_part(second, last, tree.is(tree_marks::FRACTION_SECOND));
}

// Pairs of a form and one of its trees.
using FormsOfTrees = std::vector<std::pair<std::uint16_t, const FourNumberTree*>>;

void keep_one_tree_of_each(FormsOfTrees& found) {
    sort_items(found);
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
}

// The cheapest forms, if they alone decide which solution is simplest. A solution with idle parts costs at least as
// much as a tree with an idle step; the same applies to a quotient and its inverse, of which only one counts.
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
        found.emplace_back(forms.whole[tree.index], &tree);
        stand_alone = stand_alone && !has_idle(tree) && !has_unit_quotient(tree);
    }
    if (!stand_alone) return std::nullopt;
    keep_one_tree_of_each(found);
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

std::optional<std::vector<std::string>> list_solutions(const FourNumbers& hand,
                                                       const std::vector<FourNumberTree>& trees) {
    constexpr auto IDLE_SIDES = tree_marks::IDLE_LEFT | tree_marks::IDLE_RIGHT;
    const auto stands_alone = [](const FourNumberTree& tree) {
        return !has_idle(tree) && !has_unit_quotient(tree) && !tree.is(IDLE_SIDES);
    };
    if (!counts_trees(hand) || !std::all_of(trees.begin(), trees.end(), stands_alone)) return std::nullopt;
    const TreeForms& forms = forms_of(pattern_of(hand));
    FormsOfTrees found;
    for (const FourNumberTree& tree : trees) found.emplace_back(forms.whole[tree.index], &tree);
    keep_one_tree_of_each(found);
    TreeWriter writer(hand.numbers);
    std::vector<std::pair<Cost, std::string>> solutions;
    for (const auto& [form, tree] : found) solutions.emplace_back(cost_of(*tree), writer.text(tree->index));
    sort_items(solutions, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : reads_easier(a.second, b.second);
    });
    std::vector<std::string> texts;
    for (auto& [cost, text] : solutions) texts.push_back(std::move(text));
    return texts;
}

std::optional<std::string> simplest_form(const FourNumbers& hand, const std::vector<FourNumberTree>& trees) {
    if (trees.empty() || !counts_trees(hand)) return std::nullopt;
    const auto cheapest = cheapest_forms(hand, trees);
    if (!cheapest) return std::nullopt;
    TreeWriter writer(hand.numbers);
    std::string best;
    for (const auto& [form, tree] : *cheapest) {
        std::string text = writer.text(tree->index);
        if (best.empty() || reads_easier(text, best)) best = std::move(text);
    }
    return best;
}

}  // namespace facevalue::numbers
