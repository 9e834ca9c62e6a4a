#include "numbers/plan/plan.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "numbers/backward/estimate.hpp"
#include "numbers/backward/value_tables.hpp"
#include "numbers/exact/functions.hpp"
#include "numbers/exact/join.hpp"
#include "numbers/exact/text.hpp"
#include "numbers/solve/solver.hpp"
#include "numbers/walk/candidates.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {
namespace {

// The time and memory of one unit of work.
struct Price {
    double seconds, bytes;
};
constexpr Price SOLUTION{1.6e-6, 200};  // of eight numbers or more, that a search lists
constexpr Price CANDIDATE{1e-7, 0}, FLAT_CANDIDATE{2e-7, 0}, LONG_CANDIDATE{1.6e-6, 0};
constexpr Price RESULT{2.5e-7, 40};               // of an operation, in tables of parts
constexpr Price RESULT_WITH_FUNCTIONS{2e-7, 20};  // kept in tables with functions
// Of an expression that may make the target, and then is compared with the others that do; few do. The same where some
// of the numbers may be left out.
constexpr Price EXPRESSION{1.5e-6, 100}, EXPRESSION_OF_SOME{4e-6, 100};
constexpr Price VALUE{1.5e-6, 300};          // in a list of all values
constexpr Price VALUE_OF_PARTS{2.5e-7, 13};  // in the tables of partial values
constexpr Price WHOLE_VALUE{2e-7, 13}, FRACTION{5e-7, 13};

// Of one expression for a value, by how many numbers there are.
constexpr std::array<double, 8> EXPRESSION_SECONDS{1e-5, 1e-5, 1e-5, 2e-5, 8e-5, 3e-4, 3e-3, 0.06};
constexpr double MANY_EXPRESSION_SECONDS = 2.5;

constexpr double LEAST_REACH_SECONDS = 3e-6, SECONDS_PER_TARGET = 1e-9;

// Numbers whose product has more bits than this are longer than a machine word.
constexpr double SHORT_BITS = 62;
// Raw solutions are listed form by form; with seven numbers there are millions.
constexpr std::size_t MOST_WITH_RAW_LISTS = 6;
// With functions, the tables of more numbers in any order are too large, whatever the numbers are.
constexpr std::size_t MOST_WITH_FUNCTIONS = 8;
// How many times as many results there are in any order if numbers may be joined.
constexpr double MORE_JOINED = 2.5;

void price(Plan& plan, double count, const Price& cost) {
    constexpr double MEGA = 1e6;
    plan.seconds += count * cost.seconds;
    plan.megabytes += count * cost.bytes / MEGA;
}

// A search keeps its solutions, so its time and memory grow with their count: for puzzles of eight numbers and more
// with target 24 it is about the number of sequences of the numbers, or as few as a quarter of them. Each operator is a
// factor for each further number. Finding only the simplest takes a share of it, and so does counting without a list.
void price_solutions(Plan& plan, const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find) {
    constexpr double PER_SEQUENCE = 8, FROM = 8;
    const auto sequences = arrangements(puzzle.numbers, rules);
    double solutions = 0;
    for (std::size_t size = 1; size < sequences.size(); ++size)
        if (!rules.use_all || size == puzzle.numbers.size())
            solutions += PER_SEQUENCE * static_cast<double>(sequences[size]) *
                         std::pow(static_cast<double>(rules.operators.size()), static_cast<double>(size) - FROM);
    // Negative values may need a list.
    const bool is_positive = puzzle.target.numerator > 0 && std::ranges::all_of(puzzle.numbers, [](const Number& each) {
                                 return each.numerator >= 0;
                             });
    if (find == Find::Count && !(is_positive && distinct == Distinct::Essential && rules.use_all)) find = Find::All;
    const double time = find == Find::All ? 1 : 0.4, memory = find == Find::All ? 1 : find == Find::First ? 0.15 : 0.3;
    price(plan, solutions, {SOLUTION.seconds * time, SOLUTION.bytes * memory});
    plan.work = (find == Find::All     ? "finding all solutions of "
                 : find == Find::First ? "solving a puzzle of "
                                       : "counting the solutions of ") +
                std::to_string(puzzle.numbers.size()) + " numbers";
}

// Expressions are compared for each solution that is not raw, unless they are too many.
void price_comparison(Plan& plan, double expressions, const Rules& rules, Distinct distinct, Find find) {
    if (!finds_solutions(find) || distinct == Distinct::Raw) return;
    price(plan, std::min(expressions, double{MOST_COMPARED}), rules.use_all ? EXPRESSION : EXPRESSION_OF_SOME);
}

// Results of operations in tables of parts. Measured on up to nine numbers.
double results_of_parts(double size, const Rules& rules, Find find) {
    if (rules.any_order) {
        const double joined = rules.join ? MORE_JOINED : 1;
        if (find == Find::Values) return 8e-3 * std::pow(28, size) * joined;
        if (find == Find::Targets || find == Find::Closest) return 8e-4 * std::pow(28, size) * joined;
        return 25 * std::pow(5, size) * joined;
    }
    const auto has_one_of = [&](Op one, Op other) { return rules.has(one) || rules.has(other); };
    const bool is_mixed = has_one_of(Op::Add, Op::Subtract) && has_one_of(Op::Multiply, Op::Divide);
    double growth = !is_mixed ? 2 : rules.operators.size() == OPERATIONS.size() ? 8.5 : 6.5;
    if (must_be_whole(rules.values)) growth = std::min<double>(growth, find == Find::Closest ? 7 : 6);
    const double half = std::floor(size / 2), joined = rules.join ? 2 : 1;
    if (finds_solutions(find)) return size * (rules.use_all ? 1 : size) * std::pow(growth, half);
    if (find == Find::Closest) return joined * (rules.use_all ? 1 : 2) * size * std::pow(growth, size - half);
    const double more = joined * (rules.use_all ? 1 : 1.5);
    return find == Find::Targets ? more * std::pow(growth, size - 2) : more * 1.5 * std::pow(growth, size - 1);
}

// Results with functions where the right operand is one number. Values are made from each sequence of numbers. A target
// is found from both ends, so only from sequences of half the numbers; ten times as many results allow for targets with
// many solutions.
double results_from_the_left(std::size_t size, const Rules& rules, bool are_values) {
    const bool is_fixed = !rules.any_order && rules.use_all;
    const std::size_t longest = are_values ? size : (size + 1) / 2;
    const auto operations = static_cast<double>(rules.operators.size() + rules.functions.size());
    double results = 0, sequences = 1, powers = 1;
    for (std::size_t length = 1; length <= longest; ++length) {
        const auto more = static_cast<double>(size - length + 1);
        if (!is_fixed) sequences *= rules.any_order ? more : more / static_cast<double>(length);
        results += sequences * powers;
        powers *= operations;
    }
    return are_values ? results : 10 * results;
}

// Measured on up to seven numbers in any order and ten in a given order.
double results_with_functions(std::size_t size, const Rules& rules, bool are_values) {
    if (rules.grouping == Grouping::Left) return results_from_the_left(size, rules, are_values);
    struct Growth {
        double share, factor;  // for each further number
    };
    constexpr Growth IN_ANY_ORDER[2][2]{{{1.9, 8}, {3.2e-3, 50}}, {{0.032, 26}, {0.11, 45}}};
    constexpr Growth IN_ORDER[2][2]{{{63, 3.5}, {8, 6}}, {{0.34, 9}, {0.7, 15}}};
    const bool has_unary = rules.functions.has(Function::Factorial) || rules.functions.has(Function::Root);
    auto [share, factor] = (rules.any_order ? IN_ANY_ORDER : IN_ORDER)[are_values][has_unary];
    if (are_values && rules.functions.has(Function::Concatenate)) factor *= 1.17;
    return share * std::pow(factor, static_cast<double>(size)) * (rules.join && rules.any_order ? MORE_JOINED : 1);
}

void price_functions(Plan& plan, std::size_t size, const Rules& rules, Distinct distinct, Find find) {
    // In any order most values are only looked up for a target, and not kept.
    constexpr double LOOKED_UP = 20;
    const bool are_values = !finds_solutions(find);
    const double results = results_with_functions(size, rules, are_values);
    const double kept = !are_values && rules.any_order ? results / LOOKED_UP : results;
    price(plan, results, {RESULT_WITH_FUNCTIONS.seconds, 0});
    price(plan, kept, {0, RESULT_WITH_FUNCTIONS.bytes});
    price_comparison(plan, results, rules, distinct, find);
}

void price_walk(Plan& plan, const Puzzle& puzzle, const Rules& rules, std::size_t walkers) {
    const Uint128 count = candidate_count(puzzle.numbers, rules);
    double bits = 0;
    for (const Number& number : puzzle.numbers)
        bits += std::log2(std::abs(static_cast<double>(number.numerator)) + static_cast<double>(number.denominator));
    price(plan, static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, walkers)),
          bits > SHORT_BITS                  ? LONG_CANDIDATE
          : rules.grouping == Grouping::Flat ? FLAT_CANDIDATE
                                             : CANDIDATE);
    plan.work = "walking through " + with_commas(count) + " candidates";
}

