// Walk: goes through the raw candidates of a puzzle one by one, for rules that fix the order or grouping.
//
// A Candidate is an arrangement of the numbers (which, in which order), a Shape (a postfix program) and an operator for
// each gap. `candidate_count` in Python computes their number beforehand.
//
//   any      every binary tree                   flat     usual precedence: the operators decide
//   left     strictly from the left              forth    a.(b.(c.d)) and (a.b).(c.d); equal numbers are distinct
//   orders   every order of evaluation, so balanced trees come twice
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/forms/printer.hpp"
#include "numbers/walk/joined_choices.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

// A postfix program: NUMBER pushes the next number, any other item applies the operator of that gap.
inline constexpr std::uint8_t NUMBER = 0xFF;
using Shape = std::vector<std::uint8_t>;

namespace shapes {

// The most numbers, and how many binary trees there are for each number of leaves (Catalan numbers).
inline constexpr std::size_t MOST = 16;
inline constexpr std::array<std::uint64_t, MOST + 1> CATALAN{
    0, 1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012, 742900, 2674440, 9694845};

// Appends tree `number` over the numbers first..last to `out`. The recursion is at most MOST deep.
inline void add_tree(std::size_t first, std::size_t last, std::uint64_t number, Shape& out) {
    if (first == last) return out.push_back(NUMBER);
    std::size_t gap = first;
    const auto split = [&] { return CATALAN[gap - first + 1] * CATALAN[last - gap]; };
    for (; number >= split(); ++gap) number -= split();
    const std::uint64_t rights = CATALAN[last - gap];
    add_tree(first, gap, number / rights, out);
    add_tree(gap + 1, last, number % rights, out);
    out.push_back(static_cast<std::uint8_t>(gap));
}

// The tree that applies the operators of the gaps in this order.
inline Shape in_order(const std::vector<std::uint8_t>& order) {
    std::vector<Shape> parts(order.size() + 1, Shape{NUMBER});
    std::vector<std::size_t> owner(order.size() + 1);
    std::iota(owner.begin(), owner.end(), 0);
    for (const std::uint8_t gap : order) {
        const std::size_t left = owner[gap], right = owner[gap + 1U];
        parts[left].insert(parts[left].end(), parts[right].begin(), parts[right].end());
        parts[left].push_back(gap);
        std::replace(owner.begin(), owner.end(), right, left);
    }
    return parts[owner[0]];
}

constexpr std::uint64_t factorial(std::size_t count) {
    std::uint64_t product = 1;
    for (std::size_t i = 2; i <= count; ++i) product *= i;
    return product;
}

// The permutation of the gaps with this number in lexicographic order.
inline std::vector<std::uint8_t> order(std::size_t gaps, std::uint64_t number) {
    std::vector<std::uint8_t> left(gaps), ordered;
    std::iota(left.begin(), left.end(), std::uint8_t{0});
    for (std::size_t i = gaps; i-- > 0;) {
        const auto at = left.begin() + static_cast<std::ptrdiff_t>(number / factorial(i));
        number %= factorial(i);
        ordered.push_back(*at);
        left.erase(at);
    }
    return ordered;
}

// The shapes of a grouping. Up to MOST_KEPT are kept; of more (up to 10^12), only the current one. For Flat, the
// operators decide, see `flat` below.
class Shapes {
  public:
    Shapes(Grouping grouping, std::size_t numbers) : grouping_(grouping), numbers_(numbers), count_(count_of()) {
        for (std::uint64_t number = 0; count_ <= MOST_KEPT && number < count_; ++number) kept_.push_back(made(number));
    }

    std::uint64_t count() const { return count_; }
    const Shape& at(std::uint64_t number) {
        if (!kept_.empty()) return kept_[number];
        if (number != number_) current_ = made(number), number_ = number;
        return current_;
    }

  private:
    static constexpr std::uint64_t MOST_KEPT = 5040;

    std::uint64_t count_of() const {
        if (grouping_ == Grouping::Any) return CATALAN[numbers_];
        if (grouping_ == Grouping::Orders) return factorial(numbers_ - 1);
        if (grouping_ == Grouping::Forth) return numbers_ == 4 ? 2 : 0;
        return 1;
    }
    Shape made(std::uint64_t number) const {
        if (grouping_ == Grouping::Forth) return number == 0 ? in_order({2, 1, 0}) : in_order({0, 2, 1});
        if (grouping_ != Grouping::Any) return in_order(order(numbers_ - 1, number));
        Shape shape;
        add_tree(0, numbers_ - 1, number, shape);
        return shape;
    }

