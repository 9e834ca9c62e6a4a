#include "poker/pot/shares.hpp"

#include <numeric>
#include <utility>

namespace facevalue::poker {

namespace {

// How many chips a player wins in how many deals.
using ChipCounts = std::vector<std::pair<std::int64_t, BigInt>>;

// In deals without a low half, the whole pot is shared; a deal with one may count twice, once for each half.
ChipCounts chips_of(const PotSums& sums, std::size_t player, std::int64_t pot) {
    ChipCounts parts;
    for (std::size_t others = 0; others < sums.high.size(); ++others) {
        const auto winners = static_cast<std::int64_t>(others) + 1;
        const BigInt& wins = sums.high[player][others];
        if (sums.low.empty()) {
            parts.emplace_back(pot / winners, wins);
            continue;
        }
        const BigInt& halved = sums.halved[player][others];
        parts.emplace_back(pot / winners, wins - halved);
        parts.emplace_back(pot / 2 / winners, halved + sums.low[player][others]);
    }
    return parts;
}

BigInt ties_in(const std::vector<BigInt>& counts) {
    return std::accumulate(counts.begin() + 1, counts.end(), BigInt());
}

// The square of the standard error: the mean of the squares without the square of the mean, divided by the deals.
numbers::BigFraction variance_of(const PotSums& sums, std::size_t player, std::int64_t pot, const ChipCounts& parts,
                                 const BigInt& chips) {
    BigInt squares;
    for (const auto& [amount, count] : parts) squares = squares + count * amount * amount;
    // (high + low)^2 is more than high^2 + low^2 where the player wins parts of both halves.
    for (std::size_t i = 0; !sums.both.empty() && i < sums.high.size(); ++i)
        for (std::size_t j = 0; j < sums.high.size(); ++j) {
            const std::int64_t high = pot / 2 / static_cast<std::int64_t>(i + 1);
            const std::int64_t low = pot / 2 / static_cast<std::int64_t>(j + 1);
            squares = squares + big(sums.both[player][i][j]) * (2 * high * low);
        }
    const BigInt whole = sums.deals * pot;
    return numbers::reduced({squares * sums.deals - chips * chips, whole * whole * sums.deals});
}

}  // namespace

std::vector<PotShare> shares_of(const PotSums& sums, bool is_sampled) {
    std::int64_t pot = 1;  // chips, of which every player's share is whole
    for (std::size_t players = 2; players <= sums.high.size(); ++players)
        pot = std::lcm(pot, static_cast<std::int64_t>(players));
    pot *= 2;
    std::vector<PotShare> shares;
    for (std::size_t player = 0; player < sums.high.size(); ++player) {
        const auto& wins = sums.high[player];
        const ChipCounts parts = chips_of(sums, player, pot);
        BigInt chips;
        for (const auto& [amount, count] : parts) chips = chips + count * amount;
        PotShare& share =
            shares.emplace_back(PotShare{wins[0], ties_in(wins), sums.deals - wins[0] - ties_in(wins), {}, {}, {}, {}});
        share.equity = numbers::reduced({chips, sums.deals * pot});
        if (!sums.low.empty()) {
            share.low_win = sums.low[player][0];
            share.low_tie = ties_in(sums.low[player]);
        }
        if (is_sampled) share.variance = variance_of(sums, player, pot, parts, chips);
    }
    return shares;
}

}  // namespace facevalue::poker
