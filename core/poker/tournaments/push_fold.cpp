#include "poker/tournaments/push_fold.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "poker/pot/holdings.hpp"
#include "poker/tournaments/all_in.hpp"
#include "text/joined.hpp"
#include "work/kept.hpp"

namespace facevalue::poker {

using numbers::BigFraction;
using numbers::BigInt;
using numbers::Op;

namespace {

constexpr std::int64_t PARTS = 1'000'000;    // strategies are whole numbers of millionths
constexpr std::int64_t EXPLOITABLE = PARTS;  // at most one part of so many of a big blind
constexpr int ROUND = 100;                   // iterations between two checks of the result
constexpr double NEARLY = 1e-3;              // probabilities closer than this to 0 or 1 are rounded,
constexpr double PATIENCE = 100'000;         // unless that is not good enough after so many iterations
constexpr double MIXED = 1e-2;               // hands closer than this to 0 or 1 are taken to be played one way

BigFraction plus(const BigFraction& a, const BigFraction& b) { return *numbers::lowest_result(Op::Add, a, b); }
BigFraction minus(const BigFraction& a, const BigFraction& b) { return *numbers::lowest_result(Op::Subtract, a, b); }
BigFraction big_blind() { return {1, 1}; }
BigFraction small_blind() { return {1, 2}; }

// A number for each starting hand, such as the probability of playing it; and the probabilities in parts.
using Shares = std::vector<double>;
using Parts = std::vector<std::int64_t>;

// By columns, so that a sum of columns takes whole vectors.
class Matrix {
  public:
    explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}

    std::size_t size() const { return size_; }
    double& at(std::size_t row, std::size_t column) { return cells_[column * size_ + row]; }
    double at(std::size_t row, std::size_t column) const { return cells_[column * size_ + row]; }
    // The product with a vector, plus another vector.
    Shares times(const Shares& shares, Shares sum) const {
        for (std::size_t column = 0; column < size_; ++column) {
            const double share = shares[column];
            if (share == 0) continue;
            const double* const cells = cells_.data() + column * size_;
            for (std::size_t row = 0; row < size_; ++row) sum[row] += share * cells[row];
        }
        return sum;
    }

  private:
    std::size_t size_;
    std::vector<double> cells_;
};

// The solution of linear equations by Gaussian elimination; nothing if there is not exactly one.
std::optional<Shares> solution(Matrix equations, Shares values) {
    const std::size_t size = equations.size();
    for (std::size_t place = 0; place < size; ++place) {
        std::size_t largest = place;
        for (std::size_t row = place + 1; row < size; ++row)
            if (std::abs(equations.at(row, place)) > std::abs(equations.at(largest, place))) largest = row;
        if (equations.at(largest, place) == 0) return std::nullopt;
        for (std::size_t column = place; column < size; ++column)
            std::swap(equations.at(place, column), equations.at(largest, column));
        std::swap(values[place], values[largest]);
        for (std::size_t row = place + 1; row < size; ++row) {
            const double factor = equations.at(row, place) / equations.at(place, place);
            for (std::size_t column = place; column < size; ++column)
                equations.at(row, column) -= factor * equations.at(place, column);
            values[row] -= factor * values[place];
        }
    }
    for (std::size_t row = size; row-- > 0;) {
        for (std::size_t column = row + 1; column < size; ++column)
            values[row] -= equations.at(row, column) * values[column];
        values[row] /= equations.at(row, row);
    }
    return values;
}

// Makes the other player's mixed hands, which gain this much without the own mixed hands, gain nothing: sets how often
// the own ones are played. False if there is no such strategy.
bool make_indifferent(const Matrix& gains_by_own, const std::vector<std::size_t>& own,
                      const std::vector<std::size_t>& others, const Shares& gains, Shares& shares) {
    if (own.size() != others.size()) return false;
    Matrix equations(own.size());
    Shares values;
    for (std::size_t row = 0; row < others.size(); ++row) {
        values.push_back(-gains[others[row]]);
        for (std::size_t column = 0; column < own.size(); ++column)
            equations.at(row, column) = gains_by_own.at(others[row], own[column]);
    }
    const auto found = solution(std::move(equations), std::move(values));
    for (std::size_t i = 0; found && i < own.size(); ++i) shares[own[i]] = (*found)[i];
    return found.has_value();
}

std::vector<std::size_t> mixed_hands(const Shares& shares) {
    std::vector<std::size_t> mixed;
    for (std::size_t hand = 0; hand < shares.size(); ++hand)
        if (std::abs(shares[hand] - 0.5) < 0.5 - MIXED) mixed.push_back(hand);
    return mixed;
}

// Hands that are not mixed are always or never played, the others not yet.
Shares one_way(const Shares& shares, const std::vector<std::size_t>& mixed) {
    Shares made;
    for (const double share : shares) made.push_back(std::nearbyint(share));
    for (const std::size_t hand : mixed) made[hand] = 0;
    return made;
}

// Regret matching: regrets of acting and of folding, at least 0, and the probabilities of acting that follow.
struct Player {
    Shares act, fold, share, sum;