    Grouping grouping_;
    std::size_t numbers_;
    std::uint64_t count_;
    std::vector<Shape> kept_;
    Shape current_;
    std::uint64_t number_ = ~std::uint64_t{0};
};

// The tree of an expression without brackets, by the usual precedence and from the left.
inline void flat(const std::vector<Op>& ops, Shape& shape) {
    shape.assign(1, NUMBER);
    std::vector<std::uint8_t> waiting;
    for (std::size_t gap = 0; gap < ops.size(); ++gap) {
        while (!waiting.empty() && row(ops[waiting.back()]).family >= row(ops[gap]).family) {
            shape.push_back(waiting.back());
            waiting.pop_back();
        }
        waiting.push_back(static_cast<std::uint8_t>(gap));
        shape.push_back(NUMBER);
    }
    for (; !waiting.empty(); waiting.pop_back()) shape.push_back(waiting.back());
}

}  // namespace shapes

// One candidate: the numbers in order, the operators in the gaps, and the program.
struct Candidate {
    const std::vector<std::size_t>* numbers;  // places in Arrangements::numbers()
    const std::vector<Op>* ops;
    const Shape* shape;
};

// All arrangements of the numbers under the rules, one after the other.
class Arrangements {
  public:
    Arrangements(const std::vector<Number>& numbers, const Rules& rules) : rules_(rules), numbers_(numbers) {
        if (rules.join) {
            joined_.emplace(numbers, rules);
            is_done_ = !next_choice_of_numbers();
            return;
        }
        const std::size_t n = numbers.size();
        rank_.resize(n);  // equal numbers have equal rank, so that they are not permuted twice
        for (std::size_t i = 0; i < n; ++i)
            rank_[i] =
                rules.grouping == Grouping::Forth
                    ? i
                    : static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), numbers[i]) - numbers.begin());
        taken_.assign(n, rules.use_all);
        if (!rules.use_all) next_first_choice();
        start();
    }

    // The given numbers and those that are joined from them.
    const std::vector<Number>& numbers() const { return joined_ ? joined_->numbers() : numbers_; }

    // Places of numbers, in the order of this arrangement.
    const std::vector<std::size_t>& current() const { return current_; }
    bool is_done() const { return is_done_; }

    bool next() {
        if (rules_.any_order && std::next_permutation(current_.begin(), current_.end(), by_rank())) return true;
        return next_choice_of_numbers();
    }
    // Skips all other orders of the numbers taken now.
    bool next_choice_of_numbers() {
        if (joined_) {
            const JoinedChoices::Choice* choice = joined_->next();
            if (choice != nullptr) current_ = *choice;
            return choice != nullptr;
        }
        if (rules_.use_all || !next_first_choice()) return false;
        start();
        return true;
    }

  private:
    std::function<bool(std::size_t, std::size_t)> by_rank() const {
        return [this](std::size_t a, std::size_t b) { return joined_ ? a < b : rank_[a] < rank_[b]; };
    }
    void start() {
        current_.clear();
        for (std::size_t i = 0; i < taken_.size(); ++i)
            if (taken_[i]) current_.push_back(i);
        if (rules_.any_order) sort_stably(current_, by_rank());
    }
    bool next_first_choice() {
        do
            if (!next_choice()) return false;
        while (!is_first_choice());
        return true;
    }
    bool next_choice() {  // counts in binary, the last number first
        for (std::size_t i = taken_.size(); i-- > 0;) {
            taken_[i] = !taken_[i];
            if (taken_[i]) return true;
        }
        return false;
    }
    // Equal numbers make equal choices: in 3 3 5, "first 3" and "second 3" are the same. Only the choice with the
    // earliest numbers counts.
    bool is_first_choice() const {
        std::size_t start = 0;  // in a fixed order, a number must come after the last one taken
        for (std::size_t place = 0; place < taken_.size(); ++place) {
            if (!taken_[place]) continue;
            if (is_equal_left_out(rules_.any_order ? 0 : start, place)) return false;
            start = place + 1;
        }
        return true;
    }
    // Is an equal number in [first, place) not taken?
    bool is_equal_left_out(std::size_t first, std::size_t place) const {
        for (std::size_t i = first; i < place; ++i)
            if (!taken_[i] && rank_[i] == rank_[place]) return true;
        return false;
    }

    const Rules& rules_;
    const std::vector<Number>& numbers_;
    std::optional<JoinedChoices> joined_;
    bool is_done_ = false;
    std::vector<std::size_t> rank_;
    std::vector<bool> taken_;
    std::vector<std::size_t> current_;
};

class Walk {
  public:
    Walk(std::vector<Number> numbers, Rules rules)
        : numbers_(std::move(numbers)), rules_(std::move(rules)), arrangements_(numbers_, rules_) {
        done_ = arrangements_.is_done();
        begin();
    }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    bool done() const { return done_; }
    const std::vector<Number>& numbers() const { return arrangements_.numbers(); }

