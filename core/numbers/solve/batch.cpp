#include "numbers/solve/batch.hpp"

#include <array>
#include <atomic>
#include <span>

#include "numbers/backward/puzzle_search.hpp"
#include "numbers/four_numbers/canonical.hpp"
#include "numbers/four_numbers/recent_hands.hpp"
#include "numbers/parts/part_tables.hpp"
#include "numbers/values/method.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {
namespace batch {  // with a name, because SolverSession::State has a BatchWorker and this may be part of a unity build

// A search is kept between the puzzles of a batch until it weighs about 100 MB.
constexpr std::size_t HEAVIEST_SEARCH = 2'000'000;

constexpr std::uint64_t WORK_OF_A_SCAN = 50;  // of four numbers, in look-ups

// Small numbers recur, so a search that keeps its tables counts them fast. A scan is faster, but building its tables
// takes a millisecond, so there must be some rows, and it cannot count every hand.
constexpr std::int64_t SMALL = 16;
constexpr std::size_t ROWS_WORTH_A_SCAN = 200;
// A scan takes a few microseconds for one row or a few.
constexpr std::size_t ROWS_WORTH_SIFTING = 8;

// The searches and scratch memory of one worker of a batch.
class BatchWorker {
  public:
    BatchWorker(const Rules& rules, Distinct distinct, Output output, std::size_t rows, Pulse& pulse,
                std::uint64_t most_compared = MOST_COMPARED)
        : rules_(rules),
          distinct_(distinct),
          output_(output),
          rows_(rows),
          pulse_(pulse),
          most_compared_(most_compared) {}

    // `most`: how many solutions Output::Simplest returns. Output::First returns one.
    void set_output(Output output, std::size_t most = 0) {
        output_ = output;
        most_ = most;
    }

    // First the rows that need a search, then those that a FourNumberScan can solve together, or sift.
    void solve_rows(const PuzzleRows& puzzles, std::size_t first, std::size_t end, BatchResult& results) {
        scanned_.clear();
        sifted_.clear();
        for (std::size_t row = first; row < end && !pulse_.stopped(); ++row) {
            const auto four = has_only_operations_ ? puzzles.four_numbers(row) : std::nullopt;
            const bool scans = four && may_scan(*four);
            const auto known = scans && output_ == Output::Counts ? counts_.find(*four) : std::nullopt;
            if (known)
                results.counts[row] = *known;
            else if (scans)
                scanned_.add(*four, row);
            else if (four && rows_ >= ROWS_WORTH_SIFTING)
                sifted_.add(*four, row);
            else
                solve_row(puzzles.puzzle(row), row, results);
            pulse_.beat(scans ? WORK_OF_A_SCAN : 1);
        }
        solve_sifted(puzzles, results);
        if (pulse_.stopped()) return;
        if (output_ == Output::Counts)
            for (const FourNumbers& hand : scanned_.hands) counts_.add(hand, 0);  // until the solvable ones are counted
        scan_.keep_solvable(scanned_, rules_.use_all);
        if (output_ == Output::Counts) return count_scanned(puzzles, results);
        if (output_ == Output::All) return list_scanned(puzzles, results);
        for (const std::size_t row : scanned_.rows) results.counts[row] = 1;
    }

    // One puzzle, by a search or a walk.
    void solve_row(const Puzzle& puzzle, std::size_t row, BatchResult& results) {
        const Engine engine = engine_for(puzzle, rules_, distinct_, Find::First);
        if (engine == Engine::Nothing) return;
        if (engine == Engine::Parts) return solve_by_parts(puzzle, row, results);
        if (engine != Engine::Backward) return solve_alone(puzzle, engine == Engine::Walk ? 1 : 0, row, results);
        // The searches skip forms with idle parts; where that would lose solutions, a separate solver keeps them.
        const bool needs_idle = distinct_ == Distinct::Essential && !may_skip_idle(puzzle, rules_, distinct_);
        if (needs_idle) return solve_alone(puzzle, 0, row, results);
        PuzzleSearch& search = search_for(method_of(puzzle, rules_), puzzle.numbers.size());
        search.prepare(puzzle);
        take(search, row, results);
        too_large_ = too_large_ || search.too_large();
    }

