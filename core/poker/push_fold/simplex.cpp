#include "poker/push_fold/simplex.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace facevalue::poker {

using numbers::BigInt;

namespace {

// All numbers are multiples of 1 / whole (Inverse).
class Vertex {
  public:
    explicit Vertex(const ActingGame& game)
        : base_(game.base), by_(game.of_first), supports_(game.size()), kernel_{Matrix<BigInt>(0), 1} {
        // Where the second player always folds.
        for (std::size_t hand = 0; hand < base_.size(); ++hand) supports_.first_acts[hand] = !base_[hand].is_negative();
    }

    const Supports& supports() const { return supports_; }

    // Moves to a better vertex, or returns false if there is none.
    bool improve() {
        solve();
        const auto entering = find_entering();
        if (entering) move(*entering);
        return entering.has_value();
    }

  private:
    using Numbers = std::vector<BigInt>;

    // A hand of the second player that starts to act or to fold, or the place of a mixed hand of the first player that
    // starts to gain or to lose.
    struct Entering {
        bool is_second;
        std::size_t index;
        bool is_up;
    };
    // What stops a change: the entering hand has become pure, or a mixed hand of the second player (its place), or a
    // hand of the first player gains 0.
    struct Obstacle {
        enum class Kind { Entered, Share, Gain } kind;
        std::size_t place;
        bool is_up;
        BigInt distance, speed;
        std::size_t index;  // for Bland's rule
    };

    void solve();
    std::optional<Entering> find_entering() const;
    Obstacle find_obstacle(const Entering& entering) const;
    void move(const Entering& entering);

    std::vector<bool> pure(const std::vector<std::size_t>& mixed) const {
        std::vector<bool> is_pure(base_.size(), true);
        for (const std::size_t hand : mixed) is_pure[hand] = false;
        return is_pure;
    }
    // Adds the columns of the second player's mixed hands, each times a number.
    void add_mixed(const Numbers& factors, Numbers& sums) const {
        for (std::size_t place = 0; place < factors.size(); ++place)
            for (std::size_t row = 0; row < sums.size(); ++row)
                sums[row] = sums[row] + factors[place] * by_.at(row, supports_.second_mixed[place]);
    }

