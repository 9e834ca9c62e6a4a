// WalkSolver: the solutions among the raw candidates, from a walk on one or several threads or from tables of parts
// (part_tables.hpp).
//
// In a walk, workers take small runs of candidates in turn and evaluate each exactly. Hits are converted to canonical
// forms (form_builder.hpp). Where the rules also allow a search, its expressions represent the solutions, so that both
// methods list the same; a solution that the search missed would still be listed.
#pragma once

#include <atomic>
#include <functional>
#include <map>

#include "numbers/backward/solution_list.hpp"
#include "numbers/forms/form_builder.hpp"
#include "numbers/forms/form_reducer.hpp"
#include "numbers/parts/part_tables.hpp"
#include "numbers/solve/solver.hpp"
#include "numbers/values/closest.hpp"
#include "numbers/values/method.hpp"
#include "numbers/values/sorted_values.hpp"
#include "numbers/walk/matching.hpp"
#include "numbers/walk/walk.hpp"
#include "work/sorting.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {

template <class Domain>
class WalkSolver final : public Solver {
  public:
    using Value = Ratio<typename Domain::Exact>;

    // `engine` is Parts or Walk, `workers` are the threads of a walk. `listed` returns expressions of solutions, which
    // come first, in that order.
    using Listed = std::function<std::vector<std::string>()>;

    WalkSolver(Puzzle puzzle, Rules rules, Distinct distinct, Engine engine, std::size_t workers, Stop stop,
               std::uint64_t most_compared = MOST_COMPARED, Listed listed = {})
        : puzzle_(std::move(puzzle)),
          rules_(std::move(rules)),
          distinct_(distinct),
          has_tables_(engine == Engine::Parts),
          workers_(workers),
          stop_(std::move(stop)),
          most_compared_(most_compared),
          listed_(std::move(listed)),
          domain_(false),
          forms_(domain_, rules_, distinct == Distinct::Essential) {}

    std::vector<std::string> next() override {
        if (!ran_ && !gave_simplest_ && has_tables_ && !listed_ && is_many()) {
            find_simplest();
            gave_simplest_ = !simplest_.empty();
            return gave_simplest_ ? std::vector{simplest_} : std::vector<std::string>();
        }
        run();
        if (returned_ || too_large_ || stopped_) return {};
        returned_ = true;
        return {texts_.begin() + (gave_simplest_ ? 1 : 0), texts_.end()};
    }
    bool is_done() const override { return returned_; }
    std::uint64_t count() override {
        if (has_tables_ && distinct_ == Distinct::Raw && counts_raw()) return count_raw();
        is_counted_ = true;
        run();
        return texts_.size();
    }
    bool any() override {
        if (!has_tables_) return count() > 0;
        if (is_product()) return true;
        const bool found = tables().any(puzzle_.target);
        stopped_ = pulse_.stopped();
        return found;
    }
    SearchStatus status() const override { return status_of(stopped_, too_large_); }
    TooMuch too_much() override {
        if (!is_counted_) return too_many_expressions(0, TooMuch::Remedy::OnlyFirst, most_compared_);
        const std::uint64_t count = counts_raw() ? count_raw() : 0;
        const bool helps = distinct_ != Distinct::Raw && count > 0;
        return too_many_expressions(count, helps ? TooMuch::Remedy::CountRaw : TooMuch::Remedy::FewerNumbers,
                                    most_compared_);
    }
    std::uint64_t searched() const override { return has_tables_ ? pulse_.work() : searched_; }
    std::vector<std::uint64_t> handled() const override { return handled_; }

    // The candidates' values nearest to the target.
    std::optional<std::vector<Number>> closest() {
        Nearest<Value> nearest{Value(puzzle_.target)};
        for_values([&](const Value& value) { nearest.offer(value); });
        if (stopped_) return std::nullopt;
        std::vector<Number> numbers;
        for (const Value& value : nearest.values()) {
            const auto number = narrow(value);
            if (!number) return std::nullopt;
            numbers.push_back(*number);
        }
        return numbers;
    }

    // The candidates' values in ascending order.
    std::optional<std::vector<Number>> values() {
        SortedValues numbers;
        bool fits = true;
        for_values([&](const Value& value) {
            const auto number = narrow(value);
            fits = fits && number;
            if (number) numbers.add(*number);
        });
        return fits && !stopped_ ? std::optional(numbers.take()) : std::nullopt;
    }

