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

}  // namespace

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
