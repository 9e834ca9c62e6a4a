#include "numbers/labels/labels.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "numbers/answers/read/reader.hpp"
#include "numbers/four_numbers/canonical.hpp"
#include "numbers/four_numbers/recent_hands.hpp"
#include "numbers/hint/needs.hpp"
#include "work/sorting.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {
namespace {

// The model `steps` uses at most this many of the simplest solutions; more hardly change it.
constexpr std::size_t MOST_RUNNERS = 16;
constexpr std::uint64_t WORK_OF_A_ROW = 100;  // in look-ups, besides the work of a search
constexpr std::uint64_t WORK_OF_A_KEY = 20;
constexpr int BITS_OF_A_KEY = 10;  // for each number of a row; larger numbers count as the largest
constexpr std::int64_t MOST_IN_A_KEY = (1 << BITS_OF_A_KEY) - 1;
// With up to this many different numbers, such as the 14 of Countdown, most sets recur in other rows, and a search
// keeps what it knows of all of them. With more numbers that would only fill the caches of the CPU.
constexpr std::size_t MOST_RECURRING = 32;
// Hands of numbers up to this often recur; for larger ones, looking them up takes more time than it saves.
constexpr std::int64_t MOST_RECURRING_NUMBER = 16;

SyntaxRow solver_syntax() {  // what printer.hpp writes
    SyntaxRow row;
    for (const Operation& operation : OPERATIONS)
        row.spellings.push_back({std::string(1, operation.symbol), Piece::Operator, operation.symbol});
    row.spellings.push_back({"(", Piece::Open, '('});
    row.spellings.push_back({")", Piece::Close, '('});
    row.form = {"{", "-", "/", "}"};
    row.forms = true;
    return row;
}

std::vector<StepFeatures> features_of(const std::vector<FourNumberTree>& trees) {
    std::vector<StepFeatures> features;
    for (const FourNumberTree& tree : trees) features.push_back(tree.features);
    return features;
}

// The features of the steps of a postfix expression, from left to right.
template <class Value>
StepFeatures features_of(const std::vector<Term>& terms) {
    struct Operand {
        Value value;
        bool is_result;
    };
    StepFeatures features;
    std::vector<Operand> stack;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].kind == TermKind::Number) {
            stack.push_back({Value(terms[i].number), false});
            continue;
        }
        const Operand right = stack.back(), left = stack[stack.size() - 2];
        stack.resize(stack.size() - 2);
        const Value result = apply(terms[i].op, left.value, right.value)->tidied();
        const bool is_last = i + 1 == terms.size();
        add_step(terms[i].op, left.value, right.value, result, is_last, features);
        if (is_last && left.is_result && right.is_result) features.add(Feature::TwoHalves);
        stack.push_back({result, true});
    }
    return features;
}

bool shows_no_fraction(const StepFeatures& features) { return features.count(Feature::Fraction) == 0; }
bool all_show_fractions(const std::vector<StepFeatures>& solutions) {
    return std::none_of(solutions.begin(), solutions.end(), shows_no_fraction);
}

NumberFeatures number_features_of(const FourNumbers& hand, std::size_t trees, bool needs_fraction) {
    auto numbers = hand.numbers;
    sort_items(numbers);
    const auto count = [&](auto is_counted) { return std::count_if(numbers.begin(), numbers.end(), is_counted); };
    const auto is_awkward = [](std::int64_t n) { return n > 1 && n % 2 != 0 && n % 3 != 0; };
    const auto is_divisor = [](std::int64_t n) { return n > 1 && 24 % n == 0; };
    std::int64_t different = 1;
    for (std::size_t i = 1; i < numbers.size(); ++i) different += numbers[i] != numbers[i - 1];
    return {
        count([](std::int64_t n) { return n == 1; }),
        different,
        std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0}),
        count([](std::int64_t n) { return n % 2 == 0; }),
        needs_fraction,
        log2_in_64ths(std::max<std::size_t>(trees, 1)),
        count(is_awkward),
        count(is_divisor),
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
    };
}

// The same rules with whole results only, if that makes a difference.
std::optional<Rules> whole_rules(const Rules& rules) {
    if (must_be_whole(rules.values) || !rules.has(Op::Divide)) return std::nullopt;
    return without_fractions(rules);
}

