#include "poker/deal/simulate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include "poker/deal/pot_decider.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t DEALS = DealBatch::MOST;

// Deals spaced cards for showdowns.
std::optional<Dealer> dealer_of(const DealRules& rules, const Sampling& sampling) {
    const auto& [players, board, dead, deals, seed] = sampling;
    if (!takes_spaced_cards(rules)) return Dealer::make(players, rules.hole, board, rules.board, dead, rules.deck());
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
          decider_(rules, sampling.players.size(), sampling.dead, kernels) {
        dealer.start(deals_);
    }

    // The first deals of a batch; false if one of the batch was not found.
    bool run(std::uint64_t batch, std::size_t count) {
        Random random(sampling_.seed, batch, kernels_);
        if (!dealer_.deal(random, deals_)) return false;
        decider_.decide(deals_, DEALS);
        count_winners(count);
        return true;
    }

    // Of a batch, in look-ups, about.
    std::uint64_t work() const { return decider_.work(); }

  private:
    std::size_t players() const { return sampling_.players.size(); }

    void count_winners(std::size_t count) {
        if (decider_.has_low())
            for (std::size_t i = 0; i < count; ++i) tally_.add(decider_.high()[i], decider_.low()[i]);
        else if (players() == 2)
            count_of_two(count);
        else
            count_in_turn(count);
    }
    // Compilers count in vectors here.
    void count_of_two(std::size_t count) {
        std::uint16_t first = 0, second = 0, both = 0;
        for (std::size_t i = 0; i < count; ++i) {
            first += decider_.high()[i] == 0b01;
            second += decider_.high()[i] == 0b10;
            both += decider_.high()[i] == 0b11;
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
        for (std::size_t i = 0; i < count; ++i) ++turns_[i % TURNS][decider_.high()[i]];
        for (auto& turn : turns_)
            for (std::size_t set = 0; set < sets; ++set) boards[set] += std::exchange(turn[set], 0);
    }

    const Dealer& dealer_;
    const Sampling& sampling_;
    const SimdKernels& kernels_;
    WinnerCounts& tally_;
    PotDecider decider_;
    DealBatch deals_;
    static constexpr std::size_t TURNS = 4;
    std::array<std::array<std::uint32_t, 1 << MOST_HANDS>, TURNS> turns_{};
};

std::uint64_t batches(std::uint64_t deals) { return deals / DEALS + std::uint64_t{deals % DEALS != 0}; }

}  // namespace

std::optional<PotCounts> simulate(const DealRules& rules, const Sampling& sampling, std::size_t workers,
                                  const Stop& stop, const SimdKernels& kernels) {
    if (!is_valid_deal(sampling.players, rules.hole, sampling.board, rules.board, sampling.dead, rules.deck()))
        return std::nullopt;
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