    // Visits all whole values of 64 bits that candidates have; false when stopped.
    template <class Visit>
    bool for_whole_values(Visit visit) {
        for_values([&](const Value& value) {
            if (!value.is_whole()) return;
            if (const auto whole = narrow(value)) visit(whole->numerator);
        });
        return !stopped_;
    }

  private:
    using Hit = PartTables::Hit;

    // A hit takes about 1 KB and 20 microseconds.
    static constexpr std::size_t UNLISTED = static_cast<std::size_t>(-1);
    // An expression of a solution, compared with its other expressions.
    struct Rank {
        std::size_t place;  // in the list of the search
        std::size_t cores;  // of the expression: with one core it represents only this solution
        Cost cost;
        bool unusual;  // the Printer writes the form differently
        std::string text;
        bool operator<(const Rank& other) const {
            const auto key = [](const Rank& rank) {
                return std::tuple(rank.place == UNLISTED, rank.cores, rank.cost, rank.unusual, rank.place);
            };
            return key(*this) != key(other) ? key(*this) < key(other) : reads_easier(text, other.text);
        }
        static bool is_before(const Rank& a, const Rank& b) {
            if (a.place != b.place) return a.place < b.place;
            return a.cost != b.cost ? a.cost < b.cost : reads_easier(a.text, b.text);
        }
    };
    // A solution: its form, and for raw solutions its text.
    using SolutionKey = std::pair<SignedForm, std::string>;

    static std::optional<Number> narrow(const Value& value) {
        if constexpr (std::is_same_v<Value, Fraction>) {
            return reduced(value);
        } else {
            auto a = value.numerator().negative() ? -value.numerator() : value.numerator(), b = value.denominator();
            while (!(b == WideInt(0))) {
                const auto rest = a % b;
                a = b;
                b = rest;
            }
            const auto numerator = value.numerator() / a, denominator = value.denominator() / a;
            if ((numerator.negative() ? -numerator : numerator).bits() > 63 || denominator.bits() > 63)
                return std::nullopt;
            return Number{static_cast<std::int64_t>(numerator.word(0)), static_cast<std::int64_t>(denominator.word(0))};
        }
    }

    PartTables& tables() {
        if (!tables_) {
            tables_.emplace(rules_, pulse_);
            tables_->prepare(puzzle_.numbers);
        }
        return *tables_;
    }
    // In a fixed order, is the target 0 the product of all numbers? No expression is simpler or easier to read.
    bool is_product() const {
        return has_tables_ && puzzle_.target.numerator == 0 && !rules_.any_order && rules_.use_all && !rules_.join &&
               rules_.values == Values::Rational && rules_.largest == 0 && rules_.has(Op::Multiply) &&
               std::ranges::find(puzzle_.numbers, Number{0, 1}) != puzzle_.numbers.end();
    }
    // Are all expressions different, so that they are counted without a list?
    bool counts_raw() const { return rules_.use_all && !(rules_.any_order && rules_.join); }
    std::uint64_t count_raw() {
        const std::uint64_t found = tables().count(puzzle_.target);
        stopped_ = pulse_.stopped();
        return found;
    }
    // Are there many expressions? Then the simplest is found without comparing all.
    bool is_many() {
        if (!is_many_) is_many_ = is_product_of_many() || tables().most_hits(puzzle_.target) > double{MOST_COMPARED};
        return *is_many_;
    }
    // Are there many expressions? A 0 may be multiplied by every expression of the numbers on one side of
    // it that does not divide, and by the others one by one. To go through all of them would take long.
    bool is_product_of_many() const {
        if (!is_product()) return false;
        const auto zero = std::ranges::find(puzzle_.numbers, Number{0, 1}) - puzzle_.numbers.begin();
        const auto side = std::max(zero, static_cast<std::ptrdiff_t>(puzzle_.numbers.size()) - 1 - zero);
        const auto operators = static_cast<double>(rules_.operators.size() - (rules_.has(Op::Divide) ? 1 : 0));
        double expressions = 1;  // the trees of so many numbers (Catalan), with every operator at each node
        for (std::ptrdiff_t k = 1; k < side; ++k)
            expressions *= operators * static_cast<double>(4 * k - 2) / static_cast<double>(k + 1);
        return expressions > double{MOST_COMPARED};
    }
    std::string product_text() const {
        std::string text = number_text(puzzle_.numbers[0]);
        for (std::size_t i = 1; i < puzzle_.numbers.size(); ++i) text += "*" + number_text(puzzle_.numbers[i]);
        return text;
    }
    // Of many expressions, which the others follow if so many may be compared.
    void find_simplest() {
        if (!simplest_.empty()) return;
        if (is_product())
            simplest_ = product_text();
        else if (const auto hit = tables().simplest(puzzle_.target))
            simplest_ = hit->text;
        tables_.reset();  // their expressions are only the simplest
        stopped_ = pulse_.stopped();
    }

