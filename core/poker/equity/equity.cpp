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
        : order_(order), hands_(hands), pulse_(pulse) {
        turns_.fill(no_sets(hands.size()));
    }

    void add(Cards board) {
        boards_[filled_++] = board;
        if (filled_ == BATCH) settle();
    }
    void settle() {
        if (filled_ == 0) return;
        for (std::size_t player = 0; player < hands_.size(); ++player) evaluate(player);
        find_winners();
        for (std::size_t i = 0; i < filled_; ++i) ++turns_[i % TURNS][winners_[i]];
        pulse_.beat(filled_ * hands_.size() / 16, filled_);
        filled_ = 0;
    }

    void add_to(SetCounts& sum) const {
        for (const SetCounts& turn : turns_) add_sets(sum, turn);
    }

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
        for (std::size_t player = 0; player < hands_.size(); ++player) {
            const auto bit = static_cast<std::uint16_t>(1U << player);
            for (std::size_t i = 0; i < BATCH; ++i)
                winners_[i] = static_cast<std::uint16_t>(winners_[i] | (values_[player][i] == best_[i] ? bit : 0));
        }
    }

    HandOrder order_;
    std::span<const Cards> hands_;
    Pulse& pulse_;
    std::size_t filled_ = 0;
    std::array<Cards, BATCH> boards_;
    std::array<std::array<std::uint16_t, BATCH>, MOST_HANDS> values_{};
    std::array<std::uint16_t, BATCH> best_{}, winners_{};
    // Several counts in turn, because one alone would be slow when the same players win repeatedly.
    static constexpr std::size_t TURNS = 4;
    std::array<SetCounts, TURNS> turns_;
};

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

SetCounts walk_hands(std::span<const Cards> hands, Cards board, Cards dead, std::size_t workers, const Stop& stop,
                     HandOrder order) {
    if (board == 0) return count_before_flop(hands, dead, order);
    const Cards left = FULL_DECK & ~(union_of(hands) | board | dead);
    std::vector<SetCounts> parts(std::max<std::size_t>(workers, 1), no_sets(hands.size()));
    const std::uint64_t boards = choose(size(left), BOARD - size(board));
    run_workers(parts.size(), stop.of(boards), [&](std::size_t worker, Pulse& pulse) {
        Showdown showdown(order, hands, pulse);
        for_each_subset_of_worker(left, BOARD - size(board), worker, parts.size(), [&](Cards more) {
            if (!pulse.stopped()) showdown.add(board | more);
        });
        showdown.settle();
        showdown.add_to(parts[worker]);
    });
    for (std::size_t i = 1; i < parts.size(); ++i) add_sets(parts[0], parts[i]);
    return std::move(parts[0]);
}

}  // namespace facevalue::poker
