#include "poker/scoring/wild_cards.hpp"

#include <cstdint>
#include <vector>

#include "poker/evaluate/patterns.hpp"

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

// The best hand of any of the cards, of a ranking with smaller hands.
std::optional<Played> best_of_fills(const Ranking& ranking, Cards natural, int wild, Cards missing, const Stop& stop) {
    if (wild >= ranking.cards) {  // they may be any hand
        natural = 0;
        wild = ranking.cards;
    }
    Subsets fills(FULL_DECK & ~(natural | missing), wild);
    std::optional<Played> strongest;
    Pulse pulse(stop);
    while (!fills.is_last() && !pulse.stopped()) {
        pulse.beat(1);
        const auto found = best(ranking, natural | fills.take(), 0, 0);
        if (found && (!strongest || found->score > strongest->score)) strongest = found;
    }
    return strongest;
}

class ByWildCards final : public Strategy {
  public:
    ByWildCards(const Ranking& ranking, const WildCards& game) : ranking_(ranking), game_(game) {}

    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const override {
        for (std::size_t i = 0; i < count; ++i) {
            const auto played = best_with_wild_cards(ranking_, hands[i], boards[i], game_, {});
            scores[i] = played ? played->score : 0;
        }
    }

  private:
    const Ranking& ranking_;
    WildCards game_;
};

}  // namespace

std::optional<Played> best_with_wild_cards(const Ranking& ranking, Cards hole, Cards board, const WildCards& game,
                                           const Stop& stop) {
    const Cards wilds = game.wilds, missing = game.missing;
    const int from_hole = game.from_hole;
    const auto best_of = [&](Cards cards) -> std::optional<Played> {
        const Cards natural = cards & ~wilds;
        const int wild = size(cards & wilds);
        if (wild == 0) return best(ranking, natural, 0, 0);
        if (ranking.has_smaller_hands) return best_of_fills(ranking, natural, wild, missing, stop);
        return best_pattern(ranking, {natural, wild, missing});
    };
    if (from_hole == 0) return best_of(hole | board);
    std::optional<Played> strongest;
    for_each_play(hole, board, from_hole, ranking.cards, [&](Cards cards) {
        const auto found = best_of(cards);
        if (found && (!strongest || found->score > strongest->score)) strongest = found;
    });
    return strongest;
}

std::unique_ptr<Strategy> score_with_wild_cards(const Ranking& ranking, const WildCards& game) {
    return std::make_unique<ByWildCards>(ranking, game);
}

}  // namespace facevalue::poker
