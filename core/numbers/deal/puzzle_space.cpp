#include "numbers/deal/puzzle_space.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "numbers/exact/big.hpp"
#include "text/joined.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"
#include "work/splitmix.hpp"
#include "work/system.hpp"

namespace facevalue::numbers {
namespace {

constexpr const char* FREE = "; use `dealable=False`";

Problem space_problem(ErrorClass error, std::initializer_list<facevalue::Part> parts, std::uint64_t limit = 0) {
    return {error, facevalue::joined(parts), {}, 0, limit};
}

// How many choices of k of n values there are, which may repeat.
BigInt repeated_choices(std::size_t n, std::size_t k) {
    BigInt count = 1;
    for (std::size_t i = 0; i < k; ++i)
        count = count * BigInt(static_cast<std::int64_t>(n + i)) / BigInt(static_cast<std::int64_t>(i + 1));
    return count;
}

SpaceValues range_of(const Targets& span) { return {span.low, span.count()}; }

// The different values of a deck within a span, and how many copies it has of each.
struct DeckValues {
    SpaceValues values;
    std::vector<std::size_t> copies;
};
DeckValues deck_values(const std::vector<std::int64_t>& sorted, const Targets& span) {
    DeckValues found;
    std::vector<std::int64_t>& listed = found.values.listed;
    for (const std::int64_t value : sorted) {
        if (value < span.low || value > span.high) continue;
        if (listed.empty() || listed.back() != value) {
            listed.push_back(value);
            found.copies.push_back(0);
        }
        ++found.copies.back();
    }
    found.values.count = listed.size();
    return found;
}

// The choices of one size, and how many there are.
using CountedChoices = std::pair<SpaceChoices, BigInt>;

Expected<CountedChoices> all_choices(const SpaceValues& values, std::size_t size, bool keeps_order) {
    if (keeps_order) {
        BigInt count = 1;
        for (std::size_t i = 0; i < size; ++i) count = count * BigInt(static_cast<std::int64_t>(values.count));
        return CountedChoices{{SpaceChoices::Kind::Ordered, values, size}, count};
    }
    if (values.count > WIDEST_SPAN)
        return space_problem(ErrorClass::Limit,
                             {"low to high may be at most ", WIDEST_SPAN, " numbers, not ", values.count}, WIDEST_SPAN);
    return CountedChoices{{SpaceChoices::Kind::Repeated, values, size}, repeated_choices(values.count, size)};
}

// The choices that a deck can deal.
Expected<CountedChoices> dealt_choices(const Deck& deck, const DeckValues& dealt, std::size_t size, bool keeps_order) {
    const auto& [values, copies] = dealt;
    if (deck.kind == DeckKind::Digits || std::ranges::min(copies) >= size)
        return all_choices(values, size, keeps_order);
    std::size_t most = 0;
    for (const std::size_t each : copies) most += each;
    if (size > most - (deck.next_is_target ? 1 : 0))
        return space_problem(ErrorClass::Rule, {deck.name, " cannot deal ", size, " numbers", FREE});
    if (keeps_order)
        return space_problem(ErrorClass::Rule, {"puzzles of ", size, " numbers from ", deck.name,
                                                ", in the given order, need low and high"});
    if (BigInt(MOST_DEALT) < repeated_choices(values.count, size))
        return space_problem(ErrorClass::Limit,
                             {deck.name, " can deal ", size, " numbers in too many ways; use fewer numbers"},
                             MOST_DEALT);
    SpaceChoices choices(SpaceChoices::Kind::Dealt, values, size, copies);
    const auto count = static_cast<std::int64_t>(choices.with(0, copies[0], size));
    return CountedChoices{std::move(choices), count};
}

// Finds how many puzzles there are up to each of so many choices.
void find_ends(SpacePart& part, std::int64_t choices, Pulse& pulse) {
    std::array<std::int64_t, MOST_GENERATED> numbers{};
    std::uint32_t end = 0;
    for (std::int64_t choice = 0; choice < choices && !pulse.stopped(); ++choice) {
        part.choices.row(static_cast<std::uint64_t>(choice), numbers.data());
        for (std::size_t target = 0; target < part.targets.count; ++target)
            end += part.is_left(target, numbers.data()) ? 1 : 0;
        part.ends.push_back(end);
        pulse.beat(part.targets.count);
    }
}

// Every choice with every target, or with the ones that are left in the deck.
Expected<std::vector<SpacePart>> parts_of(std::vector<CountedChoices> choices, const DeckValues& targets,
                                          const Stop& stop) {
    std::vector<SpacePart> parts;
    Pulse pulse(stop);
    BigInt total = 0;
    for (auto& [some, choice_count] : choices) {
        SpacePart& part = parts.emplace_back(SpacePart{std::move(some), targets.values, 0, targets.copies, {}});
        BigInt count = choice_count * BigInt(static_cast<std::int64_t>(targets.values.count));
        if (!part.copies.empty()) {
            if (BigInt(MOST_WITH_LEFT) < count)
                return space_problem(ErrorClass::Limit,
                                     {choice_count.decimal(), " choices with ", targets.values.count,
                                      " targets are too many to list", FREE},
                                     MOST_WITH_LEFT);
            part.choices.prepare();
            find_ends(part, *choice_count.as_word(), pulse);
            count = part.ends.empty() ? 0 : std::int64_t{part.ends.back()};
        }
        total = total + count;
        part.count = static_cast<std::uint64_t>(count.as_word().value_or(0));
    }
    if (BigInt(MOST_PUZZLES) < total)
        return space_problem(
            ErrorClass::Limit,
            {"there are too many puzzles (", total.decimal(), "); use fewer numbers or a smaller range"}, MOST_PUZZLES);
    for (SpacePart& part : parts) part.choices.prepare();
    return parts;
}

// The square root, rounded down.
std::uint64_t root_of(std::uint64_t number) {
    auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(number)));
    while (root * root > number) --root;
    while ((root + 1) * (root + 1) <= number) ++root;
    return root;
}

