#include "poker/ranges/flop_range.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "poker/cards/sums.hpp"
#include "poker/evaluate/flop_ranks.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t FEWEST = 40;  // so many are compared one by one in the same time

// The weight of hands that lose to a value, and that tie with it.
struct Split {
    std::uint64_t wins = 0, ties = 0;
    static constexpr std::tuple PARTS{&Split::wins, &Split::ties};

    void add(std::uint64_t weight, std::uint16_t theirs, std::uint16_t value) {
        wins += theirs > value ? weight : 0;
        ties += theirs == value ? weight : 0;
    }
};

using RankWeights = std::array<std::uint64_t, RANKS>;

Split split(const RankWeights& weights, const RankValues& values, std::uint16_t value) {
    Split all;
    for (std::size_t i = 0; i < RANKS; ++i) all.add(weights[i], values[i], value);
    return all;
}

// The weights of the hands of a range, by their cards and by their ranks.
struct RangeWeights {
    std::array<std::array<std::uint64_t, DECK>, DECK> hands{};  // in both orders
    std::array<RankWeights, DECK> with{};                       // hands with this card, by the rank of the other
    std::array<RankWeights, RANKS> ranks{};                     // by both ranks, the lower first
    std::array<std::uint64_t, DECK> of_card{};
    std::uint64_t total = 0;

    // Of the hands that can be made of these cards.
    RangeWeights(const HoldemRange& range, Cards cards) {
        for (std::size_t i = 0; i < range.hands.size(); ++i)
            if ((range.hands[i] & ~cards) == 0)
                add(number(range.hands[i]), number(without_lowest(range.hands[i])), range.weights[i]);
    }
    std::uint64_t disjoint_from(Number x, Number y) const { return total - of_card[x] - of_card[y] + hands[x][y]; }

  private:
    void add(Number x, Number y, std::uint64_t weight) {
        hands[x][y] += weight;
        hands[y][x] += weight;
        with[x][rank(y)] += weight;
        with[y][rank(x)] += weight;
        ranks[std::min(rank(x), rank(y))][std::max(rank(x), rank(y))] += weight;
        of_card[x] += weight;
        of_card[y] += weight;
        total += weight;
    }
};

// The hands of a range that lose to the best known hand on each board, and that tie with it.
class RangeOnFlop {
  public:
    RangeOnFlop(const HoldemRange& range, Cards flop, Cards cards, HandOrder order)
        : weights_(range, cards),
          flop_(flop),
          cards_(cards),
          flushes_(order.table + section::SUITED),
          values_(flop, order) {}

    // Turn and river, and the best known value with them.
    Split of(Number x, Number y, std::uint16_t value) {
        Split all = by_ranks(rank(x), rank(y), value);
        all -= with_card(x, rank(y), value);
        all -= with_card(y, rank(x), value);
        all.add(weights_.hands[x][y], values_.with(rank(x), rank(y), rank(x))[rank(y)], value);
        add_flushes(x, y, value, all);
        return all;
    }
    const RangeWeights& weights() const { return weights_; }

  private:
    // The last result, because calls often repeat the same value.
    struct Last {
        std::uint16_t value = 0;
        Split split;
    };

