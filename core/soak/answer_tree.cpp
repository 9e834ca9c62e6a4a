#include "soak/answer_tree.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace facevalue::soak {

namespace {

using numbers::Grouping;
using numbers::NOWHERE;
using numbers::Values;

Value without_sign_below(Value value) {
    if (value.under < 0) return {-value.over, -value.under};
    return value;
}

Value applied(char op, const Value& a, const Value& b) {
    if (a.under == 0 || b.under == 0) return {0, 0};
    switch (op) {
        case '+':
            return {a.over * b.under + b.over * a.under, a.under * b.under};
        case '-':
            return {a.over * b.under - b.over * a.under, a.under * b.under};
        case '*':
            return {a.over * b.over, a.under * b.under};
        default:
            return without_sign_below({a.over * b.under, a.under * b.over});
    }
}

bool is_whole(const Value& value) { return value.under == 1 || value.over % value.under == 0; }

bool is_allowed(const Value& value, Values values) {
    switch (values) {
        case Values::Rational:
            return true;
        case Values::Nonnegative:
            return value.over >= 0;
        case Values::Integer:
            return is_whole(value);
        case Values::Natural:
            return value.over >= 0 && is_whole(value);
        case Values::Positive:
            return value.over > 0 && is_whole(value);
    }
    return false;
}

bool is_number(const Node& node) { return node.op == '#'; }

// --- growing

constexpr std::array<char, 4> SYMBOLS{'+', '-', '*', '/'};

char random_operation(const Rules& rules, Chance& chance) {
    const char op = chance.one_of(SYMBOLS);
    return rules.has(*numbers::op_of(op)) || chance.one_in(20) ? op : SYMBOLS[0];
}

bool breaks_a_rule(const Node& node, const Rules& rules) {
    return !is_number(node) && (node.value.under == 0 || !is_allowed(node.value, rules.values));
}

// Replaces a random operation by another one until the result is allowed, or all have been tried.
std::size_t join(AnswerTree& tree, std::size_t left, std::size_t right, const Rules& rules, bool careful,
                 Chance& chance) {
    const char drawn = random_operation(rules, chance);
    const std::size_t made = tree.add_operation(drawn, left, right);
    if (!careful) return made;
    for (const char op : {drawn, '-', '*', '+'}) {
        const Node& node = tree.nodes[made];
        if (!breaks_a_rule(node, rules) && rules.has(*numbers::op_of(node.op))) return made;
        tree.nodes.pop_back();
        tree.add_operation(op, left, right);
    }
    return made;
}

// Any two operands are joined, or any two neighbours where the order is given.
std::size_t any_tree(AnswerTree& tree, std::size_t count, const Rules& rules, const Growth& growth, Chance& chance) {
    std::array<std::size_t, MOST_OPERANDS> open{};
    std::iota(open.begin(), open.end(), std::size_t{0});
    const auto may_sign = [&](std::size_t& operand) {
        if (growth.has_signs && chance.one_in(4)) operand = tree.add_sign(operand);
    };
    for (std::size_t i = 0; i < count; ++i) may_sign(open[i]);
    for (; count > 1; --count) {
        const std::size_t left = chance.below(static_cast<std::uint32_t>(count - 1));
        open[left] = join(tree, open[left], open[left + 1], rules, growth.is_careful, chance);
        may_sign(open[left]);
        for (std::size_t i = left + 1; i + 1 < count; ++i) open[i] = open[i + 1];
    }
    return open[0];
}

std::size_t left_tree(AnswerTree& tree, std::size_t count, const Rules& rules, bool careful, Chance& chance) {
    std::size_t made = 0;
    for (std::size_t next = 1; next < count; ++next) made = join(tree, made, next, rules, careful, chance);
    return made;
}

// No brackets are needed: products of neighbours first, then sums from the left.
std::size_t flat_tree(AnswerTree& tree, std::size_t count, const Rules& rules, bool careful, Chance& chance) {
    std::size_t sum = 0, product = 0;
    char pending = 0;
    for (std::size_t next = 1; next < count; ++next) {
        char op = random_operation(rules, chance);
        if (careful && op == '/' && chance.one_in(2)) op = '*';
        if (binding(op) == 2) {
            product = tree.add_operation(op, product, next);
            continue;
        }
        sum = pending == 0 ? product : tree.add_operation(pending, sum, product);
        pending = op;
        product = next;
    }
    return pending == 0 ? product : tree.add_operation(pending, sum, product);
}

std::size_t forth_tree(AnswerTree& tree, const Rules& rules, bool careful, Chance& chance) {
    const auto joined = [&](std::size_t left, std::size_t right) {
        return join(tree, left, right, rules, careful, chance);
    };
    if (chance.one_in(2)) {
        const std::size_t left = joined(0, 1);
        return joined(left, joined(2, 3));
    }
    return joined(0, joined(1, joined(2, 3)));
}

// --- the rules

bool is_flat(const AnswerTree& tree) {
    return std::ranges::all_of(tree.nodes, [&](const Node& node) {
        if (binding(node.op) == 3) return true;
        const int own = binding(node.op);
        return binding(tree.nodes[node.left].op) >= own && binding(tree.nodes[node.right].op) > own;
    });
}

bool goes_from_the_left(const AnswerTree& tree) {
    return std::ranges::all_of(tree.nodes,
                               [&](const Node& node) { return is_number(node) || is_number(tree.nodes[node.right]); });
}

// a.(b.(c.d)) or (a.b).(c.d)
bool is_forth(const AnswerTree& tree) {
    const auto size = [&](auto self, std::size_t node) -> std::size_t {
        const Node& found = tree.nodes[node];
        return is_number(found) ? 1 : self(self, found.left) + self(self, found.right);
    };
    const Node& root = tree.nodes[tree.root];
    if (is_number(root) || size(size, tree.root) != 4) return false;
    if (size(size, root.left) == 2) return true;
    return is_number(tree.nodes[root.left]) && is_number(tree.nodes[tree.nodes[root.right].left]);
}

bool is_grouped(const AnswerTree& tree, Grouping grouping) {
    switch (grouping) {
        case Grouping::Flat:
            return is_flat(tree);
        case Grouping::Left:
            return goes_from_the_left(tree);
        case Grouping::Forth:
            return is_forth(tree);
        default:
            return true;
    }
}

template <class Visit>
void from_left(const AnswerTree& tree, std::size_t node, const Visit& visit) {
    const Node& found = tree.nodes[node];
    if (!is_number(found) && found.op != '~') from_left(tree, found.left, visit);
    if (!is_number(found)) from_left(tree, found.right, visit);
    visit(found);
}

std::optional<Judgement> forbidden_operator(const AnswerTree& tree, const Rules& rules) {
    std::size_t first = NOWHERE;
    for (const Node& node : tree.nodes)
        if (binding(node.op) < 3 && !rules.has(*numbers::op_of(node.op)))
            first = std::min<std::size_t>(first, node.position);
    if (first == NOWHERE) return std::nullopt;
    return Judgement{Reason::ForbiddenOperator, first};
}

std::optional<Judgement> wrong_numbers(const AnswerTree& tree, const PreparedPuzzle& puzzle, const Rules& rules) {
    std::array<bool, MOST_OPERANDS> used{};
    std::size_t next = 0, count = 0;
    for (const Node& node : tree.nodes) {  // the numbers are in the order of the answer
        if (!is_number(node)) break;
        std::size_t place = rules.any_order ? 0 : next;
        while (place < puzzle.numbers.size() && (used[place] || puzzle.numbers[place] != node.number)) ++place;
        const bool skips = !rules.any_order && rules.use_all && place != next;
        if (place == puzzle.numbers.size() || skips) return Judgement{Reason::WrongNumbers, node.position};
        used[place] = true;
        next = place + 1;
        ++count;
    }
    if (rules.use_all && count < puzzle.numbers.size()) return Judgement{Reason::WrongNumbers};
    return std::nullopt;
}

std::optional<Judgement> forbidden_result(const AnswerTree& tree, const Rules& rules) {
    if (std::ranges::none_of(tree.nodes, [&](const Node& node) { return breaks_a_rule(node, rules); }))
        return std::nullopt;
    std::optional<Judgement> first;
    from_left(tree, tree.root, [&](const Node& node) {
        if (first || !breaks_a_rule(node, rules)) return;
        first = {node.value.under == 0 ? Reason::DivisionByZero : Reason::ForbiddenValue, node.position};
    });
    return first;
}

}  // namespace

