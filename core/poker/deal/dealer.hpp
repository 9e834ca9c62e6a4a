// Dealer: deals the unknown cards of a game at random.
//
// Hands of ranges are drawn independently, and drawn again while two of them share a card, so each possible combination
// gets its correct probability. Unrestricted cards are drawn last, among those that the deal has left, for a whole
// batch of deals in vectors (card_draw.hpp). A range of all hands with equal weights is treated in the same way.
// Weighted draws use Walker's alias method in integers, so they are exact. About 1 ns per deal with known hands, and 10
// ns more per range. Threads may share a dealer.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "poker/cards/card_draw.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/cards/pot_counts.hpp"
#include "poker/lanes/random.hpp"

namespace facevalue::poker {

// The hands a player may hold, with weights. All have one size, which may be smaller than the final hand.
struct WeightedHands {
    std::vector<Cards> hands;
    std::vector<std::uint64_t> weights;
};

// A batch of deals. Together they are faster, because single deals would wait for look-ups.
struct DealBatch {
    // This many deals stay in the first cache. A power of two would cause conflicts in it.
    static constexpr std::size_t MOST = 576;
    static_assert(MOST % CardDraw::STEP == 0);

    std::array<Cards, MOST> boards;
    std::array<std::array<Cards, MOST>, MOST_HANDS> hands;               // by player
    std::array<std::array<std::int8_t, MOST>, DECK + MOST_JOKERS> rows;  // the drawn cards (CardDraw)
};

// Sets of cards to draw from.
class HandSampler {
  public:
    explicit HandSampler(std::vector<Cards> sets) : sets_(std::move(sets)) {}
    HandSampler(std::vector<Cards> sets, const std::vector<std::uint64_t>& weights);

    Cards draw(Random& random) const {
        const std::uint64_t place = random.below(sets_.size());
        if (kept_.empty()) return sets_[place];
        const std::uint64_t either[] = {others_[place], place};  // no branch, because it would be mispredicted
        return sets_[either[random.below(total_) < kept_[place]]];
    }

  private:
    std::vector<Cards> sets_;
    std::vector<std::uint64_t> kept_;    // of `total_`: how often the set at a place is drawn itself
    std::vector<std::uint32_t> others_;  // the set that is drawn instead
    std::uint64_t total_ = 0;
};

// Are there 2 to 10 players with hands of one size each and a weight for each hand, whose sum is at most 2^64 / hands,
// and are the board and dead cards in the deck?
bool is_valid_deal(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards, Cards dead,
                   Cards deck = FULL_DECK);

// How many times the hands of all players are drawn again if two of them share a card.
inline constexpr int TRIES_TO_DEAL = 1'000'000;

class Dealer {
  public:
    // `deck` is FULL_DECK, or spaced like all other cards. Nothing if no deal is possible. Needs is_valid_deal.
    static std::optional<Dealer> make(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards,
                                      Cards dead, Cards deck = FULL_DECK);

    // Writes the known cards, which are the same in every batch.
    void start(DealBatch& to) const;
    // Draws the unknown cards of a batch into its rows only: of each player in turn, then of the board. Needs that no
    // player has a range.
    void draw(Random& random, DealBatch& to) const;
    // Deals a whole batch; false if a deal was not found in a million tries, so that probably none is possible.
    bool deal(Random& random, DealBatch& to) const;

  private:
    struct PlayerSampler {
        std::size_t player;
        HandSampler hands;
    };
    struct MissingCards {
        std::size_t player;            // MOST_HANDS: the board
        std::size_t first_row, cards;  // among the rows to draw
        bool is_sampled;               // whether they complete a sampled hand
    };

    bool deal_sampled(std::size_t number, Random& random, DealBatch& to) const;
    void draw_places(Random& random, DealBatch& to) const;
    void add_missing(const MissingCards& missing, const SimdKernels& kernels, DealBatch& to) const;
    void set_left(Cards left);
    bool add_player(std::size_t player, const WeightedHands& holding, int hole);
    void plan(std::size_t player, int cards, bool is_sampled);

    std::vector<Cards> hands_;  // the known cards
    Cards board_ = 0, left_ = 0;
    std::vector<CardGap> gaps_;             // between the cards that are left
    std::array<std::int8_t, 64> places_{};  // of these cards among them, by bit
    std::size_t sampled_ = 0, drawn_ = 0;   // cards of a deal
    std::vector<PlayerSampler> samplers_;
    std::vector<MissingCards> missing_;
};

}  // namespace facevalue::poker
