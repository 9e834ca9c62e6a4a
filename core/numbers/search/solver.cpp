#include "numbers/search/solver.hpp"

#include <atomic>
#include <span>

#include "numbers/search/closest.hpp"
#include "numbers/search/form_builder.hpp"
#include "numbers/search/four_number_canonical.hpp"
#include "numbers/search/solution_list.hpp"
#include "numbers/search/walk_solver.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {
namespace {

// Threads are worth their start from about this many candidates on.
constexpr double WALK_WORTH_THREADS = 200'000;

// Results of a Search are kept between the puzzles of a batch until they weigh about 100 MB.
constexpr std::size_t HEAVIEST_SEARCH = 2'000'000;

enum class Method : std::uint8_t { Walk, Whole, Field61, Field127, Field1279 };

template <class Domain>
bool fits(std::uint64_t bound) {
    return bound <= Domain::BOUND;
}

bool is_whole(const Number& number) { return number.denominator == 1; }

// The Search turns signs freely and leaves partial results to be put in a good order. With numbers that could stand
// as results that is always possible (sums: what is added first; products: what is over the bar first).
bool is_tame(const Number& number, Values values) {
    if (must_be_whole(values) && !is_whole(number)) return false;
    return !must_not_be_negative(values) || number.numerator >= 0;
}

bool searchable(const Puzzle& puzzle, const Rules& rules) {
    if (!rules.any_order || (rules.grouping != Grouping::Any && rules.grouping != Grouping::Orders)) return false;
    if (rules.has(Op::Subtract) && !rules.has(Op::Add)) return false;
    if (rules.has(Op::Divide) && !rules.has(Op::Multiply)) return false;
    return std::all_of(puzzle.numbers.begin(), puzzle.numbers.end(),
                       [&](const Number& number) { return is_tame(number, rules.values); });
}

// Where numbers may be left unused, leaving out an idle part must leave the target's sign writable. Where all is
// positive it does, and the Search need not even list such forms.
bool may_skip_idle(const Puzzle& puzzle, const Rules& rules, Distinct distinct) {
    if (distinct != Distinct::Essential) return false;
    if (rules.use_all) return true;
    return puzzle.target.numerator >= 0 && std::all_of(puzzle.numbers.begin(), puzzle.numbers.end(),
                                                       [](const Number& number) { return number.numerator >= 0; });
}

Method method(const Puzzle& puzzle, const Rules& rules) {
    if (!searchable(puzzle, rules)) return Method::Walk;
    const std::uint64_t bound = small_reach_bound(puzzle.numbers);
    if (must_be_whole(rules.values) && fits<Whole>(bound)) return Method::Whole;
    if (fits<Field<61>>(bound)) return Method::Field61;
    return fits<Field<127>>(bound) ? Method::Field127 : Method::Field1279;
}

// A value that no expression of the numbers can have: the look-ups need not start.
bool out_of_reach(const Puzzle& puzzle, const Rules& rules) {
    if (must_be_whole(rules.values) && !is_whole(puzzle.target)) return true;
    const std::int64_t n = puzzle.target.numerator;
    const std::uint64_t size =
        static_cast<std::uint64_t>(n < 0 ? -n : n) + static_cast<std::uint64_t>(puzzle.target.denominator);
    const std::uint64_t bound = small_reach_bound(puzzle.numbers);
    return bound < (1ULL << 63) && size > bound;
}

// One Search with its domain, for one puzzle after the other.
template <class Domain>
class Bench {
  public:
    Bench(const Rules& rules, Distinct distinct, bool skip_idle, int table_size, Pulse& pulse)
        : domain_(must_be_whole(rules.values)),
          search_(domain_, rules, skip_idle, table_size, pulse),
          finder_(search_, rules, distinct, pulse) {}

    Finder<Domain>& pose(const Puzzle& puzzle) {
        leaves_.clear();
        for (const Number& number : puzzle.numbers) leaves_.push_back(search_.tables().leaf_id(number));
        std::sort(leaves_.begin(), leaves_.end(),
                  [this](LeafId a, LeafId b) { return less(search_.tables().number(a), search_.tables().number(b)); });
        finder_.pose(leaves_, puzzle.target);
        return finder_;
    }
    bool too_large() const { return search_.tables().too_large(); }
    std::size_t weight() const { return search_.weight(); }

