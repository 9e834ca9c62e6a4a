// Dealer: random deals of what is not known of a game.
//
// For: simulate.hpp. Each player holds one of some hands, by their weights, and gets the rest of his cards and of the
// board from the deck. Not for: exact counts.
// Method: the hands of ranges are drawn independently, and all again while two of them share a card: that gives each
// possible combination of hands its due. What may be any cards is drawn last, up to three at a time, and only this is
// drawn again: any set left is as likely as another. A range of all sets of cards, equally weighted, is such a case.
// Weighted draws take one of two hands at a random place (Walker's alias method), in whole numbers, so exactly.
// Sets of cards that meet one taken are drawn again, for all deals of a batch together; after a few rounds the cards
// are picked from those left, one by one, which is the same choice at a steady price.
// Cost: some 2 ns a deal with known hands, and some 10 more for each range; memory 160 KB. Threads: may share a dealer.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "cards.hpp"
#include "random.hpp"
#include "shares.hpp"

namespace facevalue {

// The hands a player may hold, all of one size, which may be smaller than what he gets in the end; and how often each.
struct Holding {
    std::vector<Cards> hands;
    std::vector<std::uint64_t> weights;
};

// A batch of deals; one after the other they would wait for each other's look-ups.
struct Deals {
    // What is made of them stays in the first cache. A power of two would put all arrays in the same few lines of it.
    static constexpr std::size_t MOST = 480;

    std::array<Cards, MOST> boards;
    std::array<std::array<Cards, MOST>, MOST_HANDS> hands;  // by player
    std::array<Cards, MOST> taken;
};

// Sets of cards to draw from.
class Draw {
  public:
    explicit Draw(std::vector<Cards> sets) : sets_(std::move(sets)) {}
    Draw(std::vector<Cards> sets, const std::vector<std::uint64_t>& weights);

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
bool is_dealing(const std::vector<Holding>& players, int hole, Cards board, int board_cards, Cards dead);

class Dealer {
  public:
    // Nothing if a player can hold no hand, or the cards cannot be enough: there is no deal.
    // What it gets is_dealing.
    static std::optional<Dealer> make(const std::vector<Holding>& players, int hole, Cards board, int board_cards,
                                      Cards dead);

    // Deals a whole batch; false if a deal was not found in a million tries, so that probably there is none.
    bool deal(Random& random, Deals& to) const;

  private:
    static constexpr int MOST_AT_ONCE = 3;
    struct Range {
        std::size_t player;
        Draw hands;
    };
    struct Rest {
        std::size_t player;  // MOST_HANDS: the board
        int cards, more;     // two sets at once
    };

    void start(Deals& to) const;
    bool deal_ranges(std::size_t number, Random& random, Deals& to) const;
    template <bool TWO>
    void draw(const Rest& rest, const std::uint64_t* words, std::size_t count, Cards* drawn) const;
    template <bool TWO>
    void deal_rest(const Rest& rest, Random& random, Deals& to) const;
    bool add_player(std::size_t player, const Holding& holding, int hole);
    void add_rest(std::size_t player, int cards);
    void add_board(int cards, int left);

    std::vector<Cards> hands_;  // as far as they are known
    Cards board_ = 0, taken_ = 0;
    std::vector<Range> ranges_;
    std::array<std::vector<Cards>, MOST_AT_ONCE + 1> sets_;  // of so many cards of the deck
    std::vector<Rest> rests_;
};

}  // namespace facevalue
