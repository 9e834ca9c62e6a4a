#include "numbers/labels/labels.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

#include "numbers/answers/reader.hpp"
#include "numbers/search/four_number_canonical.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {
namespace {

// So many of the simplest solutions run in the race of `steps`; further ones hardly change it.
constexpr std::size_t MOST_RUNNERS = 16;
constexpr std::uint64_t WORK_OF_A_ROW = 100;  // in look-ups, beside what a search counts itself
constexpr std::size_t ROWS = 64;              // taken at a time: neighbours share sub-multisets

SyntaxRow solver_syntax() {  // as printer.hpp writes
    SyntaxRow row;
    for (const Operation& operation : OPERATIONS)
        row.spellings.push_back({std::string(1, operation.symbol), Piece::Operator, operation.symbol});
    row.spellings.push_back({"(", Piece::Open, '('});
    row.spellings.push_back({")", Piece::Close, '('});
    row.form = {"{", "-", "/", "}"};
    row.forms = true;
    return row;
}

bool is_whole(const FourTree& tree) {
    return std::all_of(tree.steps.begin(), tree.steps.end(),
                       [](const FourStep& step) { return step.result.is_whole(); });
}

Asks asks_of(const FourTree& tree) {
    Asks asks;
    for (std::size_t i = 0; i < 3; ++i) {
        const FourStep& step = tree.steps[i];
        add_step(step.op, step.a, step.b, step.result, i == 2, asks);
    }
    if (tree.has_halves) asks.add(Trait::TwoHalves);
    return asks;
}

// What the steps of a postfix expression ask, done from left to right.
template <class Value>
Asks asks_of(const std::vector<Term>& terms) {
    struct Operand {
        Value value;
        bool is_result;
    };
    Asks asks;
    std::vector<Operand> stack;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].kind == TermKind::Number) {
            stack.push_back({Value(terms[i].number), false});
            continue;
        }
        const Operand right = stack.back(), left = stack[stack.size() - 2];
        stack.resize(stack.size() - 2);
        const Value result = *apply(terms[i].op, left.value, right.value);
        const bool is_last = i + 1 == terms.size();
        add_step(terms[i].op, left.value, right.value, result, is_last, asks);
        if (is_last && left.is_result && right.is_result) asks.add(Trait::TwoHalves);
        stack.push_back({result, true});
    }
    return asks;
}

bool shows_no_fraction(const Asks& asks) { return asks.count(Trait::Fraction) == 0; }

Shown shown_of(const Four& hand, const std::vector<FourTree>& trees) {
    const auto& numbers = hand.numbers;
    Shown shown{};
    for (const std::int64_t number : numbers) {
        shown.ones += number == 1;
        shown.even += number % 2 == 0;
        shown.sum += number;
    }
    for (std::size_t i = 0; i < 4; ++i)
        shown.different += std::find(&numbers[0], &numbers[i], numbers[i]) == &numbers[i];
    shown.needs_fraction = std::none_of(trees.begin(), trees.end(), is_whole);
    shown.ways = log2_in_64ths(std::max<std::size_t>(trees.size(), 1));
    return shown;
}

// The same rules with whole results only, where that leaves anything out.
std::optional<Rules> whole_rules(const Rules& rules) {
    if (must_be_whole(rules.values) || !rules.has(Op::Divide)) return std::nullopt;
    Rules whole = rules;
    whole.values = must_not_be_negative(rules.values) ? Values::Natural : Values::Integer;
    return whole;
}

// What one worker keeps.
class Labeller {
  public:
    Labeller(const Rules& rules, const Rulers& rulers, bool wants_simplest, Pulse& pulse)
        : rulers_(rulers),
          wants_simplest_(wants_simplest),
          scans_all_(allows_all_trees(rules)),
          syntax_(solver_syntax()),
          reader_(syntax_),
          solver_(rules, Distinct::Essential, pulse),
          pulse_(pulse) {
        if (const auto whole = whole_rules(rules)) whole_solver_.emplace(*whole, Distinct::Essential, pulse);
    }

    void label(std::span<const Puzzle> puzzles, Label* labels) {
        fours_.clear();
        rows_.clear();
        for (std::size_t row = 0; row < puzzles.size(); ++row) {
            const auto four = four_of(puzzles[row].numbers, puzzles[row].target);
            if (four && (scans_all_ || is_for_people(*four))) {
                fours_.push_back(*four);
                rows_.push_back(row);
            } else {
                label_by_steps(puzzles[row], labels[row]);
            }
            pulse_.beat(WORK_OF_A_ROW);
            if (pulse_.stopped()) return;
        }
        for (std::size_t first = 0; first < fours_.size();) {
            const std::size_t taken = scan_.scan(std::span(fours_).subspan(first));
            for (std::size_t i = 0; i < taken; ++i)
                label_four(puzzles[rows_[first + i]], fours_[first + i], scan_.trees(i), labels[rows_[first + i]]);
            first += taken;
            if (pulse_.stopped()) return;
        }
    }
    Ended ended() const {
        if (whole_solver_ && whole_solver_->ended() != Ended::Ready) return whole_solver_->ended();
        return solver_.ended();
    }

  private:
    bool is_for_people(const Four& four) const {  // its numbers are sorted
        return rulers_.has_people && four.target == PEOPLE_TARGET && four.numbers.front() >= 0 &&
               four.numbers.back() <= PEOPLE_MOST;
    }