bool fits(const std::vector<Number>& numbers, const Rules& rules) { return has_reach_bound(bounding(numbers, rules)); }

// Joined numbers in any order have so many arrangements that counting them takes longer than most searches.
double candidates_of_parts(const Puzzle& puzzle, const Rules& rules) {
    constexpr std::size_t FEW = 4;
    if (rules.join && rules.any_order && puzzle.numbers.size() > FEW) return MOST_COMPARED;
    return static_cast<double>(candidate_count(puzzle.numbers, rules));
}

Plan refuse(Plan plan, std::int64_t limit, std::string why) {
    plan.limit = limit;
    plan.refusal = std::move(why);
    return plan;
}

// Is the query answered within about so many seconds? Its answer is thrown away.
bool is_short(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find, double seconds,
              const Stop& stop) {
    constexpr double LOOK_UPS_PER_SECOND = 2e7, OF_SORTED_VALUES = 2e8;
    const bool sorts = !finds_solutions(find) && engine_for(puzzle, rules, distinct, find) == Engine::Backward;
    const double speed = sorts ? OF_SORTED_VALUES : LOOK_UPS_PER_SECOND;
    const auto most_pulses = static_cast<std::uint64_t>(seconds * speed) / Pulse::INTERVAL;
    std::atomic<std::uint64_t> pulses = 0;  // of several threads
    const Stop trial([&](const Progress& progress) { return ++pulses > most_pulses || (stop && stop(progress.done)); });
    if (find == Find::Closest) return closest(puzzle, rules, trial).has_value();
    if (find == Find::Values) return all_values(puzzle.numbers, rules, trial).has_value();
    if (find == Find::Targets) return for_whole_values(puzzle.numbers, rules, trial, [](std::int64_t) {});
    const auto solver = make_solver(puzzle, rules, distinct, 0, trial);
    if (find == Find::First)
        solver->next();
    else if (find == Find::Count)
        solver->count();
    else
        solver->all();
    return solver->status() != SearchStatus::Stopped;
}