    explicit Player(std::size_t size) : act(size, 1), fold(size, 1), share(size, 0.5), sum(size) {}

    // Learns what acting gains against folding.
    void learn(const Shares& gains, double weight) {
        for (std::size_t hand = 0; hand < share.size(); ++hand) {
            act[hand] = std::max(act[hand] + gains[hand] * (1 - share[hand]), 0.0);
            fold[hand] = std::max(fold[hand] - gains[hand] * share[hand], 0.0);
            const double total = act[hand] + fold[hand];
            share[hand] = total == 0 ? 0 : act[hand] / total;
            sum[hand] += weight * share[hand];
        }
    }
    Shares mean(double weights) const {
        Shares made;
        for (const double part : sum) made.push_back(part / weights);
        return made;
    }
};

struct Strategies {
    Shares push, call;
};

Parts rounded(const Shares& shares, double nearly) {
    Parts made;
    for (const double share : shares) {
        const double nearest = std::nearbyint(share * double{PARTS});
        made.push_back(share < nearly ? 0 : share > 1 - nearly ? PARTS : static_cast<std::int64_t>(nearest));
    }
    return made;
}

// The game with some stakes. Gains are against folding, times all pairs of hands.
class Solver {
  public:
    Solver(const AllIn& all_in, const Stakes& stakes)
        : all_in_(all_in), stakes_(stakes), by_call_(all_in.size()), by_push_(all_in.size()), base_(all_in.size()) {
        const double won = numbers::nearest(stakes.stack) / static_cast<double>(all_in.boards);
        const double stolen = numbers::nearest(plus(big_blind(), stakes.ante));
        const double folded = numbers::nearest(plus(small_blind(), stakes.ante));
        for (std::size_t row = 0; row < all_in.size(); ++row)
            for (std::size_t column = 0; column < all_in.size(); ++column) {
                const std::size_t place = row * all_in.size() + column;
                const auto pairs = static_cast<double>(all_in.pairs[place]);
                all_pairs_ += all_in.pairs[place];
                base_[row] += (stolen + folded) * pairs;
                by_call_.at(row, column) = won * static_cast<double>(all_in.margins[place]) - stolen * pairs;
                by_push_.at(column, row) = -by_call_.at(row, column);
            }
    }

    // Finds strategies that are good enough by the exact result. Nothing if stopped.
    std::optional<PushFold> solve(const Stop& stop) const {
        Player pusher(all_in_.size()), caller(all_in_.size());
        double weights = 0, iteration = 0;
        while (!stop || !stop(0)) {
            for (int i = 0; i < ROUND; ++i) {
                ++iteration;
                const double weight = iteration * iteration;
                weights += weight;
                pusher.learn(push_gains(caller.share), weight);
                caller.learn(call_gains(pusher.share), weight);
            }
            const Strategies mean{pusher.mean(weights), caller.mean(weights)};
            for (const Strategies& found : {mean, balanced(mean)}) {
                if (!(missed(found) * double{EXPLOITABLE} <= static_cast<double>(all_pairs_))) continue;
                const double nearly = iteration < PATIENCE ? NEARLY : 0;
                auto result = measure(rounded(found.push, nearly), rounded(found.call, nearly));
                if (!(BigFraction{1, EXPLOITABLE} < result.exploitability)) return result;
            }
        }
        return std::nullopt;
    }

  private:
    Shares push_gains(const Shares& call) const { return by_call_.times(call, base_); }
    Shares call_gains(const Shares& push) const { return by_push_.times(push, Shares(push.size())); }

    // The strategies changed so that hands played both ways gain and lose nothing by either; if there are none, the
    // same.
    Strategies balanced(const Strategies& mean) const {
        const auto pushed = mixed_hands(mean.push), called = mixed_hands(mean.call);
        Strategies made{one_way(mean.push, pushed), one_way(mean.call, called)};
        if (!make_indifferent(by_call_, called, pushed, push_gains(made.call), made.call)) return mean;
        if (!make_indifferent(by_push_, pushed, called, call_gains(made.push), made.push)) return mean;
        for (Shares* const shares : {&made.push, &made.call})
            for (double& share : *shares) share = std::clamp(share, 0.0, 1.0);
        return made;
    }

    // What the best responses would gain.
    double missed(const Strategies& found) const {
        double sum = 0;
        const Shares pushing = push_gains(found.call), calling = call_gains(found.push);
        for (std::size_t hand = 0; hand < all_in_.size(); ++hand)
            sum += std::max(pushing[hand], 0.0) - pushing[hand] * found.push[hand] + std::max(calling[hand], 0.0) -
                   calling[hand] * found.call[hand];
        return sum;
    }

    PushFold measure(const Parts& push, const Parts& call) const;
    HandWeights range_of(const Parts& parts) const;
    BigFraction share_of(const Parts& parts) const {
        const auto all = std::accumulate(all_in_.hands.begin(), all_in_.hands.end(), std::int64_t{0});
        const auto played = std::inner_product(parts.begin(), parts.end(), all_in_.hands.begin(), std::int64_t{0});
        return numbers::reduced({played, all * PARTS});
    }

