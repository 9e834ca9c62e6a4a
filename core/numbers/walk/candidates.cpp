#include "numbers/walk/candidates.hpp"

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
    Evaluator<Value> evaluate(numbers, rules.values);
    for (Walk walk(numbers, rules); !walk.done(); walk.advance()) {
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

// Counts up through the places, the last fastest; false after the last.
bool count_up(std::vector<std::size_t>& places, std::size_t base) {
    for (std::size_t i = places.size(); i-- > 0;) {
        if (++places[i] < base) return true;
        places[i] = 0;
    }
    return false;
}

}  // namespace

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