    template <class Visit>
    void for_values(Visit visit) {
        if (!has_tables_)
            return walk(1, [&](std::size_t, const Walk&, const Candidate&, const Value& value) { visit(value); });
        tables().for_values(
            [&](const Fraction& value) { visit(Value(Number{value.numerator(), value.denominator()})); });
        stopped_ = pulse_.stopped();
    }

    // Calls visit(worker, walk, candidate, value) for every candidate that has a value. Every worker starts with a
    // different run, so that each gets some candidates even if a walk ends before all threads have started.
    template <class Visit>
    void walk(std::size_t workers, Visit visit) {
        constexpr std::uint64_t PIECE = 16;
        constexpr std::uint64_t WORK_OF_A_VALUE = sizeof(Value) > 64 ? 1000 : 0;  // in candidates; wide ones take 10 us
        const std::uint64_t size = workers == 1 ? ~std::uint64_t{0} : PIECE;
        handled_.assign(workers, 0);
        std::atomic<std::uint64_t> taken{workers};
        stopped_ = !run_workers(
            workers, stop_,
            [&](std::size_t worker, Pulse& pulse) {
                Walk walk(puzzle_.numbers, rules_);
                Evaluator<Value> evaluate(walk, rules_);
                std::uint64_t at = 0;
                for (std::uint64_t piece = worker; !walk.done() && !pulse.stopped(); piece = taken.fetch_add(1)) {
                    walk.skip(piece * size - at);  // quickly: other workers handle what is between
                    std::uint64_t left = size;
                    for (; left > 0 && !walk.done() && !pulse.stopped(); --left, walk.advance()) {
                        ++handled_[worker];
                        pulse.beat(1);
                        pulse.spend(WORK_OF_A_VALUE);
                        const Candidate candidate = walk.current();
                        if (const auto value = evaluate(candidate)) visit(worker, walk, candidate, *value);
                    }
                    at = (piece + 1) * size - left;
                }
            },
            &searched_);
    }

    void run() {
        if (ran_) return;
        ran_ = true;
        if (has_tables_) {
            too_large_ = is_many() && most_compared_ < ANY_NUMBER;
            if (too_large_) return;
            set_places();
            if (is_many() && !listed_) {
                find_simplest();
                places_[simplest_] = 0;
            }
            auto found = tables().hits(puzzle_.target, static_cast<double>(most_compared_));
            stopped_ = pulse_.stopped();
            if (!found || stopped_) return;
            keep_easiest({std::move(*found)});
            return;
        }
        const Value target(puzzle_.target);
        std::vector<std::vector<Hit>> hits(workers_);
        walk(workers_, [&](std::size_t worker, const Walk& walk, const Candidate& candidate, const Value& value) {
            if (value == target) hits[worker].push_back({walk.text(candidate).text, postfix(walk, candidate)});
        });
        if (stopped_) return;
        set_places();
        keep_easiest(hits);
    }
    void set_places() {
        if (!listed_) return;
        const std::vector<std::string> listed = listed_();
        for (std::size_t place = 0; place < listed.size(); ++place) places_[listed[place]] = place;
    }

    static Postfix postfix(const Walk& walk, const Candidate& candidate) {
        Postfix tokens;
        std::size_t next = 0;
        for (const std::uint8_t item : *candidate.shape) {
            if (item == NUMBER)
                tokens.push_back({false, Op::Add, walk.numbers()[(*candidate.numbers)[next++]]});
            else
                tokens.push_back({true, (*candidate.ops)[item], {}});
        }
        return tokens;
    }

