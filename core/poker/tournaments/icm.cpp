#include "poker/tournaments/icm.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "poker/cards/combinations.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

using numbers::BigFraction;
using numbers::BigInt;

namespace {

std::optional<Problem> wrong_stacks(const std::vector<BigFraction>& stacks, std::size_t prizes) {
    if (stacks.empty() || stacks.size() > MOST_STACKS)
        return rule_problem(joined({"icm takes 1 to ", MOST_STACKS, " stacks"}));
    if (std::ranges::any_of(stacks, [](const BigFraction& stack) { return stack.sign() == 0; }))
        return rule_problem("every stack must be greater than 0; leave out players without chips");
    if (prizes > stacks.size())
        return rule_problem(joined(
            {"there are ", prizes, " payouts, but only ", stacks.size(), stacks.size() == 1 ? " player" : " players"}));
    return std::nullopt;
}

BigInt common_multiple(const BigInt& a, const BigInt& b) { return a / common_divisor(a, b) * b; }

// Whole numbers of a unit.
struct WholeAmounts {
    std::vector<BigInt> numbers;
    BigInt unit = 1;  // so many make one
};
WholeAmounts whole(const std::vector<BigFraction>& amounts) {
    WholeAmounts made;
    for (const BigFraction& amount : amounts) made.unit = common_multiple(made.unit, amount.denominator());
    for (const BigFraction& amount : amounts)
        made.numbers.push_back(amount.numerator() * (made.unit / amount.denominator()));
    return made;
}

// Small whole numbers in the proportions of the stacks.
std::vector<BigInt> chips_of(const std::vector<BigFraction>& stacks) {
    std::vector<BigInt> chips = whole(stacks).numbers;
    BigInt common = 0;
    for (const BigInt& chip : chips) common = common_divisor(common, chip);
    for (BigInt& chip : chips) chip = chip / common;
    return chips;
}

// WAYS[n][k]: how many sets of k of n players there are.
constexpr auto WAYS = [] {
    std::array<std::array<std::size_t, MOST_STACKS + 2>, MOST_STACKS + 1> ways{};
    for (std::size_t n = 0; n <= MOST_STACKS; ++n)
        for (std::size_t k = 0; k <= n; ++k) ways[n][k] = choose(static_cast<int>(n), static_cast<int>(k));
    return ways;
}();

using PlayerSet = std::uint32_t;  // bit i is player i
constexpr bool is_in(PlayerSet set, std::size_t player) { return (set >> player & 1) != 0; }

// Calls visit(set) for all sets of so many players in the order of their numbers, until it returns false.
template <class Visit>
bool each_set(std::size_t players, std::size_t size, const Visit& visit) {
    const PlayerSet end = PlayerSet{1} << players;
    PlayerSet set = (PlayerSet{1} << size) - 1;
    while (set < end) {
        if (!visit(set)) return false;
        if (set == 0) return true;
        const PlayerSet low = set & (~set + 1), next = set + low;  // Gosper's hack
        set = next | (((set ^ next) >> 2) / low);
    }
    return true;
}

template <class Number>
Number left_by(const std::vector<Number>& chips, PlayerSet set) {
    Number left = 0;
    for (std::size_t player = 0; player < chips.size(); ++player)
        if (!is_in(set, player)) left = left + chips[player];
    return left;
}

// So many sets are added up before their sum is added to the others: a sum of N numbers has N / SETS_PER_SUM +
// SETS_PER_SUM roundings at most.
constexpr std::size_t SETS_PER_SUM = 512;

// One place: from the chance of each set of players to have taken the places before, in the order of `each_set`, to
// the chance of each larger set and the chance of each player to take this place. `of_chip(chance, set)` is the chance
// of a set divided by the chips that it leaves. Nothing if stopped.
template <class Number, class OfChip>
std::optional<std::vector<Number>> take_place(const std::vector<Number>& chips, std::size_t place, bool is_last,
                                              std::vector<Number>& sets, const OfChip& of_chip) {
    const std::size_t players = chips.size();
    std::vector<Number> larger(is_last ? 0 : WAYS[players][place + 1]), chances(players), sums(players);
    std::size_t at = 0;
    const auto add_sums = [&] {
        for (std::size_t player = 0; player < players; ++player) {
            chances[player] = chances[player] + sums[player];
            sums[player] = 0;
        }
    };
    const bool is_whole = each_set(players, place, [&](PlayerSet set) {
        const std::optional<Number> each = of_chip(sets[at], set);
        if (!each) return false;
        // The place of a set among the sets of its size is a sum over its players, the i-th of whom has
        // WAYS[player][i + 1]; a player who joins moves those above by one.
        std::size_t size = 0, below = 0, above = 0;
        for (std::size_t player = 0, i = 0; player < players; ++player)
            if (is_in(set, player)) above += WAYS[player][++i + 1];
        for (std::size_t player = 0; player < players; ++player) {
            if (is_in(set, player)) {
                ++size;
                below += WAYS[player][size];
                above -= WAYS[player][size + 1];
                continue;
            }
            const Number is_next = *each * chips[player];
            sums[player] = sums[player] + is_next;
            if (is_last) continue;
            Number& chance = larger[below + WAYS[player][size + 1] + above];
            chance = chance + is_next;
        }
        if (++at % SETS_PER_SUM == 0) add_sums();
        return true;
    });
    if (!is_whole) return std::nullopt;
    add_sums();
    sets = std::move(larger);
    return chances;
}

// An upper bound of the digits of the common multiple of the chips that sets of each size leave, in bits: each of them
// has the digits of all chips at most; and a common multiple of the numbers 1 to n is below e^(1.03883 n) (Rosser and
// Schoenfeld, "Approximate formulas for some functions of prime numbers", 1962, theorem 12).
double bits_of_multiple(double sets, const BigInt& total) {
    const double bits = total.bits();
    const double of_all = bits < 60 ? 1.4988 * static_cast<double>(*total.as_word()) : sets * bits;
    return std::min(sets * bits, of_all);
}

// The value of a floating-point number.
BigFraction exactly(double value) {
    int exponent = 0;
    constexpr int DIGITS = std::numeric_limits<double>::digits;
    const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), DIGITS));
    const int shift = exponent - DIGITS;
    return numbers::reduced({numbers::shifted(digits, std::max(shift, 0)), numbers::shifted(1, std::max(-shift, 0))});
}

}  // namespace

