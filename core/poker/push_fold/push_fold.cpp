#include "poker/push_fold/push_fold.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "poker/pot/holdings.hpp"
#include "poker/push_fold/equilibrium.hpp"
#include "poker/tournaments/icm.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

using numbers::BigFraction;
using numbers::BigInt;
using numbers::Op;

namespace {

constexpr std::int64_t MILLION = 1'000'000;
constexpr std::size_t ACTING = 2;  // players

BigFraction plus(const BigFraction& a, const BigFraction& b) { return *numbers::lowest_result(Op::Add, a, b); }
BigFraction minus(const BigFraction& a, const BigFraction& b) { return *numbers::lowest_result(Op::Subtract, a, b); }
BigFraction times(const BigFraction& a, const BigFraction& b) { return *numbers::lowest_result(Op::Multiply, a, b); }
BigFraction divided(const BigFraction& a, const BigFraction& b) { return *numbers::lowest_result(Op::Divide, a, b); }
BigFraction half(const BigFraction& a) { return times(a, {1, 2}); }

// What the small blind and the big blind win if the small blind folds, if the big blind folds, and when both are
// all-in, if the small blind wins, ties or loses.
struct Outcomes {
    using Pair = std::array<BigFraction, ACTING>;
    Pair folded, stolen, won, tied, lost;
};

using Amounts = std::vector<BigFraction>;

// What each player at the table can expect of the payouts. A player without chips takes the last place. Nothing if
// stopped.
std::optional<Amounts> worth(Amounts stacks, Amounts payouts, const Stop& stop) {
    const auto out = std::ranges::find_if(stacks, [](const BigFraction& stack) { return stack.sign() == 0; });
    const auto place = out - stacks.begin();
    const bool is_out = out != stacks.end();
    BigFraction last{0, 1};
    if (is_out && payouts.size() == stacks.size()) {
        last = payouts.back();
        payouts.pop_back();
    }
    if (is_out) stacks.erase(out);
    Pulse pulse(stop);
    auto found = icm(stacks, payouts, pulse.inner());
    if (pulse.stopped()) return std::nullopt;
    if (is_out) found->insert(found->begin() + place, last);
    return *std::move(found);
}

// For stakes without a problem. Nothing if stopped.
std::optional<Outcomes> outcomes(const Stakes& stakes, const Stop& stop) {
    const Amounts before = stakes.all_stacks();
    Amounts stacks = before;
    // The antes of players who have folded are in the pot.
    BigFraction dead{0, 1};
    for (std::size_t player = ACTING; player < stacks.size(); ++player) {
        stacks[player] = minus(stacks[player], stakes.ante);
        dead = plus(dead, stakes.ante);
    }
    const bool is_money = !stakes.payouts.empty();
    const auto money = is_money ? worth(before, stakes.payouts, stop) : Amounts{};
    bool is_stopped = !money;
    // After the small blind and the big blind have won so much.
    const auto after = [&](const BigFraction& first, const BigFraction& second) -> Outcomes::Pair {
        if (!is_money) return {divided(first, stakes.big_blind), divided(second, stakes.big_blind)};
        Amounts left = stacks;
        left[0] = plus(left[0], first);
        left[1] = plus(left[1], second);
        const auto found = is_stopped ? std::nullopt : worth(left, stakes.payouts, stop);
        is_stopped = !found;
        if (is_stopped) return {};
        return {minus((*found)[0], (*money)[0]), minus((*found)[1], (*money)[1])};
    };
    const BigFraction small = plus(stakes.small(), stakes.ante), big = plus(stakes.big_blind, stakes.ante);
    const BigFraction zero{0, 1}, shared = half(dead);
    const BigFraction& stack = stakes.stack();
    const Outcomes found{after(minus(zero, small), plus(small, dead)), after(plus(big, dead), minus(zero, big)),
                         after(plus(stack, dead), minus(zero, stack)), after(shared, shared),
                         after(minus(zero, stack), plus(stack, dead))};
    return is_stopped ? std::nullopt : std::optional(found);
}

// The game in whole numbers: gains are summed over all pairs of hands and boards, in a unit. Invalid if stopped.
struct Payoffs {
    ActingGame game;
    BigInt unit;                 // so many are one big blind, or one of the payouts
    std::int64_t all_pairs = 0;  // of hands