    // Of all hands, as if suits did not count and the two cards were not taken.
    Split by_ranks(Number a, Number b, std::uint16_t value) {
        Last& last = by_ranks_[a][b];
        if (last.value == value) return last.split;
        last = {value, {}};
        for (Number rank = 0; rank < RANKS; ++rank)
            last.split += split(weights_.ranks[rank], values_.with(a, b, rank), value);
        return last.split;
    }
    // The same for the hands with a card that is on the board.
    Split with_card(Number card, Number other_rank, std::uint16_t value) {
        Last& last = with_card_[card][other_rank];
        if (last.value != value)
            last = {value, split(weights_.with[card], values_.with(rank(card), other_rank, rank(card)), value)};
        return last.split;
    }
    // Corrects the hands that make a flush.
    void add_flushes(Number x, Number y, std::uint16_t value, Split& all) const {
        const Cards board = flop_ | Cards{1} << x | Cards{1} << y;
        for (int of = 0; of < SUITS; ++of) {
            const Ranks shared = ranks_of_suit(board, of);
            if (size(shared) >= 3) return correct(board, of, shared, rank(x), rank(y), value, all);
        }
    }
    void correct(Cards board, int of, Ranks shared, Number a, Number b, std::uint16_t value, Split& all) const {
        const Cards suited = Cards{ALL_RANKS} << RANKS * of & cards_ & ~board, others = cards_ & ~board & ~suited;
        const auto change = [&](Number one, Number other, Ranks ranks) {
            const std::uint64_t weight = weights_.hands[one][other];
            all.add(weight, flushes_[ranks], value);
            all.add(0 - weight, values_.with(a, b, rank(one))[rank(other)], value);
        };
        for (Cards left = suited; left != 0; left = without_lowest(left)) {
            const Number one = number(left);
            const Ranks with_one = shared | 1U << rank(one);
            for (Cards rest = without_lowest(left); rest != 0; rest = without_lowest(rest))
                change(one, number(rest), with_one | 1U << rank(number(rest)));
            if (size(shared) < 4) continue;
            for (Cards rest = others; rest != 0; rest = without_lowest(rest)) change(one, number(rest), with_one);
        }
        if (size(shared) < 5) return;
        for (Cards left = others; left != 0; left = without_lowest(left))
            for (Cards rest = without_lowest(left); rest != 0; rest = without_lowest(rest))
                change(number(left), number(rest), shared);
    }

    RangeWeights weights_;
    Cards flop_, cards_;
    const std::uint16_t* flushes_;
    FlopRanks values_;
    std::array<std::array<Last, RANKS>, RANKS> by_ranks_{};
    std::array<std::array<Last, RANKS>, DECK> with_card_{};
};

// The value of the best known hand on each board, and who has it, one bit each.
struct BestKnown {
    std::vector<std::uint16_t> values;
    std::vector<std::size_t> winners;

    BestKnown(std::span<const Cards> hands, std::size_t seat, const std::vector<Cards>& boards, HandOrder order)
        : values(boards.size(), UINT16_MAX), winners(boards.size()) {
        std::vector<std::uint16_t> own(boards.size());
        std::size_t player = 0;
        for (const Cards hand : hands) {
            if (player == seat) ++player;
            std::vector<Cards> rows = boards;
            for (Cards& row : rows) row |= hand;
            chosen_lanes<SimdKernels>().masks(rows.data(), rows.size(), order, own.data());
            put(std::size_t{1} << player++, own);
        }
    }

  private:
    void put(std::size_t player, const std::vector<std::uint16_t>& own) {
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (own[i] < values[i]) winners[i] = 0;
            if (own[i] <= values[i]) winners[i] |= player;
            values[i] = std::min(values[i], own[i]);
        }
    }
};

}  // namespace

bool is_flop_range_faster(const HoldemRange& range) { return range.hands.size() >= FEWEST; }

PotCounts walk_flop_range(std::span<const Cards> known, const HoldemRange& range, std::size_t seat, Cards flop,
                          Cards dead, HandOrder order) {
    const Cards cards = FULL_DECK & ~(union_of(known) | flop | dead);
    std::vector<Cards> boards;
    for_each_subset(cards, 2, flop, [&](Cards board) { boards.push_back(board); });
    const BestKnown best(known, seat, boards, order);
    const auto splits = std::make_unique<RangeOnFlop>(range, flop, cards, order);
    WinnerCounts tally(known.size() + 1, false);
    const std::size_t open = std::size_t{1} << seat;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const Number x = number(boards[i] & ~flop), y = number(without_lowest(boards[i] & ~flop));
        const auto [wins, ties] = splits->of(x, y, best.values[i]);
        tally.add(best.winners[i], 0, wins);
        tally.add(best.winners[i] | open, 0, ties);
        tally.add(open, 0, splits->weights().disjoint_from(x, y) - wins - ties);
    }
    return tally.pots();
}

}  // namespace facevalue::poker