  private:
    Domain domain_;
    Search<Domain> search_;
    Finder<Domain> finder_;
    std::vector<LeafId> leaves_;
};

template <class Domain>
class SearchSolver final : public Solving {
  public:
    SearchSolver(Puzzle puzzle, Rules rules, Distinct distinct, Stop stop)
        : puzzle_(std::move(puzzle)),
          rules_(std::move(rules)),
          pulse_(std::move(stop)),
          bench_(rules_, distinct, may_skip_idle(puzzle_, rules_, distinct), table_size_for(puzzle_.numbers.size()),
                 pulse_) {}

    std::vector<std::string> next() override {
        if (puzzle_.numbers.size() > LISTED_AT_ONCE) return finder().next_tier();
        if (listed_) return {};
        listed_ = true;
        return finder().all();
    }
    bool is_done() const override { return listed_; }
    std::uint64_t count() override { return finder().count(); }
    bool any() override { return finder().any(); }
    Ended ended() const override {
        return pulse_.stopped() ? Ended::Stopped : bench_.too_large() ? Ended::TooLarge : Ended::Ready;
    }
    std::uint64_t searched() const override { return pulse_.work(); }

  private:
    static constexpr std::size_t LISTED_AT_ONCE = 6;

    Finder<Domain>& finder() {
        if (finder_ == nullptr) finder_ = &bench_.pose(puzzle_);
        return *finder_;
    }

    Puzzle puzzle_;
    Rules rules_;
    Pulse pulse_;
    Bench<Domain> bench_;
    Finder<Domain>* finder_ = nullptr;
    bool listed_ = false;
};

class NoSolutions final : public Solving {
  public:
    std::vector<std::string> next() override { return {}; }
    bool is_done() const override { return true; }
    std::uint64_t count() override { return 0; }
    bool any() override { return false; }
    Ended ended() const override { return Ended::Ready; }
    std::uint64_t searched() const override { return 0; }
};

std::unique_ptr<Solving> walk_solver(const Puzzle& puzzle, const Rules& rules, Distinct distinct, std::size_t workers,
                                     Stop stop) {
    const std::uint64_t bound = small_reach_bound(puzzle.numbers);
    if (fits<Field<61>>(bound))
        return std::make_unique<WalkSolver<Field<61>>>(puzzle, rules, distinct, workers, std::move(stop));
    if (fits<Field<127>>(bound))
        return std::make_unique<WalkSolver<Field<127>>>(puzzle, rules, distinct, workers, std::move(stop));
    return std::make_unique<WalkSolver<Field<1279>>>(puzzle, rules, distinct, workers, std::move(stop));
}

double walk_size(const std::vector<Number>& numbers, const Rules& rules) {  // at most; only to choose threads
    double size = 1;
    const std::size_t n = numbers.size();
    for (std::size_t i = 2; rules.any_order && i <= n; ++i) size *= static_cast<double>(i);
    for (std::size_t i = 1; i < n; ++i) size *= static_cast<double>(rules.operators.size());
    return size;
}

template <class Domain>
std::optional<std::string> canonical_in(const Postfix& postfix) {
    const Rules rules;
    const Domain domain(false);
    Forms<Domain> forms(domain, rules, false);
    const auto form = Builder<Domain>(forms).build(postfix);
    if (!form) return std::nullopt;
    return Printer<Domain>(forms, true).text(form->form, form->negative).text;
}

// What one worker of a batch keeps.
class BatchWorker {
  public:
    BatchWorker(const Rules& rules, Distinct distinct, Want want, Pulse& pulse)
        : rules_(rules), distinct_(distinct), want_(want), pulse_(pulse) {}

