#include "poker/draws/category_counts.hpp"

#include <utility>

#include "poker/cards/combinations.hpp"
#include "poker/scoring/scoring.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t HANDS_AT_ONCE = 512;  // hands that are scored at once

Category category_of(const Ranking& ranking, Cards cards) {
    const int lowest = ranking.is_flush_above_full_house ? SHORT_DECK_LOWEST : 0;
    return static_cast<Category>(category<Ranks>(ranks_of_suit(cards, 0), ranks_of_suit(cards, 1),
                                                 ranks_of_suit(cards, 2), ranks_of_suit(cards, 3), lowest));
}

bool is_any_five(const Draw& draw, int more) {
    return draw.from_hole == 0 && size(draw.hand | draw.board) + more <= MOST_CARDS;
}

// Collects finished hands, and counts their categories by their scores.
class CategoryTally {
  public:
    CategoryTally(const Draw& draw, int more, bool is_to_hand, Cards dead, CategoryCounts& counts)
        : ranking_(*draw.ranking),
          scorer_({draw.ranking, nullptr, size(draw.hand) + (is_to_hand ? more : 0),
                   size(draw.board) + (is_to_hand ? 0 : more), draw.from_hole},
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

}  // namespace

Category category_so_far(const Draw& draw) {
    const Cards all = draw.hand | draw.board;
    if (is_any_five(draw, 0)) return category_of(*draw.ranking, all);
    return category_of(*draw.ranking, best(*draw.ranking, draw.hand, draw.board, draw.from_hole)->cards);
}

std::optional<CategoryCounts> count_categories_after(const Draw& draw, Cards cards, int more, bool is_to_hand,
                                                     const Stop& stop) {
    CategoryCounts counts{};
    Pulse pulse(stop);
    if (is_any_five(draw, more)) {
        for_each_subset(cards, more, draw.hand | draw.board, [&](Cards all) {
            if (pulse.stopped()) return;
            ++counts[static_cast<std::size_t>(category_of(*draw.ranking, all))];
            pulse.beat(1);
        });
    } else {
        const Cards dead = FULL_DECK & ~(draw.hand | draw.board | cards);
        CategoryTally scored(draw, more, is_to_hand, dead, counts);
        for_each_subset(cards, more, 0, [&](Cards next) {
            if (pulse.stopped()) return;
            const std::uint64_t lookups =
                is_to_hand ? scored.add(draw.hand | next, draw.board) : scored.add(draw.hand, draw.board | next);
            pulse.beat(lookups);
        });
        scored.settle();
    }
    return pulse.stopped() ? std::nullopt : std::optional(counts);
}

}  // namespace facevalue::poker
