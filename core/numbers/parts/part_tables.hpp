// PartTables: the values of the parts of a puzzle (parts.hpp), for rules that allow any brackets, and fix the order of
// the numbers, let them be joined, or limit the size of results. search_in_order in tests/oracles/readable.py is the
// short version for numbers in order, with the same results.
//
// A part has the values of all expressions of its numbers: an operation on two smaller parts. Parts of up to about half
// of the puzzle's numbers get tables of their values when a call needs them. In larger parts, a value is looked up
// backward: for each value of one operand, the other must have one of a few values. Tables of all parts, as in P.
// Norvig's notebook "Countdown to 2016", would take minutes for twelve numbers in order.
//
// A value is found by its residue modulo 2^61 - 1 and confirmed exactly, so residues that collide only cost time. The
// bound of the numbers (ratio.hpp) must be at most MAX_PARTS_BOUND (method.hpp), so that only 0 has the residue 0.
// Twelve numbers in order take less than a second and about 150 MB; their nearest values take a second. One thread.
// Once the pulse has stopped, results are invalid.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "numbers/exact/postfix.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/exact/text.hpp"
#include "numbers/forms/canonical_forms.hpp"
#include "numbers/forms/printer.hpp"
#include "numbers/parts/parts.hpp"
#include "numbers/values/closest.hpp"
#include "numbers/values/hash_index.hpp"
#include "numbers/values/modular_values.hpp"
#include "work/pulse.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

class PartTables {
  public:
    // An expression that makes the target.
    struct Hit {
        std::string text;
        Postfix postfix;
    };

    PartTables(const Rules& rules, Pulse& pulse) : rules_(rules), pulse_(pulse) {}

    // Starts with other numbers. Some memory of earlier tables is kept.
    void prepare(const std::vector<Number>& numbers) {
        if (numbers.size() == size_ && !rules_.any_order && !rules_.join)
            parts_.replace_numbers(numbers);
        else
            parts_ = Parts(numbers, rules_);
        size_ = numbers.size();
        const std::size_t half = numbers.size() / 2;
        tabled_ = numbers.size() <= FEW ? std::max<std::size_t>(1, half) : half + 1;
        for (auto& table : tables_) table.clear();
        tables_.resize(parts_.size());
        nodes_.clear();
        nodes_.resize(tables_.size());
    }

    // Do the numbers make the target?
    bool any(const Number& target) {
        target_ = Fraction(target);
        path_.clear();
        const Field<61>::Key key = Field<61>::residue_of(target);
        bool found = false;
        for (const PartId part : parts_.wholes()) found = found || makes(part, key);
        return found;
    }

    // How many expressions make the target, at most.
    double most_hits(const Number& target) {
        const Key key = Field<61>::residue_of(target);
        double count = 0;
        for (const PartId part : parts_.wholes()) count += node(part, key).ways;
        return count;
    }
    // How many expressions make the target. Some may count twice if numbers may be left out, or joined in any order.
    std::uint64_t count(const Number& target) {
        std::uint64_t count = 0;
        for (const PartId part : parts_.wholes())
            for (const Counted& found : counted(part, Field<61>::residue_of(target)))
                if (found.value == Fraction(target)) count += found.ways;
        return count;
    }
    // Every expression that makes the target, or nothing if there are more than `most`.
    std::optional<std::vector<Hit>> hits(const Number& target, double most) {
        if (most_hits(target) > most) return std::nullopt;
        std::vector<Hit> found;
        for_expressions(target, false, [&](const Made& made) { found.push_back({made.text.text, made.postfix}); });
        return found;
    }
    // The simplest of them: of the lowest cost (canonical_forms.hpp), the one that is easiest to read.
    std::optional<Hit> simplest(const Number& target) {
        std::optional<Made> best;
        for_expressions(target, true, [&](const Made& made) {
            if (!best || made.is_simpler_than(*best)) best = made;
        });
        return best ? std::optional(Hit{best->text.text, best->postfix}) : std::nullopt;
    }

    // The values nearest to the target, in ascending order: one, or two at the same distance. Its size must be within
    // the bound of the numbers.
    std::vector<Number> nearest(const Number& target) {
        path_.clear();
        if (rules_.any_order)
            tabled_ = size_ / 2 + 1;
        else if (size_ > FEW)
            tabled_ = size_ / 2 + (must_be_whole(rules_.values) ? 3 : 2);
        Nearest<Fraction> nearest{Fraction(target)};
        for (const PartId part : parts_.wholes()) come_near(part, {target.numerator, target.denominator}, nearest);
        std::vector<Number> numbers;
        for (const Fraction& value : nearest.values()) numbers.push_back(reduced(value));
        return numbers;
    }

