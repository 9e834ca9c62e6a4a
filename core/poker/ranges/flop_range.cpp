#include "poker/ranges/flop_range.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "poker/evaluate/flop_ranks.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t FEWEST = 40;  // so many are compared one by one in the same time

// The weight of hands that lose to a value, and that tie with it. It has 16 bits if the weight of all hands fits,
// because vectors take four times as many; sums may wrap in between.
template <class Word>
struct Split {
    Word wins = 0, ties = 0;

    void add(Word weight, std::uint16_t theirs, std::uint16_t value) {
        const Word is_win = theirs > value, is_tie = theirs == value;  // no branch: vectors do many at once
        wins = static_cast<Word>(wins + (weight & (0 - is_win)));
        ties = static_cast<Word>(ties + (weight & (0 - is_tie)));
    }
    void operator+=(Split more) {
        wins = static_cast<Word>(wins + more.wins);
        ties = static_cast<Word>(ties + more.ties);
    }
    void operator-=(Split less) {
        wins = static_cast<Word>(wins - less.wins);
        ties = static_cast<Word>(ties - less.ties);
    }
};

template <class Word>
using RankWeights = std::array<Word, RANK_LANES>;

// The same for several rows of hands, in vectors of 16 bytes: GCC takes larger ones apart where the machine lacks them.
template <class Word>
class RowSplits {
  public:
    void add(const RankWeights<Word>& weights, const RankValues& values, std::uint16_t value) {
        for (std::size_t part = 0; part < PARTS; ++part) {
            Lanes ours;
            Values narrow;
            std::memcpy(&ours, &weights[part * WIDTH], sizeof ours);
            std::memcpy(&narrow, &values[part * WIDTH], sizeof narrow);
            const auto theirs = __builtin_convertvector(narrow, Lanes);
            wins_[part] += ours & reinterpret_cast<Lanes>(theirs > value);
            ties_[part] += ours & reinterpret_cast<Lanes>(theirs == value);
        }
    }
    Split<Word> sum() const {
        Lanes wins{}, ties{};
        for (std::size_t part = 0; part < PARTS; ++part) {
            wins += wins_[part];
            ties += ties_[part];
        }
        Split<Word> all;
        for (std::size_t i = 0; i < WIDTH; ++i) all += {wins[i], ties[i]};
        return all;
    }

  private:
    static constexpr std::size_t WIDTH = 16 / sizeof(Word), PARTS = RANK_LANES / WIDTH;
    using Values [[gnu::vector_size(WIDTH * sizeof(std::uint16_t))]] = std::uint16_t;
    using Lanes [[gnu::vector_size(WIDTH * sizeof(Word))]] = Word;

    Lanes wins_[PARTS] = {}, ties_[PARTS] = {};  // std::array would lose the size of vectors
};

// The weights of the hands of a range, by their cards and by their ranks.
template <class Word>
struct RangeWeights {
    std::array<std::array<Word, DECK>, DECK> hands{};  // in both orders
    std::array<RankWeights<Word>, DECK> with{};        // hands with this card, by the rank of the other
    std::array<RankWeights<Word>, RANKS> ranks{};      // by both ranks, the lower first
    std::array<RankWeights<Word>, DECK> suited{};      // hands with this card and a higher one of its suit, by its rank
    std::array<Word, DECK> of_card{};
    Word total = 0;

    // Of the hands that can be made of these cards.
    RangeWeights(const HoldemRange& range, Cards cards) {
        for (std::size_t i = 0; i < range.hands.size(); ++i)
            if ((range.hands[i] & ~cards) == 0)
                add(number(range.hands[i]), number(without_lowest(range.hands[i])), range.weights[i]);
    }
    Word disjoint_from(Number x, Number y) const {
        return static_cast<Word>(total - of_card[x] - of_card[y] + hands[x][y]);
    }

