#include "numbers/solve/solver.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "numbers/backward/puzzle_search.hpp"
#include "numbers/backward/value_tables.hpp"
#include "numbers/exact/text.hpp"
#include "numbers/forms/form_builder.hpp"
#include "numbers/parts/part_tables.hpp"
#include "numbers/solve/bounded_solver.hpp"
#include "numbers/solve/function_solver.hpp"
#include "numbers/solve/walk_solver.hpp"
#include "numbers/values/closest.hpp"
#include "numbers/values/method.hpp"
#include "numbers/values/sorted_values.hpp"
#include "work/once.hpp"
#include "work/system.hpp"

namespace facevalue::numbers {
namespace {

// With fewer candidates, starting threads is not worth it.
constexpr double WALK_WORTH_THREADS = 200'000;

// Searches that are not in use, kept for the next puzzle of their kind: a small search spends most of its time on
// tables, which many puzzles share. Results do not depend on earlier puzzles. Threads share this object.
class IdleSearches {
  public:
    std::unique_ptr<PuzzleSearch> take(const SearchKind& kind) {
        const TryLock lock(mutex_);  // making a new search is faster than waiting
        if (!lock) return nullptr;
        for (auto& search : searches_)
            if (search && search->kind == kind) return std::move(search);
        return nullptr;
    }
    void keep(std::unique_ptr<PuzzleSearch> search) {
        if (search->weight() > HEAVIEST) return;
        const TryLock lock(mutex_);
        if (lock) std::swap(searches_[oldest_++ % searches_.size()], search);
    }

    void drop() {
        const LockGuard lock(mutex_);
        for (auto& search : searches_) search.reset();
    }

  private:
    static constexpr std::size_t HEAVIEST = 20'000;  // about 1 MB

    Mutex mutex_;
    std::array<std::unique_ptr<PuzzleSearch>, 4> searches_;
    std::size_t oldest_ = 0;
};

IdleSearches& idle_searches() {
    static constinit Once<IdleSearches*> all;
    return *all.get([] { return new IdleSearches; });
}

class SearchSolver final : public Solver {
  public:
    SearchSolver(Method method, Puzzle puzzle, const Rules& rules, Distinct distinct, Stop stop)
        : puzzle_(std::move(puzzle)) {
        const SearchKind kind{method, rules, distinct, may_skip_idle(puzzle_, rules, distinct), puzzle_.numbers.size()};
        if (is_small()) search_ = idle_searches().take(kind);
        if (!search_) search_ = make_puzzle_search(kind);
        search_->pulse = Pulse(std::move(stop));
    }
    ~SearchSolver() override {
        if (!is_small() || !is_intact_ || status() != SearchStatus::Ready) return;
        search_->pulse = Pulse();  // the Stop may refer to objects that no longer exist
        idle_searches().keep(std::move(search_));
    }
    SearchSolver(const SearchSolver&) = delete;
    SearchSolver& operator=(const SearchSolver&) = delete;

    std::vector<std::string> next() override {
        if (listed_) return {};
        listed_ = is_small();
        return call([this] { return is_small() ? search_->all() : search_->next(); });
    }
    bool is_done() const override { return listed_; }
    std::uint64_t count() override {
        return call([this] { return search_->count(); });
    }
    bool any() override {
        return call([this] { return search_->any(); });
    }
    SearchStatus status() const override { return status_of(search_->pulse.stopped(), search_->too_large()); }
    std::uint64_t searched() const override { return search_->pulse.work(); }

  private:
    // With so few numbers, listing all solutions at once is faster.
    static constexpr std::size_t LISTED_AT_ONCE = 6;

    bool is_small() const { return puzzle_.numbers.size() <= LISTED_AT_ONCE; }

    template <class Function>
    std::invoke_result_t<Function> call(Function function) {
        is_intact_ = false;  // until it returns, because it may throw
        if (!prepared_) search_->prepare(puzzle_);
        prepared_ = true;
        auto result = function();
        is_intact_ = true;
        return result;
    }