// Divides by the same number again and again, with a product in place of a division.
class FixedDivisor {
  public:
    explicit FixedDivisor(std::uint64_t value) : value_(value), inverse_(~std::uint64_t{0} / value) {}

    std::pair<std::uint64_t, std::uint64_t> divide(std::uint64_t number) const {
        auto quotient = static_cast<std::uint64_t>(Uint128{number} * inverse_ >> 64);
        std::uint64_t rest = number - quotient * value_;
        for (; rest >= value_; rest -= value_) ++quotient;  // at most twice, because the inverse is rounded down
        return {quotient, rest};
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_, inverse_;
};

// How many choices of at most ROOTED of n values there are, without repetition; at most MOST_PUZZLES.
constexpr std::size_t ROOTED = 4;
std::uint64_t choose_few(std::uint64_t n, std::size_t count) {
    if (n < count) return 0;
    std::uint64_t choices = n;
    if (count > 1) choices = choices * (n - 1) / 2;
    if (count > 2) choices = choices * (n - 2) / 3;
    if (count > 3) choices = choices * (n - 3) / 4;
    return choices;
}

// The largest number below `end` with at most `rank` choices of 2 to ROOTED numbers below it. As there are about
// (n - (k - 1) / 2)^k / k! choices of k numbers below n, it is near a root.
std::uint64_t largest_of_few(std::uint64_t end, std::size_t count, std::uint64_t rank) {
    const auto number = static_cast<double>(rank);
    const double root = count == 2   ? std::sqrt(2 * number) + 0.5
                        : count == 3 ? std::cbrt(6 * number) + 1
                                     : std::sqrt(std::sqrt(24 * number)) + 1.5;
    std::uint64_t largest = std::min(static_cast<std::uint64_t>(root), end - 1);
    while (choose_few(largest, count) > rank) --largest;
    while (largest + 1 < end && choose_few(largest + 1, count) <= rank) ++largest;
    return largest;
}

class SeededOrder {
  public:
    SeededOrder(std::uint64_t size, std::uint64_t seed)
        : size_(std::max<std::uint64_t>(size, 1)),
          bases_{FixedDivisor(root_of(size_ - 1) + 1),
                 FixedDivisor((size_ + root_of(size_ - 1)) / (root_of(size_ - 1) + 1))} {
        SplitMix64 words(seed);
        for (std::uint64_t& key : keys_) key = words.next();
    }
    std::uint64_t rank(std::uint64_t position) const {
        do position = once(position);
        while (position >= size_);
        return position;
    }