    // Visits each value that the numbers make, some more than once.
    template <class Visit>
    void for_values(Visit visit) {
        for (const PartId part : parts_.wholes()) {
            for (const Number& number : parts_[part].numbers) visit(Fraction(number));
            for_results(part, [&](const Fraction& value, auto&&) { visit(value); });
        }
    }

  private:
    using Key = Field<61>::Key;
    using Entry = Field<61>::Entry;

    struct Table {
        std::vector<Entry> entries;
        std::vector<Fraction> values;
        std::vector<Fraction> sorted;  // if they were needed
        HashIndex index;
        bool is_made = false;

        void clear() {
            entries.clear();
            values.clear();
            sorted.clear();
            index.clear();
            is_made = false;
        }
    };
    // An expression, its exact value, and its cost as in Forms.
    struct Made {
        Fraction value;
        Text text;
        Postfix postfix;
        Cost cost = 0;

        bool is_simpler_than(const Made& other) const {
            return cost != other.cost ? cost < other.cost : reads_easier(text.text, other.text.text);
        }
        // The additional cost as a part of a sum or product.
        Cost used_cost(int family) const {
            if (text.binding == TIGHTEST || text.binding == family) return 0;
            return (text.binding == 0 ? BRACKET_COST : 0) + (value.is_whole() ? 0 : FRACTION_COST);
        }
    };
    // What makes a value: an operation on values of two parts.
    struct Step {
        PartId left, right;
        Op op;
        Key x, y;
    };
    // A value with the residue of a node, and how many expressions have it: at most 2^54, for 16 numbers.
    struct Counted {
        Fraction value;
        std::uint64_t ways;
    };
    struct Node {
        std::vector<Step> steps;
        double ways = 0;  // to the residue, at most
        bool is_counted = false, is_listed = false;
        std::vector<Counted> counted;
        std::vector<Made> expressions;
    };
    // On the way to a value of a large part: this operation with a known value follows.
    struct Following {
        Op op;
        bool is_left;  // the known value
        Fraction known;
    };

    static constexpr std::uint64_t WORK_OF_A_RESULT = 5;  // in look-ups
    static constexpr std::size_t FEW = 8;                 // numbers, for which smaller tables are faster

    const Table& table(PartId part) {
        Table& table = tables_[part];
        if (table.is_made) return table;
        table.is_made = true;
        const auto add = [&](const Fraction& value, const Key& key) {
            const auto same = [&](std::uint32_t at) {
                return table.entries[at].key == key && table.values[at] == value;
            };
            const std::uint64_t hash = mixed(key.word(0));
            if (table.index.find(hash, same) != HashIndex::NONE) return;
            table.index.add(hash);
            table.entries.push_back({key, Key()});
            table.values.push_back(value);
        };
        for (const Number& number : parts_[part].numbers) add(Fraction(number), Field<61>::residue_of(number));
        for_results(part, [&](const Fraction& value, const auto& key) { add(value, key()); });
        Field<61>::invert(table.entries);
        return table;
    }

    // Visits the results of all operations on the operands of a part, each with a function that computes its residue.
    template <class Visit>
    void for_results(PartId part, Visit visit) {
        for (const Part::Split& split : parts_[part].splits) {
            const PartId left = split.left, right = split.right;
            const Table& xs = table(left);
            const Table& ys = table(right);
            for (std::size_t i = 0; i < xs.values.size() && !pulse_.stopped(); ++i) {
                for (std::size_t j = 0; j < ys.values.size(); ++j)
                    for (const Op op : rules_.operators) {
                        const auto value = apply(op, xs.values[i], ys.values[j]);
                        if (!value || !allowed(rules_, *value)) continue;
                        visit(value->tidied(), [&] { return residue(op, xs.entries[i], ys.entries[j]); });
                    }
                pulse_.beat(ys.values.size());
                pulse_.spend(ys.values.size() * rules_.operators.size() * WORK_OF_A_RESULT);
            }
        }
    }
    static Key residue(Op op, const Entry& x, const Entry& y) {
        switch (op) {
            case Op::Add:
                return x.key + y.key;
            case Op::Subtract:
                return x.key - y.key;
            case Op::Multiply:
                return x.key * y.key;
            default:
                return x.key * y.inverse;
        }
    }

