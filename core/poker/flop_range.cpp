#include "flop_range.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "flop_range_simd.hpp"
#include "simd_dispatch.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t LEAST_HANDS_OF_WEIGHT = 200;  // so many are compared one by one in the same time
constexpr std::size_t MOST_WEIGHTS = 4;

std::vector<std::uint32_t> different_weights(const HoldemRange& range) {
    std::vector<std::uint32_t> weights = range.weights;
    std::sort(weights.begin(), weights.end());
    weights.erase(std::unique(weights.begin(), weights.end()), weights.end());
    return weights;
}

// The known hands, and what the best of them is worth with any two cards that can come.
class KnownHands {
  public:
    KnownHands(std::span<const Cards> hands, std::size_t seat, Cards board, const std::vector<Cards>& cards,
               HandOrder order)
        : seat_(std::size_t{1} << seat) {
        std::vector<Cards> boards;
        for (std::size_t x = 0; x < cards.size(); ++x)
            for (std::size_t y = x + 1; y < cards.size(); ++y) boards.push_back(board | cards[x] | cards[y]);
        std::vector<std::uint16_t> least(boards.size(), UINT16_MAX), values(boards.size());
        winners_.resize(boards.size());
        std::size_t player = 0;
        for (const Cards hand : hands) {
            if (player == seat) ++player;
            std::vector<Cards> rows = boards;
            for (Cards& row : rows) row |= hand;
            chosen_kernels().masks(rows.data(), rows.size(), order, values.data());
            put(std::size_t{1} << player++, values, least);
        }
        fill(cards.size(), least);
    }

    const PairTable& best() const { return best_; }

    // Adds what all hands of one weight do on the board with these two cards: the known hands win and tie some of them.
    void settle(std::size_t pair, std::uint64_t wins, std::uint64_t ties, std::uint64_t all,
                WinnerCounts& tally) const {
        tally.add(winners_[pair], 0, wins);
        tally.add(winners_[pair] | seat_, 0, ties);
        tally.add(seat_, 0, all - wins - ties);
    }

  private:
    void put(std::size_t player, const std::vector<std::uint16_t>& values, std::vector<std::uint16_t>& least) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] < least[i]) winners_[i] = 0;
            if (values[i] <= least[i]) winners_[i] |= player;
            least[i] = std::min(least[i], values[i]);
        }
    }
    void fill(std::size_t cards, const std::vector<std::uint16_t>& least) {
        std::size_t pair = 0;
        for (std::size_t x = 0; x < cards; ++x)
            for (std::size_t y = x + 1; y < cards; ++y, ++pair)
                best_.at[x][y] = best_.at[y][x] = static_cast<std::int16_t>(least[pair]);
    }

    std::size_t seat_;
    PairTable best_{};
    std::vector<std::size_t> winners_;  // of each two cards x < y, x outermost: a bit for each player
};

// The hands of one weight, and on how many of them the known hands win and tie.
struct WeightGroup {
    std::uint32_t weight;
    std::size_t hands = 0;
    std::vector<std::size_t> with;  // hands with this card
    PairTable held{};
    SplitCounts wins{}, ties{};

    WeightGroup(std::uint32_t of, const HoldemRange& range, const std::vector<Cards>& cards)
        : weight(of), with(cards.size()) {
        const Cards all = union_of(cards);
        for (std::size_t i = 0; i < range.hands.size(); ++i)
            if (range.weights[i] == weight && (range.hands[i] & ~all) == 0) add(range.hands[i], cards);
    }

    // How many hands contain neither of two cards.
    std::size_t disjoint_from(std::size_t x, std::size_t y) const {
        return hands - with[x] - with[y] + (held.at[x][y] != 0 ? 1 : 0);
    }
    static std::uint64_t sum(const SplitCounts& counts, std::size_t x, std::size_t y) {
        auto sum = static_cast<std::uint64_t>(counts.rows.at[x][y]);
        for (const std::int16_t lane : counts.lanes[x][y]) sum += static_cast<std::uint64_t>(lane);
        return sum;
    }

