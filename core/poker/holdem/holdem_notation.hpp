// Reads and prints ranges of hands with two cards.
//
//     QQ  AK  AKs  AKo  KsQs  [Ah Kd]        hands: a starting hand, or exact cards
//     QQ+  A2s+  77-JJ  A5s-A2s  T9s-65s     runs of starting hands; AK-87s is AKs-87s
//     AX  AXs  A*s  Kx+                      a card with any lower one; + includes higher cards
//     A?                                     a card with any other one, including a pair of aces
//     Kh*h  Kh*  Kh?                         a card with any other one, of one suit or of all
//     A? ?  Ah xx  ? Ah                      a hand of which a card is hidden (partial_hand.hpp)
//     15%  top 15%  5%-20%                   the best, in the order of `best_starting_hands`
//     random  any  ATC  XX  *  **  ??  ..    all hands
//     broadway  suited connectors            named groups (named_groups.hpp)
//
// item_reader.hpp says how items are separated and weighted. An item takes a tenth of a microsecond, and printing one
// or two. Same results as tests/oracles/ranges.py.
#pragma once

#include <string>
#include <string_view>

#include "poker/holdem/hand_weights.hpp"
#include "poker/notation/item_reader.hpp"

namespace facevalue::poker {

// The items of strings and hands, in order; where two contain the same hand, the later one applies.
class HoldemItems final : public ItemNotation {
  public:
    // Percentages are of the hands of a deck.
    explicit HoldemItems(int deck = DECK) : ItemNotation(2), deck_(deck) {}
    int deck() const { return deck_; }

    bool read(Scanner& scanner) override;
    void add_everything() override { waiting_ = HandSet::all(); }
    void add_hand(Cards hand) override { waiting_.insert(place_of(hand)); }
    void weigh(const Weight& weight) override {
        waiting_.each([&](std::size_t hand) { weights_[hand] = weight; });
        read_.insert(waiting_);
        drop();
    }
    void drop() override { waiting_ = {}; }

    void add(const HandSet& hands, const Weight& weight) {
        waiting_ = hands;
        weigh(weight);
    }

    // All hands that were read, with any weight.
    const HandSet& hands() const { return read_; }
    HandWeights range() const { return HandWeights(weights_); }

  private:
    int deck_;
    HandSet waiting_, read_;
    HandWeights::OfHands weights_{};
};

// The range of a string, also with hands that are not in the deck. After a stop the result is invalid.
Expected<HandWeights> read_range(std::string_view text, const Stop& stop, int deck = DECK);

// The hands of a string that has no weights.
Expected<HandSet> read_hands(std::string_view text, const Stop& stop, int deck = DECK);

// A short string that `read_range` reads back; without hands it is "0%".
std::string range_text(const HandWeights& range);

}  // namespace facevalue::poker