int binding(char op) { return op == '#' || op == '~' ? 3 : op == '+' || op == '-' ? 1 : 2; }

std::size_t AnswerTree::add_number(const Number& number) {
    nodes.push_back({{number.numerator, number.denominator}, number, 0, 0, 0, '#'});
    return nodes.size() - 1;
}

std::size_t AnswerTree::add_operation(char op, std::size_t left, std::size_t right) {
    const auto index = [](std::size_t node) { return static_cast<std::uint8_t>(node); };
    nodes.push_back({applied(op, nodes[left].value, nodes[right].value), {}, 0, index(left), index(right), op});
    return nodes.size() - 1;
}

std::size_t AnswerTree::add_sign(std::size_t operand) {
    const Value value = nodes[operand].value;
    const auto index = static_cast<std::uint8_t>(operand);
    nodes.push_back({{-value.over, value.under}, {}, 0, index, index, '~'});
    return nodes.size() - 1;
}

void grow(AnswerTree& tree, const std::vector<Number>& numbers, const Rules& rules, const Growth& growth,
          Chance& chance) {
    const Grouping grouping = growth.any_shape ? Grouping::Any : rules.grouping;
    const bool careful = growth.is_careful;
    for (int left = careful ? 6 : 1; left > 0; --left) {
        tree.clear();
        for (const Number& number : numbers) tree.add_number(number);
        if (grouping == Grouping::Flat)
            tree.root = flat_tree(tree, numbers.size(), rules, careful, chance);
        else if (grouping == Grouping::Left)
            tree.root = left_tree(tree, numbers.size(), rules, careful, chance);
        else if (grouping == Grouping::Forth && numbers.size() == 4)
            tree.root = forth_tree(tree, rules, careful, chance);
        else
            tree.root = any_tree(tree, numbers.size(), rules, growth, chance);
        if (std::ranges::none_of(tree.nodes, [&](const Node& node) { return breaks_a_rule(node, rules); })) return;
    }
}

