#include "poker/tournaments/icm.hpp"

#include <algorithm>
#include <bit>

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

}  // namespace

// The probability that exactly the players of a set have taken the first places is a whole number of parts, whose size
// is the same for all sets of one size. So numbers need no common divisor but at the end.
Expected<std::vector<BigFraction>> icm(const std::vector<BigFraction>& stacks, const std::vector<BigFraction>& prizes,
                                       const Stop& stop) {
    if (auto problem = wrong_stacks(stacks, prizes.size())) return *std::move(problem);
    const std::vector<BigInt> chips = chips_of(stacks);
    const WholeAmounts money = whole(prizes);
    const std::size_t players = chips.size(), sets = std::size_t{1} << players;
    const auto is_in = [](std::size_t set, std::size_t player) { return (set >> player & 1) != 0; };
    // The chips of the players who are not in a set.
    std::vector<BigInt> left(sets);
    for (std::size_t set = 0; set < sets; ++set)
        for (std::size_t player = 0; player < players; ++player)
            if (!is_in(set, player)) left[set] = left[set] + chips[player];
    std::vector<BigInt> parts(sets), worth(players);
    parts[0] = 1;
    BigInt unit = 1;  // so many parts are certainty
    for (std::size_t place = 0; place < prizes.size(); ++place) {
        BigInt scale = 1;
        for (std::size_t set = 0; set < sets; ++set)
            if (static_cast<std::size_t>(std::popcount(set)) == place) scale = common_multiple(scale, left[set]);
        unit = unit * scale;
        std::vector<BigInt> chances(players);  // to take this place, in parts
        for (std::size_t set = 0; set < sets; ++set) {
            if (static_cast<std::size_t>(std::popcount(set)) != place) continue;
            if (stop && stop(0)) return std::vector<BigFraction>{};
            const BigInt of_chip = parts[set] * (scale / left[set]);
            for (std::size_t player = 0; player < players; ++player) {
                if (is_in(set, player)) continue;
                const BigInt is_next = of_chip * chips[player];
                chances[player] = chances[player] + is_next;
                BigInt& larger = parts[set | std::size_t{1} << player];
                larger = larger + is_next;
            }
        }
        for (std::size_t player = 0; player < players; ++player)
            worth[player] = worth[player] * scale + chances[player] * money.numbers[place];
    }
    std::vector<BigFraction> found;
    for (const BigInt& parts_of_money : worth) {
        if (stop && stop(0)) return found;
        found.push_back(numbers::reduced({parts_of_money, unit * money.unit}));
    }
    return found;
}

}  // namespace facevalue::poker
