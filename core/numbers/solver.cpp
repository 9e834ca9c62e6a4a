#include "solver.hpp"

#include <atomic>
#include <map>

#include "builder.hpp"
#include "closest.hpp"
#include "finder.hpp"
#include "walk.hpp"
#include "walk_solver.hpp"
#include "workers.hpp"

namespace facevalue {
namespace {

// Look-ups are cheaper from a table of five-number sets than from a split into four and one, once there
// are enough sets that ask; measured on puzzles of 5 to 9 different numbers. Tables of six-number sets
// would need gigabytes.
int table_size(std::size_t count) { return count <= 5 ? 3 : count <= 7 ? 4 : 5; }

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
    const Search<Domain>& search() const { return search_; }

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
          bench_(rules_, distinct, may_skip_idle(puzzle_, rules_, distinct), table_size(puzzle_.numbers.size()),
                 pulse_) {}

    std::vector<std::string> next() override {
        if (puzzle_.numbers.size() > LISTED_AT_ONCE) return finder().next_tier();
        if (listed_) return {};
        listed_ = true;
        return finder().all();
    }
    std::uint64_t count() override { return finder().count(); }
    bool any() override { return finder().any(); }
    Ended ended() const override {
        return pulse_.stopped()                       ? Ended::Stopped
               : bench_.search().tables().too_large() ? Ended::TooLarge
                                                      : Ended::Ready;
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

    void solve(const Puzzle& puzzle, std::size_t row, Many& results) {
        if (searchable(puzzle, rules_) && out_of_reach(puzzle, rules_)) return;
        if (distinct_ == Distinct::Essential && !may_skip_idle(puzzle, rules_, distinct_)) {
            take(*facevalue::solve(puzzle, rules_, distinct_, 0, stop()), row, results);
            return;
        }
        switch (method(puzzle, rules_)) {
            case Method::Walk:
                take(*walk_solver(puzzle, rules_, distinct_, 1, stop()), row, results);
                break;
            case Method::Whole:
                take(posed(whole_, puzzle), row, results);
                break;
            case Method::Field61:
                take(posed(field61_, puzzle), row, results);
                break;
            case Method::Field127:
                take(posed(field127_, puzzle), row, results);
                break;
            case Method::Field1279:
                take(posed(field1279_, puzzle), row, results);
                break;
        }
        too_large_ = too_large_ || (whole_ && whole_->search().tables().too_large()) ||
                     (field61_ && field61_->search().tables().too_large()) ||
                     (field127_ && field127_->search().tables().too_large());
    }
    bool too_large() const { return too_large_; }

  private:
    template <class Domain>
    Finder<Domain>& posed(std::unique_ptr<Bench<Domain>>& bench, const Puzzle& puzzle) {
        if (!bench || bench->search().weight() > HEAVIEST_SEARCH || puzzle.numbers.size() != size_) {
            size_ = puzzle.numbers.size();
            bench = std::make_unique<Bench<Domain>>(rules_, distinct_, distinct_ == Distinct::Essential,
                                                    table_size(size_), pulse_);
        }
        return bench->pose(puzzle);
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
    template <class Found>
    void take(Found& found, std::size_t row, Many& results) {
        if (want_ == Want::Texts) results.texts[row] = all(found);
        if (want_ == Want::Counts) results.counts[row] = found.count();
        if (want_ == Want::Solvable) results.counts[row] = found.any() ? 1 : 0;
    }

    const Rules& rules_;
    Distinct distinct_;
    Want want_;
    Pulse& pulse_;
    std::size_t size_ = 0;
    bool too_large_ = false;
    std::unique_ptr<Bench<Whole>> whole_;
    std::unique_ptr<Bench<Field<61>>> field61_;
    std::unique_ptr<Bench<Field<127>>> field127_;
    std::unique_ptr<Bench<Field<1279>>> field1279_;
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

double estimated_work(const std::vector<Number>& numbers, const Rules& rules) {
    // Values of a set of k different numbers, up to sign: OEIS A247982 for fractions; whole results by experience.
    static constexpr std::array<double, 9> FRACTIONS{1, 1, 5, 47, 733, 15907, 443825, 15129599, 6e8};
    static constexpr std::array<double, 9> WHOLES{1, 1, 4, 27, 280, 4000, 70000, 1.5e6, 4e7};
    const std::array<double, 9>& expected = must_be_whole(rules.values) ? WHOLES : FRACTIONS;
    const auto values = [&](std::size_t size) { return expected[std::min<std::size_t>(size, 8)]; };
    // Equal numbers: a set is known by how many it has of each. `repeats` is the product of the factorials.
    std::map<std::uint64_t, double> known;
    std::vector<int> counts;
    std::vector<Number> different;
    for (const Number& number : numbers) {
        const auto at = std::find(different.begin(), different.end(), number);
        if (at == different.end()) {
            different.push_back(number);
            counts.push_back(1);
        } else {
            ++counts[static_cast<std::size_t>(at - different.begin())];
        }
    }
    const auto size_of = [](std::uint64_t set) {
        std::size_t size = 0;
        for (; set != 0; set >>= 4) size += set & 15;
        return size;
    };
    const auto repeats = [](std::uint64_t set) {
        double product = 1;
        for (; set != 0; set >>= 4)
            for (std::uint64_t k = 2; k <= (set & 15); ++k) product *= static_cast<double>(k);
        return product;
    };
    const std::size_t most = static_cast<std::size_t>(table_size(numbers.size()));
    const std::function<double(std::uint64_t)> work = [&](std::uint64_t set) -> double {
        const std::size_t size = size_of(set);
        if (size <= most) return 1;
        const auto at = known.find(set);
        if (at != known.end()) return at->second;
        double total = 0;
        std::uint64_t part = 0;
        for (;;) {
            std::size_t i = 0;
            while (i < counts.size() && (part >> (4 * i) & 15) == (set >> (4 * i) & 15)) {
                part &= ~(15ULL << (4 * i));
                ++i;
            }
            if (i == counts.size()) break;
            part += 1ULL << (4 * i);
            const std::size_t small = size_of(part);
            if (2 * small > size || part == set) continue;
            total += 5 * values(small) / repeats(part) * work(set - part) / (2 * small == size ? 2 : 1);
        }
        return known.emplace(set, total).first->second;
    };
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        all += static_cast<std::uint64_t>(std::min(counts[i], 15)) << (4 * i);
    return work(all);
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
            for (std::size_t row = first; row < std::min(first + ROWS, puzzles.size()); ++row) {
                worker.solve(puzzles[row], row, results);
                pulse.beat(1);
                if (pulse.stopped()) return;
            }
            if (worker.too_large()) too_large = true;
            if (first + ROWS >= puzzles.size()) return;
        }
    });
    results.ended = !finished ? Ended::Stopped : too_large ? Ended::TooLarge : Ended::Ready;
    return results;
}

std::optional<std::vector<Number>> closest(const Puzzle& puzzle, const Rules& rules, const Stop& stop) {
    const std::uint64_t bound = small_reach_bound(puzzle.numbers);
    const bool tables = rules.any_order && (rules.grouping == Grouping::Any || rules.grouping == Grouping::Orders) &&
                        fits<Field<61>>(bound);
    if (!tables) {
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

struct Candidates::State {
    Walk walk;
};
Candidates::Candidates(std::vector<Number> numbers, Rules rules)
    : state_(new State{Walk(std::move(numbers), std::move(rules))}) {}
Candidates::~Candidates() = default;
Candidates::Candidates(Candidates&&) noexcept = default;

std::vector<std::string> Candidates::next(std::size_t most) {
    std::vector<std::string> texts;
    for (Walk& walk = state_->walk; texts.size() < most && !walk.done(); walk.advance())
        texts.push_back(walk.text(walk.current()).text);
    return texts;
}

std::vector<std::pair<std::vector<std::int64_t>, std::string>> table(const std::vector<std::int64_t>& digits,
                                                                     std::size_t count, const Number& target,
                                                                     const Rules& rules, const Stop& stop) {
    std::vector<std::pair<std::vector<std::int64_t>, std::string>> rows;
    std::vector<std::size_t> place(count, 0);
    Pulse pulse(stop);
    for (bool more = !digits.empty(); more && !pulse.stopped();) {
        std::vector<Number> numbers;
        std::vector<std::int64_t> row_numbers;
        for (const std::size_t i : place) {
            numbers.push_back({digits[i], 1});
            row_numbers.push_back(digits[i]);
        }
        Evaluator<Fraction> evaluate(numbers, rules.values);
        for (Walk walk(numbers, rules); !walk.done(); walk.advance()) {
            const Candidate candidate = walk.current();
            const auto value = evaluate(candidate);
            pulse.beat(1);
            if (!value || !equal(*value, Fraction(target))) continue;
            std::string operators;
            for (const Op op : *candidate.ops) operators += row(op).symbol;
            rows.emplace_back(row_numbers, operators);
        }
        more = false;
        for (std::size_t i = count; i-- > 0 && !more;) {
            more = ++place[i] < digits.size();
            if (!more) place[i] = 0;
        }
    }
    return rows;
}

std::optional<std::string> canonical(const Postfix& postfix) {
    std::vector<Number> numbers;
    for (const Token& token : postfix)
        if (!token.is_operator) numbers.push_back(token.number);
    const std::uint64_t bound = small_reach_bound(numbers);
    if (fits<Field<61>>(bound)) return canonical_in<Field<61>>(postfix);
    return fits<Field<127>>(bound) ? canonical_in<Field<127>>(postfix) : canonical_in<Field<1279>>(postfix);
}

}  // namespace facevalue
