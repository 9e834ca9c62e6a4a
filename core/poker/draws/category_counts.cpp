#include "poker/draws/category_counts.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "poker/cards/combinations.hpp"
#include "poker/scoring/scoring.hpp"
#include "poker/scoring/wild_cards.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t HANDS_AT_ONCE = 512;  // hands that are scored at once

Category category_of(const Ranking& ranking, Cards cards) {
    const int lowest = ranking.wheel_top - 3;
    return static_cast<Category>(category<Ranks>(ranks_of_suit(cards, 0), ranks_of_suit(cards, 1),
                                                 ranks_of_suit(cards, 2), ranks_of_suit(cards, 3), lowest));
}

// Does `category_of` give the category of five to seven cards?
bool has_lanes(const Draw& draw) { return draw.wilds == 0 && order_of(draw.ranking->name).has_value(); }

bool is_any_five(const Draw& draw, int more) {
    return draw.from_hole == 0 && size(draw.hand | draw.board) + more <= MOST_CARDS && has_lanes(draw);
}

// Of fewer cards than play, by how many have one rank.
Category category_of_few(Cards natural, int wild) {
    int most = 0, pairs = 0;
    for (int rank = 0; rank < RANKS; ++rank) {
        const int times = size(natural & all_suits(rank));
        most = std::max(most, times);
        pairs += times == 2 ? 1 : 0;
    }
    if (wild == 0 && pairs == 2) return Category::TwoPair;
    constexpr std::array BY_TIMES{Category::HighCard, Category::HighCard, Category::OnePair, Category::ThreeOfAKind,
                                  Category::FourOfAKind};
    return BY_TIMES[static_cast<std::size_t>(most + wild)];
}

// Collects finished hands, and counts their categories by their scores.
class CategoryTally {
  public:
    CategoryTally(const Draw& draw, int more, bool is_to_hand, Cards dead, CategoryCounts& counts)
        : ranking_(*draw.ranking),
          scorer_({draw.ranking, nullptr, size(draw.hand) + (is_to_hand ? more : 0),
                   size(draw.board) + (is_to_hand ? 0 : more), draw.from_hole, draw.wilds, draw.missing},
                  draw.ranking, dead, chosen_lanes<SimdKernels>()),
          counts_(counts) {}

    // Returns the look-ups that were made, about.
    std::uint64_t add(Cards hand, Cards board) {
        hands_[filled_] = hand;
        boards_[filled_++] = board;
        return filled_ == HANDS_AT_ONCE ? settle() : 0;
    }
    std::uint64_t settle() {
        scorer_.score(hands_.data(), boards_.data(), filled_, scores_.data());
        for (std::size_t i = 0; i < filled_; ++i)
            ++counts_[static_cast<std::size_t>(category_of_score(ranking_, scores_[i]))];
        return std::exchange(filled_, 0) * 30;
    }

  private:
    const Ranking& ranking_;
    Scorer scorer_;
    CategoryCounts& counts_;
    std::size_t filled_ = 0;
    std::array<Cards, HANDS_AT_ONCE> hands_, boards_;
    std::array<HandScore, HANDS_AT_ONCE> scores_;
};

// Full boards with a hand of which exactly two cards play. The best category is found for each three of the board
// first, so that a board takes ten look-ups.
class BoardTally {
  public:
    BoardTally(const Draw& draw, Cards cards) : ranking_(*draw.ranking), fixed_(size(draw.board)) {
        for (const Cards known : each_card(draw.board)) cards_.push_back(known);
        for (const Cards left : each_card(cards)) cards_.push_back(left);
        const std::size_t count = cards_.size();
        for (std::size_t z = 2; z < count; ++z)
            for (std::size_t y = 1; y < z; ++y)
                for (std::size_t x = 0; x < y; ++x) {
                    std::uint8_t& best = threes_[x][y][z] = CATEGORIES;
                    for_each_subset(draw.hand, 2, cards_[x] | cards_[y] | cards_[z],
                                    [&](Cards five) { best = std::min(best, place(category_of(ranking_, five))); });
                }
    }

