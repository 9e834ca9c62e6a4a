// Deals in batches, their scores, and who wins.
#include "simulate.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "evaluator.hpp"
#include "omaha.hpp"
#include "work/workers.hpp"

namespace facevalue {

namespace {

constexpr std::size_t BATCH = Deals::MOST;

using Scores = std::array<std::uint32_t, BATCH>;  // greater is stronger, 0 does not qualify

struct Scoring {
    const Table& table;
    const Ranking* ranking;
    const Lanes& lanes;
};

void score_any_five(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    std::array<Cards, BATCH> cards;
    std::array<std::uint16_t, BATCH> values;
    for (std::size_t i = 0; i < BATCH; ++i) cards[i] = deals.hands[player][i] | deals.boards[i];
    scoring.lanes.values(cards.data(), BATCH, part_table().data(), values.data());
    for (std::size_t i = 0; i < BATCH; ++i) scores[i] = FIRST_VALUES.back() - std::uint32_t{values[i]};
}

// Calls visit(two, three) for the choices of Omaha: two of the hole and three of the board.
template <class Visit>
void each_choice(Cards hole, Cards board, const Visit& visit) {
    each_set(board, 3, 0, [&](Cards three) { each_set(hole, 2, 0, [&](Cards two) { visit(two, three); }); });
}

constexpr std::size_t MOST_CHOICES = 15 * 10;

void score_omaha(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    std::array<Cards, MOST_CHOICES> fives;
    std::array<std::uint16_t, MOST_CHOICES> values;
    for (std::size_t i = 0; i < BATCH; ++i) {
        std::size_t count = 0;
        each_choice(deals.hands[player][i], deals.boards[i],
                    [&](Cards two, Cards three) { fives[count++] = two | three; });
        scoring.lanes.values(fives.data(), count, part_table().data(), values.data());
        const std::uint16_t best =
            *std::min_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
        scores[i] = FIRST_VALUES.back() - std::uint32_t{best};
    }
}

void score_omaha_low(const Scoring&, const Deals& deals, std::size_t player, Scores& scores) {
    for (std::size_t i = 0; i < BATCH; ++i) {
        std::int16_t best = 0;
        each_choice(deals.hands[player][i], deals.boards[i], [&](Cards two, Cards three) {
            best = std::max(best, low_score(low_ranks(two), low_ranks(three)));
        });
        scores[i] = static_cast<std::uint32_t>(best);
    }
}

void score_by_ranking(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    for (std::size_t i = 0; i < BATCH; ++i) {
        const auto played = best(*scoring.ranking, deals.hands[player][i], deals.boards[i], scoring.table.from_hole);
        scores[i] = played ? played->score : 0;
    }
}

using Score = void (*)(const Scoring&, const Deals&, std::size_t, Scores&);

Score score_of(const Table& table, const Ranking* ranking) {
    const bool is_omaha = table.from_hole == 2 && table.hole <= MOST_HOLE && table.board == BOARD;
    const int cards = table.hole + table.board;
    if (is_omaha && ranking == ranking_of("high")) return score_omaha;
    if (is_omaha && ranking == ranking_of("low-8")) return score_omaha_low;
    const bool any_five = table.from_hole == 0 && cards >= LEAST_CARDS && cards <= MOST_CARDS;
    return any_five && ranking == ranking_of("high") ? score_any_five : score_by_ranking;
}

using Sets = std::array<std::uint32_t, BATCH>;  // of players, a bit each

// One worker's part of a simulation.
class Simulation {
  public:
    Simulation(const Table& table, const Dealer& dealer, const Sampling& sampling, const Lanes& lanes, Tally& tally)
        : table_(table), dealer_(dealer), sampling_(sampling), lanes_(lanes), tally_(tally) {}

    // The first deals of a batch; false if one of the batch was not found.
    bool run(std::uint64_t batch, std::size_t count) {
        Random random(sampling_.seed, batch, lanes_);
        if (!dealer_.deal(random, deals_)) return false;
        score(table_.high, high_);
        if (table_.low != nullptr) score(table_.low, low_);
        for (std::size_t i = 0; i < count; ++i) tally_.add(high_[i], low_[i]);
        return true;
    }

    // Of a batch, in look-ups, about.
    std::uint64_t work() const {
        const bool is_quick = score_of(table_, table_.high) == score_any_five;
        return BATCH * sampling_.players.size() * (is_quick ? 1 : 100);
    }

  private:
    void score(const Ranking* ranking, Sets& sets) {
        const Score score = score_of(table_, ranking);
        const std::size_t players = sampling_.players.size();
        for (std::size_t player = 0; player < players; ++player)
            score({table_, ranking, lanes_}, deals_, player, scores_[player]);
        lanes_.winners(scores_[0].data(), BATCH, players, BATCH, sets.data());
    }

    const Table& table_;
    const Dealer& dealer_;
    const Sampling& sampling_;
    const Lanes& lanes_;
    Tally& tally_;
    Deals deals_;
    std::array<Scores, MOST_HANDS> scores_;
    Sets high_{}, low_{};
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