  private:
    void add(Number x, Number y, std::uint32_t weight) {
        for (Word* sum :
             {&hands[x][y], &hands[y][x], &with[x][rank(y)], &with[y][rank(x)],
              &ranks[std::min(rank(x), rank(y))][std::max(rank(x), rank(y))], &of_card[x], &of_card[y], &total})
            *sum = static_cast<Word>(*sum + weight);
        if (suit(x) == suit(y)) suited[std::min(x, y)][rank(std::max(x, y))] = hands[x][y];
    }
};

// The hands of a range that lose to the best known hand on each board, and that tie with it.
template <class Word>
class RangeOnFlop {
  public:
    RangeOnFlop(const HoldemRange& range, Cards flop, Cards cards, HandOrder order)
        : weights_(range, cards),
          flop_(flop),
          cards_(cards),
          flushes_(order.table + section::SUITED),
          worst_flush_(flushes_[0b101111 << order.lowest]),  // 7-5-4-3-2, or J-9-8-7-6 in a short deck
          values_(flop, order) {
        for (; flop != 0; flop = without_lowest(flop)) ++on_flop_[suit(number(flop))];
    }

    // Turn and river, and the best known value with them.
    Split<Word> of(Number x, Number y, std::uint16_t value) {
        Split<Word> all = by_ranks(std::min(rank(x), rank(y)), std::max(rank(x), rank(y)), value);
        all -= with_card(x, rank(y), value);
        all -= with_card(y, rank(x), value);
        all.add(weights_.hands[x][y], values_.with(rank(x), rank(y), rank(x))[rank(y)], value);
        add_flushes(x, y, value, all);
        return all;
    }
    const RangeWeights<Word>& weights() const { return weights_; }

  private:
    // The last result, because calls often repeat the same value.
    struct Last {
        std::uint16_t value = 0;
        Split<Word> split;
    };

    // Of all hands, as if suits did not count and the two cards were not taken.
    Split<Word> by_ranks(Number a, Number b, std::uint16_t value) {
        Last& last = by_ranks_[a][b];
        if (last.value == value) return last.split;
        RowSplits<Word> rows;
        for (Number rank = 0; rank < RANKS; ++rank) rows.add(weights_.ranks[rank], values_.with(a, b, rank), value);
        last = {value, rows.sum()};
        return last.split;
    }
    // The same for the hands with a card that is on the board.
    Split<Word> with_card(Number card, Number other_rank, std::uint16_t value) {
        Last& last = with_card_[card][other_rank];
        if (last.value == value) return last.split;
        RowSplits<Word> row;
        row.add(weights_.with[card], values_.with(rank(card), other_rank, rank(card)), value);
        last = {value, row.sum()};
        return last.split;
    }
    // Corrects the hands that make a flush.
    void add_flushes(Number x, Number y, std::uint16_t value, Split<Word>& all) const {
        const Cards board = flop_ | Cards{1} << x | Cards{1} << y;
        for (Number of = 0; of < SUITS; ++of) {
            const int on_board = on_flop_[of] + (suit(x) == of) + (suit(y) == of);
            if (on_board < 3) continue;
            const Ranks shared = ranks_of_suit(board, static_cast<int>(of));
            const Cards suited = Cards{ALL_RANKS} << RANKS * of & cards_ & ~board;
            if (on_board == BOARD)
                all = {};
            else
                all -= flushes_by_ranks(x, y, suited, on_board, value);
            if (value <= worst_flush_) all += flushes(x, y, suited, shared, on_board, value);
        }
    }
    // The hands that make a flush with three or four suited cards of the board, as if suits did not count.
    Split<Word> flushes_by_ranks(Number x, Number y, Cards suited, int on_board, std::uint16_t value) const {
        const bool with_one = on_board == 4;
        RowSplits<Word> two_rows, with_rows;
        Split<Word> blocked_two, blocked;  // with a card of the board
        for (; suited != 0; suited = without_lowest(suited)) {
            const Number card = number(suited);
            const RankValues& values = values_.with(rank(x), rank(y), rank(card));
            two_rows.add(weights_.suited[card], values, value);
            if (with_one) with_rows.add(weights_.with[card], values, value);
            for (const Number other : {x, y}) {
                const Word weight = weights_.hands[card][other];
                if (suit(other) == suit(card) && other > card) blocked_two.add(weight, values[rank(other)], value);
                blocked.add(weight, values[rank(other)], value);
            }
        }
        Split<Word> two = two_rows.sum();
        two -= blocked_two;
        if (!with_one) return two;
        Split<Word> one_or_two = with_rows.sum();
        one_or_two -= blocked;
        one_or_two -= two;  // which were added with each card
        return one_or_two;
    }
    // The hands that make a flush, by their flushes.
    Split<Word> flushes(Number x, Number y, Cards suited, Ranks shared, int on_board, std::uint16_t value) const {
        Split<Word> all;
        Word rest = weights_.disjoint_from(x, y);
        for (Cards left = suited; left != 0; left = without_lowest(left)) {
            const Number one = number(left);
            const Ranks with_one = shared | 1U << rank(one);
            const auto& hands = weights_.hands[one];
            Word alone = static_cast<Word>(weights_.of_card[one] - hands[x] - hands[y]);
            for (Cards others = suited & ~lowest(left); others != 0; others = without_lowest(others)) {
                const Number other = number(others);
                alone = static_cast<Word>(alone - hands[other]);
                if (other < one) continue;
                all.add(hands[other], flushes_[with_one | 1U << rank(other)], value);
                rest = static_cast<Word>(rest - hands[other]);
            }
            rest = static_cast<Word>(rest - alone);
            if (on_board >= 4) all.add(alone, flushes_[with_one], value);
        }
        if (on_board == BOARD) all.add(rest, flushes_[shared], value);
        return all;
    }

