#include "poker/push_fold/lemke.hpp"

#include <cmath>
#include <limits>

namespace facevalue::poker {

namespace {

constexpr int MOST_TURNS = 20'000;
constexpr double TINY = 1e-12;

// A vector above 0 whose product with a matrix, which has one column more than rows, is 0; by elimination with complete
// pivoting. Nothing if there are several.
std::optional<std::vector<double>> null_vector(std::vector<std::vector<double>> rows, std::size_t columns) {
    std::vector<std::size_t> order(columns);
    for (std::size_t column = 0; column < columns; ++column) order[column] = column;
    for (std::size_t place = 0; place < rows.size(); ++place) {
        std::size_t best_row = place, best_column = place;
        for (std::size_t row = place; row < rows.size(); ++row)
            for (std::size_t column = place; column < columns; ++column)
                if (std::abs(rows[row][order[column]]) > std::abs(rows[best_row][order[best_column]])) {
                    best_row = row;
                    best_column = column;
                }
        std::swap(rows[place], rows[best_row]);
        std::swap(order[place], order[best_column]);
        const double pivot = rows[place][order[place]];
        if (std::abs(pivot) < TINY) return std::nullopt;
        for (std::size_t row = place + 1; row < rows.size(); ++row) {
            const double factor = rows[row][order[place]] / pivot;
            if (factor == 0) continue;
            for (std::size_t column = place; column < columns; ++column)
                rows[row][order[column]] -= factor * rows[place][order[column]];
        }
    }
    std::vector<double> found(columns);
    found[order[columns - 1]] = 1;
    for (std::size_t place = rows.size(); place-- > 0;) {
        double sum = 0;
        for (std::size_t column = place + 1; column < columns; ++column)
            sum += rows[place][order[column]] * found[order[column]];
        found[order[place]] = -sum / rows[place][order[place]];
    }
    return found;
}

// The hands of both players have one numbering: the second player's follow the first player's.
class Path {
  public:
    explicit Path(const FloatGame& game)
        : game_(game), size_(game.size()), share_(2 * size_), taxed_(2 * size_), is_mixed_(2 * size_) {
        // Different for all hands, so that not all of them change at once where nobody acts.
        for (std::size_t hand = 0; hand < size_; ++hand) {
            double first = std::abs(game.base[hand]), second = 0;
            for (std::size_t other = 0; other < size_; ++other) {
                first += std::abs(game.of_first.at(hand, other));
                second += std::abs(game.of_second.at(hand, other));
            }
            const double part = static_cast<double>(hand) / static_cast<double>(size_);
            constexpr double LEAST = 1e-3;
            taxed_[hand] = (1 + part) * (LEAST + first);
            taxed_[size_ + hand] = (0.7 + 0.9 * part) * (LEAST + second);
        }
        tax_ = 2;  // no hand gains more
    }

    std::optional<Supports> follow(const Stop& stop) {
        std::vector<double> change(1, -1);  // of the mixed hands, then of the tax
        for (int turn = 0; turn < MOST_TURNS; ++turn) {
            if (stop && turn % 16 == 0 && stop(0)) return std::nullopt;
            const auto next = move(change);
            if (!next) return std::nullopt;
            if (*next == 2 * size_) return supports();
            const auto turned = direction(*next);
            if (!turned) return std::nullopt;
            change = *turned;
        }
        return std::nullopt;
    }

  private:
    double entry(std::size_t hand, std::size_t other) const {
        if ((hand < size_) == (other < size_)) return 0;
        return hand < size_ ? game_.of_first.at(hand, other - size_) : game_.of_second.at(hand - size_, other);
    }

    // What hands gain after tax, or, with `is_change`, how fast that changes.
    std::vector<double> gains(const std::vector<double>& shares, double tax, bool is_change) const {
        const auto first = shares.begin(), second = first + static_cast<std::ptrdiff_t>(size_);
        const std::vector<double> none(size_);
        std::vector<double> found = game_.of_first.times({second, shares.end()}, is_change ? none : game_.base);
        const std::vector<double> seconds = game_.of_second.times({first, second}, none);
        found.insert(found.end(), seconds.begin(), seconds.end());
        for (std::size_t hand = 0; hand < found.size(); ++hand) found[hand] -= tax * taxed_[hand];
        return found;
    }