    void want(Want want) { want_ = want; }
    void want_simplest(std::size_t most) {
        want_ = Want::Simplest;
        most_ = most;
    }
    void solve(const Puzzle& puzzle, std::size_t row, Many& results) {
        if (searchable(puzzle, rules_) && out_of_reach(puzzle, rules_)) return;
        if (distinct_ == Distinct::Essential && !may_skip_idle(puzzle, rules_, distinct_)) {
            take_all(*numbers::solve(puzzle, rules_, distinct_, 0, stop()), row, results);
            return;
        }
        switch (method(puzzle, rules_)) {
            case Method::Walk:
                return take_all(*walk_solver(puzzle, rules_, distinct_, 1, stop()), row, results);
            case Method::Whole:
                return pose(whole_, puzzle, row, results);
            case Method::Field61:
                return pose(field61_, puzzle, row, results);
            case Method::Field127:
                return pose(field127_, puzzle, row, results);
            case Method::Field1279:
                return pose(field1279_, puzzle, row, results);
        }
    }
    // Rows one after the other. Whether four whole numbers can be solved, and often in how many ways, a FourScan says.
    void solve(std::span<const Puzzle> puzzles, std::size_t first, Many& results) {
        fours_.clear();
        rows_.clear();
        for (std::size_t i = 0; i < puzzles.size() && !pulse_.stopped(); ++i) {
            const auto four = scanned(puzzles[i]);
            if (four) {
                fours_.push_back(*four);
                rows_.push_back(i);
            } else {
                solve(puzzles[i], first + i, results);
            }
            pulse_.beat(four ? WORK_OF_A_SCAN : 1);
        }
        for (std::size_t at = 0; at < fours_.size() && !pulse_.stopped();) {
            const std::size_t taken = scan_.scan(std::span(fours_).subspan(at));
            for (std::size_t i = 0; i < taken; ++i)
                solve_four(puzzles[rows_[at + i]], fours_[at + i], scan_.trees(i), first + rows_[at + i], results);
            at += taken;
        }
    }
    bool too_large() const { return too_large_; }

  private:
    static constexpr std::uint64_t WORK_OF_A_SCAN = 50;  // in look-ups

    // Small numbers come again and again: a count is quicker from the tables that are there by then (0.8 microseconds a
    // hand of 1 to 13, against 2), and for hands of 1 to 50 much slower (8 against 2).
    static constexpr std::int64_t COUNTED_BY_TABLES = 16;

    std::optional<Four> scanned(const Puzzle& puzzle) const {
        if (!scans_ || want_ == Want::Texts || want_ == Want::Simplest) return std::nullopt;
        const auto four = four_of(puzzle.numbers, puzzle.target);
        const bool is_small = four && four->numbers.back() <= COUNTED_BY_TABLES;
        return want_ == Want::Counts && is_small ? std::nullopt : four;
    }
    void solve_four(const Puzzle& puzzle, const Four& four, const std::vector<FourTree>& trees, std::size_t row,
                    Many& results) {
        if (trees.empty()) return;
        const auto count = want_ == Want::Solvable ? std::optional<std::uint64_t>(1) : different_forms(four, trees);
        if (count)
            results.counts[row] = *count;
        else
            solve(puzzle, row, results);
    }

