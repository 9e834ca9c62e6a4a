// Reads the items of an Omaha range, also in the notation of ProPokerTools.
//
//     AsKs**  AAKK  AA                       cards, ranks and any cards: * . or x at the end; missing cards can be any
//     RROO  RRON                             any ranks, different for different letters of R O N P
//     [AKQJ][AKQJ]**  [As,Kd]***             a card of these ranks, or one of these cards
//     JJ**+  JT98+  JT98-8765                ranks that go up, or down, in step
//     ds  ss  rainbow                        two suits or more, exactly one suit, no suit with two cards or more; also
//                                            $ds, $ss, $rainbow
//     $np  $op  $tp                          no pair, one pair, two pairs
//     AA:xxyy                                suits: equal letters for cards of one suit
//     15%  top 15%  5%-20%                   the best hands of 4 or 5 cards, see omaha_order.hpp
//     random  any  ATC  XX  ****             all hands
//
// Filters such as `ds`, `$np` and `:xxyy` follow the cards and can be combined. item_reader.hpp says how items are
// separated and weighted.
#pragma once

#include <vector>

#include "poker/notation/item_reader.hpp"
#include "poker/omaha/omaha_item.hpp"

namespace facevalue::poker {

inline constexpr std::uint64_t MAX_WAYS = 50'000;  // to fill the places of an item with cards and ranks

class OmahaItems final : public ItemNotation {
  public:
    // Without an order, percentages are errors.
    OmahaItems(int size, const OmahaOrder* order) : ItemNotation(size), order_(order) {}

    bool read(Scanner& scanner) override;
    void add_everything() override { waiting_.push_back(OmahaItem::everything(size())); }
    void add_hand(Cards hand) override { waiting_.push_back(OmahaItem::of_hand(hand)); }
    void weigh(const Weight& weight) override;
    void drop() override { waiting_.clear(); }

    std::vector<OmahaItem>& items() { return items_; }
    std::vector<Weight>& weights() { return weights_; }

  private:
    const OmahaOrder* order_;
    std::vector<OmahaItem> waiting_, items_;
    std::vector<Weight> weights_;
};

}  // namespace facevalue::poker