double exact_icm_cost(const std::vector<BigFraction>& stacks, std::size_t prizes) {
    constexpr double DIGIT = 32, PER_NUMBER = 500;  // bits; and steps per number, whatever its size
    const std::vector<BigInt> chips = chips_of(stacks);
    const BigInt total = left_by(chips, 0);
    const double chip = 1 + total.bits() / DIGIT;
    double cost = 0, unit = 1;  // in digits
    for (std::size_t place = 0; place < prizes; ++place) {
        const auto sets = static_cast<double>(WAYS[chips.size()][place]);
        const auto left = static_cast<double>(chips.size() - place);
        const double scale = 1 + bits_of_multiple(sets, total) / DIGIT;
        cost += sets * (unit * scale + 4 * chip * scale + left * (PER_NUMBER + (chip + 2) * (unit + scale)));
        unit += scale;
    }
    // The common divisors of the result, by Euclid's algorithm.
    return cost + static_cast<double>(chips.size()) * unit * (PER_NUMBER + unit) * DIGIT * 0.584;
}

// The chance that exactly the players of a set have taken the first places is a whole number of parts, whose size is
// the same for all sets of one size. So numbers need no common divisor but at the end.
Expected<std::vector<BigFraction>> icm(const std::vector<BigFraction>& stacks, const std::vector<BigFraction>& prizes,
                                       const Stop& stop) {
    if (auto problem = wrong_stacks(stacks, prizes.size())) return *std::move(problem);
    const std::vector<BigInt> chips = chips_of(stacks);
    const WholeAmounts money = whole(prizes);
    const std::size_t players = chips.size();
    const auto goes_on = [&] { return !stop || !stop(0); };
    std::vector<BigInt> sets{1}, worth(players);
    BigInt unit = 1;  // so many parts are certainty
    for (std::size_t place = 0; place < prizes.size(); ++place) {
        BigInt scale = 1;
        const bool is_whole = each_set(players, place, [&](PlayerSet set) {
            scale = common_multiple(scale, left_by(chips, set));
            return goes_on();
        });
        if (!is_whole) return std::vector<BigFraction>{};
        unit = unit * scale;
        const auto of_chip = [&](const BigInt& parts, PlayerSet set) -> std::optional<BigInt> {
            if (!goes_on()) return std::nullopt;
            return parts * (scale / left_by(chips, set));
        };
        const auto chances = take_place(chips, place, place + 1 == prizes.size(), sets, of_chip);
        if (!chances) return std::vector<BigFraction>{};
        for (std::size_t player = 0; player < players; ++player)
            worth[player] = worth[player] * scale + (*chances)[player] * money.numbers[place];
    }
    std::vector<BigFraction> found;
    const BigInt certainty = unit * money.unit;
    for (const BigInt& parts_of_money : worth) {
        BigInt divisor = parts_of_money, rest = certainty;  // Euclid's algorithm, a tenth of a second or more
        while (!rest.is_zero()) {
            if (!goes_on()) return found;
            divisor = std::exchange(rest, divisor % rest);
        }
        found.emplace_back(parts_of_money / divisor, certainty / divisor);
    }
    return found;
}