    CategoryCounts count(Pulse& pulse) const {
        std::array<std::uint64_t, CATEGORIES> by_place{};
        std::array<std::uint8_t, DECK> fourth;  // the best with a, b, c and each fourth card
        for (std::size_t a = 0; a <= last(0); ++a)
            for (std::size_t b = a + 1; b <= last(1); ++b)
                for (std::size_t c = b + 1; c <= last(2) && !pulse.stopped(); ++c) {
                    for (std::size_t e = c + 1; e < cards_.size(); ++e)
                        fourth[e] = std::min(std::min(threes_[a][b][c], threes_[a][b][e]),
                                             std::min(threes_[a][c][e], threes_[b][c][e]));
                    std::uint64_t steps = 0;
                    for (std::size_t d = c + 1; d <= last(3); ++d) {
                        const auto &ad = threes_[a][d], &bd = threes_[b][d], &cd = threes_[c][d];
                        steps += last(4) + 1 - std::min(d + 1, last(4) + 1);
                        for (std::size_t e = d + 1; e <= last(4); ++e)
                            ++by_place[std::min(std::min(fourth[d], fourth[e]),
                                                std::min(ad[e], std::min(bd[e], cd[e])))];
                    }
                    pulse.beat((cards_.size() - c) * (cards_.size() - c), steps);
                }
        CategoryCounts counts{};
        for (std::size_t i = 0; i < CATEGORIES; ++i)
            counts[static_cast<std::size_t>(ranking_.categories[i])] = by_place[i];
        return counts;
    }

  private:
    // How good a category is, 0 for the best.
    std::uint8_t place(Category category) const { return static_cast<std::uint8_t>(ranking_.place(category)); }
    // The last place of the board's card of this number.
    std::size_t last(int card) const {
        if (card < fixed_) return static_cast<std::size_t>(card);
        return cards_.size() - static_cast<std::size_t>(BOARD - card);
    }

    const Ranking& ranking_;
    int fixed_;                 // the first cards are on every board
    std::vector<Cards> cards_;  // of which boards are made
    std::array<std::array<std::array<std::uint8_t, DECK>, DECK>, DECK> threes_;
};

}  // namespace

Category category_so_far(const Draw& draw) {
    const Cards all = draw.hand | draw.board;
    if (is_any_five(draw, 0)) return category_of(*draw.ranking, all);
    if (size(all) < draw.ranking->cards) return category_of_few(all & ~draw.wilds, size(all & draw.wilds));
    const auto played = draw.wilds == 0 ? best(*draw.ranking, draw.hand, draw.board, draw.from_hole)
                                        : best_with_wild_cards(*draw.ranking, draw.hand, draw.board,
                                                               {draw.from_hole, draw.wilds, draw.missing}, {});
    return category_of_score(*draw.ranking, played->score);
}

std::optional<CategoryCounts> count_categories_after(const Draw& draw, Cards cards, int more, bool is_to_hand,
                                                     const Stop& stop) {
    CategoryCounts counts{};
    Pulse pulse(stop.of(choose(size(cards), more)));
    if (is_any_five(draw, more)) {
        for_each_subset(cards, more, draw.hand | draw.board, [&](Cards all) {
            if (pulse.stopped()) return;
            ++counts[static_cast<std::size_t>(category_of(*draw.ranking, all))];
            pulse.beat(1, 1);
        });
    } else if (has_lanes(draw) && draw.from_hole == 2 && !is_to_hand && size(draw.board) + more == BOARD) {
        counts = std::make_unique<BoardTally>(draw, cards)->count(pulse);
    } else {
        const Cards dead = FULL_DECK & ~(draw.hand | draw.board | cards);
        CategoryTally scored(draw, more, is_to_hand, dead, counts);
        for_each_subset(cards, more, 0, [&](Cards next) {
            if (pulse.stopped()) return;
            const std::uint64_t lookups =
                is_to_hand ? scored.add(draw.hand | next, draw.board) : scored.add(draw.hand, draw.board | next);
            pulse.beat(lookups, 1);
        });
        scored.settle();
    }
    return pulse.stopped() ? std::nullopt : std::optional(counts);
}

}  // namespace facevalue::poker
