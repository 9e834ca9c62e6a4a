// Labels: the vectors against one tree after the other, the forms of four numbers against the search.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>

#include "numbers/four_numbers/canonical.hpp"
#include "numbers/labels/labels.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

struct SlowStep {
    Op op;
    Fraction a, b, result;
};
// The steps of a tree, one by one; nothing if it divides by zero.
std::optional<std::vector<SlowStep>> slow_steps(std::size_t index, const std::array<std::int64_t, 4>& numbers) {
    std::vector<SlowStep> steps;
    const auto leaf = [&](std::size_t place) { return Fraction(numbers[place], 1); };
    const auto step = [&](Op op, const Fraction& a, const Fraction& b) {
        auto result = apply(op, a, b);
        if (result) steps.push_back({op, a, b, *(result = result->tidied())});
        return result;
    };
    if (!TreeBuilder(leaf, step).tree(index)) return std::nullopt;
    return steps;
}

// A hand, and a target that one of its trees makes, where that is whole.
FourNumbers random_four(std::mt19937& random, std::int64_t least, std::int64_t most) {
    const auto number = [&] {
        return least + static_cast<std::int64_t>(random() % static_cast<unsigned>(most - least + 1));
    };
    for (;;) {
        FourNumbers four{{number(), number(), number(), number()}, 0};
        std::sort(four.numbers.begin(), four.numbers.end());
        const auto steps = slow_steps(random() % FOUR_NUMBER_TREES, four.numbers);
        if (!steps || !steps->back().result.is_whole()) continue;
        four.target = steps->back().result.numerator();
        if (fits_machine_words(four)) return four;
    }
}

std::vector<std::uint16_t> slow_trees(const FourNumbers& four) {
    std::vector<std::uint16_t> found;
    const Fraction target(Number{four.target, 1});
    for (std::size_t index = 0; index < FOUR_NUMBER_TREES; ++index) {
        const auto steps = slow_steps(index, four.numbers);
        if (steps && steps->back().result == target) found.push_back(static_cast<std::uint16_t>(index));
    }
    return found;
}

bool is_zero(const Fraction& value) { return value.numerator() == 0; }
bool is_one(const Fraction& value) { return value == Fraction(1, 1); }
bool is_unit(const Fraction& value) { return is_one(value) || value == Fraction(-1, 1); }

bool is_idle(const SlowStep& step) {
    switch (step.op) {
        case Op::Add:
        case Op::Subtract:
            return is_zero(step.a) || is_zero(step.b);
        case Op::Multiply:
            return is_zero(step.a) || is_zero(step.b) || is_unit(step.a) || is_unit(step.b);
        case Op::Divide:
            return is_zero(step.a) || is_unit(step.b);
    }
    return false;
}

// The marks of a tree that makes its target, from its steps.
std::int64_t slow_marks(const std::vector<SlowStep>& steps, bool has_halves) {
    using namespace tree_marks;
    const SlowStep &first = steps[0], &second = steps[1], &last = steps[2];
    const auto side = [&](const Fraction& value) {
        return (last.op == Op::Add && is_zero(value)) || (last.op == Op::Multiply && is_one(value));
    };
    const bool has_quotient = second.op == Op::Divide || (second.op == Op::Multiply && first.op == Op::Divide);
    std::int64_t marks = MAKES_TARGET;
    if (is_idle(first)) marks |= IDLE_FIRST;
    if (is_idle(second)) marks |= IDLE_SECOND;
    if (is_idle(last)) marks |= IDLE_LAST;
    if (side(last.a)) marks |= IDLE_LEFT;
    if (side(last.b)) marks |= IDLE_RIGHT;
    if (!has_halves && row(last.op).family == 0 && has_quotient && is_unit(second.result)) marks |= UNIT_QUOTIENT;
    if (!first.result.is_whole()) marks |= FRACTION_FIRST;
    if (!second.result.is_whole()) marks |= FRACTION_SECOND;
    return marks;
}

