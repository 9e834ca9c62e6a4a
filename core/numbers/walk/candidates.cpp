#include "numbers/walk/candidates.hpp"

#include <algorithm>
#include <map>

#include "work/pulse.hpp"

namespace facevalue::numbers {

Candidates::Part Candidates::next(std::size_t most, const Stop& stop) {
    constexpr std::uint64_t WORK_OF_A_TEXT = 50;  // in look-ups
    const Turn::Taken turn(turn_, stop);
    if (turn.outcome() != Turn::Outcome::Ready) return {status_of(turn.outcome()), {}};
    Part part;
    Pulse pulse(stop);
    for (; part.texts.size() < most && !walk_.done(); walk_.advance()) {
        part.texts.push_back(walk_.text(walk_.current()).text);
        pulse.beat(WORK_OF_A_TEXT);
        if (pulse.stopped()) return {SearchStatus::Stopped, {}};
    }
    return part;
}

namespace {

using TableRow = std::pair<std::vector<std::int64_t>, std::string>;

// The rows of these numbers in this order, one for each candidate that makes the target.
template <class Value>
void add_rows(const std::vector<Number>& numbers, const Number& target, const Rules& rules, Pulse& pulse,
              std::vector<TableRow>& rows) {
    Walk walk(numbers, rules);
    Evaluator<Value> evaluate(walk, rules);
    for (; !walk.done(); walk.advance()) {
        const Candidate candidate = walk.current();
        const auto value = evaluate(candidate);
        pulse.beat(1);
        if (!value || !(*value == Value(target))) continue;
        TableRow made;
        for (const Number& number : numbers) made.first.push_back(number.numerator);
        for (const Op op : *candidate.ops) made.second += row(op).symbol;
        rows.push_back(std::move(made));
    }
}

// The first place after each different number that can come next at a place: for each, first_end_of.
std::vector<std::size_t> first_ends(const std::vector<Number>& numbers, std::size_t from, bool exactly) {
    std::map<Number, std::size_t> ends;
    for (std::size_t start = from; start < (exactly ? from + 1 : numbers.size()); ++start) {
        std::optional<Number> whole = numbers[start];
        for (std::size_t end = start + 1; whole; ++end) {
            const auto [known, is_new] = ends.try_emplace(*whole, end);
            known->second = std::min(known->second, end);
            whole = end < numbers.size() ? followed_by(*whole, numbers[end]) : std::nullopt;
        }
    }
    std::vector<std::size_t> found;
    for (const auto& [number, end] : ends) found.push_back(end);
    return found;
}

// Counts up through the places, the last fastest; false after the last.
bool count_up(std::vector<std::size_t>& places, std::size_t base) {
    for (std::size_t i = places.size(); i-- > 0;) {
        if (++places[i] < base) return true;
        places[i] = 0;
    }
    return false;
}

// The same from 1 number on, where they may be joined.
std::vector<std::uint64_t> joined_arrangements(const std::vector<Number>& numbers, const Rules& rules) {
    const std::size_t size = numbers.size();
    std::vector<std::uint64_t> counts(size, 0);
    if (rules.any_order) {
        JoinedChoices choices(numbers, rules);
        while (const JoinedChoices::Choice* choice = choices.next()) {
            std::uint64_t orders = shapes::factorial(choice->size());
            for (auto at = choice->begin(); at != choice->end();) {
                const auto next = std::upper_bound(at, choice->end(), *at);
                orders /= shapes::factorial(static_cast<std::size_t>(next - at));
                at = next;
            }
            counts[choice->size() - 1] += orders;
        }
        return counts;
    }
    // By the place after the numbers that a sequence takes first, and by its length.
    std::vector<std::vector<std::uint64_t>> ways(size + 1, std::vector<std::uint64_t>(size + 1, 0));
    ways[0][0] = 1;
    for (std::size_t at = 0; at < size; ++at)
        for (const std::size_t end : first_ends(numbers, at, rules.use_all))
            for (std::size_t length = 0; length < size; ++length) ways[end][length + 1] += ways[at][length];
    for (std::size_t end = rules.use_all ? size : 1; end <= size; ++end)
        for (std::size_t length = 1; length <= size; ++length) counts[length - 1] += ways[end][length];
    return counts;
}

using Ways = std::vector<std::uint64_t>;  // by length

// Of numbers that keep their order.
Ways subsequences(const std::vector<Number>& numbers) {
    Ways ways(numbers.size() + 1, 0);
    ways[0] = 1;
    std::map<Number, Ways> before;
    for (const Number& number : numbers) {
        const Ways ended = before.contains(number) ? before[number] : Ways(ways.size(), 0);
        before[number] = ways;
        for (std::size_t length = ways.size() - 1; length > 0; --length) {
            const std::uint64_t shorter = before[number][length - 1];
            ways[length] += shorter - ended[length - 1];  // what this number has already made longer counts once
        }
    }
    return ways;
}

constexpr std::uint64_t choose(std::size_t all, std::size_t some) {
    std::uint64_t ways = 1;
    for (std::size_t i = 1; i <= some; ++i) ways = ways * (all - some + i) / i;
    return ways;
}

// In any order, where equal numbers are not swapped.
Ways permutations(const std::vector<Number>& numbers) {
    std::map<Number, std::size_t> counts;
    for (const Number& number : numbers) ++counts[number];
    Ways ways(numbers.size() + 1, 0);
    ways[0] = 1;
    for (const auto& [number, most] : counts) {
        const Ways before = ways;
        for (std::size_t length = 0; length < ways.size(); ++length)
            for (std::size_t more = 1; more <= std::min(most, length); ++more)
                ways[length] += before[length - more] * choose(length, more);
    }
    return ways;
}

constexpr std::size_t FORTH_NUMBERS = 4;

// How many groupings of so many numbers a walk tries.
std::uint64_t tree_count(Grouping grouping, std::size_t count) {
    switch (grouping) {
        case Grouping::Any:
            return choose(2 * count - 2, count - 1) / count;
        case Grouping::Orders:
            return shapes::factorial(count - 1);
        case Grouping::Forth:
            return count == FORTH_NUMBERS ? 2 : 0;
        default:
            return 1;
    }
}

}  // namespace

std::vector<std::uint64_t> arrangements(const std::vector<Number>& numbers, const Rules& rules) {
    if (rules.join) {
        Ways ways = joined_arrangements(numbers, rules);
        ways.insert(ways.begin(), 0);
        return ways;
    }
    if (!rules.any_order) return subsequences(numbers);
    if (rules.grouping != Grouping::Forth) return permutations(numbers);
    Ways ways(1, 1);  // the Forth program also swaps equal numbers
    for (std::size_t length = 1; length <= numbers.size(); ++length)
        ways.push_back(ways.back() * (numbers.size() - length + 1));
    return ways;
}

Uint128 candidate_count(const std::vector<Number>& numbers, const Rules& rules) {
    const std::vector<std::uint64_t> ways = arrangements(numbers, rules);
    const bool has_fewer = !rules.use_all || rules.join;
    Uint128 count = 0, choices = 1;  // of operators
    for (std::size_t length = 1; length <= numbers.size(); ++length) {
        if (length > 1) choices *= rules.operators.size();
        if (has_fewer || length == numbers.size()) count += choices * ways[length] * tree_count(rules.grouping, length);
    }
    return count;
}

std::vector<TableRow> table(const std::vector<std::int64_t>& digits, std::size_t count, const Number& target,
                            const Rules& rules, const Stop& stop) {
    constexpr std::uint64_t NARROW = 1ULL << 62;  // what a Fraction can store, see ratio.hpp
    std::vector<TableRow> rows;
    std::vector<std::size_t> places(count, 0);
    Pulse pulse(stop);
    do {
        std::vector<Number> numbers;
        for (const std::size_t place : places) numbers.push_back({digits[place], 1});
        if (small_reach_bound(numbers) <= NARROW)
            add_rows<Fraction>(numbers, target, rules, pulse, rows);
        else
            add_rows<Ratio<WideInt>>(numbers, target, rules, pulse, rows);
    } while (!pulse.stopped() && count_up(places, digits.size()));
    return rows;
}

}  // namespace facevalue::numbers