    Payoffs(const AllIn& all_in, const Outcomes& outcomes, const Stop& stop);
};

Payoffs::Payoffs(const AllIn& all_in, const Outcomes& outcomes, const Stop& stop)
    : game{{}, Matrix<BigInt>(all_in.size()), Matrix<BigInt>(all_in.size())} {
    const std::size_t size = all_in.size();
    // What a player gains by each pair of hands and board, by each tie, and by each win of the small blind that is
    // not matched by a loss.
    struct Factors {
        BigFraction pair, tie, margin;
    };
    const auto factors = [&](std::size_t player) -> Factors {
        const BigFraction won = outcomes.won[player], lost = outcomes.lost[player], mean = half(plus(won, lost));
        return {minus(mean, outcomes.stolen[player]), minus(outcomes.tied[player], mean), half(minus(won, lost))};
    };
    const Factors first = factors(0), second = factors(1);
    const BigFraction stolen = minus(outcomes.stolen[0], outcomes.folded[0]);
    unit = 1;
    for (const BigFraction* const factor :
         {&first.pair, &first.tie, &first.margin, &second.pair, &second.tie, &second.margin, &stolen})
        unit = unit / common_divisor(unit, factor->denominator()) * factor->denominator();
    const auto whole = [&](const BigFraction& value) { return value.numerator() * (unit / value.denominator()); };
    const auto fill = [&](const Factors& factors, Matrix<BigInt>& matrix, bool is_turned) {
        const BigInt pair = whole(factors.pair) * all_in.boards, tie = whole(factors.tie),
                     margin = whole(factors.margin);
        for (std::size_t row = 0; row < size && !(stop && stop(0)); ++row)
            for (std::size_t column = 0; column < size; ++column) {
                const std::size_t place = row * size + column;
                BigInt& cell = is_turned ? matrix.at(column, row) : matrix.at(row, column);
                cell = pair * all_in.pairs[place] + tie * all_in.ties[place] + margin * all_in.margins[place];
            }
    };
    fill(first, game.of_first, false);
    fill(second, game.of_second, true);
    const BigInt steal = whole(stolen) * all_in.boards;
    for (std::size_t row = 0; row < size; ++row) {
        const auto start = all_in.pairs.begin() + static_cast<std::ptrdiff_t>(row * size);
        const std::int64_t pairs = std::accumulate(start, start + static_cast<std::ptrdiff_t>(size), std::int64_t{0});
        all_pairs += pairs;
        game.base.push_back(steal * pairs);
    }
    unit = unit * all_in.boards;
}

ActingHands acting_hands(const AllIn& all_in, const MixedStrategy& strategy) {
    HandWeights::OfHands weights{};
    ActingHands made;
    BigInt played = 0;
    std::int64_t all = 0;
    for (std::size_t row = 0; row < all_in.size(); ++row) {
        const BigInt& part = strategy.parts[row];
        played = played + part * all_in.hands[row];
        all += all_in.hands[row];
        if (part.is_zero()) continue;
        Weight weight = WHOLE;
        if (part != strategy.whole) {
            made.mixed.emplace_back(all_in.places[row], numbers::reduced({part, strategy.whole}));
            // The nearest millionth, but neither 0 nor 1.
            const BigInt nearest = (part * (2 * MILLION) + strategy.whole) / (strategy.whole * 2);
            const std::int64_t parts = std::clamp<std::int64_t>(*nearest.as_word(), 1, MILLION - 1);
            const std::int64_t common = std::gcd(parts, MILLION);
            weight = {static_cast<std::uint64_t>(parts / common), static_cast<std::uint64_t>(MILLION / common)};
        }
        HandSet hands;
        hands.insert_starting_hand(all_in.places[row]);
        hands.each([&](std::size_t hand) { weights[hand] = weight; });
    }
    made.hands = HandWeights(weights);
    made.share = numbers::reduced({played, strategy.whole * all});
    return made;
}

}  // namespace

const BigFraction& Stakes::stack() const { return stacks.size() > 1 && stacks[1] < stacks[0] ? stacks[1] : stacks[0]; }

std::vector<BigFraction> Stakes::all_stacks() const {
    std::vector<BigFraction> all = stacks;
    if (all.size() == 1) all.push_back(all[0]);
    return all;
}

BigFraction Stakes::small() const { return small_blind.value_or(half(big_blind)); }