// Does the model `people` rate this hand, whose numbers are sorted?
bool is_for_people(const FourNumbers& four, const DifficultyModels& models) {
    return models.has_people && four.target == PEOPLE_TARGET && four.numbers.front() >= 0 &&
           four.numbers.back() <= PEOPLE_MOST;
}

// In what order to label the rows of a batch, and whether sets of their numbers recur often.
struct RowOrder {
    std::vector<std::size_t> rows;
    bool recurs = true;
};

// If a search labels the rows, rows with similar numbers are neighbours, because the tables of some of the numbers,
// which it keeps, are then still in the caches of the CPU. After a stop the order may be any.
RowOrder order_of(const PuzzleRows& puzzles, const Rules& rules, const DifficultyModels& models, Pulse& pulse) {
    RowOrder order;
    order.rows.resize(puzzles.size());
    std::iota(order.rows.begin(), order.rows.end(), std::size_t{0});
    if (order.rows.empty()) return order;
    const auto four = puzzles.four_numbers(0);
    if (four && allows_all_trees(rules) && is_for_people(*four, models)) return order;  // vectors label nearly all
    std::vector<std::pair<std::uint64_t, std::size_t>> keys;
    keys.reserve(puzzles.size());
    std::bitset<MOST_IN_A_KEY + 1> seen;
    std::vector<std::int64_t> numbers;
    for (const std::size_t row : order.rows) {
        std::uint64_t key = 0;
        puzzles.sort_numbers(row, numbers);
        for (const std::int64_t number : numbers) {
            const auto kept = static_cast<std::uint64_t>(std::clamp<std::int64_t>(number, 0, MOST_IN_A_KEY));
            key = key << BITS_OF_A_KEY | kept;
            seen.set(kept);
        }
        keys.emplace_back(key, row);
        pulse.spend(WORK_OF_A_KEY);
        if (pulse.stopped()) return order;
    }
    sort_in_pieces(keys, pulse);
    for (std::size_t i = 0; i < keys.size(); ++i) order.rows[i] = keys[i].second;
    order.recurs = seen.count() <= MOST_RECURRING;
    return order;
}

// The searches and scratch memory of one worker.
class Labeller {
  public:
    // `rows`: how many the batch has.
    Labeller(const Rules& rules, const DifficultyModels& models, const Wishes& wishes, std::size_t rows, Pulse& pulse)
        : models_(models),
          wishes_(wishes),
          scans_all_(allows_all_trees(rules)),
          use_all_(rules.use_all),
          syntax_(solver_syntax()),
          reader_(syntax_),
          rules_(rules),
          pulse_(pulse),
          labelled_(rows) {
        forget();
    }

    // Starts again with empty tables.
    void forget() {
        solver_.emplace(rules_, Distinct::Essential, pulse_);
        if (const auto whole = whole_rules(rules_)) whole_solver_.emplace(*whole, Distinct::Essential, pulse_);
    }

    void label(const PuzzleRows& puzzles, std::span<const std::size_t> rows, Labels& labels) {
        fours_.clear();
        other_fours_.clear();
        repeats_.clear();
        for (const std::size_t row : rows) {
            const auto four = rules_.join ? std::nullopt : puzzles.four_numbers(row);
            // A hand is sorted, so where the order of the numbers matters, equal hands are different puzzles.
            const bool may_recur = rules_.any_order && four && four->numbers.back() <= MOST_RECURRING_NUMBER;
            if (const auto same = may_recur ? labelled_.find(*four) : std::nullopt) {
                repeats_.emplace_back(row, *same);
            } else if (four) {
                (scans_all_ || is_for_people(*four, models_) ? fours_ : other_fours_).add(*four, row);
                if (may_recur) labelled_.add(*four, row);
            } else {
                label_by_steps(puzzles.puzzle(row), row, labels);
            }
            pulse_.beat(WORK_OF_A_ROW);
            if (pulse_.stopped()) return;
        }
        scan_.keep_solvable(other_fours_, use_all_);
        for (const std::size_t row : other_fours_.rows) label_by_steps(puzzles.puzzle(row), row, labels);
        label_fours(puzzles, labels);
        for (const auto& [row, same] : repeats_) labels.copy(same, row);
    }
    SearchStatus status() const {
        if (whole_solver_ && whole_solver_->status() != SearchStatus::Ready) return whole_solver_->status();
        return solver_->status();
    }

