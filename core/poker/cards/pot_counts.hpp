// Counts who wins the pot, and with how many others.
//
// A board is counted under the set of players who win it, one bit each; in hi-lo games also under the set of low
// winners, which is empty if nobody qualifies. 8 KB for ten players, 8 MB with a low half. One WinnerCounts per thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace facevalue::poker {

inline constexpr std::size_t LEAST_HANDS = 2, MOST_HANDS = 10;

using ShareCounts = std::vector<std::vector<std::uint64_t>>;  // [player][k]: how often one of k + 1 winners

inline ShareCounts no_shares(std::size_t players) { return ShareCounts(players, std::vector<std::uint64_t>(players)); }
inline void add_shares(ShareCounts& sum, const ShareCounts& part) {
    for (std::size_t player = 0; player < sum.size(); ++player)
        for (std::size_t k = 0; k < sum.size(); ++k) sum[player][k] += part[player][k];
}

// The weight of all pairs of hands (the product of their weights), and of the pairs that one player wins and ties.
struct Outcome {
    std::uint64_t wins = 0, ties = 0, total = 0;

    std::uint64_t losses() const { return total - wins - ties; }
};

// `high` counts all boards, `low` those with a low hand, and `halved` the high shares on boards with a low hand, where
// the high hands win half of the pot. `both` counts boards on which a player wins parts of both halves: [player][k][m]
// is how often one of k + 1 who win the high half and of m + 1 who win the low half.
struct PotCounts {
    std::uint64_t boards = 0;
    ShareCounts high, low, halved;
    std::vector<ShareCounts> both;
};

class WinnerCounts {
  public:
    WinnerCounts(std::size_t players, bool has_low)
        : players_(players), boards_(std::size_t{1} << (has_low ? 2 * players : players)) {}

    void add(std::size_t high, std::size_t low, std::uint64_t boards = 1) { boards_[high | low << players_] += boards; }
    void add(const WinnerCounts& other) {
        for (std::size_t i = 0; i < boards_.size(); ++i) boards_[i] += other.boards_[i];
    }
    std::uint64_t* boards() { return boards_.data(); }  // by the set of high winners, then by the set of low winners
    PotCounts pots() const {
        const ShareCounts none = no_shares(players_);
        PotCounts all{0, none, none, none, std::vector<ShareCounts>(players_, none)};
        for (std::size_t sets = 0; sets < boards_.size(); ++sets)
            if (boards_[sets] != 0)
                put(sets & ((std::size_t{1} << players_) - 1), sets >> players_, boards_[sets], all);
        return all;
    }

  private:
    static std::size_t others(std::size_t winners) { return static_cast<std::size_t>(std::popcount(winners)) - 1; }
    static void share(std::size_t winners, std::uint64_t boards, ShareCounts& shares) {
        for (std::size_t left = winners; left != 0; left &= left - 1)
            shares[static_cast<std::size_t>(std::countr_zero(left))][others(winners)] += boards;
    }
    static void put(std::size_t high, std::size_t low, std::uint64_t boards, PotCounts& all) {
        all.boards += boards;
        share(high, boards, all.high);
        if (low == 0) return;
        share(low, boards, all.low);
        share(high, boards, all.halved);
        for (std::size_t left = high & low; left != 0; left &= left - 1)
            all.both[static_cast<std::size_t>(std::countr_zero(left))][others(high)][others(low)] += boards;
    }

    std::size_t players_;
    std::vector<std::uint64_t> boards_;
};

// The sum of one or more tallies.
inline WinnerCounts total(const std::vector<WinnerCounts>& tallies) {
    WinnerCounts all = tallies.front();
    for (std::size_t i = 1; i < tallies.size(); ++i) all.add(tallies[i]);
    return all;
}

}  // namespace facevalue::poker
