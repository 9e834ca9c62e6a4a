#include "poker/draws/outs.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/cards/kev_tables.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/scoring/scoring.hpp"

namespace facevalue::poker {

namespace {

// How good a category is; 0 is the best.
int place_of(const Draw& draw) {
    const Category found = category_so_far(draw);
    constexpr int FULL_HOUSE = static_cast<int>(Category::FullHouse), FLUSH = static_cast<int>(Category::Flush);
    if (!draw.ranking->is_flush_above_full_house) return static_cast<int>(found);
    return found == Category::Flush ? FULL_HOUSE : found == Category::FullHouse ? FLUSH : static_cast<int>(found);
}

int place_of_hand(const Draw& draw, Cards board) { return place_of({draw.ranking, draw.hand, board, draw.from_hole}); }
int place_of_board(const Draw& draw, Cards board) { return place_of({draw.ranking, 0, board, 0}); }

}  // namespace

Cards improving_cards(const Draw& draw, Cards cards) {
    const int now = place_of_hand(draw, draw.board), before = place_of_board(draw, draw.board);
    Cards found = 0;
    for (const Cards card : each_card(cards)) {
        const int later = place_of_hand(draw, draw.board | card), after = place_of_board(draw, draw.board | card);
        const bool pairs_hole_card = (ranks_of(card) & ranks_of(draw.hand)) != 0;
        if (later < std::min(now, after) && (now - later > before - after || pairs_hole_card)) found |= card;
    }
    return found;
}

Cards winning_cards(const Draw& draw, std::span<const Cards> rivals, Cards cards, const Stop& stop) {
    constexpr std::size_t PIECE = 256;  // rivals between two checks whether to stop
    const DealRules rules{draw.ranking, nullptr, size(draw.hand), size(draw.board) + 1, draw.from_hole};
    const Cards dead = FULL_DECK & ~(draw.hand | draw.board | cards | union_of(rivals));
    const Scorer scorer(rules, draw.ranking, dead, chosen_lanes<SimdKernels>());
    Pulse pulse(stop);
    std::array<Cards, PIECE> boards;
    std::array<HandScore, PIECE> scores;
    Cards found = cards;
    for (const Cards card : each_card(cards)) {
        boards.fill(draw.board | card);
        HandScore own = 0;
        scorer.score(&draw.hand, boards.data(), 1, &own);
        for (std::size_t first = 0; first < rivals.size() && (found & card) != 0 && !pulse.stopped(); first += PIECE) {
            const std::size_t count = std::min(PIECE, rivals.size() - first);
            scorer.score(&rivals[first], boards.data(), count, scores.data());
            for (std::size_t i = 0; i < count; ++i)
                if (scores[i] >= own && (rivals[first + i] & card) == 0) found &= ~card;
            pulse.beat(count * (scorer.is_quick() ? 1 : 100));
        }
    }
    return found;
}

}  // namespace facevalue::poker
