// FunctionTables: what a puzzle's numbers make where rules also allow functions (functions.hpp).
//
// Parts of up to half of the numbers (parts.hpp) get tables of all their values. In a larger part, a value is looked up
// backward: for each operation and each value of the smaller operand, the other operand has one or two values, except
// for 0 times anything, 1 to any power and the like, for which all its values are tried. A factorial or root is undone
// in the same way (`operand_of`). search_with_functions in tests/oracles/readable.py is the short version.
//
// A function that does not change a value (1!, 2!, sqrt(1), sqrt(0)) is left out, as it would only make more of the
// same. Canonical expressions are those that differ by more than the order of the operands of + and *. In any order of
// the numbers, one of each two is made. In a fixed order each is made from other numbers: 3!+3 and 3+3! of 3 3. Those
// are made and then compared, by a string with the operands in one order (`key`).
//
// All numbers must have small parts. One thread. Once the pulse has stopped or `too_large`, results are invalid.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "numbers/exact/functions.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/exact/text.hpp"
#include "numbers/forms/printer.hpp"
#include "numbers/parts/parts.hpp"
#include "numbers/values/hash_index.hpp"
#include "work/pulse.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

class FunctionTables {
  public:
    FunctionTables(const std::vector<Number>& numbers, const Rules& rules, bool canonical, Pulse& pulse)
        : rules_(rules),
          swaps_(canonical && rules.any_order),
          keyed_(canonical && !rules.any_order && may_repeat(numbers, rules)),
          pulse_(pulse),
          parts_(numbers, rules),
          tabled_((numbers.size() + 1) / 2),
          tables_(parts_.size()),
          nodes_(parts_.size()) {
        for (const Op op : rules.operators) operations_.push_back({op, {}});
        for (const Function function : BINARY)
            if (rules.functions.has(function)) operations_.push_back({{}, function});
    }

    // Needs it more memory than is sensible?
    bool too_large() const { return kept_ > MOST_KEPT; }

    bool any(const Number& target) {
        return std::ranges::any_of(parts_.wholes(), [&](PartId part) { return makes(part, target, rules_.unary); });
    }

    // May expressions be the same, so that only a list can count them?
    bool has_same() const { return keyed_ || !rules_.use_all || rules_.join; }

    // How many expressions make the target, those that are the same included; nothing if they exceed 2^53.
    std::optional<std::uint64_t> count(const Number& target) {
        double count = 0;
        for (const PartId part : parts_.wholes()) count += ways(part, target, rules_.unary);
        return count <= MOST_COUNTED ? std::optional(static_cast<std::uint64_t>(count)) : std::nullopt;
    }

    // All expressions that make the target, the simplest first.
    std::vector<std::string> texts(const Number& target) {
        std::vector<Made> all;
        for (const PartId part : parts_.wholes())
            for (const Made& made : expressions(part, target, rules_.unary)) all.push_back(made);
        sort_in_pieces(all, pulse_, simpler);
        std::vector<std::string> texts;
        std::unordered_set<std::string> keys;
        for (Made& made : all)  // the same one may be made in several orders, or by several joined numbers
            if (keyed_ ? keys.insert(std::move(made.key.text)).second : texts.empty() || texts.back() != made.text.text)
                texts.push_back(std::move(made.text.text));
        return texts;
    }

    // One of the simplest expressions that make the target.
    std::optional<std::string> simplest(const Number& target) {
        std::optional<Made> best;
        for (const PartId part : parts_.wholes())
            if (auto made = simplest(part, target, rules_.unary); made && (!best || simpler(*made, *best)))
                best = std::move(made);
        return best ? std::optional(best->text.text) : std::nullopt;
    }

    // Visits each value that the numbers make, some more than once.
    template <class Visit>
    void for_values(Visit visit) {
        for (const PartId part : parts_.wholes()) {
            if (parts_[part].size <= tabled_) {
                for (const Number& value : table(part).values) visit(value);
                continue;
            }
            for_untabled(part, [&](const Number& value) { visit_with_functions(value, rules_.unary, visit); });
        }
    }