std::optional<Number> reduced(const Value& value) {
    if (value.under == 0) return std::nullopt;
    Int128 over = value.over, under = value.under;
    if (under != 1) {
        constexpr Int128 MOST = std::numeric_limits<std::int64_t>::max();
        Int128 divisor = under, rest = over < 0 ? -over : over;
        if (divisor <= MOST && rest <= MOST) {
            divisor = std::gcd(static_cast<std::int64_t>(divisor), static_cast<std::int64_t>(rest));
        } else {
            while (rest != 0) divisor = std::exchange(rest, divisor % rest);
        }
        over /= divisor;
        under /= divisor;
    }
    const Number number{static_cast<std::int64_t>(over), static_cast<std::int64_t>(under)};
    if (number.numerator != over || number.denominator != under) return std::nullopt;
    return number;
}

Judgement verdict_on(const AnswerTree& tree, const PreparedPuzzle& puzzle, const Rules& rules) {
    if (const auto judgement = forbidden_operator(tree, rules)) return *judgement;
    if (!is_grouped(tree, rules.grouping)) return {Reason::Malformed};
    if (const auto judgement = wrong_numbers(tree, puzzle, rules)) return *judgement;
    if (const auto judgement = forbidden_result(tree, rules)) return *judgement;
    return {reduced(tree.nodes[tree.root].value) == puzzle.target ? Reason::Correct : Reason::WrongValue};
}

}  // namespace facevalue::soak