    void label_four(const Puzzle& puzzle, const Four& four, const std::vector<FourTree>& trees, Label& label) {
        if (trees.empty()) return;
        if (!is_for_people(four)) {
            label_by_steps(puzzle, label);
            if (scans_all_) label.needs_fraction = std::none_of(trees.begin(), trees.end(), is_whole);
            return;
        }
        const auto different = scans_all_ ? different_forms(four, trees) : std::nullopt;
        label.solutions = different ? *different : solver_.count(puzzle);
        label.solvable = label.solutions > 0;
        if (!label.solvable) return;
        if (wants_simplest_) {
            const auto simplest = scans_all_ ? simplest_form(four, trees) : std::nullopt;
            keep_simplest(simplest ? std::vector{*simplest} : solver_.simplest(puzzle, 1).second, label);
        }
        asks_.clear();
        for (const FourTree& tree : trees) asks_.push_back(asks_of(tree));
        label.by_people = true;
        label.shown = shown_of(four, trees);
        label.needs_fraction = scans_all_ && label.shown.needs_fraction != 0;
        label.race = race(asks_, rulers_.people.model);
        rate(rulers_.people, label);
    }

    void label_by_steps(const Puzzle& puzzle, Label& label) {
        const auto [count, texts] = solver_.simplest(puzzle, MOST_RUNNERS);
        label.solutions = count;
        label.solvable = count > 0;
        if (!label.solvable || texts.empty()) return;  // no texts: stopped
        if (wants_simplest_) keep_simplest(texts, label);
        asks_.clear();
        const bool is_small = small_reach_bound(puzzle.numbers) < 1ULL << 63;
        for (const std::string& text : texts) {
            const auto& terms = reader_.read(text, true).terms;
            asks_.push_back(is_small ? asks_of<Fraction>(terms) : asks_of<Ratio<WideInt>>(terms));
        }
        label.needs_fraction = needs_fraction(puzzle);
        label.race = race(asks_, rulers_.steps.model);
        rate(rulers_.steps, label);
    }
    bool needs_fraction(const Puzzle& puzzle) {
        if (!whole_solver_ || std::any_of(asks_.begin(), asks_.end(), shows_no_fraction)) return false;
        return !whole_solver_->any(puzzle);
    }

    static void keep_simplest(const std::vector<std::string>& texts, Label& label) {
        if (!texts.empty()) label.simplest = texts.front();  // none: stopped
    }
    static void rate(const Ruler& ruler, Label& label) {
        label.score = score(label.race, label.shown, ruler.model);
        label.percentile = percentile(ruler, label.score);
    }

    const Rulers& rulers_;
    bool wants_simplest_, scans_all_;
    Syntax syntax_;
    Reader reader_;
    Streak solver_;
    std::optional<Streak> whole_solver_;
    Pulse& pulse_;
    FourScan scan_;
    std::vector<Four> fours_;
    std::vector<std::size_t> rows_;
    std::vector<Asks> asks_;
};

}  // namespace

std::int32_t percentile(const Ruler& ruler, std::int64_t score) {
    const auto& marks = ruler.marks;
    const auto above = std::upper_bound(marks.begin(), marks.end(), score,
                                        [](std::int64_t given, const Mark& mark) { return given < mark.score; });
    if (above == marks.begin()) return above->percentile;
    if (above == marks.end()) return marks.back().percentile;
    const Mark& below = *(above - 1);
    const std::int64_t rise = above->percentile - below.percentile;
    return below.percentile + static_cast<std::int32_t>(rise * (score - below.score) / (above->score - below.score));
}

Labels label(const std::vector<Puzzle>& puzzles, const Rules& rules, const Rulers& rulers, std::size_t workers,
             const Stop& stop, bool wants_simplest) {
    Labels labels;
    labels.rows.resize(puzzles.size());
    std::atomic<std::size_t> taken{0};
    std::atomic<bool> too_large{false};
    std::uint64_t work = 0;
    const bool finished = run_workers(workers, stop, work, [&](std::size_t, Pulse& pulse) {
        Labeller labeller(rules, rulers, wants_simplest, pulse);
        for (std::size_t first = taken.fetch_add(ROWS); first < puzzles.size(); first = taken.fetch_add(ROWS)) {
            const std::size_t count = std::min(ROWS, puzzles.size() - first);
            labeller.label(std::span(puzzles).subspan(first, count), labels.rows.data() + first);
            if (labeller.ended() == Ended::TooLarge) too_large = true;
            if (pulse.stopped()) return;
        }
    });
    labels.ended = !finished ? Ended::Stopped : too_large ? Ended::TooLarge : Ended::Ready;
    return labels;
}

std::pair<std::vector<Asks>, Shown> asked(const Four& hand) {
    FourScan scan;
    scan.scan(std::span(&hand, 1));
    const std::vector<FourTree>& trees = scan.trees(0);
    std::vector<Asks> asks;
    for (const FourTree& tree : trees) asks.push_back(asks_of(tree));
    std::sort(asks.begin(), asks.end());
    asks.erase(std::unique(asks.begin(), asks.end()), asks.end());
    return {asks, shown_of(hand, trees)};
}

}  // namespace facevalue::numbers
