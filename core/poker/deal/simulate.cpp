#include "poker/deal/simulate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t DEALS = DealBatch::MOST;

using Scores = std::array<HandScore, DEALS>;

using WinnerSets = std::array<std::uint16_t, DEALS>;  // of players, a bit each

// Does the kernels' `showdowns` compare the hands, so that they need no scores?
bool is_showdown(const DealRules& rules) {
    const int cards = rules.hole + rules.board;
    return rules.high == ranking_of("high") && rules.low == nullptr && rules.from_hole == 0 && cards >= LEAST_CARDS &&
           cards <= MOST_CARDS;
}

// Deals spaced cards for showdowns.
std::optional<Dealer> dealer_of(const DealRules& rules, const Sampling& sampling) {
    const auto& [players, board, dead, deals, seed] = sampling;
    if (!is_showdown(rules)) return Dealer::make(players, rules.hole, board, rules.board, dead);
    std::vector<WeightedHands> holdings = players;
    for (auto& holding : holdings)
        for (Cards& hand : holding.hands) hand = spaced(hand);
    return Dealer::make(holdings, rules.hole, spaced(board), rules.board, spaced(dead), spaced(FULL_DECK));
}

// One worker's part of a simulation.
class Simulation {
  public:
    Simulation(const DealRules& rules, const Dealer& dealer, const Sampling& sampling, const SimdKernels& kernels,
               WinnerCounts& tally)
        : dealer_(dealer),
          sampling_(sampling),
          kernels_(kernels),
          tally_(tally),
          scorer_(rules, rules.high, sampling.dead, kernels) {
        if (rules.low != nullptr) low_scorer_.emplace(rules, rules.low, sampling.dead, kernels);
        if (is_showdown(rules)) cards_ = static_cast<std::size_t>(rules.hole + rules.board);
        dealer.start(deals_);
    }

    // The first deals of a batch; false if one of the batch was not found.
    bool run(std::uint64_t batch, std::size_t count) {
        Random random(sampling_.seed, batch, kernels_);
        if (!dealer_.deal(random, deals_)) return false;
        if (cards_ != 0) {
            kernels_.showdowns({deals_.boards.data(), deals_.hands[0].data(), players(), DEALS, cards_}, high_.data());
        } else {
            score(scorer_, high_);
            if (low_scorer_) score(*low_scorer_, low_);
        }
        count_winners(count);
        return true;
    }

    // Of a batch, in look-ups, about.
    std::uint64_t work() const { return DEALS * players() * (scorer_.is_quick() ? 1 : 100); }

  private:
    std::size_t players() const { return sampling_.players.size(); }

    void count_winners(std::size_t count) {
        if (low_scorer_)
            for (std::size_t i = 0; i < count; ++i) tally_.add(high_[i], low_[i]);
        else if (players() == 2)
            count_of_two(count);
        else
            count_in_turn(count);
    }
    // Compilers count in vectors here.
    void count_of_two(std::size_t count) {
        std::uint16_t first = 0, second = 0, both = 0;
        for (std::size_t i = 0; i < count; ++i) {
            first += high_[i] == 0b01;
            second += high_[i] == 0b10;
            both += high_[i] == 0b11;
        }
        std::uint64_t* boards = tally_.boards();
        boards[0b00] += count - first - second - both;
        boards[0b01] += first;
        boards[0b10] += second;
        boards[0b11] += both;
    }
    // Several tallies in turn, because one alone would be slow when the same players win repeatedly.
    void count_in_turn(std::size_t count) {
        std::uint64_t* boards = tally_.boards();
        const std::size_t sets = std::size_t{1} << players();
        for (std::size_t i = 0; i < count; ++i) ++turns_[i % TURNS][high_[i]];
        for (auto& turn : turns_)
            for (std::size_t set = 0; set < sets; ++set) boards[set] += std::exchange(turn[set], 0);
    }
    void score(const Scorer& scorer, WinnerSets& sets) {
        for (std::size_t player = 0; player < players(); ++player)
            scorer.score(deals_.hands[player].data(), deals_.boards.data(), DEALS, scores_[player].data());
        kernels_.winners(scores_[0].data(), DEALS, players(), DEALS, sets.data());
    }

    const Dealer& dealer_;
    const Sampling& sampling_;
    const SimdKernels& kernels_;
    WinnerCounts& tally_;
    Scorer scorer_;
    std::optional<Scorer> low_scorer_;
    std::size_t cards_ = 0;  // of a hand in a showdown; 0: hands have scores
    DealBatch deals_;
    std::array<Scores, MOST_HANDS> scores_;
    WinnerSets high_{}, low_{};
    static constexpr std::size_t TURNS = 4;
    std::array<std::array<std::uint32_t, 1 << MOST_HANDS>, TURNS> turns_{};
};

std::uint64_t batches(std::uint64_t deals) { return deals / DEALS + std::uint64_t{deals % DEALS != 0}; }

}  // namespace

std::optional<PotCounts> simulate(const DealRules& rules, const Sampling& sampling, std::size_t workers,
                                  const Stop& stop, const SimdKernels& kernels) {
    if (!is_valid_deal(sampling.players, rules.hole, sampling.board, rules.board, sampling.dead)) return std::nullopt;
    const WinnerCounts none(sampling.players.size(), rules.low != nullptr);
    const auto dealer = dealer_of(rules, sampling);
    if (!dealer) return none.pots();
    std::vector<WinnerCounts> tallies(std::max<std::size_t>(workers, 1), none);
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> found{true};
    const bool done = run_workers(workers, stop.of(sampling.deals), [&](std::size_t worker, Pulse& pulse) {
        // On the heap, because it takes 120 KB, as much as some systems give the stack of a thread.
        const auto simulation = std::make_unique<Simulation>(rules, *dealer, sampling, kernels, tallies[worker]);
        for (std::uint64_t batch = next++; batch < batches(sampling.deals) && found && !pulse.stopped();
             batch = next++) {
            const auto count = std::min<std::uint64_t>(DEALS, sampling.deals - batch * DEALS);
            if (!simulation->run(batch, count)) found = false;
            pulse.beat(simulation->work(), count);
        }
    });
    if (!done) return std::nullopt;
    return found ? total(tallies).pots() : none.pots();
}

}  // namespace facevalue::poker