    // The residue that the other operand must have: visit(key), or all() if it may have any value.
    template <class Visit, class All>
    static void for_partner(Op op, bool is_left, const Entry& known, const Entry& result, Visit visit, All all) {
        const bool is_zero = known.key.is_zero(), makes_zero = result.key.is_zero();
        switch (op) {
            case Op::Add:
                return visit(result.key - known.key);
            case Op::Subtract:
                return visit(is_left ? known.key - result.key : result.key + known.key);
            case Op::Multiply:
                if (!is_zero) return visit(result.key * known.inverse);
                return makes_zero ? all() : void();
            case Op::Divide:
                if (!is_left) return is_zero ? void() : visit(result.key * known.key);
                if (!makes_zero) return is_zero ? void() : visit(known.key * result.inverse);
                return is_zero ? all() : void();
        }
    }

    // Is there an expression of the part with this residue that leads to exactly the target?
    bool makes(PartId part, const Key& key) {
        if (parts_[part].size <= tabled_) return leads_to_target(part, key);
        const Entry result = Field<61>::entry(key);
        bool found = false;
        for (const Number& number : parts_[part].numbers)
            found = found || (Field<61>::residue_of(number) == key && leads_to_target(Fraction(number)));
        for (const Part::Split& split : parts_[part].splits) {
            const PartId left = split.left, right = split.right;
            const bool is_left = parts_[left].size <= parts_[right].size;  // is the left value taken from a table?
            const PartId one = is_left ? left : right, other = is_left ? right : left;
            const Table& known = table(one);
            for (std::size_t i = 0; i < known.entries.size() && !found && !pulse_.stopped(); ++i) {
                for (const Op op : rules_.operators) {
                    path_.push_back({op, is_left, known.values[i]});
                    for_partner(
                        op, is_left, known.entries[i], result,
                        [&](const Key& partner) { found = found || makes(other, partner); },
                        [&] { found = found || any_leads_to_target(other); });
                    path_.pop_back();
                }
                pulse_.beat(rules_.operators.size());
            }
        }
        return found;
    }
    bool leads_to_target(PartId part, const Key& key) {
        const Table& known = table(part);
        const auto leads = [&](std::uint32_t at) {
            return known.entries[at].key == key && leads_to_target(known.values[at]);
        };
        return known.index.find(mixed(key.word(0)), leads) != HashIndex::NONE;
    }
    bool any_leads_to_target(PartId part) {
        return std::ranges::any_of(table(part).values, [&](const Fraction& value) { return leads_to_target(value); });
    }
    bool leads_to_target(const Fraction& value) const {
        const auto result = follow_path(value);
        return result && *result == target_;
    }
    // The result of the whole expression; nothing if a step divides by zero or is not allowed.
    std::optional<Fraction> follow_path(Fraction value) const {
        for (std::size_t i = path_.size(); i-- > 0;) {
            const Following& following = path_[i];
            const auto result = following.is_left ? apply(following.op, following.known, value)
                                                  : apply(following.op, value, following.known);
            if (!result || !allowed(rules_, *result)) return std::nullopt;
            value = *result;
        }
        return value;
    }

    // A rational number or infinity: n/d, where d may be 0. As for the bound of a Ratio, |n| + |d| is at most 2^64 for
    // the target, multiplied by the bounds of the values on the path: 2^124 also when it is compared with a value.
    struct Point {
        Int128 n, d;

