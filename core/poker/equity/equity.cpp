#include "poker/equity/equity.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "poker/equity/matchup.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t BATCH = 1024;  // boards; a player's values of them fit the first cache

// Collects boards, and counts who wins them when there are enough.
class Showdown {
  public:
    Showdown(HandOrder order, std::span<const Cards> hands, Pulse& pulse)
        : shares(no_shares(hands.size())), order_(order), hands_(hands), pulse_(pulse) {}

    void add(Cards board) {
        boards_[filled_++] = board;
        if (filled_ == BATCH) settle();
    }
    void settle() {
        if (filled_ == 0) return;
        for (std::size_t player = 0; player < hands_.size(); ++player) evaluate(player);
        find_winners();
        for (std::size_t player = 0; player < hands_.size(); ++player) count(player);
        pulse_.beat(filled_ * hands_.size() / 16, filled_);
        filled_ = 0;
    }

    ShareCounts shares;

  private:
    void evaluate(std::size_t player) {
        std::array<Cards, BATCH> rows;
        for (std::size_t i = 0; i < filled_; ++i) rows[i] = boards_[i] | hands_[player];
        chosen_lanes<SimdKernels>().masks(rows.data(), filled_, order_, values_[player].data());
    }
    void find_winners() {
        best_ = values_[0];
        for (std::size_t player = 1; player < hands_.size(); ++player)
            for (std::size_t i = 0; i < BATCH; ++i) best_[i] = std::min(best_[i], values_[player][i]);
        winners_ = {};
        for (std::size_t player = 0; player < hands_.size(); ++player)
            for (std::size_t i = 0; i < BATCH; ++i) winners_[i] += values_[player][i] == best_[i];
    }
    void count(std::size_t player) {
        for (std::uint16_t others = 0; others < hands_.size(); ++others) {
            std::uint16_t boards = 0;  // large enough for a batch
            for (std::size_t i = 0; i < filled_; ++i) {
                const int wins = values_[player][i] == best_[i], shares_with = winners_[i] == others + 1;
                boards = static_cast<std::uint16_t>(boards +
                                                    (wins & shares_with));  // no branch: vectors do many boards at once
            }
            shares[player][others] += boards;
        }
    }

    HandOrder order_;
    std::span<const Cards> hands_;
    Pulse& pulse_;
    std::size_t filled_ = 0;
    std::array<Cards, BATCH> boards_;
    std::array<std::array<std::uint16_t, BATCH>, MOST_HANDS> values_{};
    std::array<std::uint16_t, BATCH> best_{}, winners_{};
};

ShareCounts heads_up(Cards hero, Cards villain, HandOrder order) {
    const auto [wins, ties] = matchup(hero, villain, order);
    return {{wins, ties}, {boards_left(2, 0, missing_cards(order)) - wins - ties, ties}};
}

}  // namespace

bool are_disjoint(std::span<const Cards> sets) {
    Cards all = 0;
    for (const Cards cards : sets) {
        if ((all & cards) != 0) return false;
        all |= cards;
    }
    return all <= FULL_DECK;
}

bool is_board(Cards board, Cards dead) {
    return size(board) <= BOARD && (board & dead) == 0 && (board | dead) <= FULL_DECK;
}

bool is_holdem_deal(std::span<const Cards> hands, Cards board, Cards dead) {
    if (hands.size() < LEAST_HANDS || hands.size() > MOST_HANDS || !is_board(board, dead)) return false;
    std::vector<Cards> sets(hands.begin(), hands.end());
    sets.push_back(board | dead);
    return std::all_of(hands.begin(), hands.end(), is_hole) && are_disjoint(sets);
}

std::uint64_t boards_left(std::size_t hands, Cards board, Cards dead) {
    return choose(DECK - size(board | dead) - HOLE * static_cast<int>(hands), BOARD - size(board));
}

Outcome count_two_hands(Cards hero, Cards villain, Cards board) {
    constexpr std::size_t MOST = choose(DECK - 2 * HOLE - 3, 2);  // from a flop
    std::array<Cards, MOST> ours, theirs;
    std::size_t count = 0;
    for_each_subset(FULL_DECK & ~(hero | villain | board), BOARD - size(board), board, [&](Cards full) {
        ours[count] = full | hero;
        theirs[count++] = full | villain;
    });
    std::array<std::uint16_t, MOST> our_values, their_values;
    const SimdKernels& kernels = chosen_lanes<SimdKernels>();
    kernels.values(ours.data(), count, high_order(), our_values.data());
    kernels.values(theirs.data(), count, high_order(), their_values.data());
    std::uint16_t wins = 0, ties = 0;  // narrow, so that a vector compares many boards
    for (std::size_t i = 0; i < count; ++i) {
        wins = static_cast<std::uint16_t>(wins + (our_values[i] < their_values[i]));
        ties = static_cast<std::uint16_t>(ties + (our_values[i] == their_values[i]));
    }
    return {wins, ties, count};
}

ShareCounts walk_hands(std::span<const Cards> hands, Cards board, Cards dead, std::size_t workers, const Stop& stop,
                       HandOrder order) {
    if (hands.size() == 2 && board == 0 && dead == missing_cards(order)) return heads_up(hands[0], hands[1], order);
    const Cards left = FULL_DECK & ~(union_of(hands) | board | dead);
    std::vector<ShareCounts> parts(std::max<std::size_t>(workers, 1));
    const std::uint64_t boards = choose(size(left), BOARD - size(board));
    run_workers(parts.size(), stop.of(boards), [&](std::size_t worker, Pulse& pulse) {
        Showdown showdown(order, hands, pulse);
        for_each_subset_of_worker(left, BOARD - size(board), worker, parts.size(), [&](Cards more) {
            if (!pulse.stopped()) showdown.add(board | more);
        });
        showdown.settle();
        parts[worker] = showdown.shares;
    });
    ShareCounts total = no_shares(hands.size());
    for (const ShareCounts& part : parts) add_shares(total, part);
    return total;
}

}  // namespace facevalue::poker
