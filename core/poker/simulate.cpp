// Deals in batches, their scores, and who wins.
#include "simulate.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "work/workers.hpp"

namespace facevalue {

namespace {

constexpr std::size_t BATCH = Deals::MOST;

using Scores = std::array<DealScore, BATCH>;

// The sets of players with the greatest score, empty where nobody qualifies.
using Sets = std::array<std::uint32_t, BATCH>;

void find_winners(const std::array<Scores, MOST_HANDS>& scores, std::size_t players, std::size_t count, Sets& sets) {
    Scores top;
    top.fill(1);
    sets.fill(0);
    for (std::size_t player = 0; player < players; ++player)
        for (std::size_t i = 0; i < count; ++i) top[i] = std::max(top[i], scores[player][i]);
    for (std::size_t player = 0; player < players; ++player)
        for (std::size_t i = 0; i < count; ++i) sets[i] |= std::uint32_t{scores[player][i] == top[i]} << player;
}

// One worker's part of a simulation.
class Simulation {
  public:
    Simulation(const Table& table, const Dealer& dealer, const Sampling& sampling, const Lanes& lanes, Tally& tally)
        : dealer_(dealer), sampling_(sampling), tally_(tally), scorer_(table, table.high, lanes) {
        if (table.low != nullptr) low_scorer_.emplace(table, table.low, lanes);
    }

    // The deals from this number on; false if one of them was not found.
    bool run(std::uint64_t first, std::size_t count) {
        if (!dealer_.deal(sampling_.seed, first, count, deals_)) return false;
        score(scorer_, high_);
        if (low_scorer_) score(*low_scorer_, low_);
        for (std::size_t i = 0; i < count; ++i) tally_.add(high_[i], low_[i]);
        return true;
    }

  private:
    void score(const Scorer& scorer, Sets& sets) {
        const std::size_t players = sampling_.players.size();
        for (std::size_t player = 0; player < players; ++player)
            scorer.score(deals_.hands[player].data(), deals_.boards.data(), deals_.count, scores_[player].data());
        find_winners(scores_, players, deals_.count, sets);
    }

    const Dealer& dealer_;
    const Sampling& sampling_;
    Tally& tally_;
    Scorer scorer_;
    std::optional<Scorer> low_scorer_;
    Deals deals_;
    std::array<Scores, MOST_HANDS> scores_;
    Sets high_{}, low_{};
};

}  // namespace

std::optional<Pots> simulate(const Table& table, const Sampling& sampling, std::size_t workers, const Stop& stop,
                             const Lanes& lanes) {
    const auto dealer = Dealer::make(sampling.players, table.hole, sampling.board, table.board, sampling.dead);
    if (!dealer) return std::nullopt;
    std::vector<Tally> tallies(std::max<std::size_t>(workers, 1), Tally(sampling.players.size(), table.low != nullptr));
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> found{true};
    std::uint64_t work = 0;
    const bool done = run_workers(workers, stop, work, [&](std::size_t worker, Pulse& pulse) {
        Simulation simulation(table, *dealer, sampling, lanes, tallies[worker]);
        for (std::uint64_t first = BATCH * next++; first < sampling.deals && found && !pulse.stopped();
             first = BATCH * next++) {
            if (!simulation.run(first, std::min<std::uint64_t>(BATCH, sampling.deals - first))) found = false;
            pulse.beat(BATCH * sampling.players.size() * (table.from_hole == 0 ? 1 : 100));
        }
    });
    if (!done) return std::nullopt;
    return found ? total(tallies).pots() : Tally(sampling.players.size(), table.low != nullptr).pots();
}

}  // namespace facevalue