  private:
    void label_fours(const PuzzleRows& puzzles, Labels& labels) {
        scan_.keep_solvable(fours_, use_all_);
        for (std::size_t first = 0; first < fours_.hands.size();) {
            const auto rest = std::span<const FourNumbers>(fours_.hands).subspan(first);
            const std::size_t taken = scan_.scan(rest);
            for (std::size_t i = 0; i < taken; ++i) {
                const std::size_t row = fours_.rows[first + i];
                label_four(puzzles, row, rest[i], scan_.trees(i), labels);
            }
            first += taken;
            if (pulse_.stopped()) return block_.clear();
        }
        rate_by_people(labels);
    }

    void label_four(const PuzzleRows& puzzles, std::size_t row, const FourNumbers& four,
                    const std::vector<FourNumberTree>& trees, Labels& labels) {
        Label& label = labels.rows[row];
        if (!is_for_people(four, models_)) {
            label_by_steps(puzzles.puzzle(row), row, labels);
            read(trees);
            if (scans_all_) label.needs_fraction = all_show_fractions(features_);
            return;
        }
        const auto counted = scans_all_ ? count_solutions(four, trees) : std::nullopt;
        label.solutions = counted ? *counted : solver_->count(puzzles.puzzle(row));
        label.solvable = label.solutions > 0;
        if (!label.solvable) return;
        if (wishes_.simplest) {
            const auto simplest = scans_all_ ? simplest_form(four, trees) : std::nullopt;
            keep_simplest(simplest ? std::vector{*simplest} : solver_->simplest(puzzles.puzzle(row), 1).second, row,
                          labels);
        }
        read(trees);
        const bool need_fractions = all_show_fractions(features_);
        label.by_people = true;
        label.needs_fraction = scans_all_ && need_fractions;
        const ModelWeights& model = models_.people.model;
        auto& [waiting_row, parts] = waiting_[block_.size()];
        waiting_row = row;
        parts.number_features = number_features_of(four, trees.size(), need_fractions);
        const auto rates = different_rates(features_, model);
        parts.parallel_effort = parallel_effort(rates);
        block_.add(observations(parts.parallel_effort, parts.number_features, features_, rates, model));
        if (block_.size() == CorrectionBlock::HANDS) rate_by_people(labels);
    }
    void read(const std::vector<FourNumberTree>& trees) {
        features_.clear();
        for (const FourNumberTree& tree : trees) features_.push_back(tree.features);
    }
    // The rows that wait for their corrections.
    void rate_by_people(Labels& labels) {
        const auto points = block_.points(models_.people.model.corrections);
        for (std::size_t i = 0; i < block_.size(); ++i) {
            waiting_[i].parts.correction = points[i];
            rate(models_.people, waiting_[i].parts, waiting_[i].row, labels);
        }
        block_.clear();
    }

    void label_by_steps(const Puzzle& puzzle, std::size_t row, Labels& labels) {
        Label& label = labels.rows[row];
        const auto [count, texts] = solver_->simplest(puzzle, MOST_RUNNERS);
        label.solutions = count;
        label.solvable = count > 0;
        if (!label.solvable || texts.empty()) return;  // stopped
        if (wishes_.simplest) keep_simplest(texts, row, labels);
        features_.clear();
        const bool is_small = small_reach_bound(puzzle.numbers) < 1ULL << 63;
        for (const std::string& text : texts) {
            const auto& terms = reader_.read(text, true).terms;
            features_.push_back(is_small ? features_of<Fraction>(terms) : features_of<Ratio<WideInt>>(terms));
        }
        label.needs_fraction = needs_fraction(puzzle);
        rate(models_.steps, {parallel_effort(different_rates(features_, models_.steps.model))}, row, labels);
    }
    bool needs_fraction(const Puzzle& puzzle) {
        if (!whole_solver_ || std::any_of(features_.begin(), features_.end(), shows_no_fraction)) return false;
        return !whole_solver_->any(puzzle);
    }