    const AllIn& all_in_;
    const Stakes& stakes_;
    Matrix by_call_, by_push_;
    Shares base_;
    std::int64_t all_pairs_ = 0;
};

// The exact result.
PushFold Solver::measure(const Parts& push, const Parts& call) const {
    const std::size_t size = all_in_.size();
    const BigFraction won{stakes_.stack.numerator(), stakes_.stack.denominator() * all_in_.boards};
    const BigFraction stolen = plus(big_blind(), stakes_.ante), folded = plus(small_blind(), stakes_.ante);
    // A unit of which all of them are whole numbers.
    const BigInt unit = won.denominator() * stolen.denominator() * folded.denominator();
    const auto whole = [&](const BigFraction& value) { return value.numerator() * (unit / value.denominator()); };
    BigInt gained = 0, best = 0;
    const auto add = [&](const BigInt& gain, std::int64_t share) {
        gained = gained + gain * share;
        if (!gain.is_negative()) best = best + gain * PARTS;
    };
    BigInt pusher = 0;
    for (std::size_t hand = 0; hand < size; ++hand) {
        // As the small blind and as the big blind, over all hands of the opponent.
        std::int64_t pairs = 0, called = 0, pushed = 0, against_calls = 0, against_pushes = 0;
        for (std::size_t other = 0; other < size; ++other) {
            const std::size_t place = hand * size + other, turned = other * size + hand;
            pairs += all_in_.pairs[place];
            called += all_in_.pairs[place] * call[other];
            pushed += all_in_.pairs[turned] * push[other];
            against_calls += all_in_.margins[place] * call[other];
            against_pushes += all_in_.margins[turned] * push[other];
        }
        const BigInt pushing = whole(won) * against_calls + whole(stolen) * (BigInt(pairs * PARTS) - called) +
                               whole(folded) * (pairs * PARTS);
        pusher = pusher + pushing * push[hand];
        add(pushing, push[hand]);
        add(whole(stolen) * pushed - whole(won) * against_pushes, call[hand]);
    }
    const BigInt scale = unit * (PARTS * PARTS) * all_pairs_;
    return {range_of(push),
            range_of(call),
            share_of(push),
            share_of(call),
            minus(numbers::reduced({pusher, scale}), folded),
            numbers::reduced({best - gained, scale})};
}

HandWeights Solver::range_of(const Parts& parts) const {
    HandWeights::OfHands weights{};
    for (std::size_t row = 0; row < parts.size(); ++row) {
        const auto part = static_cast<std::uint64_t>(parts[row]), common = std::gcd(part, std::uint64_t{PARTS});
        HandSet hands;
        hands.insert_starting_hand(all_in_.places[row]);
        hands.each([&](std::size_t hand) { weights[hand] = {part / common, PARTS / common}; });
    }
    return HandWeights(weights);
}

// Of a deck; nullptr if stopped.
std::shared_ptr<const AllIn> all_in_of(const Ranking& ranking, const FindMatchups& find, const Stop& stop) {
    static auto& kept = *new Kept<const Ranking*, AllIn>(2);
    return kept.get(&ranking, [&]() -> std::shared_ptr<const AllIn> {
        const HandOrder order = *order_of(ranking.name);
        if (missing_cards(order) == 0 && find) return std::make_shared<const AllIn>(all_in(find()->by_kind(), order));
        Pulse pulse(stop);
        const auto by_kind = all_matchups(1, pulse.inner(), order);
        return pulse.stopped() ? nullptr : std::make_shared<const AllIn>(all_in(by_kind, order));
    });
}

}  // namespace

std::optional<Problem> no_push_fold(const GameCards& game, const Ranking* low) {
    const DealRules rules{game.ranking, low, game.hole, game.board, game.from_hole};
    if (is_holdem(rules) && (game.deck == DECK || game.ranking->name == "short")) return std::nullopt;
    return rule_problem(joined({"push or fold is for holdem and shortdeck, not ", game.name}));
}

std::optional<Problem> wrong_stack(const Stakes& stakes) {
    const BigFraction least = plus(big_blind(), stakes.ante);
    if (!(stakes.stack < least) && !(BigFraction{LARGEST_STACK, 1} < stakes.stack)) return std::nullopt;
    return rule_problem(joined({"stack must be from ", numbers::value_text(least), " (big blind and ante) to ",
                                LARGEST_STACK, " big blinds, not ", numbers::value_text(stakes.stack)}));
}

std::optional<PushFold> push_fold(const Ranking& ranking, const Stakes& stakes, const FindMatchups& find,
                                  const Stop& stop) {
    const auto all_in = all_in_of(ranking, find, stop);
    if (all_in == nullptr) return std::nullopt;
    return Solver(*all_in, stakes).solve(stop);
}

}  // namespace facevalue::poker