    template <class Domain>
    void pose(std::unique_ptr<Bench<Domain>>& bench, const Puzzle& puzzle, std::size_t row, Many& results) {
        if (!bench || bench->weight() > HEAVIEST_SEARCH || puzzle.numbers.size() != size_) {
            size_ = puzzle.numbers.size();
            bench = std::make_unique<Bench<Domain>>(rules_, distinct_, distinct_ == Distinct::Essential,
                                                    table_size_for(size_), pulse_);
        }
        take(bench->pose(puzzle), row, results);
        too_large_ = too_large_ || bench->too_large();
    }
    // The same of a search of the puzzle's own.
    void take_all(Solving& solving, std::size_t row, Many& results) {
        take(solving, row, results);
        too_large_ = too_large_ || solving.ended() == Ended::TooLarge;
    }
    Stop stop() {  // a walk of its own asks this worker's pulse
        return [this] {
            pulse_.beat(Pulse::INTERVAL);
            return pulse_.stopped();
        };
    }
    static std::vector<std::string> all(Solving& solving) { return solving.next(); }
    template <class Domain>
    static std::vector<std::string> all(Finder<Domain>& finder) {
        return finder.all();
    }
    static std::vector<std::string> some(Solving& solving) { return solving.next(); }
    template <class Domain>
    static std::vector<std::string> some(Finder<Domain>& finder) {
        return finder.next_tier();
    }
    template <class Found>
    std::vector<std::string> simplest(Found& found) {
        std::vector<std::string> texts;
        while (texts.size() < most_) {
            const std::vector<std::string> more = some(found);
            if (more.empty()) break;
            texts.insert(texts.end(), more.begin(), more.end());
        }
        if (texts.size() > most_) texts.resize(most_);
        return texts;
    }
    template <class Found>
    void take(Found& found, std::size_t row, Many& results) {
        if (want_ == Want::Simplest) {
            results.counts[row] = found.count();
            if (results.counts[row] > 0) results.texts[row] = simplest(found);
        }
        if (want_ == Want::Texts) results.texts[row] = all(found);
        if (want_ == Want::Counts) results.counts[row] = found.count();
        if (want_ == Want::Solvable) results.counts[row] = found.any() ? 1 : 0;
    }

    const Rules& rules_;
    Distinct distinct_;
    Want want_;
    std::size_t most_ = 0;  // for Want::Simplest
    Pulse& pulse_;
    std::size_t size_ = 0;
    bool too_large_ = false;
    std::unique_ptr<Bench<Whole>> whole_;
    std::unique_ptr<Bench<Field<61>>> field61_;
    std::unique_ptr<Bench<Field<127>>> field127_;
    std::unique_ptr<Bench<Field<1279>>> field1279_;
    bool scans_ = allows_all_trees(rules_) && distinct_ == Distinct::Essential;
    FourScan scan_;
    std::vector<Four> fours_;
    std::vector<std::size_t> rows_;
};

}  // namespace

bool needs_walk(const Puzzle& puzzle, const Rules& rules) { return !searchable(puzzle, rules); }

std::unique_ptr<Solving> solve(const Puzzle& puzzle, const Rules& rules, Distinct distinct, std::size_t workers,
                               Stop stop) {
    if (workers > 0) return walk_solver(puzzle, rules, distinct, workers, std::move(stop));
    if (searchable(puzzle, rules) && out_of_reach(puzzle, rules)) return std::make_unique<NoSolutions>();
    switch (method(puzzle, rules)) {
        case Method::Walk:
            break;
        case Method::Whole:
            return std::make_unique<SearchSolver<Whole>>(puzzle, rules, distinct, std::move(stop));
        case Method::Field61:
            return std::make_unique<SearchSolver<Field<61>>>(puzzle, rules, distinct, std::move(stop));
        case Method::Field127:
            return std::make_unique<SearchSolver<Field<127>>>(puzzle, rules, distinct, std::move(stop));
        case Method::Field1279:
            return std::make_unique<SearchSolver<Field<1279>>>(puzzle, rules, distinct, std::move(stop));
    }
    const bool threads = walk_size(puzzle.numbers, rules) > WALK_WORTH_THREADS;
    const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
    return walk_solver(puzzle, rules, distinct, threads ? most : 1, std::move(stop));
}

Many many(const std::vector<Puzzle>& puzzles, const Rules& rules, Distinct distinct, Want want, std::size_t workers,
          const Stop& stop) {
    constexpr std::size_t ROWS = 64;  // taken at a time: neighbours share sub-multisets
    Many results;
    if (want == Want::Texts)
        results.texts.resize(puzzles.size());
    else
        results.counts.resize(puzzles.size());
    std::atomic<std::size_t> taken{0};
    std::atomic<bool> too_large{false};
    std::uint64_t work = 0;
    const bool finished = run_workers(workers, stop, work, [&](std::size_t, Pulse& pulse) {
        BatchWorker worker(rules, distinct, want, pulse);
        for (;;) {
            const std::size_t first = taken.fetch_add(ROWS);
            if (first >= puzzles.size()) return;
            worker.solve(std::span(puzzles).subspan(first, std::min(ROWS, puzzles.size() - first)), first, results);
            if (worker.too_large()) too_large = true;
            if (pulse.stopped()) return;
        }
    });
    results.ended = !finished ? Ended::Stopped : too_large ? Ended::TooLarge : Ended::Ready;
    return results;
}