    static void keep_simplest(const std::vector<std::string>& texts, std::size_t row, Labels& labels) {
        if (!texts.empty()) labels.simplest[row] = texts.front();  // empty if stopped
    }
    void rate(const DifficultyModel& model, const ScoreParts& parts, std::size_t row, Labels& labels) const {
        Label& label = labels.rows[row];
        label.score = score(parts.parallel_effort, parts.number_features, model.model) + parts.correction;
        label.percentile = percentile(model, label.score);
        if (wishes_.score_parts) labels.score_parts[row] = parts;
    }

    const DifficultyModels& models_;
    Wishes wishes_;
    bool scans_all_, use_all_;
    Syntax syntax_;
    Reader reader_;
    const Rules& rules_;
    std::optional<SolverSession> solver_, whole_solver_;
    Pulse& pulse_;
    FourNumberScan scan_;
    FourNumberRows fours_, other_fours_;
    RecentHands<std::size_t> labelled_;                         // the row of each
    std::vector<std::pair<std::size_t, std::size_t>> repeats_;  // rows, and earlier rows with the same hand
    std::vector<StepFeatures> features_;
    CorrectionBlock block_;
    struct Waiting {
        std::size_t row;
        ScoreParts parts;
    };
    std::array<Waiting, CorrectionBlock::HANDS> waiting_{};
};

}  // namespace

std::int32_t percentile(const DifficultyModel& model, std::int64_t score) {
    const auto& points = model.points;
    const auto above =
        std::upper_bound(points.begin(), points.end(), score,
                         [](std::int64_t given, const PercentilePoint& point) { return given < point.score; });
    if (above == points.begin()) return above->percentile;
    if (above == points.end()) return points.back().percentile;
    const PercentilePoint& below = *(above - 1);
    const std::int64_t rise = above->percentile - below.percentile;
    return below.percentile + static_cast<std::int32_t>(rise * (score - below.score) / (above->score - below.score));
}

Labels label(const PuzzleRows& puzzles, const Rules& rules, const DifficultyModels& models, std::size_t workers,
             const Stop& stop, const Wishes& wishes) {
    Labels labels;
    labels.rows.resize(puzzles.size());
    if (wishes.simplest) labels.simplest.resize(puzzles.size());
    if (wishes.score_parts) labels.score_parts.resize(puzzles.size());
    Pulse pulse(stop);
    const RowOrder order = order_of(puzzles, rules, models, pulse);
    labels.status = status_of(pulse.stopped(), false);
    if (pulse.stopped()) return labels;
    SharedRows rows(puzzles.size(), rows_at_once(puzzles.size(), workers));
    std::atomic<bool> too_large{false};
    const bool finished = run_workers(workers, stop, [&](std::size_t, Pulse& pulse) {
        Labeller labeller(rules, models, wishes, puzzles.size(), pulse);
        rows.take(pulse, [&](std::size_t first, std::size_t end) {
            labeller.label(puzzles, std::span(order.rows).subspan(first, end - first), labels);
            if (labeller.status() == SearchStatus::TooLarge) too_large = true;
            if (!order.recurs) labeller.forget();
        });
    });
    labels.status = status_of(!finished, too_large);
    return labels;
}

std::pair<std::vector<StepFeatures>, NumberFeatures> hand_features(const FourNumbers& hand) {
    FourNumberScan scan;
    scan.scan(std::span(&hand, 1));
    const std::vector<FourNumberTree>& trees = scan.trees(0);
    std::vector<StepFeatures> features = features_of(trees);
    sort_items(features);
    features.erase(std::unique(features.begin(), features.end()), features.end());
    return {features, number_features_of(hand, trees.size(), all_show_fractions(features))};
}

Observations hand_observations(const FourNumbers& hand, const ModelWeights& model) {
    auto [features, number_features] = hand_features(hand);
    const auto rates = different_rates(features, model);
    return observations(parallel_effort(rates), number_features, features, rates, model);
}

}  // namespace facevalue::numbers
