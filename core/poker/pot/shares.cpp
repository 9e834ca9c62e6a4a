#include "poker/pot/shares.hpp"

#include <bit>
#include <numeric>
#include <utility>

namespace facevalue::poker {

namespace {

std::int64_t size_of(std::size_t set) { return std::popcount(set); }

// How many chips a player wins in how many deals.
using ChipCounts = std::vector<std::pair<std::int64_t, BigInt>>;

// In deals without a low half, the whole pot is shared; a deal with one may count twice, once for each half.
ChipCounts chips_of(const PotSums& sums, std::size_t player, std::int64_t pot) {
    ChipCounts parts;
    for (std::size_t set = 0; set < sums.high.size(); ++set) {
        if ((set >> player & 1) == 0) continue;
        if (sums.low.empty()) {
            parts.emplace_back(pot / size_of(set), sums.high[set]);
            continue;
        }
        parts.emplace_back(pot / size_of(set), sums.high[set] - sums.halved[set]);
        parts.emplace_back(pot / 2 / size_of(set), sums.halved[set] + sums.low[set]);
    }
    return parts;
}

BigInt ties_in(const std::vector<BigInt>& sets, std::size_t player) {
    BigInt ties;
    for (std::size_t set = 0; set < sets.size(); ++set)
        if ((set >> player & 1) != 0 && size_of(set) > 1) ties = ties + sets[set];
    return ties;
}

BigInt scoops_in(const PotSums& sums, std::size_t player) {
    const std::size_t alone = std::size_t{1} << player;
    BigInt scoops;
    for (const std::size_t low : {std::size_t{0}, alone})
        if (const auto found = sums.both.find(alone | low << sums.players); found != sums.both.end())
            scoops = scoops + found->second;
    return scoops;
}

// The square of the standard error: the mean of the squares without the square of the mean, divided by the deals.
numbers::BigFraction variance_of(const PotSums& sums, std::size_t player, std::int64_t pot, const ChipCounts& parts,
                                 const BigInt& chips) {
    BigInt squares;
    for (const auto& [amount, count] : parts) squares = squares + count * amount * amount;
    // (high + low)^2 is more than high^2 + low^2 where the player wins parts of both halves.
    for (const auto& [sets, count] : sums.both) {
        const std::size_t low = sets >> sums.players, high = sets ^ low << sums.players;
        if ((high & low) >> player & 1)
            squares = squares + count * (2 * (pot / 2 / size_of(high)) * (pot / 2 / size_of(low)));
    }
    const BigInt whole = sums.deals * pot;
    return numbers::reduced({squares * sums.deals - chips * chips, whole * whole * sums.deals});
}

}  // namespace

std::vector<PotShare> shares_of(const PotSums& sums, bool is_sampled) {
    std::int64_t pot = 1;  // chips, of which every player's share is whole
    for (std::size_t players = 2; players <= sums.players; ++players)
        pot = std::lcm(pot, static_cast<std::int64_t>(players));
    pot *= 2;
    std::vector<PotShare> shares;
    for (std::size_t player = 0; player < sums.players; ++player) {
        const ChipCounts parts = chips_of(sums, player, pot);
        BigInt chips;
        for (const auto& [amount, count] : parts) chips = chips + count * amount;
        const std::size_t alone = std::size_t{1} << player;
        PotShare& share = shares.emplace_back();
        share.win = sums.high[alone];
        share.tie = ties_in(sums.high, player);
        share.lose = sums.deals - share.win - share.tie;
        share.equity = numbers::reduced({chips, sums.deals * pot});
        if (!sums.low.empty()) {
            share.low_win = sums.low[alone];
            share.low_tie = ties_in(sums.low, player);
            share.scoop = scoops_in(sums, player);
        }
        if (is_sampled) share.variance = variance_of(sums, player, pot, parts, chips);
    }
    return shares;
}

std::vector<SharedDeals> ties_of(const PotSums& sums) {
    std::vector<SharedDeals> ties;
    for (std::size_t set = 0; set < sums.high.size(); ++set)
        if (size_of(set) > 1 && !sums.high[set].is_zero()) ties.push_back({set, sums.high[set]});
    return ties;
}

}  // namespace facevalue::poker