    bool too_large() const { return too_large_; }

  private:
    // Each is made when a puzzle first needs it, and again for another number of numbers.
    PuzzleSearch& search_for(Method method, std::size_t numbers) {
        std::unique_ptr<PuzzleSearch>& search = searches_[static_cast<std::size_t>(method)];
        if (!search || search->weight() > HEAVIEST_SEARCH || search->kind.numbers != numbers) {
            search.reset();
            search = make_puzzle_search({method, rules_, distinct_, distinct_ == Distinct::Essential, numbers});
            search->pulse = Pulse(pulse_.inner());
        }
        return *search;
    }
    // Can a FourNumberScan count or list the solutions of the hand, or decide whether there is one, and is it faster?
    bool may_scan(const FourNumbers& four) const {
        if (!scans_ || output_ == Output::First || output_ == Output::Simplest) return false;
        if (output_ == Output::Solvable || (output_ == Output::Counts && four.numbers.back() > SMALL)) return true;
        return rows_ >= ROWS_WORTH_A_SCAN && counts_trees(four);
    }
    // A FourNumberScan finds most of the rows without a solution, which need no search.
    void solve_sifted(const PuzzleRows& puzzles, BatchResult& results) {
        scan_.keep_solvable(sifted_, rules_.use_all);
        for (const std::size_t row : sifted_.rows) {
            if (pulse_.stopped()) return;
            solve_row(puzzles.puzzle(row), row, results);
            pulse_.beat(1);
        }
    }
    void count_scanned(const PuzzleRows& puzzles, BatchResult& results) {
        for_each_scanned(puzzles, results, [&](const FourNumbers& hand, const auto& trees, std::size_t row) {
            const auto count = count_solutions(hand, trees);
            if (!count) return false;
            results.counts[row] = *count;
            counts_.add(hand, *count);
            return true;
        });
    }
    void list_scanned(const PuzzleRows& puzzles, BatchResult& results) {
        for_each_scanned(puzzles, results, [&](const FourNumbers& hand, const auto& trees, std::size_t row) {
            auto texts = list_solutions(hand, trees);
            if (texts) results.texts[row] = std::move(*texts);
            return texts.has_value();
        });
    }
    // Scans the hands; those that `take` does not take are searched.
    template <class Take>
    void for_each_scanned(const PuzzleRows& puzzles, BatchResult& results, Take take) {
        for (std::size_t at = 0; at < scanned_.hands.size() && !pulse_.stopped();) {
            const auto rest = std::span<const FourNumbers>(scanned_.hands).subspan(at);
            const std::size_t taken = scan_.mark(rest);
            for (std::size_t i = 0; i < taken; ++i) {
                const std::size_t row = scanned_.rows[at + i];
                if (!take(rest[i], scan_.trees(i), row)) solve_row(puzzles.puzzle(row), row, results);
            }
            at += taken;
        }
    }

    // Tables of parts decide fast when they keep their memory.
    void solve_by_parts(const Puzzle& puzzle, std::size_t row, BatchResult& results) {
        if (output_ != Output::Solvable) return solve_alone(puzzle, 0, row, results);
        parts_.prepare(puzzle.numbers);
        results.counts[row] = parts_.any(puzzle.target) ? 1 : 0;
    }

    // By a solver for this puzzle only.
    void solve_alone(const Puzzle& puzzle, std::size_t workers, std::size_t row, BatchResult& results) {
        const auto solver = make_solver(puzzle, rules_, distinct_, workers, pulse_.inner(), most_compared_);
        take(*solver, row, results);
        too_large_ = too_large_ || solver->status() == SearchStatus::TooLarge;
    }

    template <class Found>
    void take(Found& found, std::size_t row, BatchResult& results) {
        switch (output_) {
            case Output::All:
                results.texts[row] = found.all();
                return;
            case Output::Counts:
                results.counts[row] = found.count();
                return;
            case Output::Solvable:
                results.counts[row] = found.any() ? 1 : 0;
                return;
            case Output::First:
                results.texts[row] = simplest(found);
                return;
            case Output::Simplest:
                results.counts[row] = found.count();
                if (results.counts[row] > 0) results.texts[row] = simplest(found);
                return;
        }
    }
    template <class Found>
    std::vector<std::string> simplest(Found& found) {
        std::vector<std::string> texts;
        while (texts.size() < most_) {
            const std::vector<std::string> more = found.next();
            if (more.empty()) break;
            texts.insert(texts.end(), more.begin(), more.end());
        }
        if (texts.size() > most_) texts.resize(most_);
        return texts;
    }