    const Numbers& base_;
    const Matrix<BigInt>& by_;
    Supports supports_;
    Inverse kernel_;  // of the mixed hands
    // How often the second player's mixed hands act; what the first player's hands gain; how often the first player's
    // mixed hands act; and what acting costs the second player's hands.
    Numbers shares_, gains_, prices_, costs_;
};

void Vertex::solve() {
    const auto& rows = supports_.first_mixed;
    const auto& columns = supports_.second_mixed;
    const std::size_t size = base_.size(), mixed = rows.size();
    Matrix<BigInt> kernel(mixed);
    for (std::size_t row = 0; row < mixed; ++row)
        for (std::size_t column = 0; column < mixed; ++column)
            kernel.at(row, column) = by_.at(rows[row], columns[column]);
    kernel_ = *inverse(std::move(kernel));  // exists at every vertex
    gains_ = base_;
    const auto seconds = pure(columns), firsts = pure(rows);
    for (std::size_t column = 0; column < size; ++column)
        if (seconds[column] && supports_.second_acts[column])
            for (std::size_t row = 0; row < size; ++row) gains_[row] = gains_[row] + by_.at(row, column);
    shares_.assign(mixed, 0);
    for (std::size_t place = 0; place < mixed; ++place)
        for (std::size_t row = 0; row < mixed; ++row)
            shares_[place] = shares_[place] - kernel_.parts.at(place, row) * gains_[rows[row]];
    for (BigInt& gain : gains_) gain = gain * kernel_.whole;
    add_mixed(shares_, gains_);
    costs_.assign(size, 0);
    for (std::size_t column = 0; column < size; ++column)
        for (std::size_t row = 0; row < size; ++row)
            if (firsts[row] && supports_.first_acts[row]) costs_[column] = costs_[column] + by_.at(row, column);
    prices_.assign(mixed, 0);
    for (std::size_t place = 0; place < mixed; ++place)
        for (std::size_t column = 0; column < mixed; ++column)
            prices_[place] = prices_[place] - costs_[columns[column]] * kernel_.parts.at(column, place);
    for (std::size_t column = 0; column < size; ++column) {
        costs_[column] = costs_[column] * kernel_.whole;
        for (std::size_t place = 0; place < mixed; ++place)
            costs_[column] = costs_[column] + prices_[place] * by_.at(rows[place], column);
    }
}

// The first change that improves the vertex (Bland's rule).
std::optional<Vertex::Entering> Vertex::find_entering() const {
    const auto seconds = pure(supports_.second_mixed);
    for (std::size_t hand = 0; hand < base_.size(); ++hand) {
        const bool is_up = !supports_.second_acts[hand];
        const BigInt& cost = costs_[hand];
        if (seconds[hand] && !cost.is_zero() && cost.is_negative() == is_up) return Entering{true, hand, is_up};
    }
    // Mixed hands are not in order.
    std::optional<std::size_t> up, down;
    const auto is_first = [&](std::size_t place, const std::optional<std::size_t>& other) {
        return !other || supports_.first_mixed[place] < supports_.first_mixed[*other];
    };
    for (std::size_t place = 0; place < prices_.size(); ++place) {
        if (kernel_.whole < prices_[place] && is_first(place, up)) up = place;
        if (prices_[place].is_negative() && is_first(place, down)) down = place;
    }
    if (up) return Entering{false, *up, true};
    if (down) return Entering{false, *down, false};
    return std::nullopt;
}

// The nearest one; of several, the first.
Vertex::Obstacle Vertex::find_obstacle(const Entering& entering) const {
    using Kind = Obstacle::Kind;
    const auto& rows = supports_.first_mixed;
    const auto& columns = supports_.second_mixed;
    const std::size_t size = base_.size();
    // How fast the second player's mixed hands and what the first player gains change.
    Numbers shares(columns.size()), gains(size);
    for (std::size_t place = 0; place < columns.size(); ++place) {
        if (entering.is_second)
            for (std::size_t row = 0; row < rows.size(); ++row)
                shares[place] = shares[place] - kernel_.parts.at(place, row) * by_.at(rows[row], entering.index);
        else
            shares[place] = kernel_.parts.at(place, entering.index);
        if (!entering.is_up) shares[place] = -shares[place];
    }
    if (entering.is_second)
        for (std::size_t row = 0; row < size; ++row) {
            gains[row] = kernel_.whole * by_.at(row, entering.index);
            if (!entering.is_up) gains[row] = -gains[row];
        }
    add_mixed(shares, gains);

    std::optional<Obstacle> nearest;
    const auto consider = [&](Obstacle obstacle) {
        if (nearest) {
            const BigInt one = obstacle.distance * nearest->speed, other = nearest->distance * obstacle.speed;
            if (other < one || (one == other && nearest->index < obstacle.index)) return;
        }
        nearest = std::move(obstacle);
    };
    if (entering.is_second) consider({Kind::Entered, 0, entering.is_up, kernel_.whole, kernel_.whole, entering.index});
    for (std::size_t place = 0; place < columns.size(); ++place) {
        const BigInt &share = shares_[place], &speed = shares[place];
        if (speed.is_negative())
            consider({Kind::Share, place, false, share, -speed, columns[place]});
        else if (!speed.is_zero())
            consider({Kind::Share, place, true, kernel_.whole - share, speed, columns[place]});
    }
    const auto firsts = pure(rows);
    for (std::size_t hand = 0; hand < size; ++hand) {
        if (!firsts[hand] || gains[hand].is_zero() || gains[hand].is_negative() != supports_.first_acts[hand]) continue;
        if (supports_.first_acts[hand])
            consider({Kind::Gain, hand, false, gains_[hand], -gains[hand], size + hand});
        else
            consider({Kind::Gain, hand, true, -gains_[hand], gains[hand], 2 * size + hand});
    }
    return *nearest;  // probabilities are bounded
}

void Vertex::move(const Entering& entering) {
    auto& rows = supports_.first_mixed;
    auto& columns = supports_.second_mixed;
    const Obstacle obstacle = find_obstacle(entering);
    const auto place = static_cast<std::ptrdiff_t>(obstacle.place);
    // The hand that becomes pure, and the one that becomes mixed.
    if (obstacle.kind == Obstacle::Kind::Share) {
        supports_.second_acts[columns[obstacle.place]] = obstacle.is_up;
        columns.erase(columns.begin() + place);
    }
    if (!entering.is_second) {
        supports_.first_acts[rows[entering.index]] = entering.is_up;
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(entering.index));
    }
    if (obstacle.kind == Obstacle::Kind::Entered)
        supports_.second_acts[entering.index] = entering.is_up;
    else if (entering.is_second)
        columns.push_back(entering.index);
    if (obstacle.kind == Obstacle::Kind::Gain) rows.push_back(obstacle.place);
}

}  // namespace

std::optional<Supports> simplex(const ActingGame& game, const Stop& stop) {
    Vertex vertex(game);
    while (!stop || !stop(0))
        if (!vertex.improve()) return vertex.supports();
    return std::nullopt;
}

}  // namespace facevalue::poker
