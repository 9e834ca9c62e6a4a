#include "poker/push_fold/equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "poker/push_fold/lemke.hpp"
#include "poker/push_fold/regrets.hpp"
#include "poker/push_fold/simplex.hpp"

namespace facevalue::poker {

using numbers::BigInt;

namespace {

using Floats = std::vector<double>;
using BigInts = std::vector<BigInt>;

constexpr int ITERATIONS = 20'000;         // of regret matching
constexpr std::int64_t PARTS = 1'000'000;  // approximations are whole numbers of millionths

bool is_stopped(const Stop& stop) { return stop && stop(0); }

// The game in floats, scaled so that the largest number is about 1.
FloatGame float_game(const ActingGame& game, const Stop& stop) {
    int bits = 0;
    const auto measure = [&](const BigInt& number) { bits = std::max(bits, number.bits()); };
    std::ranges::for_each(game.base, measure);
    std::ranges::for_each(game.of_first.cells(), measure);
    std::ranges::for_each(game.of_second.cells(), measure);
    // Of larger numbers, the first bits decide.
    constexpr int MOST_BITS = 62;
    const BigInt divisor = numbers::shifted(1, std::max(bits - MOST_BITS, 0));
    const double unit = std::ldexp(1.0, -std::min(bits, MOST_BITS));
    const auto scaled = [&](const BigInt& number) {
        return static_cast<double>((number / divisor).as_word().value_or(0)) * unit;
    };
    FloatGame made{{}, Matrix<double>(game.size()), Matrix<double>(game.size())};
    for (const BigInt& gain : game.base) made.base.push_back(scaled(gain));
    for (std::size_t row = 0; row < game.size() && !is_stopped(stop); ++row)
        for (std::size_t column = 0; column < game.size(); ++column) {
            made.of_first.at(row, column) = scaled(game.of_first.at(row, column));
            made.of_second.at(row, column) = scaled(game.of_second.at(row, column));
        }
    return made;
}

// What each hand gains, in parts of a unit, against a strategy.
BigInts gains(const BigInts& base, const Matrix<BigInt>& by, const MixedStrategy& other, const Stop& stop) {
    BigInts found = base;
    const auto add = [&](std::size_t column, const BigInt& part) {
        for (std::size_t row = 0; row < found.size(); ++row) found[row] = found[row] + by.at(row, column) * part;
    };
    // Numbers may be long, so that only the sum over pure hands is multiplied.
    const auto is_pure = [&](std::size_t column) { return other.parts[column] == other.whole; };
    for (std::size_t column = 0; column < found.size() && !is_stopped(stop); ++column)
        if (is_pure(column)) add(column, 1);
    for (BigInt& gain : found) gain = gain * other.whole;
    for (std::size_t column = 0; column < found.size() && !is_stopped(stop); ++column)
        if (!is_pure(column) && !other.parts[column].is_zero()) add(column, other.parts[column]);
    return found;
}

// Probabilities with which the mixed hands of a player make the mixed hands of the other player indifferent. Nothing if
// there are not exactly one for each, from 0 to 1.
std::optional<MixedStrategy> indifferent(const BigInts& base, const Matrix<BigInt>& by,
                                         const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns,
                                         const std::vector<bool>& acts, const Stop& stop) {
    if (rows.size() != columns.size()) return std::nullopt;
    Matrix<BigInt> kernel(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t column = 0; column < columns.size(); ++column)
            kernel.at(row, column) = by.at(rows[row], columns[column]);
    const auto found = inverse(std::move(kernel));
    if (!found) return std::nullopt;
    MixedStrategy made{BigInts(base.size()), 1};
    for (std::size_t hand = 0; hand < base.size(); ++hand) made.parts[hand] = acts[hand] ? 1 : 0;
    for (const std::size_t hand : columns) made.parts[hand] = 0;
    const BigInts left = gains(base, by, made, stop);
    if (is_stopped(stop)) return std::nullopt;
    made.whole = found->whole;
    for (BigInt& part : made.parts) part = part * made.whole;
    for (std::size_t place = 0; place < columns.size(); ++place) {
        BigInt& part = made.parts[columns[place]];
        for (std::size_t row = 0; row < rows.size(); ++row) part = part - found->parts.at(place, row) * left[rows[row]];
        if (part.is_negative() || made.whole < part) return std::nullopt;
    }
    return made;
}

MixedStrategy rounded(const Floats& shares) {
    MixedStrategy made{{}, PARTS};
    for (const double share : shares)
        made.parts.push_back(static_cast<std::int64_t>(std::nearbyint(share * double{PARTS})));
    return made;
}

// Nothing if stopped.
std::optional<Equilibrium> approximation(const ActingGame& game, const FloatGame& floats, const Stop& stop) {
    Regrets first(game.size()), second(game.size());
    const Floats none(game.size());
    for (int iteration = 1; iteration <= ITERATIONS; ++iteration) {
        if (stop && iteration % 10 == 0 && stop(0)) return std::nullopt;
        const double weight = double{1} * iteration * iteration;
        first.learn(floats.of_first.times(second.share(), floats.base), weight);
        second.learn(floats.of_second.times(first.share(), none), weight);
    }
    Equilibrium found = measured(game, rounded(first.mean()), rounded(second.mean()), stop);
    if (is_stopped(stop)) return std::nullopt;
    return found;
}

}  // namespace

bool ActingGame::is_constant_sum() const {
    for (std::size_t row = 0; row < size(); ++row)
        for (std::size_t column = 0; column < size(); ++column)
            if (of_first.at(row, column) != -of_second.at(column, row)) return false;
    return true;
}

Equilibrium measured(const ActingGame& game, MixedStrategy first, MixedStrategy second, const Stop& stop) {
    Equilibrium made;
    made.parts = first.whole * second.whole;
    // The sum of what acting gains, and of what it would gain if it only happened where it gains.
    const auto add = [&](const BigInts& gained, const MixedStrategy& own, BigInt& sum, BigInt& missed) {
        // Numbers may be long, so that only sums are multiplied where hands are pure.
        BigInt best = 0, acted = 0;
        for (std::size_t hand = 0; hand < gained.size(); ++hand) {
            if (!gained[hand].is_negative()) best = best + gained[hand];
            if (own.parts[hand] == own.whole)
                acted = acted + gained[hand];
            else
                sum = sum + gained[hand] * own.parts[hand];
        }
        sum = sum + acted * own.whole;
        best = best * own.whole;
        missed = best - sum;
    };
    add(gains(game.base, game.of_first, second, stop), first, made.first_gains, made.first_misses);
    add(gains(BigInts(game.size()), game.of_second, first, stop), second, made.second_gains, made.second_misses);
    made.first = std::move(first);
    made.second = std::move(second);
    return made;
}

std::optional<Equilibrium> proved(const ActingGame& game, const Supports& supports, const Stop& stop) {
    const auto& firsts = supports.first_mixed;
    const auto& seconds = supports.second_mixed;
    auto second = indifferent(game.base, game.of_first, firsts, seconds, supports.second_acts, stop);
    if (!second) return std::nullopt;
    auto first = indifferent(BigInts(game.size()), game.of_second, seconds, firsts, supports.first_acts, stop);
    if (!first) return std::nullopt;
    Equilibrium found = measured(game, *std::move(first), *std::move(second), stop);
    if (is_stopped(stop) || !found.is_exact()) return std::nullopt;
    return found;
}

std::optional<Equilibrium> equilibrium(const ActingGame& game, const Stop& stop) {
    const FloatGame floats = float_game(game, stop);
    if (is_stopped(stop)) return std::nullopt;
    if (const auto guess = lemke(floats, stop))
        if (auto found = proved(game, *guess, stop)) return found;
    if (game.is_constant_sum())
        if (const auto supports = simplex(game, stop)) return proved(game, *supports, stop);
    return approximation(game, floats, stop);
}

}  // namespace facevalue::poker