    RangeWeights<Word> weights_;
    Cards flop_, cards_;
    std::array<int, SUITS> on_flop_{};  // cards of each suit
    const std::uint16_t* flushes_;
    std::uint16_t worst_flush_;
    FlopRanks values_;
    std::array<std::array<Last, RANKS>, RANKS> by_ranks_{};  // the lower rank first
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

// Who wins with these known hands and a range in this seat. The boards start with the flop; the other cards are left.
template <class Word>
PotCounts walk_boards(const BestKnown& best, const std::vector<Cards>& boards, const HoldemRange& range,
                      std::size_t players, std::size_t seat, Cards flop, Cards left, HandOrder order) {
    const auto splits = std::make_unique<RangeOnFlop<Word>>(range, flop, left, order);
    WinnerCounts tally(players, false);
    const std::size_t open = std::size_t{1} << seat;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const Number x = number(boards[i] & ~flop), y = number(without_lowest(boards[i] & ~flop));
        const auto [wins, ties] = splits->of(x, y, best.values[i]);
        tally.add(best.winners[i], 0, wins);
        tally.add(best.winners[i] | open, 0, ties);
        tally.add(open, 0, static_cast<Word>(splits->weights().disjoint_from(x, y) - wins - ties));
    }
    return tally.pots();
}

}  // namespace

bool is_flop_range_faster(const HoldemRange& range) { return range.hands.size() >= FEWEST; }

PotCounts walk_flop_range(std::span<const Cards> known, const HoldemRange& range, std::size_t seat, Cards flop,
                          Cards dead, HandOrder order) {
    const Cards left = FULL_DECK & ~(union_of(known) | flop | dead);
    std::vector<Cards> boards;
    for_each_subset(left, 2, flop, [&](Cards board) { boards.push_back(board); });
    const BestKnown best(known, seat, boards, order);
    const std::uint64_t all = std::accumulate(range.weights.begin(), range.weights.end(), std::uint64_t{0});
    const auto walk = all <= UINT16_MAX ? walk_boards<std::uint16_t> : walk_boards<std::uint64_t>;
    return walk(best, boards, range, known.size() + 1, seat, flop, left, order);
}

}  // namespace facevalue::poker