// The bound. Every operation below is correctly rounded and has operands of 0 or more, so its result is the exact one
// for its operands times 1 + d, where |d| <= u = 2^-53. Sums and products of such numbers keep products of these
// factors, and a quotient has the inverse factors of its divisor. So a result in whose computation no path has more
// than m operations is the exact one times 1 + t, where |t| <= m u / (1 - m u) (Higham, "Accuracy and Stability of
// Numerical Algorithms", 2002, lemma 3.1). With n players, a path has for each place at most
//   n  operations in the chips that are left: the rounding of a share, and n - 1 sums;
//   3  for the quotient, the rounding of a share, and the product;
//   n  sums for the chance of a larger set.
// Then come the sums for the chance to take the last place of the path; the rounding of a prize and a product; and a
// sum per prize. A machine that fuses a product and a sum leaves a rounding out. An expected prize is at most the
// largest prize, so the largest prize times the bound of |t| bounds the error. One more operation is counted, which
// allows for numbers below 2^-1022, which may be rounded to 0: such a loss in a chance is passed on in parts that add
// up to no more than itself, so all operations, fewer than 2^26, lose less than 2^-990 times the sum of the prizes.
Expected<Prizes> rounded_icm(const std::vector<BigFraction>& stacks, const std::vector<BigFraction>& prizes,
                             const Stop& stop) {
    static_assert(std::numeric_limits<double>::is_iec559);
    if (auto problem = wrong_stacks(stacks, prizes.size())) return *std::move(problem);
    const std::vector<BigInt> chips = chips_of(stacks);
    const BigInt total = left_by(chips, 0);
    std::vector<double> shares;  // of all chips
    for (const BigInt& chip : chips) shares.push_back(numbers::nearest({chip, total}));
    const std::size_t players = chips.size(), places = prizes.size();
    Pulse pulse(stop);
    const auto of_chip = [&](double chance, PlayerSet set) -> std::optional<double> {
        pulse.spend(players);
        if (pulse.stopped()) return std::nullopt;
        return chance / left_by(shares, set);
    };
    std::vector<double> sets{1}, worth(players);
    std::size_t longest_sum = 0;
    BigFraction largest{0, 1};
    for (std::size_t place = 0; place < places; ++place) {
        if (largest < prizes[place]) largest = prizes[place];
        const std::size_t terms = WAYS[players][place];
        longest_sum = std::max(longest_sum, std::min(terms, SETS_PER_SUM) + terms / SETS_PER_SUM + 1);
        const auto chances = take_place(shares, place, place + 1 == places, sets, of_chip);
        if (!chances) return Prizes{};
        const double prize = numbers::nearest(prizes[place]);
        for (std::size_t player = 0; player < players; ++player) worth[player] += (*chances)[player] * prize;
    }
    const auto operations = static_cast<std::int64_t>(places * (2 * players + 3) + longest_sum + 2 + places) + 1;
    constexpr std::int64_t END = std::int64_t{1} << std::numeric_limits<double>::digits;
    Prizes found{{}, numbers::reduced(largest * BigFraction(operations, END - operations))};
    for (const double amount : worth) found.amounts.push_back(exactly(amount));
    return found;
}

Expected<Prizes> expected_prizes(const std::vector<BigFraction>& stacks, const std::vector<BigFraction>& prizes,
                                 const Stop& stop) {
    if (auto problem = wrong_stacks(stacks, prizes.size())) return *std::move(problem);
    if (exact_icm_cost(stacks, prizes.size()) > MOST_EXACT_COST) return rounded_icm(stacks, prizes, stop);
    auto amounts = icm(stacks, prizes, stop);
    if (!amounts) return std::move(amounts.problem());
    return Prizes{*std::move(amounts)};
}

}  // namespace facevalue::poker