    // Calls visit(solution, rank) for each hit and each solution that it counts for.
    template <class Visit>
    void for_solutions(const std::vector<std::vector<Hit>>& hits, Pulse& pulse, Visit visit) {
        constexpr std::uint64_t WORK_OF_A_HIT = 50;  // in candidates
        FormBuilder<Domain> builder(forms_);
        FormReducer<Domain> parts(forms_, pulse);
        Printer<Domain> printer(forms_, rules_.has(Op::Subtract));
        std::set<FormId> solved;
        for (const auto& found : hits)
            for (const Hit& hit : found) {
                solved.insert(builder.build(hit.postfix)->form);
                pulse.spend(WORK_OF_A_HIT);
                if (pulse.stopped()) return;
            }
        const auto has_superfluous = [&](FormId form) {
            const auto smaller = parts.smaller(form);
            return std::any_of(smaller.begin(), smaller.end(), [&](FormId less) { return solved.contains(less); });
        };
        for (const auto& found : hits)
            for (const Hit& hit : found) {
                SignedForm form = *builder.build(hit.postfix);
                const bool cored = distinct_ == Distinct::Essential && rules_.use_all;
                const bool unusual = printer.text(form.form, form.negative).text != hit.text;
                const auto listed = places_.find(hit.text);
                const Rank rank{listed == places_.end() ? UNLISTED : listed->second,
                                cored ? parts.cores(form.form).size() : 1, forms_[form.form].cost, unusual, hit.text};
                const auto keep = [&](FormId id, const std::string& text) {
                    visit(SolutionKey{SignedForm{id, form.negative}, text}, rank);
                };
                if (distinct_ == Distinct::Raw) keep(form.form, hit.text);
                if (distinct_ == Distinct::Canonical) keep(form.form, "");
                if (distinct_ != Distinct::Essential) continue;
                if (puzzle_.target.numerator == 0) form.negative = false;  // -0 is 0
                if (!rules_.use_all && !has_superfluous(form.form)) keep(parts.with_kept_quotients(form.form), "");
                if (cored)
                    for (const FormId core : parts.cores(form.form)) keep(parts.with_kept_quotients(core), "");
                pulse.spend(WORK_OF_A_HIT);
                if (pulse.stopped()) return;
            }
    }

    // Keeps, of all hits that are the same solution, the one that is easiest to read.
    void keep_easiest(const std::vector<std::vector<Hit>>& hits) {
        Pulse pulse(stop_);
        std::map<SolutionKey, Rank> best;
        for_solutions(hits, pulse, [&](const SolutionKey& solution, const Rank& rank) {
            const auto [at, is_new] = best.try_emplace(solution, rank);
            if (!is_new && rank < at->second) at->second = rank;
        });
        // Expressions of one core represent one solution only. Others may be shared.
        std::map<SolutionKey, std::set<Rank>> shared;
        for (const auto& [solution, rank] : best)
            if (rank.cores > 1) shared[solution];
        if (!shared.empty())
            for_solutions(hits, pulse, [&](const SolutionKey& solution, const Rank& rank) {
                const auto at = shared.find(solution);
                if (at == shared.end()) return;
                const bool is_better_known = best.at(solution).place != UNLISTED && rank.place == UNLISTED;
                if (!is_better_known) at->second.insert(rank);
            });
        std::vector<Rank> ranks = assign(shared, pulse);
        if (pulse.stopped()) return void(stopped_ = true);
        for (auto& [solution, rank] : best)
            if (rank.cores == 1) ranks.push_back(std::move(rank));
        sort_items(ranks, Rank::is_before);
        for (Rank& rank : ranks) texts_.push_back(std::move(rank.text));
    }
    // A different expression for each of the solutions. If the order of the numbers is fixed, there may be too few.
    static std::vector<Rank> assign(const std::map<SolutionKey, std::set<Rank>>& shared, Pulse& pulse) {
        std::map<std::string, std::size_t> numbers;
        std::vector<const Rank*> all;
        std::vector<std::vector<std::size_t>> rows;
        for (const auto& [solution, ranks] : shared) {
            rows.emplace_back();
            for (const Rank& rank : ranks) {
                const auto [at, is_new] = numbers.try_emplace(rank.text, all.size());
                if (is_new) all.push_back(&rank);
                rows.back().push_back(at->second);
            }
        }
        std::vector<Rank> found;
        for (const std::size_t which : matched(rows, all.size(), pulse))
            if (which != UNMATCHED) found.push_back(*all[which]);
        return found;
    }

    Puzzle puzzle_;
    Rules rules_;
    Distinct distinct_;
    bool has_tables_;
    std::size_t workers_;
    Stop stop_;
    std::uint64_t most_compared_;
    Listed listed_;
    Pulse pulse_{stop_};
    std::optional<PartTables> tables_;
    Domain domain_;
    Forms<Domain> forms_;
    bool ran_ = false, returned_ = false, is_counted_ = false, stopped_ = false, too_large_ = false;
    bool gave_simplest_ = false;
    std::optional<bool> is_many_;
    std::string simplest_;
    std::map<std::string, std::size_t> places_;  // of the listed expressions
    std::vector<std::string> texts_;
    std::vector<std::uint64_t> handled_;
    std::uint64_t searched_ = 0;
};

}  // namespace facevalue::numbers