    const Rules& rules_;
    Distinct distinct_;
    Output output_;
    std::size_t most_ = 1;
    std::size_t rows_;  // of the batch
    Pulse& pulse_;
    std::uint64_t most_compared_;
    bool too_large_ = false;
    std::array<std::unique_ptr<PuzzleSearch>, METHODS> searches_;  // by method
    bool has_only_operations_ = !rules_.join && !rules_.has_functions();
    bool scans_ = allows_all_trees(rules_) && distinct_ == Distinct::Essential;
    PartTables parts_{rules_, pulse_};
    FourNumberScan scan_;
    FourNumberRows scanned_, sifted_;
    RecentHands<std::uint64_t> counts_{rows_};
};

}  // namespace batch

BatchResult solve_batch(const PuzzleRows& puzzles, const Rules& rules, Distinct distinct, Output output,
                        std::size_t workers, const Stop& stop, std::uint64_t most_compared) {
    BatchResult results;
    if (output == Output::All || output == Output::First)
        results.texts.resize(puzzles.size());
    else
        results.counts.resize(puzzles.size());
    SharedRows rows(puzzles.size(), rows_at_once(puzzles.size(), workers));
    std::atomic<bool> too_large{false};
    const bool finished = run_workers(workers, stop, [&](std::size_t, Pulse& pulse) {
        batch::BatchWorker worker(rules, distinct, output, puzzles.size(), pulse, most_compared);
        rows.take(pulse, [&](std::size_t first, std::size_t end) {
            worker.solve_rows(puzzles, first, end, results);
            if (worker.too_large()) too_large = true;
        });
    });
    results.status = status_of(!finished, too_large);
    return results;
}

BatchResult simplest_for_values(const std::vector<Number>& numbers, std::span<const Number> values, const Rules& rules,
                                const Stop& stop) {
    std::vector<Puzzle> puzzles;
    for (const Number& value : values) puzzles.push_back({numbers, value});
    return solve_batch(puzzles, rules, Distinct::Essential, Output::First, 1, stop);
}

struct SolverSession::State {
    State(const Rules& rules, Distinct distinct, Pulse& pulse)
        : rules(rules), pulse(pulse), worker(this->rules, distinct, Output::Counts, 1, pulse) {}

    std::uint64_t solve(const Puzzle& puzzle) {
        result.counts[0] = 0;
        result.texts[0].clear();
        worker.solve_row(puzzle, 0, result);
        return result.counts[0];
    }

    Rules rules;
    Pulse& pulse;
    batch::BatchWorker worker;
    BatchResult result{std::vector<std::vector<std::string>>(1), std::vector<std::uint64_t>(1)};
};

SolverSession::SolverSession(const Rules& rules, Distinct distinct, Pulse& pulse)
    : state_(std::make_unique<State>(rules, distinct, pulse)) {}
SolverSession::~SolverSession() = default;
SolverSession::SolverSession(SolverSession&&) noexcept = default;

std::uint64_t SolverSession::count(const Puzzle& puzzle) {
    state_->worker.set_output(Output::Counts);
    return state_->solve(puzzle);
}

bool SolverSession::any(const Puzzle& puzzle) {
    state_->worker.set_output(Output::Solvable);
    return state_->solve(puzzle) > 0;
}

std::pair<std::uint64_t, std::vector<std::string>> SolverSession::simplest(const Puzzle& puzzle, std::size_t most) {
    state_->worker.set_output(Output::Simplest, most);
    const std::uint64_t count = state_->solve(puzzle);
    return {count, std::move(state_->result.texts[0])};
}

SearchStatus SolverSession::status() const { return status_of(state_->pulse.stopped(), state_->worker.too_large()); }

}  // namespace facevalue::numbers
