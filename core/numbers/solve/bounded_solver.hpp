// BoundedSolver: the solutions whose results do not exceed a bound (Rules::largest), from a search without the bound.
//
// The bound allows fewer expressions, so a solution is one of those without it. The search lists these, and each is
// kept if its expression, or the same terms and factors in another order, stays within the bound. One is dropped if its
// core has a part that exceeds the bound, which every expression of it would have to compute. Rarely neither is known;
// then tables of parts (part_tables.hpp) go through all expressions after the search has ended. More than
// MOST_PARTS_IN_ANY_ORDER numbers have too many expressions for that, except in a walk for a caller who pays any price.
//
// For rules with any order and grouping, and not for raw solutions.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numbers/exact/text.hpp"
#include "numbers/forms/form_builder.hpp"
#include "numbers/forms/form_reducer.hpp"
#include "numbers/forms/printer.hpp"
#include "numbers/solve/solver.hpp"

namespace facevalue::numbers {

// Reads what Printer writes.
class PrintedExpression {
  public:
    static Postfix postfix(std::string_view text) {
        PrintedExpression reader(text);
        reader.read(0);
        return std::move(reader.tokens_);
    }

  private:
    explicit PrintedExpression(std::string_view text) : text_(text) {}

    // A sum if the family is 0, else a product.
    void read(int family) {
        operand(family);
        while (place_ < text_.size() && op_of(text_[place_]) && row(*op_of(text_[place_])).family == family) {
            const Op op = *op_of(text_[place_++]);
            operand(family);
            tokens_.push_back({true, op, {}});
        }
    }
    void operand(int family) {
        if (family == 0) return read(1);
        if (text_[place_] == '(') {
            ++place_;
            read(0);
            ++place_;
            return;
        }
        const bool has_braces = text_[place_] == '{';
        place_ += has_braces ? 1 : 0;
        Number number{whole(), 1};
        if (has_braces && text_[place_] == '/') {
            ++place_;
            number.denominator = whole();
        }
        place_ += has_braces ? 1 : 0;
        tokens_.push_back({false, Op::Add, number});
    }
    std::int64_t whole() {
        const bool is_negative = text_[place_] == '-';
        place_ += is_negative ? 1 : 0;
        std::int64_t value = 0;
        for (; place_ < text_.size() && text_[place_] >= '0' && text_[place_] <= '9'; ++place_)
            value = value * 10 + (text_[place_] - '0');
        return is_negative ? -value : value;
    }

    std::string_view text_;
    std::size_t place_ = 0;
    Postfix tokens_;
};

// Finds an order of the terms and factors of an expression in which the rules allow all results. 3^k steps for k terms.
class AllowedOrder {
  public:
    AllowedOrder(const Rules& rules, Pulse& pulse) : rules_(rules), pulse_(pulse) {}

    // The expression in the order given or another one; nothing if the rules allow none.
    std::optional<std::string> text(const Postfix& postfix) {
        nodes_.clear();
        std::vector<std::size_t> stack;
        std::vector<Made> given;  // in the order given
        bool is_allowed = true;
        for (const Token& token : postfix) {
            if (!token.is_operator) {
                nodes_.push_back({-1, {}, token.number});
                given.push_back(made_of(token.number));
            } else {
                const std::size_t right = stack.back();
                stack.pop_back();
                const std::size_t left = stack.back();
                stack.pop_back();
                Node node{row(token.op).family, {}, {}};
                add(left, false, node);
                add(right, row(token.op).inverse, node);
                nodes_.push_back(std::move(node));
                const Made second = std::move(given.back());
                given.pop_back();
                auto made = is_allowed ? result(given.back(), token.op, second) : std::nullopt;
                is_allowed = made.has_value();
                if (is_allowed) given.back() = std::move(*made);
            }
            stack.push_back(nodes_.size() - 1);
        }
        if (is_allowed) return given.back().text.text;
        const auto made = ordered(stack.back());
        return made ? std::optional(made->text.text) : std::nullopt;
    }

  private:
    struct Node {
        int family;                                         // -1 for a number
        std::vector<std::pair<std::size_t, bool>> members;  // and whether they are subtracted or divide
        Number number;
    };
    struct Made {
        Fraction value;
        Text text;
    };

    static Made made_of(const Number& number) { return {Fraction(number), {number_text(number), TIGHTEST}}; }
    void add(std::size_t member, bool inverse, Node& node) const {
        if (nodes_[member].family != node.family) return node.members.emplace_back(member, inverse), void();
        for (const auto& [inner, is_inverse] : nodes_[member].members)
            node.members.emplace_back(inner, is_inverse != inverse);
    }
    std::optional<Made> result(const Made& left, Op op, const Made& right) const {
        const auto value = apply(op, left.value, right.value);
        if (!value || !allowed(rules_, *value)) return std::nullopt;
        return Made{value->tidied(), joined(left.text, op, right.text)};
    }

    // Each set of members can be made as it is, or all inverted: 5-3 or 3-5. Made of two such sets each, in the way
    // that is easiest to read.
    std::optional<Made> ordered(std::size_t id) {
        const Node& node = nodes_[id];
        if (node.family < 0) return made_of(node.number);
        const std::size_t end = std::size_t{1} << node.members.size();
        std::vector<std::array<std::optional<Made>, 2>> made(end);
        for (std::size_t i = 0; i < node.members.size(); ++i)
            made[std::size_t{1} << i][node.members[i].second ? 1 : 0] = ordered(node.members[i].first);
        const Op direct = node.family == 0 ? Op::Add : Op::Multiply;
        const auto offer = [&](std::optional<Made>& to, const std::optional<Made>& left, Op op,
                               const std::optional<Made>& right) {
            if (!left || !right || !rules_.has(op)) return;
            auto made = result(*left, op, *right);
            if (made && (!to || reads_easier(made->text.text, to->text.text))) to = std::move(made);
        };
        for (std::size_t set = 1; set < end && !pulse_.stopped(); ++set) {
            pulse_.beat(set);
            for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
                const auto &one = made[part], &other = made[set ^ part];
                offer(made[set][0], one[0], direct, other[0]);
                offer(made[set][0], one[0], opposite(direct), other[1]);
                offer(made[set][1], one[1], direct, other[1]);
                offer(made[set][1], one[1], opposite(direct), other[0]);
            }
        }
        return made[end - 1][0];
    }

