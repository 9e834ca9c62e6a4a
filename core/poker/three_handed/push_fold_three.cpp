#include "poker/three_handed/push_fold_three.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "poker/push_fold/regrets.hpp"
#include "text/joined.hpp"
#include "work/integers.hpp"

namespace facevalue::poker {

using numbers::BigFraction;
using numbers::BigInt;

namespace {

constexpr std::int64_t HUNDRED = 100;
constexpr int MOST_STEPS = 2000, STEPS_PER_CHECK = 25;
constexpr double ENOUGH = 0.000'02;  // big blinds: more steps would hardly change a hundredth
// A hand that acts in the search folds at least this often, so that the players behind learn what to do then.
constexpr double LEAST_FOLD = 1e-6;

// What an event is worth compared with folding: so much, and so much of a pot, in big blinds.
struct Stake {
    BigFraction fixed{0, 1}, pot{0, 1};
};
using StakesOfEvents = std::array<Stake, EVENTS>;

enum Seat : std::uint8_t { BUTTON, SMALL, BIG };

struct Table {
    std::vector<BigFraction> stacks;
    std::array<BigFraction, THREE> posted;  // blinds and antes
    BigFraction big_blind;

    explicit Table(const Stakes& stakes)
        : stacks(three_stacks(stakes)),
          posted{stakes.ante, numbers::reduced(stakes.ante + stakes.small()),
                 numbers::reduced(stakes.ante + stakes.big_blind)},
          big_blind(stakes.big_blind) {}

    BigFraction in_blinds(const BigFraction& chips) const {
        return *numbers::lowest_result(numbers::Op::Divide, numbers::reduced(chips), big_blind);
    }
    BigFraction smaller(Seat one, Seat other) const { return std::min(stacks[one], stacks[other]); }
    // Of the three stacks, from the smallest.
    std::vector<BigFraction> sorted() const {
        std::vector<BigFraction> made = stacks;
        std::sort(made.begin(), made.end());
        return made;
    }
    BigFraction smallest() const { return sorted()[0]; }
    bool has_side() const { return smallest() < sorted()[1]; }

    Stake steal() const { return {in_blinds(posted[0] + posted[1] + posted[2])}; }
    // One player is met, and the third one has folded.
    Stake meets(Seat own, Seat other, Seat folded) const {
        const BigFraction stack = smaller(own, other);
        return {in_blinds(posted[own] - stack), in_blinds(stack + stack + posted[folded])};
    }
    // Two players are met: the main pot, and what the own stack puts into the side pot.
    Stake meets_both(Seat own) const {
        const BigFraction put = std::min(stacks[own], sorted()[1]);
        return {in_blinds(posted[own] - put), in_blinds(BigFraction{3, 1} * smallest())};
    }
    Stake side(Seat one, Seat other) const {
        return {BigFraction{0, 1}, in_blinds(BigFraction{2, 1} * (smaller(one, other) - smallest()))};
    }
    StakesOfEvents events() const {
        StakesOfEvents made;
        made[BUTTON_STEALS] = steal();
        made[BUTTON_MEETS_SMALL] = meets(BUTTON, SMALL, BIG);
        made[BUTTON_MEETS_BIG] = meets(BUTTON, BIG, SMALL);
        made[BUTTON_MEETS_BOTH] = meets_both(BUTTON);
        made[SMALL_STEALS] = steal();
        made[SMALL_MEETS_BUTTON] = meets(SMALL, BUTTON, BIG);
        made[SMALL_MEETS_BIG] = meets(SMALL, BIG, BUTTON);
        made[SMALL_MEETS_BOTH] = meets_both(SMALL);
        made[BIG_MEETS_BUTTON] = meets(BIG, BUTTON, SMALL);
        made[BIG_MEETS_SMALL] = meets(BIG, SMALL, BUTTON);
        made[BIG_MEETS_BOTH] = meets_both(BIG);
        made[BUTTON_SIDE_SMALL] = made[SMALL_SIDE_BUTTON] = side(BUTTON, SMALL);
        made[BUTTON_SIDE_BIG] = made[BIG_SIDE_BUTTON] = side(BUTTON, BIG);
        made[SMALL_SIDE_BIG] = made[BIG_SIDE_SMALL] = side(SMALL, BIG);
        return made;
    }
};

using Floats = ThreeGame<double>;
using Integers = ThreeGame<Int128>;

constexpr bool meets_both(std::size_t event) {
    return event == BUTTON_MEETS_BOTH || event == SMALL_MEETS_BOTH || event == BIG_MEETS_BOTH;
}

// What starting hands win of the pot against each other, as ThreeGame reads it.
Floats floats_of(const ThreeWay& three_way, const AllIn& all_in) {
    const std::size_t size = all_in.size();
    Floats::Vector equities(size * size);
    for (std::size_t own = 0; own < size; ++own)
        for (std::size_t other = 0; other < size; ++other) {
            const std::size_t place = own * size + other;
            const auto boards = static_cast<double>(all_in.pairs[place] * all_in.boards);
            equities[other * size + own] = (1 + static_cast<double>(all_in.margins[place]) / boards) / 2;
        }
    return {three_way, std::move(equities), 1};
}

// The same exactly.
struct ExactGame {
    std::int64_t pairs = 1;  // a common multiple of all numbers of pairs of hands
    std::int64_t parts;      // of a pot of two players
    Integers game;