  private:
    static constexpr std::size_t MOST_KEPT = 20'000'000;  // values in all tables and nodes: about 1 GB
    static constexpr double MOST_COUNTED = 1ULL << 53;    // a double is exact up to there
    static constexpr std::uint64_t WORK_OF_A_LOOK_UP = 2;
    static constexpr std::uint64_t WORK_OF_AN_EXPRESSION = 50;
    static constexpr std::array<Function, 2> UNARY{Function::Factorial, Function::Root};
    static constexpr std::array<Function, 2> BINARY{Function::Power, Function::Concatenate};

    // An operation on two operands: one of the four, or else a function.
    struct Operation {
        std::optional<Op> op;
        Function function;

        std::optional<Number> operator()(const Number& a, const Number& b) const {
            return op ? small_result(*op, a, b) : small_result(function, a, b);
        }
        bool commutes() const { return op && row(*op).commutes(); }
        Text text(const Text& a, const Text& b) const { return op ? joined(a, *op, b) : joined(a, function, b); }
    };
    struct Table {
        std::vector<Number> values;
        HashIndex index;
        bool is_made = false;

        bool has(const Number& value) const {
            const auto same = [&](std::uint32_t at) { return values[at] == value; };
            return index.find(hashed(value), same) != HashIndex::NONE;
        }
        bool add(const Number& value) {
            if (has(value)) return false;
            index.add(hashed(value));
            values.push_back(value);
            return true;
        }
    };
    // What makes a value: an operation on values of two parts.
    struct Step {
        PartId left, right;
        std::uint8_t operation;  // its place
        Number x, y;
    };
    // An expression: fewer operations are simpler, then fewer functions, then what reads easier.
    struct Made {
        Text text;
        Text key;  // the same for all that are canonically the same; empty unless `keyed_`
        int cost = 0;
    };
    static constexpr int OPERATION_COST = 1000, FUNCTION_COST = 1;
    static bool simpler(const Made& a, const Made& b) {
        return a.cost != b.cost ? a.cost < b.cost : reads_easier(a.text.text, b.text.text);
    }
    // A value of a part, with what is known of it by the number of functions that may still be applied.
    struct Node {
        std::optional<std::vector<Step>> steps;
        std::map<int, double> ways;
        std::map<int, std::vector<Made>> expressions;
        std::map<int, std::optional<Made>> simplest;
    };
    struct Hash {
        std::size_t operator()(const Number& value) const { return hashed(value); }
    };

    // In a fixed order, can two expressions differ only by the order of operands? Only if they use the same numbers.
    static bool may_repeat(std::vector<Number> numbers, const Rules& rules) {
        sort_items(numbers);
        return rules.join || std::ranges::adjacent_find(numbers) != numbers.end();
    }

    bool is_result(const Number& value) const { return allowed(rules_, Fraction(value)); }
    bool is_number(PartId part, const Number& value) const {
        const std::vector<Number>& numbers = parts_[part].numbers;
        return std::ranges::find(numbers, value) != numbers.end();
    }
    bool is_over() const { return pulse_.stopped() || too_large(); }

    // --- forward

    const Table& table(PartId part) {
        Table& table = tables_[part];
        if (table.is_made) return table;
        table.is_made = true;
        for_untabled(part, [&](const Number& value) { kept_ += table.add(value); });
        // Values that a function makes are added at the end, so each round begins where the one before has ended.
        std::size_t first = 0;
        for (int round = 0; round < rules_.unary; ++round) {
            const std::size_t last = table.values.size();
            for (; first < last && !is_over(); ++first)
                for_functions_of(Number(table.values[first]), [&](const Number& value) { kept_ += table.add(value); });
        }
        return table;
    }

    // Visits the numbers of the part and the results of all operations on its operands.
    template <class Visit>
    void for_untabled(PartId part, Visit visit) {
        for (const Number& number : parts_[part].numbers)
            if (has_small_parts(number)) visit(number);
        for (const Part::Split& split : parts_[part].splits) {
            const Table& xs = table(split.left);
            const Table& ys = table(split.right);
            for (std::size_t i = 0; i < xs.values.size() && !is_over(); ++i) {
                for (const Number& y : ys.values) {
                    for (const Operation& operation : operations_) {
                        const auto value = operation(xs.values[i], y);
                        if (value && is_result(*value)) visit(*value);
                    }
                    pulse_.beat(operations_.size() * WORK_OF_A_LOOK_UP);
                    if (pulse_.stopped()) break;
                }
            }
        }
    }

