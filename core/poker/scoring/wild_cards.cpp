#include "poker/scoring/wild_cards.hpp"

#include <cstdint>
#include <vector>

#include "poker/evaluate/evaluator.hpp"

namespace facevalue::poker {

namespace {

// Sets of so many of some cards; sets of the first cards come first.
class Subsets {
  public:
    Subsets(Cards cards, int size) {
        for (int place = DECK; place-- > 0;)  // the highest cards come first
            if (const Cards card = Cards{1} << place; (cards & card) != 0) cards_.push_back(card);
        for (int i = 0; i < size; ++i) places_.push_back(static_cast<std::size_t>(i));
        is_last_ = places_.size() > cards_.size();
    }

    bool is_last() const { return is_last_; }
    Cards take() {
        Cards set = 0;
        for (const std::size_t place : places_) set |= cards_[place];
        std::size_t i = 0;
        while (i < places_.size() && places_[i] + 1 == end_of(i)) ++i;
        is_last_ = i == places_.size();
        if (is_last_) return set;
        ++places_[i];
        while (i-- > 0) places_[i] = i;
        return set;
    }

  private:
    std::size_t end_of(std::size_t i) const { return i + 1 < places_.size() ? places_[i + 1] : cards_.size(); }

    std::vector<Cards> cards_;
    std::vector<std::size_t> places_;
    bool is_last_ = false;
};

}  // namespace

std::optional<Played> best_with_wild_cards(const Ranking& ranking, Cards cards, Cards wild_cards, Cards missing,
                                           const Stop& stop) {
    Cards natural = cards & ~wild_cards;
    int wild = size(cards) - size(natural);
    if (wild >= ranking.cards) {  // they may be any hand
        natural = 0;
        wild = ranking.cards;
    }
    Subsets fills(FULL_DECK & ~(natural | missing), wild);
    std::optional<Played> strongest;
    Pulse pulse(stop);
    while (!fills.is_last() && !pulse.stopped()) {
        pulse.beat(1);
        const Cards hand = natural | fills.take();
        // The table is faster than all choices of five cards; the cards that play are only found for a better hand.
        if (ranking.name == "high" && strongest) {
            const std::uint32_t value = hand_value(hand);
            if (value != 0 && FIRST_VALUES.back() - value <= strongest->score) continue;
        }
        const auto found = best(ranking, hand, 0, 0);
        if (found && (!strongest || found->score > strongest->score)) strongest = found;
    }
    return strongest;
}

}  // namespace facevalue::poker