std::optional<Problem> no_push_fold(const GameCards& game, const Ranking* low) {
    const DealRules rules{game.ranking, low, game.hole, game.board, game.from_hole};
    if (is_holdem(rules) && (game.deck == DECK || game.ranking->name == "short")) return std::nullopt;
    return rule_problem(joined({"push or fold is for holdem and shortdeck, not ", game.name}));
}

std::optional<Problem> wrong_stakes(const Stakes& stakes) {
    if (stakes.stacks.empty()) return rule_problem("push or fold needs a stack");
    if (stakes.stacks.size() > MOST_SEATS)
        return rule_problem(joined({"push or fold takes at most ", MOST_SEATS, " stacks"}));
    if (stakes.big_blind.sign() == 0) return rule_problem("big_blind must be above 0");
    if (stakes.big_blind < stakes.small())
        return rule_problem(
            joined({"small_blind must be at most the big blind, ", numbers::value_text(stakes.big_blind), ", not ",
                    numbers::value_text(stakes.small())}));
    const BigFraction least = plus(stakes.big_blind, stakes.ante);
    const BigFraction most = times(stakes.big_blind, {LARGEST_STACK, 1});
    if (stakes.stack() < least || most < stakes.stack())
        return rule_problem(joined({"stack must be from ", numbers::value_text(least), " (big blind and ante) to ",
                                    numbers::value_text(most), " (", LARGEST_STACK, " big blinds), not ",
                                    numbers::value_text(stakes.stack())}));
    const std::vector<BigFraction> stacks = stakes.all_stacks();
    if (stakes.payouts.empty()) {
        if (stacks.size() == ACTING) return std::nullopt;
        return rule_problem("stacks of players who have folded only matter with payouts; give one or two stacks");
    }
    for (std::size_t player = ACTING; player < stacks.size(); ++player)
        if (!(stakes.ante < stacks[player]))
            return rule_problem(joined({"every stack must be greater than the ante, ", numbers::value_text(stakes.ante),
                                        ", not ", numbers::value_text(stacks[player])}));
    // Whether there are too many of them does not depend on the stacks.
    const auto found = icm(std::vector<BigFraction>(stacks.size(), {1, 1}), stakes.payouts, {});
    return found ? std::nullopt : std::optional(found.problem());
}

std::optional<PushFold> push_fold(const Ranking& ranking, const Stakes& stakes, const FindMatchups& find,
                                  const Stop& given_stop) {
    Pulse pulse(given_stop);
    const Stop stop = pulse.inner();  // remembers that it has stopped
    const auto all_in = all_in_of(ranking, find, stop);
    if (all_in == nullptr) return std::nullopt;
    const auto won = outcomes(stakes, stop);
    if (!won) return std::nullopt;
    const Payoffs payoffs(*all_in, *won, stop);
    const auto found = equilibrium(payoffs.game, stop);
    if (!found) return std::nullopt;
    const BigInt scale = payoffs.unit * payoffs.all_pairs * found->parts;
    // How often the small blind pushes, weighted by the pairs of hands.
    BigInt pushed = 0;
    for (std::size_t row = 0; row < all_in->size(); ++row) {
        const auto start = all_in->pairs.begin() + static_cast<std::ptrdiff_t>(row * all_in->size());
        pushed =
            pushed + found->first.parts[row] *
                         std::accumulate(start, start + static_cast<std::ptrdiff_t>(all_in->size()), std::int64_t{0});
    }
    const BigFraction pushes{pushed, found->first.whole * payoffs.all_pairs};
    PushFold made;
    // Numbers may have thousands of digits, so that each of these steps may take 0.1 s.
    const std::array<std::function<void()>, 5> steps{
        [&] { made.push = acting_hands(*all_in, found->first); },
        [&] { made.call = acting_hands(*all_in, found->second); },
        [&] { made.expectation = numbers::reduced(won->folded[0] + BigFraction{found->first_gains, scale}); },
        [&] {
            made.big_blind_expectation =
                numbers::reduced(won->folded[1] + pushes * minus(won->stolen[1], won->folded[1]) +
                                 BigFraction{found->second_gains, scale});
        },
        [&] { made.exploitability = numbers::reduced({found->first_misses + found->second_misses, scale}); }};
    for (const auto& step : steps) {
        if (stop(0)) return std::nullopt;
        step();
    }
    return made;
}

}  // namespace facevalue::poker
