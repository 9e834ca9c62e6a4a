// Dealer: deals the unknown cards of a game at random.
//
// Hands of ranges are drawn independently, and drawn again while two of them share a card, so each possible combination
// gets its correct probability. Cards that can be any are drawn last, up to three at a time, and only these are
// redrawn: every remaining subset is equally likely. A range of all hands with equal weights is treated like this too.
// Weighted draws use Walker's alias method in integers, so they are exact. Conflicts are redrawn for a whole batch of
// deals together; after a few rounds the remaining cards are picked one by one, which has the same distribution at a
// predictable cost. About 2 ns per deal with known hands, and 10 ns more per range. Threads may share a dealer.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cards.hpp"
#include "combinations.hpp"
#include "pot_counts.hpp"
#include "random.hpp"

namespace facevalue::poker {

// The hands a player may hold, all of one size, which may be smaller than what he gets in the end; and how often each.
struct WeightedHands {
    std::vector<Cards> hands;
    std::vector<std::uint64_t> weights;
};

// A batch of deals; one after the other they would wait for each other's look-ups.
struct DealBatch {
    // What is made of them stays in the first cache. A power of two would put all arrays in the same few lines of it.
    static constexpr std::size_t MOST = 480;

    std::array<Cards, MOST> boards;
    std::array<std::array<Cards, MOST>, MOST_HANDS> hands;  // by player
    std::array<Cards, MOST> taken;
};

// Sets of cards to draw from.
class HandSampler {
  public:
    explicit HandSampler(std::vector<Cards> sets) : sets_(std::move(sets)) {}
    HandSampler(std::vector<Cards> sets, const std::vector<std::uint64_t>& weights);

    Cards draw(Random& random) const {
        const std::uint64_t place = random.below(sets_.size());
        if (kept_.empty() || random.below(total_) < kept_[place]) return sets_[place];
        return sets_[others_[place]];
    }

  private:
    std::vector<Cards> sets_;
    std::vector<std::uint64_t> kept_;    // of `total_`: how often the set at a place is what is drawn there
    std::vector<std::uint32_t> others_;  // what is drawn otherwise
    std::uint64_t total_ = 0;
};

// Whether 2 to 10 players hold something of one size each, with a weight for each hand, all weights of a player are
// not beyond 2^64 / hands together, and board and dead cards are of the deck.
bool is_valid_deal(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards, Cards dead);

class Dealer {
  public:
    // Nothing if a player can hold no hand, or the cards cannot be enough: there is no deal.
    // What it gets is_valid_deal.
    static std::optional<Dealer> make(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards,
                                      Cards dead);

    // DealBatch a whole batch; false if a deal was not found in a million tries, so that probably there is none.
    bool deal(Random& random, DealBatch& to) const;

  private:
    static constexpr int MOST_AT_ONCE = 3;
    struct PlayerSampler {
        std::size_t player;
        HandSampler hands;
    };
    struct MissingCards {
        std::size_t player;  // MOST_HANDS: the board
        int cards, more;     // two sets at once
    };

    void start(DealBatch& to) const;
    bool deal_sampled(std::size_t number, Random& random, DealBatch& to) const;
    template <bool TWO>
    void draw(const MissingCards& missing, const std::uint64_t* words, std::size_t count, Cards* drawn) const;
    template <bool TWO>
    void deal_missing(const MissingCards& missing, Random& random, DealBatch& to) const;
    bool add_player(std::size_t player, const WeightedHands& holding, int hole);
    void add_missing(std::size_t player, int cards);
    void add_board(int cards, int left);

    std::vector<Cards> hands_;  // as far as they are known
    Cards board_ = 0, taken_ = 0;
    std::vector<PlayerSampler> samplers_;
    std::array<std::vector<Cards>, MOST_AT_ONCE + 1> sets_;  // of so many cards of the deck
    std::vector<MissingCards> missing_;
};

}  // namespace facevalue::poker