  private:
    std::uint64_t once(std::uint64_t rank) const {
        const auto [high, low] = bases_[1].divide(rank);
        std::uint64_t digits[] = {high, low};
        for (std::size_t round = 0; round < keys_.size(); ++round) {
            const std::size_t moved = round % 2;
            const FixedDivisor& base = bases_[moved];
            const std::uint64_t hash = SplitMix64(digits[1 - moved] ^ keys_[round]).next();
            const std::uint64_t sum = digits[moved] + base.divide(hash).second;
            digits[moved] = sum < base.value() ? sum : sum - base.value();
        }
        return digits[0] * bases_[1].value() + digits[1];
    }

    std::uint64_t size_;
    std::array<FixedDivisor, 2> bases_;
    std::array<std::uint64_t, 6> keys_;
};

}  // namespace

SpaceChoices::SpaceChoices(Kind kind, SpaceValues values, std::size_t size, std::vector<std::size_t> copies)
    : kind_(kind), values_(std::move(values)), size_(size), copies_(std::move(copies)) {
    if (kind != Kind::Dealt) return;
    counts_.assign(values_.count + 1, std::vector<std::uint64_t>(size + 1));
    counts_.back()[0] = 1;
    for (std::size_t value = values_.count; value-- > 0;)
        for (std::size_t count = 0; count <= size; ++count) counts_[value][count] = with(value, copies_[value], count);
}

std::uint64_t SpaceChoices::with(std::size_t value, std::size_t copies, std::size_t count) const {
    std::uint64_t choices = 0;
    for (std::size_t used = 0; used <= std::min(copies, count); ++used) choices += counts_[value + 1][count - used];
    return choices;
}

void SpaceChoices::prepare() {
    if (kind_ != Kind::Repeated || !counts_.empty()) return;
    std::vector<std::uint64_t> below;
    for (std::size_t number = 0; size_ > ROOTED && number < values_.count + size_; ++number)
        below.push_back(choose_few(number, ROOTED));
    for (std::size_t column = ROOTED; column < size_; ++column) {
        std::uint64_t sum = 0;
        // Sums of the last column, at most 2^62 each: larger ones are never reached.
        for (std::uint64_t& each : below) each = std::exchange(sum, std::min<std::uint64_t>(sum + each, MOST_PUZZLES));
        counts_.push_back(below);
    }
}

void SpaceChoices::row(std::uint64_t rank, std::int64_t* numbers) const {
    if (kind_ == Kind::Repeated) return repeated_row(rank, numbers);
    if (kind_ == Kind::Dealt) return dealt_row(rank, numbers);
    for (std::size_t column = size_; column-- > 0; rank /= values_.count)
        numbers[column] = values_.at(rank % values_.count);
}

void SpaceChoices::repeated_row(std::uint64_t rank, std::int64_t* numbers) const {
    std::size_t column = size_;
    for (; column > ROOTED; --column) {
        const std::vector<std::uint64_t>& below = counts_[column - ROOTED - 1];
        const auto largest = static_cast<std::size_t>(std::ranges::upper_bound(below, rank) - below.begin()) - 1;
        rank -= below[largest];
        numbers[column - 1] = values_.at(largest - (column - 1));
    }
    for (; column > 1; --column) {
        const std::uint64_t largest = largest_of_few(values_.count + size_, column, rank);
        rank -= choose_few(largest, column);
        numbers[column - 1] = values_.at(largest - (column - 1));
    }
    numbers[0] = values_.at(rank);
}

void SpaceChoices::dealt_row(std::uint64_t rank, std::int64_t* numbers) const {
    std::size_t value = 0, left = copies_[0];
    for (std::size_t column = 0; column < size_; ++column) {
        for (;; left = copies_[++value]) {
            if (left == 0) continue;
            const std::uint64_t choices = with(value, left - 1, size_ - column - 1);
            if (rank < choices) break;
            rank -= choices;
        }
        numbers[column] = values_.at(value);
        --left;
    }
}

