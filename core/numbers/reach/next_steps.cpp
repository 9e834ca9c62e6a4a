// Works backward from the target: if a set of the numbers must make u, and one part of it makes x, the other part must
// make the y that makes u together with x. What two numbers must make are the results of good steps.
#include "numbers/reach/next_steps.hpp"

#include <algorithm>

#include "numbers/reach/reach_batch.hpp"

namespace facevalue::numbers {
namespace {

class Needs {
  public:
    Needs(const ReachSetup& setup, const ReachSets& sets, std::uint64_t target, Pulse& pulse)
        : setup_(setup), sets_(sets), target_(target), pulse_(pulse), whole_((Mask{1} << setup.size) - 1) {
        needs_.resize(whole_ + std::size_t{1});
        for (Mask set = setup.use_all ? whole_ : 1; set <= whole_; ++set) add(set, target);
        // Larger sets come first, because a part comes before the whole in numerical order.
        for (Mask set = whole_; set > 0; --set) expand(set);
    }

    // Must the numbers at these places make the result, or can the others make the target alone?
    bool keeps_target(std::size_t first, std::size_t second, std::uint64_t result) const {
        const Mask two = Mask{1} << first | Mask{1} << second, rest = whole_ ^ two;
        if (contains(needs_[two], result)) return true;
        if (setup_.use_all) return false;
        for (Mask part = rest; part != 0; part = (part - 1) & rest)
            if (makes(part, target_)) return true;
        return false;
    }

  private:
    static bool contains(const std::vector<std::uint64_t>& values, std::uint64_t value) {
        return std::ranges::find(values, value) != values.end();
    }
    bool makes(Mask set, std::uint64_t value) const { return sets_.table(set).has(value); }

    // Sets that have no table may be unable to make what they need; then no split of them works.
    void add(Mask set, std::uint64_t value) {
        const bool may_make = sets_.size_of(set) > setup_.largest || makes(set, value);
        if (may_make && !contains(needs_[set], value)) needs_[set].push_back(value);
    }

    void expand(Mask set) {
        if (sets_.size_of(set) <= 2) return;
        for (Mask part = (set - 1) & set; part != 0; part = (part - 1) & set) {
            const Mask rest = set ^ part;
            const std::size_t small = sets_.size_of(part), large = sets_.size_of(rest);
            if (small > large || (small == large && part > rest)) continue;
            const std::span<const std::uint32_t> values = sets_.table(part).values();
            pulse_.beat(5 * needs_[set].size() * values.size());
            if (pulse_.stopped()) return;
            for (const std::uint64_t value : needs_[set])
                for (const std::uint64_t x : values) split(value, x, part, rest);
        }
    }
    void split(std::uint64_t value, std::uint64_t x, Mask part, Mask rest) {
        const auto take = [&](std::uint64_t y) {
            if (sets_.size_of(rest) <= setup_.largest && !makes(rest, y)) return;
            add(part, x);
            add(rest, y);
        };
        if (setup_.adds && x < value) take(value - x);
        if (setup_.subtracts) take(x + value);
        if (setup_.subtracts && x > value) take(x - value);
        if (setup_.multiplies && x <= value && results::is_divisible(value, x)) take(value / x);
        if (setup_.divides) take(x * value);
        if (setup_.divides && x >= value && results::is_divisible(x, value)) take(x / value);
    }

    const ReachSetup& setup_;
    const ReachSets& sets_;
    std::uint64_t target_;
    Pulse& pulse_;
    Mask whole_;
    std::vector<std::vector<std::uint64_t>> needs_;  // of each set
};

}  // namespace

std::optional<std::vector<bool>> solvable_after(const Puzzle& puzzle, const Rules& rules,
                                                const std::vector<NextStep>& steps, Pulse& pulse) {
    const std::vector<Number>& numbers = puzzle.numbers;
    const Targets targets{puzzle.target.numerator, puzzle.target.numerator};
    const bool applies = rules.values == Values::Positive && puzzle.target.denominator == 1 &&
                         reach_method(numbers, rules, targets) == ReachMethod::Whole;
    if (!applies) return std::nullopt;
    const Batch batch = batch_of({numbers, numbers.size()}, 0, 1);
    const ReachSetup setup = setup_of(batch, numbers.size(), rules, targets);
    ReachSets sets(setup, batch.different, pulse);
    sets.prepare(batch.rows[0]);
    const Needs needs(setup, sets, setup.window.most, pulse);
    // The sets are of the numbers in ascending order.
    const std::vector<std::size_t> order = ascending_places(numbers);
    std::vector<std::size_t> rank(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    std::vector<bool> solvable;
    for (const auto& [step, places] : steps)
        solvable.push_back(needs.keeps_target(rank[step.first], rank[step.second],
                                              static_cast<std::uint64_t>(step.result->numerator)));
    return solvable;
}

}  // namespace facevalue::numbers