        // Is the value below it? Not for infinity.
        bool exceeds(const Fraction& value) const {
            const Int128 left = value.numerator() * d, right = n * value.denominator();
            return d < 0 ? right < left : left < right;
        }
    };
    // The operand with which an operation on a known value has this result.
    static Point partner_of(const Point& result, Op op, bool is_left, const Fraction& known) {
        const Int128 n = known.numerator(), d = known.denominator();
        switch (op) {
            case Op::Add:
                return {result.n * d - n * result.d, result.d * d};
            case Op::Subtract:
                if (is_left) return {n * result.d - result.n * d, result.d * d};
                return {result.n * d + n * result.d, result.d * d};
            case Op::Multiply:
                return {result.n * d, result.d * n};
            default:
                if (is_left) return {n * result.d, d * result.n};
                return {result.n * n, result.d * d};
        }
    }
    // Offers the values of all expressions of the part, followed by the path, that may be nearest to the target. The
    // value of the whole, as a function of the part's value, is a quotient of linear functions: it rises, or it falls,
    // on the way from its pole up, through infinity, and up to the pole again. So in each table only the neighbours of
    // the point that makes the target can be nearest, or the ends, which are neighbours through infinity. Where no
    // known value is divided by one that depends on the part's, there is no pole, and the ends are not nearer.
    void come_near(PartId part, const Point& point, Nearest<Fraction>& nearest) {
        if (parts_[part].size <= tabled_) return offer_around(sorted_values(part), point, nearest);
        for (const Number& number : parts_[part].numbers)
            if (const auto value = follow_path(Fraction(number))) nearest.offer(*value);
        for (const Part::Split& split : parts_[part].splits) {
            const PartId left = split.left, right = split.right;
            const bool is_left = parts_[left].size <= parts_[right].size;
            const Table& known = table(is_left ? left : right);
            for (const Fraction& value : known.values) {
                for (const Op op : rules_.operators) {
                    if (op == Op::Divide && !is_left && value.sign() == 0) continue;
                    path_.push_back({op, is_left, value});
                    come_near(is_left ? right : left, partner_of(point, op, is_left, value), nearest);
                    path_.pop_back();
                }
                if (pulse_.stopped()) return;
            }
        }
    }
    void offer_around(const std::vector<Fraction>& values, const Point& point, Nearest<Fraction>& nearest) {
        const auto offer = [&](std::size_t at) {
            pulse_.beat(WORK_OF_A_RESULT);
            const auto result = follow_path(values[at]);
            if (result) nearest.offer(*result);
            return result || pulse_.stopped();
        };
        const bool is_finite = point.d != 0;
        const auto is_below = [&](const Fraction& value) { return is_finite && point.exceeds(value); };
        const auto place = std::partition_point(values.begin(), values.end(), is_below) - values.begin();
        const auto middle = static_cast<std::size_t>(place);
        // If the rules forbid a neighbour, the next allowed one on that side.
        for (std::size_t at = middle; at < values.size() && !offer(at);) ++at;
        for (std::size_t at = middle; at-- > 0 && !offer(at);) {
        }
        const auto has_pole = [](const Following& each) { return each.op == Op::Divide && each.is_left; };
        if (std::ranges::none_of(path_, has_pole)) return;
        for (std::size_t at = 0; at < middle && !offer(at);) ++at;
        for (std::size_t at = values.size(); at-- > middle && !offer(at);) {
        }
    }
    const std::vector<Fraction>& sorted_values(PartId part) {
        Table& known = tables_[part];
        table(part);
        if (known.sorted.empty()) {
            known.sorted = known.values;
            sort_items(known.sorted);
        }
        return known.sorted;
    }

    // How many expressions of the part have this residue, and their steps.
    Node& node(PartId part, const Key& key) {
        const auto [at, is_new] = nodes_[part].try_emplace(key.word(0));
        Node& node = at->second;  // which stays in its place
        if (!is_new) return node;
        for (const Number& number : parts_[part].numbers)
            if (Field<61>::residue_of(number) == key) node.ways += 1;
        const Entry result = Field<61>::entry(key);
        for (const Part::Split& split : parts_[part].splits) {
            const PartId left = split.left, right = split.right;
            const bool is_left = parts_[left].size <= parts_[right].size;  // is the left value taken from a table?
            const Table& known = table(is_left ? left : right);
            const PartId other = is_left ? right : left;
            for (const Entry& entry : known.entries) {
                if (pulse_.stopped()) return node;
                for (const Op op : rules_.operators) {
                    const auto add = [&](const Key& partner) {
                        if (parts_[other].size <= tabled_ && !has(other, partner)) return;
                        const Key& x = is_left ? entry.key : partner;
                        const Key& y = is_left ? partner : entry.key;
                        const double ways = this->node(other, partner).ways;
                        if (ways == 0) return;
                        node.ways += ways * this->node(is_left ? left : right, entry.key).ways;
                        node.steps.push_back({left, right, op, x, y});
                    };
                    for_partner(op, is_left, entry, result, add, [&] {
                        for (const Entry& any : table(other).entries) add(any.key);
                    });
                }
                pulse_.beat(rules_.operators.size());
            }
        }
        return node;
    }
    bool has(PartId part, const Key& key) {
        const Table& known = table(part);
        const auto same = [&](std::uint32_t at) { return known.entries[at].key == key; };
        return known.index.find(mixed(key.word(0)), same) != HashIndex::NONE;
    }