    Candidate current() {
        for (std::size_t i = 0; i < digits_.size(); ++i) ops_[i] = rules_.operators.begin()[digits_[i]];
        if (rules_.grouping == Grouping::Flat) {
            shapes::flat(ops_, flat_);
            return {&arrangements_.current(), &ops_, &flat_};
        }
        return {&arrangements_.current(), &ops_, &shapes().at(shape_)};
    }

    void advance() {
        if (!advance_within()) next_arrangement();
    }

    // Advances by `count` candidates, or to the end.
    void skip(std::uint64_t count) {
        Uint128 at = place() + count;  // counted from the start of this arrangement
        while (!done_ && at >= candidates_here()) {
            at -= candidates_here();
            next_arrangement();
        }
        if (!done_) go_to(at);
    }

    // The next candidate of this arrangement; false when there are no more.
    bool advance_within() {
        for (std::size_t i = digits_.size(); i-- > 0;) {  // the last operator moves first
            if (++digits_[i] < rules_.operators.size()) return true;
            digits_[i] = 0;
        }
        return ++shape_ < shapes().count();
    }

    // Skips the rest of this arrangement.
    void next_arrangement() {
        done_ = !arrangements_.next();
        begin();
    }

    // The text of a candidate: minimal brackets.
    Text text(const Candidate& candidate) const {
        std::vector<Text> stack;
        std::size_t next = 0;
        for (const std::uint8_t item : *candidate.shape) {
            if (item == NUMBER) {
                stack.push_back({number_text(numbers()[(*candidate.numbers)[next++]]), 2});
                continue;
            }
            const Text right = std::move(stack.back());
            stack.pop_back();
            stack.back() = joined(stack.back(), (*candidate.ops)[item], right);
        }
        return stack[0];
    }

  private:
    void begin() {
        while (!done_ && shapes().count() == 0) done_ = !arrangements_.next_choice_of_numbers();
        if (done_) return;
        shape_ = 0;
        const std::size_t gaps = arrangements_.current().size() - 1;
        digits_.assign(gaps, 0);
        ops_.assign(gaps, Op::Add);
    }
    // How many candidates this arrangement has: at most 2^71. The place of the current one counts shapes, and for each
    // the operators.
    Uint128 candidates_here() {
        Uint128 count = shapes().count();
        for (std::size_t i = 0; i < digits_.size(); ++i) count *= rules_.operators.size();
        return count;
    }
    Uint128 place() const {
        Uint128 place = shape_;
        for (const std::size_t digit : digits_) place = place * rules_.operators.size() + digit;
        return place;
    }
    void go_to(Uint128 place) {
        for (std::size_t i = digits_.size(); i-- > 0;) {
            digits_[i] = static_cast<std::size_t>(place % rules_.operators.size());
            place /= rules_.operators.size();
        }
        shape_ = static_cast<std::uint64_t>(place);
    }
    shapes::Shapes& shapes() {
        auto& shapes = shapes_[arrangements_.current().size()];
        if (!shapes) shapes.emplace(rules_.grouping, arrangements_.current().size());
        return *shapes;
    }

    std::vector<Number> numbers_;
    Rules rules_;
    Arrangements arrangements_;
    std::array<std::optional<shapes::Shapes>, shapes::MOST + 1> shapes_;  // by how many numbers
    std::uint64_t shape_ = 0;
    std::vector<std::size_t> digits_;
    std::vector<Op> ops_;
    Shape flat_;
    bool done_ = false;
};

// The exact value of a candidate of the walk; nothing if it divides by zero or an intermediate result is not allowed.
template <class Value>
class Evaluator {
  public:
    Evaluator(const Walk& walk, const Rules& rules) : walk_(walk), rules_(rules) {}

    std::optional<Value> operator()(const Candidate& candidate) {
        const std::vector<Number>& numbers = walk_.numbers();
        while (values_.size() < numbers.size()) values_.emplace_back(numbers[values_.size()]);
        stack_.clear();
        std::size_t next = 0;
        for (const std::uint8_t item : *candidate.shape) {
            if (item == NUMBER) {
                stack_.push_back(values_[(*candidate.numbers)[next++]]);
                continue;
            }
            const Value right = stack_.back();
            stack_.pop_back();
            const auto result = apply((*candidate.ops)[item], stack_.back(), right);
            if (!result || !allowed(rules_, *result)) return std::nullopt;
            stack_.back() = *result;
        }
        return stack_[0];
    }

  private:
    const Walk& walk_;
    Rules rules_;
    std::vector<Value> values_;  // of the walk's numbers
    std::vector<Value> stack_;
};

}  // namespace facevalue::numbers