    std::vector<double> changes(const std::vector<double>& change) const {
        std::vector<double> shares(2 * size_);
        for (std::size_t place = 0; place < mixed_.size(); ++place) shares[mixed_[place]] = change[place];
        return gains(shares, change.back(), true);
    }

    // Moves to the next turn and returns the hand that changes there, the number of hands where the tax is 0.
    // Nothing if there is no turn.
    std::optional<std::size_t> move(const std::vector<double>& change) {
        const std::vector<double> gained = gains(share_, tax_, false), speeds = changes(change);
        double nearest = std::numeric_limits<double>::infinity();
        std::size_t next = 2 * size_ + 1;
        const auto consider = [&](double distance, double speed, std::size_t hand) {
            if (speed <= TINY || hand == last_) return;
            const double time = std::max(distance, 0.0) / speed;
            if (time < nearest) {
                nearest = time;
                next = hand;
            }
        };
        for (std::size_t place = 0; place < mixed_.size(); ++place) {
            const double share = share_[mixed_[place]], speed = change[place];
            consider(speed > 0 ? 1 - share : share, std::abs(speed), mixed_[place]);
        }
        for (std::size_t hand = 0; hand < 2 * size_; ++hand)
            if (!is_mixed_[hand])
                share_[hand] == 0 ? consider(-gained[hand], speeds[hand], hand)
                                  : consider(gained[hand], -speeds[hand], hand);
        last_ = 2 * size_ + 1;
        consider(tax_, -change.back(), 2 * size_);
        if (next > 2 * size_) return std::nullopt;
        for (std::size_t place = 0; place < mixed_.size(); ++place) share_[mixed_[place]] += nearest * change[place];
        tax_ += nearest * change.back();
        return next;
    }

    // The direction after a turn at a hand, which becomes mixed or pure.
    std::optional<std::vector<double>> direction(std::size_t hand) {
        const bool becomes_pure = is_mixed_[hand];
        if (becomes_pure) {
            share_[hand] = std::nearbyint(share_[hand]);
            std::erase(mixed_, hand);
            last_ = hand;
        } else {
            mixed_.push_back(hand);
        }
        is_mixed_[hand] = !becomes_pure;
        std::vector<std::vector<double>> rows;
        for (const std::size_t row : mixed_) {
            rows.emplace_back();
            for (const std::size_t column : mixed_) rows.back().push_back(entry(row, column));
            rows.back().push_back(-taxed_[row]);
        }
        auto found = null_vector(std::move(rows), mixed_.size() + 1);
        if (!found) return std::nullopt;
        // A hand that becomes mixed acts more often if it did not act; a pure hand that acts gains.
        const bool acts = share_[hand] > 0.5;
        const double speed = becomes_pure ? changes(*found)[hand] : (*found)[mixed_.size() - 1];
        const bool is_right = (speed > 0) == (becomes_pure ? acts : !acts);
        if (!is_right)
            for (double& number : *found) number = -number;
        return found;
    }

    Supports supports() const {
        Supports found(size_);
        for (std::size_t hand = 0; hand < 2 * size_; ++hand) {
            const bool is_first = hand < size_;
            const std::size_t place = is_first ? hand : hand - size_;
            (is_first ? found.first_acts : found.second_acts)[place] = share_[hand] > 0.5;
            if (is_mixed_[hand]) (is_first ? found.first_mixed : found.second_mixed).push_back(place);
        }
        return found;
    }

    const FloatGame& game_;
    std::size_t size_;
    std::vector<double> share_, taxed_;
    std::vector<bool> is_mixed_;
    std::vector<std::size_t> mixed_;
    double tax_ = 0;
    std::size_t last_ = std::numeric_limits<std::size_t>::max();  // has just become pure
};

}  // namespace

std::optional<Supports> lemke(const FloatGame& game, const Stop& stop) { return Path(game).follow(stop); }

}  // namespace facevalue::poker