    template <class Visit>
    void for_functions_of(const Number& value, Visit visit) const {
        for (const Function function : UNARY) {
            if (!rules_.functions.has(function)) continue;
            const auto result = small_result(function, value, value);
            if (result && *result != value && is_result(*result)) visit(*result);
        }
    }
    template <class Visit>
    void visit_with_functions(const Number& value, int more, Visit& visit) const {
        visit(value);
        if (more > 0)
            for_functions_of(value, [&](const Number& result) { visit_with_functions(result, more - 1, visit); });
    }

    // --- backward

    // Is it a value of the part, with at most that many functions at the end?
    bool makes(PartId part, const Number& value, int functions) {
        if (is_number(part, value)) return true;
        if (is_over() || !is_result(value)) return false;
        if (!steps(part, value).empty()) return true;
        return any_operand(value, functions,
                           [&](Function, const Number& operand) { return makes(part, operand, functions - 1); });
    }
    bool has(PartId part, const Number& value) {
        return parts_[part].size <= tabled_ ? table(part).has(value) : makes(part, value, rules_.unary);
    }

    // Is test(function, operand) true for a function that makes the value from the operand?
    template <class Test>
    bool any_operand(const Number& value, int functions, Test test) const {
        return functions > 0 && std::ranges::any_of(UNARY, [&](Function function) {
                   if (!rules_.functions.has(function)) return false;
                   const auto operand = operand_of(function, value);
                   return operand && test(function, *operand);
               });
    }

    // All operations with this result, canonically one of each two that differ by the order of their operands.
    const std::vector<Step>& steps(PartId part, const Number& value) {
        std::optional<std::vector<Step>>& known = nodes_[part][value].steps;  // references to nodes stay valid
        if (known) return *known;
        std::vector<Step> found;
        for (const Part::Split& split : parts_[part].splits) {
            if (is_over()) break;
            add_steps(split, value, found);
        }
        kept_ += 1 + found.size();
        return known.emplace(std::move(found));
    }
    void add_steps(const Part::Split& split, const Number& value, std::vector<Step>& found) {
        const bool is_left = parts_[split.left].size <= parts_[split.right].size;  // is it the smaller operand?
        const PartId other = is_left ? split.right : split.left;
        const Table& known = table(is_left ? split.left : split.right);
        for (std::size_t i = 0; i < known.values.size() && !is_over(); ++i)
            for (std::uint8_t at = 0; at < operations_.size(); ++at) {
                const Number& one = known.values[i];
                const auto add = [&](const Number& partner) {
                    const Number &x = is_left ? one : partner, &y = is_left ? partner : one;
                    if (operations_[at](x, y) != value) return;
                    const Step step{split.left, split.right, at, x, y};
                    if (may_swap(step) && std::pair(step.left, x) > std::pair(step.right, y)) return;
                    found.push_back(step);
                };
                pulse_.beat(WORK_OF_A_LOOK_UP);
                const Partners partners = partners_of(operations_[at], is_left, one, value);
                if (partners.is_any) {
                    for_all_values(other, add);
                    continue;
                }
                for (const auto& partner : partners.values)
                    if (partner && has(other, *partner)) add(*partner);
            }
    }
    // Each value once.
    template <class Visit>
    void for_all_values(PartId part, Visit visit) {
        const Table& all = table(part);  // of any size
        for (std::size_t i = 0; i < all.values.size() && !is_over(); ++i) {
            pulse_.beat(1);
            visit(all.values[i]);
        }
    }