// The features of a step, written out.
StepFeatures slow_features(const std::vector<SlowStep>& steps, bool has_halves) {
    StepFeatures features{0, static_cast<std::uint8_t>(steps.size())};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& [op, a, b, result] = steps[i];
        const auto size = [](const Fraction& value) { return std::abs(value.numerator()); };
        const auto is = [&](const Fraction& value, std::int64_t whole) {
            return value.is_whole() && size(value) == whole;
        };
        if (!result.is_whole()) features.add(Feature::Fraction);
        if (result.sign() < 0) features.add(Feature::Negative);
        if (i == 2 && op == Op::Divide) features.add(Feature::EndsDividing);
        if (i == 2 && op == Op::Multiply && is(result, 24) && (is(a, 1) || is(b, 1))) features.add(Feature::Ends1x24);
        if (i == 2 && op == Op::Multiply && is(result, 24) && (is(a, 4) || is(b, 4))) features.add(Feature::Ends4x6);
        if (is_zero(a) || is_zero(b) || (op == Op::Subtract && a == b)) continue;
        if ((op == Op::Multiply && is_one(a)) || (row(op).family == 1 && is_one(b))) continue;
        if (op == Op::Divide && a == b) {
            features.add(Feature::ByItself);
            continue;
        }
        if (op == Op::Subtract) features.add(Feature::Subtraction);
        if (op == Op::Divide) features.add(Feature::Division);
        if (!a.is_whole() || !b.is_whole() || !result.is_whole()) continue;
        if (op == Op::Add && size(a) == size(b)) features.add(Feature::Doubled);
        if (op == Op::Add && size(result) > 10) features.add(Feature::SumBeyond10);
        if (op == Op::Subtract && size(a) > 10) features.add(Feature::FromBeyond10);
        if (op == Op::Subtract && size(a) > 24) features.add(Feature::FromBeyond24);
        if (op == Op::Subtract && size(result) == 1) features.add(Feature::DifferenceOf1);
        if (op == Op::Multiply && size(a) >= 5 && size(b) >= 5) features.add(Feature::FactorsFrom5);
        if (op == Op::Multiply && size(result) > 50) features.add(Feature::ProductBeyond50);
    }
    if (has_halves) features.add(Feature::TwoHalves);
    return features;
}

std::vector<std::uint16_t> indices(const std::vector<FourNumberTree>& trees) {
    std::vector<std::uint16_t> found;
    for (const FourNumberTree& tree : trees) found.push_back(tree.index);
    return found;
}

Puzzle puzzle_of(const FourNumbers& four) {
    Puzzle puzzle{{}, {four.target, 1}};
    for (const std::int64_t number : four.numbers) puzzle.numbers.push_back({number, 1});
    return puzzle;
}

std::string text_of(const FourNumbers& four) {
    std::string text;
    for (const std::int64_t number : four.numbers) text += std::to_string(number) + " ";
    return text + "-> " + std::to_string(four.target);
}