// By a formula.
Plan estimate(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find, std::size_t walkers) {
    Plan plan{walkers > 0 && finds_solutions(find) ? Engine::Walk : engine_for(puzzle, rules, distinct, find)};
    const std::size_t size = puzzle.numbers.size();
    const std::string numbers = std::to_string(size) + " numbers";
    if (plan.engine == Engine::Functions && rules.any_order && size > MOST_WITH_FUNCTIONS)
        return refuse(plan, MOST_WITH_FUNCTIONS,
                      "with functions, at most " + std::to_string(MOST_WITH_FUNCTIONS) +
                          " numbers are allowed in any order, not " + std::to_string(size));
    if (plan.engine == Engine::Functions && !std::ranges::all_of(puzzle.numbers, has_small_parts))
        return refuse(plan, MOST_PART, "with functions, numbers may be at most 10^15");
    if (!fits(puzzle.numbers, rules))
        return refuse(
            plan, WIDEST_BOUND_BITS,
            "the numbers are too large: their product is beyond " + std::to_string(WIDEST_BOUND_BITS) + " bits");
    const bool lists_forms = plan.engine == Engine::Backward || plan.engine == Engine::Bounded;
    if (lists_forms && finds_solutions(find) && distinct == Distinct::Raw && size > MOST_WITH_RAW_LISTS)
        return refuse(plan, MOST_WITH_RAW_LISTS,
                      "raw solutions are limited to " + std::to_string(MOST_WITH_RAW_LISTS) + " numbers, not " +
                          std::to_string(size) + "; use `distinct='canonical'`");
    switch (plan.engine) {
        case Engine::Nothing:
            break;
        case Engine::Walk:
            price_walk(plan, puzzle, rules, walkers);
            break;
        case Engine::Functions:
            price_functions(plan, size, rules, distinct, find);
            plan.work = "making tables for " + numbers + " with functions";
            break;
        case Engine::Parts:
            price(plan, results_of_parts(static_cast<double>(size), rules, find), RESULT);
            price_comparison(plan, candidates_of_parts(puzzle, rules), rules, distinct, find);
            plan.work = "making tables for " + numbers + (rules.any_order ? " in any order" : " in the order given");
            break;
        default:
            if (finds_solutions(find)) {
                price_solutions(plan, puzzle, rules, distinct, find);
            } else if (find == Find::Closest) {
                price(plan, closest_values(puzzle.numbers, rules), VALUE_OF_PARTS);
                plan.work = "no solution; finding the closest value of " + numbers;
            } else if (find == Find::Values) {
                price(plan, most_values(puzzle.numbers, rules), VALUE);
                plan.work = "listing the values of " + numbers;
            } else {
                price(plan, closest_values(puzzle.numbers, rules),
                      must_be_whole(rules.values) ? WHOLE_VALUE : FRACTION);
                plan.work = "finding what " + numbers + " reach";
            }
    }
    return plan;
}