  private:
    void add(Cards hand, const std::vector<Cards>& cards) {
        const auto number = [&](Cards card) {
            return static_cast<std::size_t>(std::find(cards.begin(), cards.end(), card) - cards.begin());
        };
        const std::size_t x = number(lowest(hand)), y = number(without_lowest(hand));
        held.at[x][y] = held.at[y][x] = -1;
        ++hands;
        ++with[x];
        ++with[y];
    }
};

// The values of all sets of four cards with the lowest card a.
class FourCardValues {
  public:
    FourCardValues(Cards board, const std::vector<Cards>& cards, HandOrder order)
        : board_(board), cards_(cards), order_(order) {}

    const std::uint16_t* of(std::size_t a) {
        rows_.clear();
        for (std::size_t b = a + 1; b + 2 < cards_.size(); ++b)
            for (std::size_t c = b + 1; c + 1 < cards_.size(); ++c)
                for (std::size_t d = c + 1; d < cards_.size(); ++d)
                    rows_.push_back(board_ | cards_[a] | cards_[b] | cards_[c] | cards_[d]);
        values_.resize(rows_.size() + SplitCounts::LANES);
        if (!rows_.empty()) chosen_kernels().masks(rows_.data(), rows_.size(), order_, values_.data());
        return values_.data();
    }
    std::size_t count() const { return rows_.size(); }

  private:
    Cards board_;
    const std::vector<Cards>& cards_;
    HandOrder order_;
    std::vector<Cards> rows_;
    std::vector<std::uint16_t> values_;
};

using WeightGroups = std::vector<std::unique_ptr<WeightGroup>>;

void add_up(const WeightGroups& groups, const KnownHands& known, std::size_t cards, bool is_first,
            WinnerCounts& tally) {
    for (const auto& group : groups) {
        std::size_t pair = 0;
        for (std::size_t x = 0; x < cards; ++x)
            for (std::size_t y = x + 1; y < cards; ++y, ++pair) {
                const std::uint64_t wins = group->weight * WeightGroup::sum(group->wins, x, y);
                const std::uint64_t ties = group->weight * WeightGroup::sum(group->ties, x, y);
                const std::uint64_t all = is_first ? group->weight * group->disjoint_from(x, y) : 0;
                known.settle(pair, wins, ties, all, tally);
            }
    }
}

}  // namespace

bool is_flop_range_faster(const HoldemRange& range) {
    const std::size_t weights = different_weights(range).size();
    return weights <= MOST_WEIGHTS && range.hands.size() >= LEAST_HANDS_OF_WEIGHT * (1 + weights);
}

PotCounts walk_flop_range(std::span<const Cards> known, const HoldemRange& range, std::size_t seat, Cards board,
                          Cards dead, std::size_t workers, const Stop& stop, HandOrder order) {
    const std::vector<Cards> cards = each_card(FULL_DECK & ~(union_of(known) | board | dead));
    const KnownHands best(known, seat, board, cards, order);
    const std::vector<std::uint32_t> weights = different_weights(range);
    std::vector<WinnerCounts> tallies(std::max<std::size_t>(workers, 1), WinnerCounts(known.size() + 1, false));
    const std::uint64_t sets = choose(static_cast<int>(cards.size()), 4);
    run_workers(tallies.size(), stop.of(sets), [&](std::size_t worker, Pulse& pulse) {
        WeightGroups groups;
        for (const std::uint32_t weight : weights)
            groups.push_back(std::make_unique<WeightGroup>(weight, range, cards));
        FourCardValues values(board, cards, order);
        for (std::size_t a = worker; a < cards.size() && !pulse.stopped(); a += tallies.size()) {
            const std::uint16_t* of_four = values.of(a);
            for (const auto& group : groups)
                chosen_kernels().splits({cards.size(), &best.best(), &group->held, &group->wins, &group->ties}, a,
                                        of_four);
            pulse.beat(values.count() * (1 + groups.size()), values.count());
        }
        add_up(groups, best, cards.size(), worker == 0, tallies[worker]);
    });
    return total(tallies).pots();
}

}  // namespace facevalue::poker