DifficultyModels some_models() {
    DifficultyModels models{true, {}, {}};
    models.people.points = models.steps.points = {{0, 0}, {1000, 10'000}};
    return models;
}

// Do all or some of the numbers make the target? By a search.
bool some_make_it(const FourNumbers& four) {
    Puzzle puzzle{{}, {four.target, 1}};
    for (const std::int64_t number : four.numbers) puzzle.numbers.push_back({number, 1});
    Rules rules;
    rules.use_all = false;
    return make_solver(puzzle, rules, Distinct::Canonical, 0, {})->any();
}

std::vector<bool> have_trees(FourNumberScan& scan, const std::vector<FourNumbers>& fours, bool use_all) {
    std::vector<bool> found;
    while (found.size() < fours.size()) {
        const std::size_t taken = scan.scan_any(std::span(fours).subspan(found.size()), use_all);
        for (std::size_t i = 0; i < taken; ++i) found.push_back(scan.has_tree(i));
    }
    return found;
}

}  // namespace

TEST_CASE("vectors of every width find the trees that are found one by one") {
    std::mt19937 random(1);
    const std::vector<std::pair<std::int64_t, std::int64_t>> ranges{{1, 13}, {-9, 9}, {0, 50}, {1, 5000}};
    for (const auto& [least, most] : ranges) {
        std::vector<FourNumbers> fours;
        for (int i = 0; i < 60; ++i) fours.push_back(random_four(random, least, most));
        for (const FourNumberLanes* lanes : runnable_lanes<FourNumberLanes>()) {
            FourNumberScan scan(*lanes);
            for (std::size_t first = 0; first < fours.size();) {
                const std::size_t taken = scan.scan(std::span(fours).subspan(first));
                for (std::size_t i = 0; i < taken; ++i) CHECK(indices(scan.trees(i)) == slow_trees(fours[first + i]));
                first += taken;
            }
        }
    }
}

TEST_CASE("vectors of every width read trees as they are read one by one") {
    std::mt19937 random(8);
    std::vector<FourNumbers> fours;
    const std::vector<std::pair<std::int64_t, std::int64_t>> ranges{{1, 4}, {1, 13}, {-6, 6}, {0, 60}, {1, 5000}};
    for (const auto& [least, most] : ranges)
        for (int i = 0; i < 150; ++i) {
            fours.push_back(random_four(random, least, most));
            if (i % 3 == 0 && least >= 0) fours.back().target = 24;
        }
    std::size_t compared = 0;
    for (const FourNumberLanes* lanes : runnable_lanes<FourNumberLanes>()) {
        FourNumberScan scan(*lanes);
        for (std::size_t first = 0; first < fours.size();) {
            const std::size_t taken = scan.scan(std::span(fours).subspan(first));
            for (std::size_t i = 0; i < taken; ++i)
                for (const FourNumberTree& tree : scan.trees(i)) {
                    const auto steps = *slow_steps(tree.index, fours[first + i].numbers);
                    const bool has_halves = tree.index / WAYS >= CHAINS;
                    StepFeatures added{has_halves ? std::uint64_t{1} << StepFeatures::shift(Feature::TwoHalves) : 0, 0};
                    for (std::size_t step = 0; step < 3; ++step)
                        add_step(steps[step].op, steps[step].a, steps[step].b, steps[step].result, step == 2, added);
                    CHECK(tree.marks == slow_marks(steps, has_halves));
                    CHECK(tree.features == slow_features(steps, has_halves));
                    CHECK(tree.features == added);
                    ++compared;
                }
            first += taken;
        }
    }
    CHECK(compared > 10'000);
}

TEST_CASE("without features the same trees have the same marks") {
    std::mt19937 random(9);
    std::vector<FourNumbers> fours;
    for (int i = 0; i < 100; ++i) fours.push_back(random_four(random, 1, i % 2 == 0 ? 13 : 99));
    std::size_t compared = 0;
    for (const FourNumberLanes* lanes : runnable_lanes<FourNumberLanes>()) {
        FourNumberScan full(*lanes), marked(*lanes);
        for (std::size_t first = 0; first < fours.size();) {
            const auto rest = std::span(fours).subspan(first);
            const std::size_t taken = full.scan(rest);
            REQUIRE(taken == marked.mark(rest));
            for (std::size_t i = 0; i < taken; ++i) {
                REQUIRE(full.trees(i).size() == marked.trees(i).size());
                for (std::size_t j = 0; j < full.trees(i).size(); ++j, ++compared) {
                    CHECK(full.trees(i)[j].index == marked.trees(i)[j].index);
                    CHECK(full.trees(i)[j].marks == marked.trees(i)[j].marks);
                    CHECK(marked.trees(i)[j].features.counts == 0);
                }
            }
            first += taken;
        }
    }
    CHECK(compared > 1000);
}

TEST_CASE("vectors of every width find the hands with a tree, with zeros and negative numbers") {
    std::vector<FourNumbers> fours;
    for (std::int64_t a = -2; a <= 3; ++a)
        for (std::int64_t b = a; b <= 4; ++b)
            for (std::int64_t c = b; c <= 4; ++c)
                for (std::int64_t d = c; d <= 5; ++d)
                    for (const std::int64_t target : {-7, 0, 1, 9, 24, 60}) fours.push_back({{a, b, c, d}, target});
    std::mt19937 random(4);
    for (int i = 0; i < 100; ++i) {
        fours.push_back(random_four(random, -60, 60));
        fours.push_back(random_four(random, -6000, 6000));
        fours.back().target += i % 2;
    }
    std::vector<bool> expected, expected_of_some;
    for (const FourNumbers& four : fours) {
        expected.push_back(!slow_trees(four).empty());
        expected_of_some.push_back(some_make_it(four));
    }
    for (const FourNumberLanes* lanes : runnable_lanes<FourNumberLanes>()) {
        FourNumberScan scan(*lanes);
        CHECK(have_trees(scan, fours, true) == expected);
        CHECK(have_trees(scan, fours, false) == expected_of_some);
    }
}

TEST_CASE("the trees of four positive numbers have as many solutions as the search finds") {
    std::vector<FourNumbers> fours;
    for (std::int64_t a = 1; a <= 9; ++a)  // many idle parts
        for (std::int64_t b = a; b <= 9; ++b)
            for (std::int64_t c = b; c <= 9; ++c)
                for (std::int64_t d = c; d <= 9; ++d)
                    for (const std::int64_t target : {2, 3, 6, 9, 24}) fours.push_back({{a, b, c, d}, target});
    std::mt19937 random(2);
    for (int i = 0; i < 4000; ++i) fours.push_back(random_four(random, 1, i % 3 == 0 ? 6 : i % 3 == 1 ? 13 : 60));
    Pulse pulse;
    SolverSession session({}, Distinct::Essential, pulse);
    FourNumberScan scan;
    int compared = 0, written = 0, listed = 0;
    for (const FourNumbers& four : fours) {
        scan.scan(std::span(&four, 1));
        const auto found = count_solutions(four, scan.trees(0));
        CHECK(found.has_value() == (four.target >= 2));
        if (!found) continue;
        ++compared;
        const auto [count, simplest] = session.simplest(puzzle_of(four), 1);
        CHECK_MESSAGE(*found == count, text_of(four));
        const auto form = simplest_form(four, scan.trees(0));
        if (form) CHECK(std::vector{*form} == simplest);
        if (form) ++written;
        const auto all = list_solutions(four, scan.trees(0));
        if (all) CHECK_MESSAGE(*all == session.simplest(puzzle_of(four), 1000).second, text_of(four));
        if (all && !all->empty()) ++listed;
    }
    CHECK(compared > 4000);
    CHECK(written > 1000);
    CHECK(listed > 1000);
}

TEST_CASE("trees are not counted with numbers below 1 or a target below 2") {
    FourNumberScan scan;
    const FourNumbers zero{{0, 2, 3, 4}, 24}, negative{{-1, 2, 3, 4}, 24}, one{{1, 2, 3, 4}, 1},
        below{{1, 2, 3, 4}, -6};
    for (const FourNumbers& four : {zero, negative, one, below}) {
        scan.scan(std::span(&four, 1));
        CHECK_FALSE(count_solutions(four, scan.trees(0)).has_value());
        CHECK_FALSE(list_solutions(four, scan.trees(0)).has_value());
    }
}

TEST_CASE("a large batch counts what each puzzle alone has, with hands that repeat") {
    std::mt19937 random(3);
    std::vector<Puzzle> puzzles;
    for (int i = 0; i < 700; ++i) {
        puzzles.push_back(puzzle_of(random_four(random, i % 7 == 0 ? -2 : 1, i % 5 == 0 ? 70 : 5)));
        if (i % 3 == 0) puzzles.push_back(puzzles[random() % puzzles.size()]);
    }
    const BatchResult batch = solve_batch(puzzles, {}, Distinct::Essential, Output::Counts, 1, {});
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        CHECK(batch.counts[i] == make_solver(puzzles[i], {}, Distinct::Essential, 0, {})->count());
}

TEST_CASE("a percentile is linear between two points and constant outside") {
    DifficultyModel model;
    model.points = {{-10, 0}, {10, 500}, {20, 10'000}};
    CHECK(percentile(model, -11) == 0);
    CHECK(percentile(model, 0) == 250);
    CHECK(percentile(model, 15) == 5250);
    CHECK(percentile(model, 20) == 10'000);
    CHECK(percentile(model, 21) == 10'000);
}

TEST_CASE("a single way costs what its features cost") {
    ModelWeights model;
    model.step_features[static_cast<std::size_t>(Feature::Fraction)] = 64;
    StepFeatures easy, hard;
    hard.add(Feature::Fraction);
    std::vector<StepFeatures> one{hard}, same{hard, hard}, both{easy, hard};
    CHECK(parallel_effort(different_rates(one, model)) == 64);
    CHECK(parallel_effort(different_rates(same, model)) == 64);
    CHECK(parallel_effort(different_rates(both, model)) == -37);  // log2(1 + 1/2) is 37.4 64ths
}

TEST_CASE("few and many solutions lose the same repeats") {
    std::mt19937 random(7);
    for (const std::size_t count : {1, 5, 33, 128, 129, 200}) {
        std::vector<StepFeatures> solutions(count);
        for (StepFeatures& each : solutions) each = {random() % 200 << 4 * (random() % 3), 3};
        std::vector<StepFeatures> expected = solutions;
        std::sort(expected.begin(), expected.end());
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        keep_different(solutions);
        std::sort(solutions.begin(), solutions.end());
        CHECK(solutions == expected);
    }
}

TEST_CASE("a block of hands has the same corrections as each hand alone") {
    std::mt19937 random(5);
    const auto below = [&](unsigned end) { return static_cast<std::int32_t>(random() % end); };
    const auto condition = [&] {
        return Correction::Condition{static_cast<std::uint32_t>(below(OBSERVATIONS)), below(200) - 100};
    };
    std::vector<Correction> corrections;
    for (int i = 0; i < 50; ++i)
        corrections.push_back({condition(), {condition(), condition()}, {below(9), -below(9), below(99), -below(99)}});
    CorrectionBlock block;
    std::vector<std::int64_t> expected;
    while (block.size() < CorrectionBlock::HANDS) {
        Observations seen{};
        for (std::int64_t& each : seen) each = below(220) - 110;
        seen[static_cast<std::size_t>(below(OBSERVATIONS))] =
            (block.size() % 2 == 0 ? 1 : -1) * (std::int64_t{1} << 40);
        block.add(seen);
        std::int64_t total = 0;
        for (const Correction& each : corrections) {
            const std::size_t no = seen[each.first.observation] > each.first.most;
            const Correction::Condition& second = each.second[no];
            total += each.points[2 * no + (seen[second.observation] > second.most)];
        }
        expected.push_back(total);
    }
    const auto points = block.points(corrections);
    CHECK(std::vector<std::int64_t>(points.begin(), points.end()) == expected);
}

TEST_CASE("rows of arrays have the labels of the same puzzles in a list, and of each alone") {
    std::mt19937 random(6);
    for (const std::size_t width : {4, 5}) {
        std::vector<Puzzle> puzzles;
        std::vector<std::int64_t> numbers, targets;
        for (int row = 0; row < 100; ++row) {
            Puzzle puzzle{{}, {static_cast<std::int64_t>(random() % 30), 1}};
            for (std::size_t i = 0; i < width; ++i)
                puzzle.numbers.push_back({static_cast<std::int64_t>(random() % 9), 1});
            for (const Number& number : puzzle.numbers) numbers.push_back(number.numerator);
            targets.push_back(puzzle.target.numerator);
            puzzles.push_back(puzzle);
        }
        const Wishes wishes{.simplest = true, .score_parts = true};
        const Labels expected = label(puzzles, {}, some_models(), 1, {}, wishes);
        const Labels found = label({numbers.data(), width, targets}, {}, some_models(), 1, {}, wishes);
        const Labels fewer = label(puzzles, {}, some_models(), 1, {});
        CHECK(fewer.simplest.empty());
        CHECK(fewer.score_parts.empty());
        const auto same = [&](std::size_t row, const Labels& others, std::size_t other) {
            CHECK(found.rows[row].solutions == others.rows[other].solutions);
            CHECK(found.rows[row].score == others.rows[other].score);
            CHECK(found.simplest[row] == others.simplest[other]);
            CHECK(found.score_parts[row].parallel_effort == others.score_parts[other].parallel_effort);
            CHECK(found.score_parts[row].number_features == others.score_parts[other].number_features);
            CHECK(found.score_parts[row].correction == others.score_parts[other].correction);
        };
        for (std::size_t row = 0; row < puzzles.size(); ++row) {
            const std::vector alone{puzzles[row]};
            same(row, expected, row);
            same(row, label(alone, {}, some_models(), 1, {}, wishes), 0);
            CHECK(fewer.rows[row].score == found.rows[row].score);
        }
    }
}

TEST_CASE("a batch has the labels of each puzzle alone, whether its numbers recur or are many") {
    std::mt19937 random(7);
    Rules rules;
    rules.use_all = false;
    rules.values = Values::Positive;
    for (const auto& [size, most] : {std::pair(4, 9), std::pair(4, 99), std::pair(5, 99)}) {
        std::vector<Puzzle> puzzles;
        for (std::size_t row = 0; row < rounds<std::size_t>(600); ++row) {
            puzzles.push_back({{}, {static_cast<std::int64_t>(10 + random() % 90), 1}});
            for (int i = 0; i < size; ++i)
                puzzles.back().numbers.push_back({static_cast<std::int64_t>(1 + random() % most), 1});
        }
        const Wishes wishes{.simplest = true};
        const Labels found = label(puzzles, rules, some_models(), 2, {}, wishes);
        for (std::size_t row = 0; row < puzzles.size(); ++row) {
            const Labels alone = label(std::vector{puzzles[row]}, rules, some_models(), 1, {}, wishes);
            CHECK(found.rows[row].solutions == alone.rows[0].solutions);
            CHECK(found.rows[row].score == alone.rows[0].score);
            CHECK(found.simplest[row] == alone.simplest[0]);
        }
    }
}

TEST_CASE("labels end soon when stopped") {
    std::mt19937 random(3);
    std::vector<Puzzle> puzzles;
    for (int i = 0; i < 20'000; ++i) puzzles.push_back(puzzle_of(random_four(random, 1, 50)));
    int checks = 0;
    CHECK(label(puzzles, {}, some_models(), 1, [&] { return ++checks > 1; }).status == SearchStatus::Stopped);
    CHECK(checks == 2);
}
