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

// How often each set of players wins: the set is the place, a bit for each player.
using SetCounts = std::vector<std::uint64_t>;

inline SetCounts no_sets(std::size_t players) { return SetCounts(std::size_t{1} << players); }
inline void add_sets(SetCounts& sum, const SetCounts& part) {
    for (std::size_t set = 0; set < sum.size(); ++set) sum[set] += part[set];
}

// The weight of all pairs of hands (the product of their weights), and of the pairs that one player wins and ties.
struct Outcome {
    std::uint64_t wins = 0, ties = 0, total = 0;

    std::uint64_t losses() const { return total - wins - ties; }
};

// Who wins which boards. `high` counts all boards, `low` those with a low hand, and `halved` the high winners of boards
// with a low hand, where the high hands win half of the pot. `both` counts boards by the set of high winners and, above
// it, the set of low winners; it is empty without a low half.
struct PotCounts {
    std::uint64_t boards = 0;
    SetCounts high, low, halved, both;
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
        const SetCounts none = no_sets(players_);
        PotCounts all{0, none, none, none, {}};
        for (std::size_t sets = 0; sets < boards_.size(); ++sets) {
            const std::size_t high = sets & (none.size() - 1), low = sets >> players_;
            all.boards += boards_[sets];
            all.high[high] += boards_[sets];
            if (low == 0) continue;
            all.low[low] += boards_[sets];
            all.halved[high] += boards_[sets];
        }
        if (boards_.size() > none.size()) all.both = boards_;
        return all;
    }

  private:
    std::size_t players_;
    SetCounts boards_;
};

// The sum of one or more tallies.
inline WinnerCounts total(const std::vector<WinnerCounts>& tallies) {
    WinnerCounts all = tallies.front();
    for (std::size_t i = 1; i < tallies.size(); ++i) all.add(tallies[i]);
    return all;
}

}  // namespace facevalue::poker