    Puzzle puzzle_;
    std::unique_ptr<PuzzleSearch> search_;
    bool prepared_ = false, listed_ = false;
    bool is_intact_ = true;  // no call was interrupted
};

class NoSolutions final : public Solver {
  public:
    std::vector<std::string> next() override { return {}; }
    bool is_done() const override { return true; }
    std::uint64_t count() override { return 0; }
    bool any() override { return false; }
    SearchStatus status() const override { return SearchStatus::Ready; }
    std::uint64_t searched() const override { return 0; }
};

std::unique_ptr<Solver> make_walk_solver(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Engine engine,
                                         std::size_t workers, Stop stop, std::uint64_t most_compared,
                                         std::function<std::vector<std::string>()> listed = {}) {
    return with_field(small_reach_bound(puzzle.numbers, rules), [&]<class Domain>() -> std::unique_ptr<Solver> {
        return std::make_unique<WalkSolver<Domain>>(puzzle, rules, distinct, engine, workers, std::move(stop),
                                                    most_compared, std::move(listed));
    });
}

// As many threads as help.
std::size_t walk_workers(const std::vector<Number>& numbers, const Rules& rules) {
    double candidates = 1;  // at most
    const std::size_t n = numbers.size();
    for (std::size_t i = 2; rules.any_order && i <= n; ++i) candidates *= static_cast<double>(i);
    for (std::size_t i = 1; i < n; ++i) candidates *= static_cast<double>(rules.operators.size());
    return candidates > WALK_WORTH_THREADS ? std::max(1U, cpu_count()) : 1;
}

std::unique_ptr<Solver> make_bounded_solver(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Stop stop,
                                            std::uint64_t most_compared) {
    const auto all_expressions = [=](std::vector<std::string> listed) -> std::unique_ptr<Solver> {
        const Engine engine = method_of(puzzle, rules) == Method::Parts ? Engine::Parts : Engine::Walk;
        const bool is_long = engine == Engine::Walk && puzzle.numbers.size() > MOST_PARTS_IN_ANY_ORDER;
        if (is_long && most_compared < ANY_NUMBER) return nullptr;
        return make_walk_solver(puzzle, rules, distinct, engine, walk_workers(puzzle.numbers, rules), stop,
                                most_compared, [listed] { return listed; });
    };
    return with_field(small_reach_bound(puzzle.numbers), [&]<class Domain>() -> std::unique_ptr<Solver> {
        return std::make_unique<BoundedSolver<Domain>>(
            rules, distinct, stop, make_solver(puzzle, without_bound(rules), distinct, 0, stop, most_compared),
            all_expressions);
    });
}

// In ascending order; nothing when stopped or if there are too many.
std::optional<std::vector<Number>> values_with_functions(const std::vector<Number>& numbers, const Rules& rules,
                                                         const Stop& stop) {
    FunctionSolver solver({numbers, {}}, rules, Distinct::Canonical, stop);
    SortedValues values;
    solver.for_values([&](const Number& value) { values.add(value); });
    return solver.status() == SearchStatus::Ready ? std::optional(values.take()) : std::nullopt;
}

}  // namespace

TooMuch too_many_values() {
    return {"the search needs too much memory: more than " + with_commas(MOST_VALUES) + " values", MOST_VALUES};
}

TooMuch too_many_in_batch(bool is_liftable) {
    return {"the search needs too much memory: more than " + with_commas(MOST_COMPARED) + " expressions or " +
                with_commas(MOST_VALUES) + " values",
            MOST_COMPARED, TooMuch::Remedy::FewerNumbers, is_liftable};
}

TooMuch too_many_expressions(std::uint64_t count, TooMuch::Remedy remedy, std::uint64_t most_compared) {
    const std::string found = count > 0 ? with_commas(count) : "more than " + with_commas(MOST_COMPARED);
    return {found + " expressions would have to be compared, the limit is " + with_commas(MOST_COMPARED), MOST_COMPARED,
            remedy, most_compared < ANY_NUMBER};
}

std::unique_ptr<Solver> make_solver(const Puzzle& puzzle, const Rules& rules, Distinct distinct, std::size_t workers,
                                    Stop stop, std::uint64_t most_compared) {
    const Engine engine = engine_for(puzzle, rules, distinct, Find::First);
    if (engine == Engine::Functions)
        return std::make_unique<FunctionSolver>(puzzle, rules, distinct, std::move(stop), most_compared);
    if (workers > 0 || engine == Engine::Walk) {
        std::function<std::vector<std::string>()> listed;  // raw solutions need none, as each is its own text
        if (distinct != Distinct::Raw && (engine == Engine::Backward || engine == Engine::Bounded))
            listed = [=] {
                const auto search = make_solver(puzzle, rules, distinct, 0, stop, most_compared);
                std::vector<std::string> texts = search->all();
                return search->status() == SearchStatus::Ready ? texts : std::vector<std::string>();
            };
        const std::size_t threads = workers > 0 ? workers : walk_workers(puzzle.numbers, rules);
        return make_walk_solver(puzzle, rules, distinct, Engine::Walk, threads, stop, most_compared, std::move(listed));
    }
    switch (engine) {
        case Engine::Nothing:
            return std::make_unique<NoSolutions>();
        case Engine::Bounded:
            return make_bounded_solver(puzzle, rules, distinct, std::move(stop), most_compared);
        case Engine::Parts:
            return make_walk_solver(puzzle, rules, distinct, engine, 0, std::move(stop), most_compared);
        default:
            return std::make_unique<SearchSolver>(method_of(puzzle, rules), puzzle, rules, distinct, std::move(stop));
    }
}

void drop_idle_searches() { idle_searches().drop(); }

std::optional<std::vector<Number>> closest(const Puzzle& puzzle, const Rules& rules, const Stop& stop) {
    const Engine engine = engine_for(puzzle, rules, Distinct::Raw, Find::Closest);
    if (engine == Engine::Functions) {
        FunctionSolver solver(puzzle, rules, Distinct::Canonical, stop);
        auto nearest = solver.nearest();
        return solver.status() == SearchStatus::Ready ? std::optional(std::move(nearest)) : std::nullopt;
    }
    const std::uint64_t bound = small_reach_bound(puzzle.numbers, rules);
    if (engine == Engine::Walk)
        return with_field(bound, [&]<class Domain>() {
            return WalkSolver<Domain>(puzzle, rules, Distinct::Raw, engine, 1, stop).closest();
        });
    // A target beyond all reachable values is replaced by the bound, which has the same nearest values.
    const auto most = static_cast<std::int64_t>(std::min(bound, std::uint64_t{INT64_MAX}));
    const Number target = std::clamp(puzzle.target, Number{-most, 1}, Number{most, 1});
    Pulse pulse(stop);
    std::vector<Number> numbers;
    if (engine == Engine::Parts) {
        PartTables tables(rules, pulse);
        tables.prepare(puzzle.numbers);
        numbers = tables.nearest(target);
    } else {
        for (const Fraction& value : Closest(puzzle.numbers, rules, pulse).nearest(target))
            numbers.push_back(reduced(value));
    }
    return pulse.stopped() ? std::nullopt : std::optional(std::move(numbers));
}

std::optional<std::vector<Number>> all_values(const std::vector<Number>& numbers, const Rules& rules,
                                              const Stop& stop) {
    const Engine engine = engine_for({numbers, {}}, rules, Distinct::Raw, Find::Values);
    if (engine == Engine::Functions) return values_with_functions(numbers, rules, stop);
    if (engine != Engine::Backward)
        return with_field(small_reach_bound(numbers, rules), [&]<class Domain>() {
            return WalkSolver<Domain>({numbers, {}}, rules, Distinct::Raw, engine, 1, stop).values();
        });
    Pulse pulse(stop);
    const auto values = Closest(numbers, rules, pulse).values();
    if (pulse.stopped()) return std::nullopt;
    std::vector<Number> all;
    all.reserve(values.size());
    for (const Fraction& value : values) all.push_back(reduced(value));
    return all;
}

bool for_whole_values(const std::vector<Number>& numbers, const Rules& rules, Stop stop,
                      const std::function<void(std::int64_t)>& visit) {
    const Engine engine = engine_for({numbers, {}}, rules, Distinct::Raw, Find::Targets);
    if (engine == Engine::Functions) {
        FunctionSolver solver({numbers, {}}, rules, Distinct::Canonical, std::move(stop));
        solver.for_values([&](const Number& value) {
            if (value.denominator == 1) visit(value.numerator);
        });
        return solver.status() == SearchStatus::Ready;
    }
    if (engine == Engine::Backward) {
        Pulse pulse(std::move(stop));
        Closest(numbers, rules, pulse).for_values([&](const Fraction& value) {
            if (value.is_whole()) visit(value.numerator() / value.denominator());
        });
        return !pulse.stopped();
    }
    return with_field(small_reach_bound(numbers, rules), [&]<class Domain>() {
        return WalkSolver<Domain>({numbers, {}}, rules, Distinct::Raw, engine, 1, std::move(stop))
            .for_whole_values(visit);
    });
}

std::optional<std::string> canonical(const Postfix& postfix) {
    std::vector<Number> numbers;
    for (const Token& token : postfix)
        if (!token.is_operator) numbers.push_back(token.number);
    return with_field(small_reach_bound(numbers), [&]<class Domain>() -> std::optional<std::string> {
        const Domain domain(false);
        Forms<Domain> forms(domain, Rules{}, false);
        const auto form = FormBuilder<Domain>(forms).build(postfix);
        if (!form) return std::nullopt;
        return Printer<Domain>(forms, true).text(form->form, form->negative).text;
    });
}

}  // namespace facevalue::numbers