struct Streak::State {
    State(const Rules& rules, Distinct distinct, Pulse& pulse)
        : rules(rules), pulse(pulse), worker(this->rules, distinct, Want::Counts, pulse) {}

    std::uint64_t solve(const Puzzle& puzzle) {
        result.counts[0] = 0;
        result.texts[0].clear();
        worker.solve(puzzle, 0, result);
        return result.counts[0];
    }

    Rules rules;
    Pulse& pulse;
    BatchWorker worker;
    Many result{std::vector<std::vector<std::string>>(1), std::vector<std::uint64_t>(1)};
};

Streak::Streak(const Rules& rules, Distinct distinct, Pulse& pulse)
    : state_(std::make_unique<State>(rules, distinct, pulse)) {}
Streak::~Streak() = default;
Streak::Streak(Streak&&) noexcept = default;

std::uint64_t Streak::count(const Puzzle& puzzle) {
    state_->worker.want(Want::Counts);
    return state_->solve(puzzle);
}

bool Streak::any(const Puzzle& puzzle) {
    state_->worker.want(Want::Solvable);
    return state_->solve(puzzle) > 0;
}

std::pair<std::uint64_t, std::vector<std::string>> Streak::simplest(const Puzzle& puzzle, std::size_t most) {
    state_->worker.want_simplest(most);
    const std::uint64_t count = state_->solve(puzzle);
    return {count, std::move(state_->result.texts[0])};
}

Ended Streak::ended() const {
    return state_->pulse.stopped() ? Ended::Stopped : state_->worker.too_large() ? Ended::TooLarge : Ended::Ready;
}

bool closest_walks(const std::vector<Number>& numbers, const Rules& rules) {
    const bool any_tree = rules.grouping == Grouping::Any || rules.grouping == Grouping::Orders;
    return !rules.any_order || !any_tree || !fits<Field<61>>(small_reach_bound(numbers));
}

std::optional<std::vector<Number>> closest(const Puzzle& puzzle, const Rules& rules, const Stop& stop) {
    const std::uint64_t bound = small_reach_bound(puzzle.numbers);
    if (closest_walks(puzzle.numbers, rules)) {
        if (fits<Field<61>>(bound)) return WalkSolver<Field<61>>(puzzle, rules, Distinct::Raw, 1, stop).closest();
        if (fits<Field<127>>(bound)) return WalkSolver<Field<127>>(puzzle, rules, Distinct::Raw, 1, stop).closest();
        return WalkSolver<Field<1279>>(puzzle, rules, Distinct::Raw, 1, stop).closest();
    }
    // A target beyond all values is as far from them as the bound is, or further: the bound stands in for it.
    Number target = puzzle.target;
    const auto most = static_cast<std::int64_t>(bound);
    if (less(target, {-most, 1})) target = {-most, 1};
    if (less({most, 1}, target)) target = {most, 1};
    Pulse pulse(stop);
    Closest search(puzzle.numbers, rules, pulse);
    const auto values = search.nearest(target);
    if (pulse.stopped()) return std::nullopt;
    std::vector<Number> numbers;
    for (const Fraction& value : values) numbers.push_back(reduced(value));
    return numbers;
}

std::optional<std::string> canonical(const Postfix& postfix) {
    std::vector<Number> numbers;
    for (const Token& token : postfix)
        if (!token.is_operator) numbers.push_back(token.number);
    const std::uint64_t bound = small_reach_bound(numbers);
    if (fits<Field<61>>(bound)) return canonical_in<Field<61>>(postfix);
    return fits<Field<127>>(bound) ? canonical_in<Field<127>>(postfix) : canonical_in<Field<1279>>(postfix);
}

}  // namespace facevalue::numbers
