// Fuzzing of the solver: the bytes are rules and up to three puzzles, and these facts are true for all of them.
//
// For: finding puzzles for which the search and the slow walk through all candidates disagree, whatever was solved
// before. Not for: puzzles of six numbers and more, which the walk does not finish.
//
// Method: the reachable values are enumerated here once more, by joining any two numbers; the judge of answers checks
// every solution.
#include <algorithm>
#include <numeric>
#include <set>

#include "fuzz/fuzzing.hpp"
#include "numbers/answers/judge/judge.hpp"
#include "numbers/labels/labels.hpp"
#include "numbers/reach/reach.hpp"
#include "numbers/values/method.hpp"

using namespace facevalue;
using namespace facevalue::numbers;
using facevalue::fuzz::Bytes;
using facevalue::fuzz::require;

namespace {

// --- what the bytes say

// In lowest terms.
Number fraction(std::int64_t numerator, std::int64_t denominator) {
    const std::int64_t divisor = std::gcd(numerator, denominator);
    return {numerator / divisor, denominator / divisor};
}

Number random_number(Bytes& bytes) {
    const std::int64_t small = bytes.below(14);
    switch (bytes.below(8)) {
        case 0:
            return {-small, 1};
        case 1:
            return fraction(small, 1 + bytes.below(6));
        case 2:
            return {1000 * small + bytes.byte(), 1};
        default:
            return {small, 1};
    }
}

Rules random_rules(Bytes& bytes) {
    static constexpr std::array OPERATORS{"+-*/", "+-*/", "+-*/", "+-*", "+*", "*/", "-/", "+"};
    Rules rules;
    rules.operators = *Operators::parse(bytes.one_in(4) ? OPERATORS[bytes.below(8)] : OPERATORS[0]);
    rules.use_all = bytes.below(2) == 0;
    rules.values = static_cast<Values>(bytes.below(VALUE_SETS.size()));
    if (!bytes.one_in(8)) return rules;
    rules.any_order = bytes.below(2) == 0;
    rules.grouping = static_cast<Grouping>(bytes.below(GROUPINGS.size()));
    return rules;
}

// Often a value that the numbers make, from the left.
Number random_target(const std::vector<Number>& numbers, Bytes& bytes) {
    Ratio<Int128> value(numbers[0]);
    for (std::size_t i = 1; i < numbers.size(); ++i)
        value = apply(static_cast<Op>(bytes.below(4)), value, Ratio<Int128>(numbers[i])).value_or(value);
    const auto over = static_cast<std::int64_t>(value.numerator());
    const auto under = static_cast<std::int64_t>(value.denominator());
    if (bytes.below(4) == 0 || over != value.numerator() || under != value.denominator()) return {24, 1};
    return fraction(over, under);
}

// Rarely of five numbers, and never where every spelling of a solution counts: those would be too many.
Puzzle random_puzzle(const Rules& rules, Distinct distinct, Bytes& bytes) {
    Puzzle puzzle;
    std::size_t size = 1 + bytes.below(4);
    if (bytes.one_in(256) && distinct != Distinct::Raw && allows_any_tree(rules)) size = 5;
    if (rules.grouping == Grouping::Forth) size = 4;
    while (puzzle.numbers.size() < size) {
        const bool again = !puzzle.numbers.empty() && bytes.one_in(4);
        puzzle.numbers.push_back(again ? puzzle.numbers.back() : random_number(bytes));
    }
    puzzle.target = random_target(puzzle.numbers, bytes);
    return puzzle;
}

// --- the slow way

struct Slow {
    const Rules& rules;
    std::set<Number> values;

    static Number reduced(const Ratio<Int128>& value) {
        Int128 a = value.numerator(), b = value.denominator();
        while (b != 0) a = std::exchange(b, a % b);
        if (a < 0) a = -a;
        return {static_cast<std::int64_t>(value.numerator() / a), static_cast<std::int64_t>(value.denominator() / a)};
    }