    const Rules& rules_;
    Pulse& pulse_;
    std::vector<Node> nodes_;
};

template <class Domain>
class BoundedSolver final : public Solver {
  public:
    // `search` solves the puzzle without the bound; `all_expressions` makes a solver with it, which lists the solutions
    // whose expressions it is given before all others, or nothing if there are too many expressions.
    using MakeSolver = std::function<std::unique_ptr<Solver>(std::vector<std::string>)>;

    BoundedSolver(const Rules& rules, Distinct distinct, Stop stop, std::unique_ptr<Solver> search,
                  MakeSolver all_expressions)
        : rules_(rules),
          distinct_(distinct),
          pulse_(std::move(stop)),
          order_(rules_, pulse_),
          search_(std::move(search)),
          all_expressions_(std::move(all_expressions)) {}

    std::vector<std::string> next() override {
        while (returned_ == texts_.size() && find_more()) {
        }
        const auto first = texts_.begin() + static_cast<std::ptrdiff_t>(std::exchange(returned_, texts_.size()));
        return {first, texts_.end()};
    }
    bool is_done() const override { return is_complete_; }
    std::uint64_t count() override {
        while (find_more()) {
        }
        return texts_.size();
    }
    bool any() override {
        while (texts_.empty() && !is_searched_ && search_more()) {
        }
        return !texts_.empty() || (!is_sure_ && !is_complete_ && make_other() && other_->any());
    }
    SearchStatus status() const override {
        if (pulse_.stopped() || search_->status() == SearchStatus::Stopped) return SearchStatus::Stopped;
        return other_ ? other_->status() : status_of(false, too_large_);
    }
    TooMuch too_much() override {
        if (other_) return other_->too_much();
        return {.problem = "with `largest`, some solutions of so many numbers can only be found among all expressions",
                .limit = MOST_COMPARED,
                .is_liftable = true};
    }
    std::uint64_t searched() const override { return search_->searched() + (other_ ? other_->searched() : 0); }

  private:
    // False at the end, and when something is wrong.
    bool find_more() {
        if (is_complete_ || status() != SearchStatus::Ready) return false;
        if (!is_searched_) return search_more();
        is_complete_ = true;
        if (is_sure_ || !make_other()) return false;
        const std::set<std::string> listed(texts_.begin(), texts_.end());
        for (std::string& text : other_->all())
            if (!listed.contains(text)) texts_.push_back(std::move(text));
        return false;
    }
    // Keeps the next few solutions without the bound that certainly stay within it.
    bool search_more() {
        const std::vector<std::string> found = search_->next();
        if (search_->status() == SearchStatus::TooLarge) is_sure_ = false;
        is_searched_ = found.empty() || search_->status() != SearchStatus::Ready;
        for (const std::string& each : found) {
            pulse_.beat(WORK_OF_A_SOLUTION);
            if (pulse_.stopped()) return false;
            const Postfix postfix = PrintedExpression::postfix(each);
            if (auto text = order_.text(postfix)) {
                if (different_.insert(*text).second)
                    texts_.push_back(std::move(*text));
                else
                    is_sure_ = false;
            } else if (is_sure_) {
                is_sure_ = is_beyond(postfix);
            }
        }
        return true;
    }
    bool make_other() {
        if (!other_) other_ = all_expressions_(texts_);
        too_large_ = !other_;
        return other_ != nullptr;
    }
    // Do all expressions of this solution, of which one has no allowed order, exceed the bound?
    bool is_beyond(const Postfix& postfix) {
        if (distinct_ == Distinct::Canonical) return rules_.values == Values::Rational;
        const Domain domain(false);
        Forms<Domain> forms(domain, rules_, true);
        const FormId form = FormBuilder<Domain>(forms).build(postfix)->form;
        const std::set<FormId> cores = FormReducer<Domain>(forms, pulse_).cores(form);
        if (cores.size() != 1) return false;
        ExactValues<Domain> values(forms);
        return has_larger_part(forms, values, *cores.begin());
    }
    bool has_larger_part(const Forms<Domain>& forms, ExactValues<Domain>& values, FormId form) const {
        for (const Child child : forms.children(form)) {
            const bool is_result = forms[child.form()].kind != Kind::Leaf;
            if (is_result && !values.of(child.form()).is_within(rules_.largest)) return true;
            if (has_larger_part(forms, values, child.form())) return true;
        }
        return false;
    }

    static constexpr std::uint64_t WORK_OF_A_SOLUTION = 100;  // in look-ups

    Rules rules_;
    Distinct distinct_;
    Pulse pulse_;
    AllowedOrder order_;
    std::unique_ptr<Solver> search_;
    MakeSolver all_expressions_;
    std::unique_ptr<Solver> other_;  // that goes through all expressions
    std::set<std::string> different_;
    std::vector<std::string> texts_;
    std::size_t returned_ = 0;
    bool is_sure_ = true;  // about every solution so far
    bool is_searched_ = false, is_complete_ = false, too_large_ = false;
};

}  // namespace facevalue::numbers