bool SpacePart::is_left(std::size_t target, const std::int64_t* numbers) const {
    return static_cast<std::size_t>(std::count(numbers, numbers + choices.size(), targets.at(target))) < copies[target];
}

std::int64_t SpacePart::puzzle(std::uint64_t rank, std::int64_t* numbers) const {
    if (copies.empty()) {
        choices.row(rank / targets.count, numbers);
        return targets.at(rank % targets.count);
    }
    const auto choice = static_cast<std::size_t>(std::ranges::upper_bound(ends, rank) - ends.begin());
    choices.row(choice, numbers);
    std::uint64_t before = choice == 0 ? 0 : ends[choice - 1];
    std::size_t target = 0;
    while (!is_left(target, numbers) || before++ < rank) ++target;
    return targets.at(target);
}

Expected<PuzzleSpace> PuzzleSpace::make(const Deck& deck, const SpaceOptions& options, const Stop& stop) {
    std::vector<std::int64_t> sorted;
    for (const auto* cards : {&deck.small, &deck.large})
        for (const std::int64_t card : *cards) sorted.push_back(deck.value(card));
    sort_items(sorted);
    const Targets span = options.span.value_or(Targets{sorted.front(), sorted.back()});
    const bool is_dealt = options.dealable.value_or(!options.span);
    const DeckValues dealt = is_dealt ? deck_values(sorted, span) : DeckValues{};
    if (is_dealt && dealt.copies.empty())
        return space_problem(ErrorClass::Rule, {deck.name, " has no numbers from ", span.low, " to ", span.high, FREE});

    std::vector<CountedChoices> choices;
    for (const std::size_t size : options.sizes) {
        auto some = is_dealt ? dealt_choices(deck, dealt, size, options.keeps_order)
                             : all_choices(range_of(span), size, options.keeps_order);
        if (!some) return std::move(some.problem());
        choices.push_back(std::move(*some));
    }
    DeckValues targets{range_of(options.targets), {}};
    if (is_dealt && deck.next_is_target) {
        const Targets both{std::max(span.low, options.targets.low), std::min(span.high, options.targets.high)};
        targets = deck_values(sorted, both);
        if (targets.copies.empty()) return space_problem(ErrorClass::Rule, {deck.name, " has no such target", FREE});
        if (deck.kind == DeckKind::Digits) targets.copies.clear();
    }
    auto parts = parts_of(std::move(choices), targets, stop);
    if (!parts) return std::move(parts.problem());
    PuzzleSpace space;
    space.parts_ = std::move(*parts);
    for (const SpacePart& part : space.parts_) space.count_ += part.count;
    return space;
}

std::vector<SpaceRows> PuzzleSpace::rows(std::uint64_t seed, std::uint64_t first, std::uint64_t last,
                                         const Stop& stop) const {
    const SeededOrder order(count_, seed);
    std::vector<SpaceRows> rows;
    for (const SpacePart& part : parts_) rows.push_back({part.choices.size(), {}, {}, {}});
    // Too many positions for the memory are refused before the work.
    const std::uint64_t count = last - first;
    if (count > rows[0].positions.max_size() / MOST_GENERATED) run_out_of_memory();
    rows[0].positions.reserve(count);
    if (rows.size() == 1) rows[0].numbers.reserve(count * rows[0].width);
    if (rows.size() == 1) rows[0].targets.reserve(count);
    std::array<std::int64_t, MOST_GENERATED> numbers{};
    Pulse pulse(stop);
    for (std::uint64_t position = first; position < last && !pulse.stopped(); ++position) {
        std::uint64_t rank = order.rank(position);
        std::size_t size = 0;
        while (rank >= parts_[size].count) rank -= parts_[size++].count;
        SpaceRows& found = rows[size];
        found.targets.push_back(parts_[size].puzzle(rank, numbers.data()));
        found.numbers.insert(found.numbers.end(), numbers.begin(),
                             numbers.begin() + static_cast<std::ptrdiff_t>(found.width));
        found.positions.push_back(static_cast<std::int64_t>(position));
        pulse.beat(1);
    }
    return rows;
}

}  // namespace facevalue::numbers