    // Visits the expressions that make the target; where `only_simplest`, one of each kind, the simplest of all that
    // have the same value in place of each part.
    template <class Visit>
    void for_expressions(const Number& target, bool only_simplest, Visit visit) {
        only_simplest_ = only_simplest;
        for (const PartId part : parts_.wholes())
            for (const Made& made : expressions(part, Field<61>::residue_of(target)))
                if (made.value == Fraction(target)) visit(made);
    }

    // The expressions of a part with this residue, and possibly some with others.
    const std::vector<Made>& expressions(PartId part, const Key& key) {
        constexpr std::uint64_t WORK_OF_AN_EXPRESSION = 100;  // in look-ups
        Node& node = this->node(part, key);
        if (node.is_listed) return node.expressions;
        node.is_listed = true;
        for (const Number& number : parts_[part].numbers)
            if (Field<61>::residue_of(number) == key)
                node.expressions.push_back(
                    {Fraction(number), {number_text(number), TIGHTEST}, {{false, Op::Add, number}}});
        for (const Step& step : node.steps)
            for (const Made& x : expressions(step.left, step.x))
                for (const Made& y : expressions(step.right, step.y)) {
                    const auto value = apply(step.op, x.value, y.value);
                    pulse_.beat(WORK_OF_AN_EXPRESSION);
                    if (pulse_.stopped()) return node.expressions;
                    if (!value || !allowed(rules_, *value)) continue;
                    const int family = row(step.op).family;
                    Made whole{value->tidied(), joined(x.text, step.op, y.text), {}, STEP_COST + x.cost + y.cost};
                    whole.cost += x.used_cost(family) + y.used_cost(family);
                    Made* const other = only_simplest_ ? same_kind(node.expressions, whole) : nullptr;
                    if (other != nullptr && !whole.is_simpler_than(*other)) continue;
                    whole.postfix = x.postfix;
                    whole.postfix.insert(whole.postfix.end(), y.postfix.begin(), y.postfix.end());
                    whole.postfix.push_back({true, step.op, {}});
                    if (other != nullptr)
                        *other = std::move(whole);
                    else
                        node.expressions.push_back(std::move(whole));
                }
        return node.expressions;
    }
    // The values of a part with this residue, and possibly some with others.
    const std::vector<Counted>& counted(PartId part, const Key& key) {
        Node& node = this->node(part, key);
        if (node.is_counted) return node.counted;
        node.is_counted = true;
        const auto add = [&](const Fraction& value, std::uint64_t ways) {
            const auto same = [&](const Counted& known) { return known.value == value; };
            const auto found = std::ranges::find_if(node.counted, same);
            if (found == node.counted.end())
                node.counted.push_back({value, ways});
            else
                found->ways += ways;
        };
        for (const Number& number : parts_[part].numbers)
            if (Field<61>::residue_of(number) == key) add(Fraction(number), 1);
        for (const Step& step : node.steps)
            for (const Counted& x : counted(step.left, step.x))
                for (const Counted& y : counted(step.right, step.y)) {
                    const auto value = apply(step.op, x.value, y.value);
                    pulse_.beat(WORK_OF_A_RESULT);
                    if (pulse_.stopped()) return node.counted;
                    if (value && allowed(rules_, *value)) add(value->tidied(), x.ways * y.ways);
                }
        return node.counted;
    }
    static Made* same_kind(std::vector<Made>& all, const Made& made) {
        for (Made& other : all)
            if (other.text.binding == made.text.binding && other.value == made.value) return &other;
        return nullptr;
    }

    Rules rules_;
    Pulse& pulse_;
    Parts parts_;
    std::size_t size_ = 0;       // how many numbers there are
    std::size_t tabled_ = 1;     // the size of the largest parts that are looked up in tables
    std::vector<Table> tables_;  // by the id of a part
    std::vector<std::unordered_map<std::uint64_t, Node>> nodes_;  // the same
    Fraction target_;
    std::vector<Following> path_;
    bool only_simplest_ = false;
};

}  // namespace facevalue::numbers