    // The values that the other operand may have. If any value may do, each must be tried.
    struct Partners {
        bool is_any = false;
        std::array<std::optional<Number>, 2> values{};
    };
    static Partners partners_of(const Operation& operation, bool is_left, const Number& known, const Number& result) {
        constexpr Partners ANY{true, {}};
        if (!operation.op && operation.function == Function::Concatenate)
            return {false, {is_left ? digits_after(known, result) : digits_before(known, result), std::nullopt}};
        if (!operation.op) return is_left ? exponents_of(known, result) : bases_of(known, result);
        const bool is_zero = known.numerator == 0;
        const auto only = [](const std::optional<Number>& value) { return Partners{false, {value, std::nullopt}}; };
        switch (*operation.op) {
            case Op::Add:
                return only(exactly::sum(result, exactly::negative(known)));
            case Op::Subtract:
                return only(is_left ? exactly::sum(known, exactly::negative(result)) : exactly::sum(result, known));
            case Op::Multiply:
                if (is_zero) return result.numerator == 0 ? ANY : Partners{};
                return only(exactly::product(result, exactly::inverse(known)));
            case Op::Divide:
                if (!is_left) return is_zero ? Partners{} : only(exactly::product(result, known));
                if (is_zero) return result.numerator == 0 ? ANY : Partners{};
                return result.numerator == 0 ? Partners{} : only(exactly::product(known, exactly::inverse(result)));
        }
        return {};
    }
    // The number with which a result ends that starts with the number, if there is one; the caller tries it.
    static std::optional<Number> digits_after(const Number& first, const Number& result) {
        const int digits = digits_to_join(result) - digits_to_join(first);
        if (digits <= 0 || digits_to_join(first) == 0) return std::nullopt;
        return Number{result.numerator % power_of_ten(digits), 1};
    }
    // The number with which a result starts that ends with the number, likewise.
    static std::optional<Number> digits_before(const Number& last, const Number& result) {
        const int digits = digits_to_join(last);
        if (digits == 0 || digits >= digits_to_join(result)) return std::nullopt;
        return Number{result.numerator / power_of_ten(digits), 1};
    }
    // The b with base^b = result.
    static Partners exponents_of(const Number& base, const Number& result) {
        if (base.denominator == 1 && base.numerator >= -1 && base.numerator <= 1) return {true, {}};
        if (result == Number{1, 1}) return {false, {Number{0, 1}, std::nullopt}};
        for (const std::int64_t sign : {1, -1}) {
            const Number step = sign == 1 ? base : exactly::inverse(base);
            std::optional<Number> power = step;
            for (std::int64_t exponent = 1; power; ++exponent, power = exactly::product(*power, step))
                if (*power == result) return {false, {Number{sign * exponent, 1}, std::nullopt}};
        }
        return {};
    }
    // The a with a^exponent = result.
    static Partners bases_of(const Number& exponent, const Number& result) {
        if (exponent.denominator != 1) return {};
        if (exponent.numerator == 0) return {result == Number{1, 1}, {}};
        if (result.numerator == 0) return {false, {Number{0, 1}, std::nullopt}};
        const std::int64_t degree = exactly::size_of(exponent.numerator);
        const bool is_even = degree % 2 == 0;
        if (is_even && result.numerator < 0) return {};
        const Number power = exponent.numerator < 0 ? exactly::inverse(result) : result;
        const auto n = exactly::whole_root(exactly::size_of(power.numerator), degree);
        const auto d = exactly::whole_root(power.denominator, degree);
        if (!n || !d) return {};
        const Number base{power.numerator < 0 ? -*n : *n, *d};
        return {false, {base, is_even ? std::optional(exactly::negative(base)) : std::nullopt}};
    }

    // --- expressions

    // How many expressions of the part have the value. Each node is computed once, and operands are smaller parts.
    double ways(PartId part, const Number& value, int functions) {
        const auto known = nodes_[part][value].ways.find(functions);
        if (known != nodes_[part][value].ways.end()) return known->second;
        double count = is_number(part, value) ? 1 : 0;
        if (is_result(value)) {
            for (const Step& step : steps(part, value)) {
                const double left = ways(step.left, step.x, rules_.unary),
                             right = ways(step.right, step.y, rules_.unary);
                count += is_pair_of_one(step) ? left * (left + 1) / 2 : left * right;
            }
            any_operand(value, functions, [&](Function, const Number& operand) {
                count += ways(part, operand, functions - 1);
                return false;
            });
        }
        return nodes_[part][value].ways[functions] = count;
    }
    // Do two orders of the operands count as one? With the grouping left, only two numbers have another order.
    bool may_swap(const Step& step) const {
        return swaps_ && operations_[step.operation].commutes() &&
               (rules_.grouping != Grouping::Left || parts_[step.left].size == 1);
    }
    // Are both operands any of the same expressions, in either order?
    bool is_pair_of_one(const Step& step) const {
        return may_swap(step) && step.left == step.right && step.x == step.y;
    }