// Choices of whole numbers share tables, so they have a time for targets up to a thousand, and a time for each thousand
// more.
double whole_reach_seconds(std::size_t size, const Targets& targets) {
    constexpr std::size_t FEW = 4;
    constexpr double SECONDS[][2]{{3e-6, 2e-6}, {1.2e-5, 9e-6}, {3.2e-5, 1.2e-5}, {2.2e-4, 1.5e-5}, {2.4e-3, 4e-4}};
    constexpr double OF_FEWER[]{1.5e-6, 1.5e-6};
    const auto& [usual, more] = size < FEW ? OF_FEWER : SECONDS[size - FEW];
    return usual + more * static_cast<double>(std::max<std::int64_t>(0, targets.high - 1000)) / 1000;
}

// Measured for four to seven different numbers.
constexpr std::size_t LEAST_MEASURED = 4, MOST_MEASURED = 7;
double fraction_reach_seconds(std::size_t size, Values values) {
    constexpr double SECONDS[][MOST_MEASURED - LEAST_MEASURED + 1]{
        {3e-5, 1.7e-3, 0.07, 3}, {2.5e-5, 1e-3, 0.035, 1.3}, {2e-5, 4e-4, 8e-3, 0.2}, {1e-5, 2e-4, 4.5e-3, 0.1}};
    const std::size_t row = std::min(static_cast<std::size_t>(values), std::size(SECONDS) - 1);
    return size < LEAST_MEASURED ? LEAST_REACH_SECONDS : SECONDS[row][size - LEAST_MEASURED];
}