    ExactGame(const ThreeWay& three_way, const AllIn& all_in)
        : pairs(std::accumulate(all_in.pairs.begin(), all_in.pairs.end(), std::int64_t{1},
                                [](std::int64_t a, std::int64_t b) { return std::lcm(a, b); })),
          parts(2 * all_in.boards * pairs),
          game(three_way, equities(all_in), HUNDRED) {}

  private:
    Integers::Vector equities(const AllIn& all_in) const {
        const std::size_t size = all_in.size();
        Integers::Vector made(size * size);
        for (std::size_t own = 0; own < size; ++own)
            for (std::size_t other = 0; other < size; ++other) {
                const std::size_t place = own * size + other;
                const Int128 won = Int128{all_in.pairs[place]} * all_in.boards + all_in.margins[place];
                made[other * size + own] = won * (pairs / all_in.pairs[place]);
            }
        return made;
    }
};

using Shares = std::array<std::vector<double>, DECISIONS>;

// What acting gains against folding, in big blinds times deals.
Shares gains_of(const Floats& game, const StakesOfEvents& stakes, const Shares& acts, bool has_side) {
    Shares gains;
    gains.fill(std::vector<double>(game.size()));
    const auto happened = game.happenings(acts, has_side);
    const auto number = [](const BigFraction& value) {
        return value.sign() < 0 ? -numbers::nearest({-value.numerator(), value.denominator()})
                                : numbers::nearest(value);
    };
    for (std::size_t event = 0; event < EVENTS; ++event) {
        const auto& [reach, won] = happened[event];
        const double fixed = number(stakes[event].fixed);
        const double pot = number(stakes[event].pot) / (meets_both(event) ? static_cast<double>(ThreeWay::PARTS) : 1);
        std::vector<double>& sum = gains[DECISION_OF[event]];
        for (std::size_t hand = 0; hand < reach.size(); ++hand) sum[hand] += fixed * reach[hand];
        for (std::size_t hand = 0; hand < won.size(); ++hand) sum[hand] += pot * won[hand];
    }
    return gains;
}

// Strategies that can hardly be exploited. Nothing if stopped.
std::optional<Shares> search(const Floats& game, const StakesOfEvents& stakes, bool has_side, double deals,
                             const Stop& stop) {
    std::vector<Regrets> regrets(DECISIONS, Regrets(game.size()));
    const auto mean = [&] {
        Shares shares;
        for (std::size_t i = 0; i < DECISIONS; ++i) shares[i] = regrets[i].mean();
        return shares;
    };
    const auto exploitability = [&](const Shares& shares) {
        const Shares gains = gains_of(game, stakes, shares, has_side);
        double sum = 0;
        for (std::size_t i = 0; i < DECISIONS; ++i)
            for (std::size_t hand = 0; hand < game.size(); ++hand)
                sum += std::max(gains[i][hand], 0.0) - gains[i][hand] * shares[i][hand];
        return sum / deals;
    };
    for (int step = 1; step <= MOST_STEPS; ++step) {
        if (stop && stop(0)) return std::nullopt;
        Shares shares;
        for (std::size_t i = 0; i < DECISIONS; ++i) shares[i] = regrets[i].share();
        for (const Decision each : {BUTTON_PUSHES, SMALL_CALLS})
            for (double& share : shares[each]) share = std::min(share, 1 - LEAST_FOLD);
        const Shares gains = gains_of(game, stakes, shares, has_side);
        for (std::size_t i = 0; i < DECISIONS; ++i) regrets[i].learn(gains[i], double(step) * step);
        if (step % STEPS_PER_CHECK == 0 && exploitability(mean()) < ENOUGH) break;
    }
    return mean();
}

BigInt big(Int128 value) {
    constexpr int HALF = 62;
    return numbers::shifted(static_cast<std::int64_t>(value >> HALF), HALF) +
           static_cast<std::int64_t>(value & ((Int128{1} << HALF) - 1));
}

PushFoldThree::Acting acting_of(const AllIn& all_in, const Integers::Vector& acts) {
    HandWeights::OfHands weights{};
    std::int64_t played = 0, all = 0;
    for (std::size_t row = 0; row < all_in.size(); ++row) {
        const auto part = static_cast<std::int64_t>(acts[row]);
        played += part * all_in.hands[row];
        all += all_in.hands[row];
        if (part == 0) continue;
        const std::int64_t common = std::gcd(part, HUNDRED);
        HandSet hands;
        hands.insert_starting_hand(all_in.places[row]);
        hands.each([&](std::size_t hand) {
            weights[hand] = {static_cast<std::uint64_t>(part / common), static_cast<std::uint64_t>(HUNDRED / common)};
        });
    }
    return {HandWeights(weights), numbers::reduced({played, HUNDRED * all})};
}

// What the strategies are worth, exactly. Nothing if stopped.
std::optional<PushFoldThree> measured(const ExactGame& exact, const AllIn& all_in, const Table& table,
                                      const Integers::Strategies& acts, std::int64_t deals, const Stop& stop) {
    const StakesOfEvents stakes = table.events();
    const auto happened = exact.game.happenings(acts, table.has_side());
    const auto parts = [&](std::size_t event) { return meets_both(event) ? ThreeWay::PARTS : exact.parts; };
    // So many are one big blind.
    BigInt unit = 1;
    for (std::size_t event = 0; event < EVENTS; ++event)
        for (const BigInt& part : {stakes[event].fixed.denominator(), stakes[event].pot.denominator() * parts(event)})
            unit = unit / common_divisor(unit, part) * part;
    std::array<BigInt, DECISIONS> won, best;
    std::array<std::vector<BigInt>, DECISIONS> gains;
    gains.fill(std::vector<BigInt>(exact.game.size(), 0));
    for (std::size_t event = 0; event < EVENTS; ++event) {
        if (stop(0)) return std::nullopt;
        const auto& [fixed, pot] = stakes[event];
        const BigInt fixed_units = fixed.numerator() * (unit / fixed.denominator());
        const BigInt pot_units = pot.numerator() * (unit / (pot.denominator() * parts(event)));
        std::vector<BigInt>& sum = gains[DECISION_OF[event]];
        const auto& [reach, shares] = happened[event];
        for (std::size_t hand = 0; hand < reach.size(); ++hand) sum[hand] = sum[hand] + fixed_units * big(reach[hand]);
        for (std::size_t hand = 0; hand < shares.size(); ++hand) sum[hand] = sum[hand] + pot_units * big(shares[hand]);
    }
    for (std::size_t i = 0; i < DECISIONS; ++i)
        for (std::size_t hand = 0; hand < exact.game.size(); ++hand) {
            const BigInt& gain = gains[i][hand];
            won[i] = won[i] + gain * big(acts[i][hand]);
            if (!gain.is_negative()) best[i] = best[i] + gain * HUNDRED;
        }
    const BigInt all = BigInt(HUNDRED) * HUNDRED * deals;
    const auto per_hand = [&](const BigInt& units) { return BigFraction{units, all * HUNDRED * unit}; };
    PushFoldThree made;
    BigInt missed = 0;
    for (std::size_t i = 0; i < DECISIONS; ++i) {
        missed = missed + best[i] - won[i];
        made.acting[i] = acting_of(all_in, acts[i]);
    }
    made.exploitability = numbers::reduced(per_hand(missed));
    const BigFraction walks = BigFraction{big(exact.game.walks(acts)), all} * table.steal().fixed;
    const std::array<BigFraction, THREE> sums = {
        per_hand(won[BUTTON_PUSHES]), per_hand(won[SMALL_CALLS] + won[SMALL_PUSHES]),
        per_hand(won[BIG_CALLS_BUTTON] + won[BIG_CALLS_SMALL] + won[BIG_CALLS_BOTH]) + walks};
    for (std::size_t seat = 0; seat < THREE; ++seat)
        made.expectations[seat] = numbers::reduced(sums[seat] - table.in_blinds(table.posted[seat]));
    return made;
}

}  // namespace

std::vector<BigFraction> three_stacks(const Stakes& stakes) {
    return stakes.stacks.size() == 1 ? std::vector(THREE, stakes.stacks[0]) : stakes.stacks;
}

std::optional<Problem> wrong_stakes_of_three(const Stakes& stakes) {
    const std::size_t count = stakes.stacks.size();
    if (count != 1 && count != THREE)
        return rule_problem(
            joined({"push or fold of three players takes one stack or three: of the button, the small "
                    "blind and the big blind; not ",
                    count}));
    // The largest stack never plays for more than the second largest, so that may be at most 100 big blinds.
    Stakes of_two = stakes;
    of_two.stacks = three_stacks(stakes);
    std::sort(of_two.stacks.begin(), of_two.stacks.end());
    for (int player = 0; player < 2; ++player, of_two.stacks.erase(of_two.stacks.begin())) {
        Stakes pair = of_two;
        pair.stacks.resize(2);
        if (auto problem = wrong_stakes(pair)) return problem;
        if (of_two.stacks.size() == 2) break;
    }
    return std::nullopt;
}

std::optional<PushFoldThree> push_fold_three(const Ranking& ranking, const Stakes& given, std::uint64_t seed,
                                             const FindMatchups& find, const Stop& given_stop) {
    Pulse pulse(given_stop);
    const Stop stop = pulse.inner();  // remembers that it has stopped
    const auto all_in = all_in_of(ranking, find, stop);
    if (all_in == nullptr) return std::nullopt;
    const auto three_way = three_way_of(ranking, *all_in, seed, stop);
    if (three_way == nullptr) return std::nullopt;
    const std::int64_t deals = std::accumulate(three_way->deals.begin(), three_way->deals.end(), std::int64_t{0});
    const Table table(given);
    const auto found =
        search(floats_of(*three_way, *all_in), table.events(), table.has_side(), static_cast<double>(deals), stop);
    if (!found) return std::nullopt;
    Integers::Strategies acts;
    for (std::size_t i = 0; i < DECISIONS; ++i)
        for (const double share : (*found)[i]) acts[i].push_back(std::llround(share * HUNDRED));
    return measured(ExactGame(*three_way, *all_in), *all_in, table, acts, deals, stop);
}

}  // namespace facevalue::poker