    const std::vector<Made>& expressions(PartId part, const Number& value, int functions) {
        Node& node = nodes_[part][value];
        const auto [place, is_new] = node.expressions.try_emplace(functions);
        std::vector<Made>& made = place->second;
        if (!is_new) return made;
        if (is_number(part, value)) made.push_back(made_of(value));
        if (!is_result(value)) return made;
        for (const Step& step : steps(part, value)) {
            const auto& lefts = expressions(step.left, step.x, rules_.unary);
            const auto& rights = expressions(step.right, step.y, rules_.unary);
            for (std::size_t i = 0; i < lefts.size() && !is_over(); ++i)
                for (std::size_t j = is_pair_of_one(step) ? i : 0; j < rights.size(); ++j)
                    add_made(step, lefts[i], rights[j], made);
        }
        any_operand(value, functions, [&](Function function, const Number& operand) {
            for (const Made& inner : expressions(part, operand, functions - 1))
                made.push_back(applied(function, inner));
            return false;
        });
        kept_ += made.size();
        return made;
    }
    void add_made(const Step& step, const Made& x, const Made& y, std::vector<Made>& made) {
        pulse_.beat(WORK_OF_AN_EXPRESSION);
        made.push_back(combined(step, x, y));
    }
    Made made_of(const Number& number) const {
        const Text text{number_text(number), TIGHTEST};
        return {text, keyed_ ? text : Text(), 0};
    }
    Made combined(const Step& step, const Made& x, const Made& y) const {
        const Operation& operation = operations_[step.operation];
        return {may_swap(step) ? in_either_order(operation, x.text, y.text) : operation.text(x.text, y.text),
                keyed_ ? in_either_order(operation, x.key, y.key) : Text(),
                x.cost + y.cost + OPERATION_COST + (operation.op ? 0 : FUNCTION_COST)};
    }
    // Of the two orders of the operands, if they count as one, the easier to read.
    static Text in_either_order(const Operation& operation, const Text& x, const Text& y) {
        Text text = operation.text(x, y);
        if (!operation.commutes()) return text;
        Text other = operation.text(y, x);
        return reads_easier(other.text, text.text) ? other : text;
    }
    Made applied(Function function, const Made& inner) const {
        return {joined(inner.text, function, inner.text), keyed_ ? joined(inner.key, function, inner.key) : Text(),
                inner.cost + OPERATION_COST + FUNCTION_COST};
    }

    std::optional<Made> simplest(PartId part, const Number& value, int functions) {
        Node& node = nodes_[part][value];
        const auto [place, is_new] = node.simplest.try_emplace(functions);
        std::optional<Made>& best = place->second;
        if (!is_new) return best;
        const auto offer = [&](Made made) {
            if (!best || simpler(made, *best)) best = std::move(made);
        };
        if (is_number(part, value)) offer(made_of(value));
        if (!is_result(value)) return best;
        for (const Step& step : steps(part, value)) {
            const auto left = simplest(step.left, step.x, rules_.unary),
                       right = simplest(step.right, step.y, rules_.unary);
            if (left && right) offer(combined(step, *left, *right));
            pulse_.beat(WORK_OF_AN_EXPRESSION);
        }
        any_operand(value, functions, [&](Function function, const Number& operand) {
            if (const auto inner = simplest(part, operand, functions - 1)) offer(applied(function, *inner));
            return false;
        });
        return best;
    }

    Rules rules_;
    bool swaps_;  // are two orders of the operands of + and * made once?
    bool keyed_;
    Pulse& pulse_;
    Parts parts_;
    std::size_t tabled_;  // the size of the largest parts that have tables
    std::vector<Operation> operations_;
    std::vector<Table> tables_;                                  // by the id of a part
    std::vector<std::unordered_map<Number, Node, Hash>> nodes_;  // the same
    std::size_t kept_ = 0;                                       // values and steps
};

}  // namespace facevalue::numbers