// Tries a query that its formula forbids.
Plan tried(Plan plan, const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find, double limit,
           const Stop& stop) {
    const double seconds = std::min(limit, TRIAL_SECONDS);
    const bool may_be_short = plan.refusal.empty() && plan.engine != Engine::Walk && plan.seconds > limit && limit > 0;
    if (may_be_short && is_short(puzzle, rules, distinct, find, seconds, stop)) {
        plan.seconds = seconds;
        plan.megabytes = 0;
    }
    return plan;
}

}  // namespace

bool is_always_short(std::size_t numbers, const Rules& rules, double limit) {
    constexpr std::size_t FEW = 4;
    return numbers <= FEW && !rules.has_functions() && limit >= SHORT_SECONDS;
}

Plan plan(const Puzzle& puzzle, const Rules& rules, Distinct distinct, Find find, std::size_t walkers, double limit,
          const Stop& stop) {
    return tried(estimate(puzzle, rules, distinct, find, walkers), puzzle, rules, distinct, find, limit, stop);
}

Plan plan_reach(const std::vector<Number>& numbers, const Rules& rules, const Targets& targets, double limit,
                const Stop& stop) {
    const Puzzle puzzle{numbers, {}};
    const std::size_t size = numbers.size();
    Plan plan = estimate(puzzle, rules, Distinct::Raw, Find::Targets, 0);
    if (!plan.refusal.empty()) return plan;
    const ReachMethod method = reach_method(numbers, rules, targets);
    if (method == ReachMethod::Whole) {
        plan.seconds = whole_reach_seconds(size, targets);
        return plan;
    }
    if (method == ReachMethod::Walk)
        plan.seconds += LEAST_REACH_SECONDS;
    else if (size <= MOST_MEASURED)
        plan.seconds = fraction_reach_seconds(size, rules.values);
    plan.seconds += SECONDS_PER_TARGET * static_cast<double>(targets.count());
    return tried(std::move(plan), puzzle, rules, Distinct::Raw, Find::Targets, limit, stop);
}

Plan plan_expressions(const std::vector<Number>& numbers, const Rules& rules, std::size_t values, const Stop& stop) {
    const Puzzle puzzle{numbers, {0, 1}};
    Plan one = plan(puzzle, rules, Distinct::Essential, Find::First, 0, std::numeric_limits<double>::infinity(), stop);
    if (one.engine != Engine::Walk) {
        // Whole results take as long as fractions of one number less.
        const std::size_t size = numbers.size() - (must_be_whole(rules.values) && numbers.size() > 1 ? 1 : 0);
        one.seconds = size <= EXPRESSION_SECONDS.size() ? EXPRESSION_SECONDS[size - 1] : MANY_EXPRESSION_SECONDS;
    }
    const auto count = static_cast<double>(values);
    return {one.engine, one.seconds * count, 0, "an expression for each of " + with_commas(values) + " values"};
}

std::optional<Problem> size_problem(std::size_t count, std::optional<std::size_t> size, std::string_view name,
                                    bool joins) {
    const std::string counted = std::to_string(count);
    if (size && count != *size)
        return Problem{ErrorClass::Rule,
                       "the rules " + represented(name) + " need " + std::to_string(*size) + " numbers, not " + counted,
                       {}};
    if (count > MOST_SEARCHED)
        return Problem{ErrorClass::Limit,
                       "a search takes at most " + std::to_string(MOST_SEARCHED) + " numbers, not " + counted,
                       {},
                       0,
                       MOST_SEARCHED};
    constexpr std::size_t MOST = MOST_JOINED_IN_ANY_ORDER;
    if (joins && count > MOST)
        return Problem{ErrorClass::Limit,
                       "a search joins at most " + std::to_string(MOST) + " numbers in any order, not " + counted,
                       {},
                       0,
                       MOST};
    return std::nullopt;
}

Problem no_closest_value() {
    return {ErrorClass::Limit, "the numbers are too large to find the closest value", {}, 0, 1ULL << 63};
}

Problem no_values() {
    constexpr std::uint64_t LARGEST = std::numeric_limits<std::int64_t>::max();
    return {ErrorClass::Limit, "the numbers are too large to list their values", {}, 0, LARGEST};
}

}  // namespace facevalue::numbers
