// Deals in batches, their scores, and who wins.
#include "simulate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "work/workers.hpp"

namespace facevalue {

namespace {

constexpr std::size_t BATCH = Deals::MOST;

using Scores = std::array<DealScore, BATCH>;

using Sets = std::array<std::uint32_t, BATCH>;  // of players, a bit each

// One worker's part of a simulation.
class Simulation {
  public:
    Simulation(const Table& table, const Dealer& dealer, const Sampling& sampling, const Lanes& lanes, Tally& tally)
        : dealer_(dealer),
          sampling_(sampling),
          lanes_(lanes),
          tally_(tally),
          scorer_(table, table.high, sampling.dead, lanes) {
        if (table.low != nullptr) low_scorer_.emplace(table, table.low, sampling.dead, lanes);
    }

    // The first deals of a batch; false if one of the batch was not found.
    bool run(std::uint64_t batch, std::size_t count) {
        Random random(sampling_.seed, batch, lanes_);
        if (!dealer_.deal(random, deals_)) return false;
        score(scorer_, high_);
        if (low_scorer_) score(*low_scorer_, low_);
        count_winners(count);
        return true;
    }

    // Of a batch, in look-ups, about.
    std::uint64_t work() const { return BATCH * sampling_.players.size() * (scorer_.is_quick() ? 1 : 100); }

  private:
    // In turns in several tallies: one alone would wait for itself where the same players win again and again.
    void count_winners(std::size_t count) {
        if (low_scorer_) {
            for (std::size_t i = 0; i < count; ++i) tally_.add(high_[i], low_[i]);
            return;
        }
        std::uint64_t* boards = tally_.boards();
        const std::size_t sets = std::size_t{1} << sampling_.players.size();
        for (std::size_t i = 0; i < count; ++i) ++turns_[i % TURNS][high_[i]];
        for (auto& turn : turns_)
            for (std::size_t set = 0; set < sets; ++set) boards[set] += std::exchange(turn[set], 0);
    }
    void score(const Scorer& scorer, Sets& sets) {
        const std::size_t players = sampling_.players.size();
        for (std::size_t player = 0; player < players; ++player)
            scorer.score(deals_.hands[player].data(), deals_.boards.data(), BATCH, scores_[player].data());
        lanes_.winners(scores_[0].data(), BATCH, players, BATCH, sets.data());
    }

    const Dealer& dealer_;
    const Sampling& sampling_;
    const Lanes& lanes_;
    Tally& tally_;
    Scorer scorer_;
    std::optional<Scorer> low_scorer_;
    Deals deals_;
    std::array<Scores, MOST_HANDS> scores_;
    Sets high_{}, low_{};
    static constexpr std::size_t TURNS = 4;
    std::array<std::array<std::uint32_t, 1 << MOST_HANDS>, TURNS> turns_{};
};

std::uint64_t batches(std::uint64_t deals) { return deals / BATCH + std::uint64_t{deals % BATCH != 0}; }

}  // namespace

std::optional<Pots> simulate(const Table& table, const Sampling& sampling, std::size_t workers, const Stop& stop,
                             const Lanes& lanes) {
    if (!is_dealing(sampling.players, table.hole, sampling.board, table.board, sampling.dead)) return std::nullopt;
    const Tally none(sampling.players.size(), table.low != nullptr);
    const auto dealer = Dealer::make(sampling.players, table.hole, sampling.board, table.board, sampling.dead);
    if (!dealer) return none.pots();
    std::vector<Tally> tallies(std::max<std::size_t>(workers, 1), none);
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> found{true};
    std::uint64_t work = 0;
    const bool done = run_workers(workers, stop.of(sampling.deals), work, [&](std::size_t worker, Pulse& pulse) {
        Simulation simulation(table, *dealer, sampling, lanes, tallies[worker]);
        for (std::uint64_t batch = next++; batch < batches(sampling.deals) && found && !pulse.stopped();
             batch = next++) {
            const auto count = std::min<std::uint64_t>(BATCH, sampling.deals - batch * BATCH);
            if (!simulation.run(batch, count)) found = false;
            pulse.beat(simulation.work(), count);
        }
    });
    if (!done) return std::nullopt;
    return found ? total(tallies).pots() : none.pots();
}

}  // namespace facevalue