    // Joins any two of the values on the table by any operation.
    void join(const std::vector<Ratio<Int128>>& table) {
        if (table.size() == 1 || !rules.use_all)
            for (const auto& value : table) values.insert(reduced(value));
        for (std::size_t i = 0; i < table.size(); ++i)
            for (std::size_t j = 0; j < table.size(); ++j)
                for (const Op op : rules.operators) {
                    if (i == j || (row(op).commutes() && i > j)) continue;
                    const auto made = apply(op, table[i], table[j]);
                    if (!made || !allowed(rules.values, *made)) continue;
                    std::vector<Ratio<Int128>> rest{*made};
                    for (std::size_t k = 0; k < table.size(); ++k)
                        if (k != i && k != j) rest.push_back(table[k]);
                    join(rest);
                }
    }
};

std::set<Number> slow_values(const Puzzle& puzzle, const Rules& rules) {
    Slow slow{rules, {}};
    slow.join({puzzle.numbers.begin(), puzzle.numbers.end()});
    return std::move(slow.values);
}

// The nearest on each side, or the target.
std::vector<Number> slow_closest(const std::set<Number>& values, const Number& target) {
    if (values.contains(target)) return {target};
    const auto above = values.upper_bound(target);
    if (values.empty()) return {};
    if (above == values.begin()) return {*above};
    const Number below = *std::prev(above);
    if (above == values.end()) return {below};
    const Ratio<Int128> aim(target), down = aim - Ratio<Int128>(below), up = Ratio<Int128>(*above) - aim;
    const auto difference = (down - up).sign();
    if (difference == 0) return {below, *above};
    return {difference < 0 ? below : *above};
}

// --- facts

std::vector<std::string> listed(const Puzzle& puzzle, const Rules& rules, Distinct distinct, std::size_t workers) {
    const auto solver = make_solver(puzzle, rules, distinct, workers, {});
    std::vector<std::string> texts = solver->all();
    require(solver->status() == SearchStatus::Ready, "a small search ends");
    return texts;
}

SyntaxRow solver_syntax() {
    SyntaxRow row{.spellings = {{"(", Piece::Open, '('}, {")", Piece::Close, '('}}, .form = {"{", "-", "/", "}"}};
    for (const Operation& operation : OPERATIONS)
        row.spellings.push_back({std::string(1, operation.symbol), Piece::Operator, operation.symbol});
    return row;
}

void check_texts(const Puzzle& puzzle, const Rules& rules, const std::vector<std::string>& texts) {
    static const Syntax syntax(solver_syntax());
    Judge judge(syntax, rules);
    PreparedPuzzle prepared{.target = puzzle.target};
    for (const Number& number : puzzle.numbers) prepared.add(number);
    for (const std::string& text : texts)
        require(judge.judge(text, prepared).reason == Reason::Correct, "every solution is a right answer");
    require(std::set(texts.begin(), texts.end()).size() == texts.size(), "no solution is listed twice");
}

std::vector<std::string> check_solver(const Puzzle& puzzle, const Rules& rules, Distinct distinct) {
    const std::vector<std::string> texts = listed(puzzle, rules, distinct, 0);
    const std::vector<std::string> walked = listed(puzzle, rules, distinct, 1);
    require(texts.size() == walked.size(), "a search and a walk find as many solutions");
    if (distinct == Distinct::Raw) require(texts == walked, "a search and a walk find the same expressions");
    check_texts(puzzle, rules, texts);
    check_texts(puzzle, rules, walked);
    require(make_solver(puzzle, rules, distinct, 0, {})->count() == texts.size(), "as many are counted as listed");
    require(make_solver(puzzle, rules, distinct, 0, {})->any() == !texts.empty(), "a puzzle is solvable if it has one");
    return texts;
}

void check_values(const Puzzle& puzzle, const Rules& rules, bool is_solvable) {
    if (!allows_any_tree(rules)) return;
    const std::set<Number> values = slow_values(puzzle, rules);
    require(values.contains(puzzle.target) == is_solvable, "what is solvable can be made");
    require(closest(puzzle, rules, {}) == slow_closest(values, puzzle.target),
            "the closest values are the nearest ones");
    const Targets targets{-10, 120};
    std::vector<std::uint8_t> reached(targets.count());
    std::atomic<std::size_t> done{0};
    reach({puzzle.numbers, puzzle.numbers.size()}, rules, targets, 1, {}, done, reached.data());
    for (std::size_t i = 0; i < reached.size(); ++i)
        require(reached[i] == values.contains({targets.low + static_cast<std::int64_t>(i), 1}),
                "what is reached is made");
}

void check_label(const Label& label, const std::string& simplest, const Puzzle& puzzle, const Rules& rules,
                 const std::vector<std::string>& texts) {
    require(label.solvable == !texts.empty() && label.solutions == texts.size(), "labels count the solutions");
    if (!label.solvable) return;
    check_texts(puzzle, rules, {simplest});
    require(0 <= label.percentile && label.percentile <= 10'000, "a percentile is one");
    Rules whole = rules;
    whole.values = must_not_be_negative(rules.values) ? Values::Natural : Values::Integer;
    const bool needs_fraction = !must_be_whole(rules.values) && listed(puzzle, whole, Distinct::Canonical, 1).empty();
    require(label.needs_fraction == needs_fraction, "a fraction is needed if whole results solve nothing");
}

// People played with all numbers of a hand.
DifficultyModels some_models(const Rules& rules) {
    DifficultyModels models{rules.use_all, {}, {}};
    models.people.points = models.steps.points = {{0, 0}, {1000, 10'000}};
    return models;
}

// All puzzles one after the other, in objects that remember earlier puzzles.
void check_together(const std::vector<Puzzle>& puzzles, const Rules& rules, Distinct distinct,
                    const std::vector<std::vector<std::string>>& texts) {
    Pulse pulse;
    SolverSession session(rules, distinct, pulse);
    for (std::size_t turn = 0; turn < 2 * puzzles.size(); ++turn) {
        const std::size_t i = turn % puzzles.size(), most = 3 * turn;
        require(session.any(puzzles[i]) == !texts[i].empty(), "a session knows what is solvable");
        const auto [count, simplest] = session.simplest(puzzles[i], most);
        require(count == texts[i].size() && simplest.size() == std::min(count, most), "the simplest are so many");
        require(session.count(puzzles[i]) == texts[i].size(), "a session counts what a solver lists");
    }
    const auto solvable = solve_batch(puzzles, rules, distinct, Output::Solvable, 1, {});
    const auto counts = solve_batch(puzzles, rules, distinct, Output::Counts, 1, {});
    const auto lists = solve_batch(puzzles, rules, distinct, Output::All, 1, {});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        require(counts.counts[i] == texts[i].size(), "a batch counts what a solver lists");
        require((solvable.counts[i] != 0) == !texts[i].empty(), "a batch knows what is solvable");
        require(lists.texts[i].size() == texts[i].size(), "a batch lists as many");
        check_texts(puzzles[i], rules, lists.texts[i]);
    }
    if (distinct != Distinct::Essential) return;
    const Labels labels = label(puzzles, rules, some_models(rules), 1, {}, {.simplest = true});
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        check_label(labels.rows[i], labels.simplest[i], puzzles[i], rules, texts[i]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const Rules rules = random_rules(bytes);
    const auto distinct = static_cast<Distinct>(bytes.below(DISTINCTS.size()));
    std::vector<Puzzle> puzzles;
    std::vector<std::vector<std::string>> texts;
    for (int left = 3; left > 0 && (left == 3 || !bytes.is_empty()); --left) {
        const Puzzle puzzle = random_puzzle(rules, distinct, bytes);
        const std::vector<std::string> found = check_solver(puzzle, rules, distinct);
        check_values(puzzle, rules, !found.empty());
        // A walk remembers nothing, and takes too long to repeat it often.
        if (puzzle.numbers.size() > 3 && !is_search(method_of(puzzle, rules))) continue;
        puzzles.push_back(puzzle);
        texts.push_back(found);
    }
    check_together(puzzles, rules, distinct, texts);
    return 0;
}
