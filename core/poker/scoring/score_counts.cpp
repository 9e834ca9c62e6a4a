#include "poker/scoring/score_counts.hpp"

#include <algorithm>

#include "poker/cards/combinations.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t BATCH = 256;
constexpr std::size_t SLOW = 1000;  // look-ups for a hand of a slow ranking, about

}  // namespace

ScoreCounts::ScoreCounts(Cards cards, int size, Cards board, const Ranking& ranking, int from_hole, const Stop& stop) {
    const Scorer scorer({&ranking, nullptr, size, poker::size(board), from_hole}, &ranking,
                        FULL_DECK & ~(cards | board), chosen_lanes<SimdKernels>());
    Pulse pulse(stop);
    std::array<Cards, BATCH> hands, boards;
    boards.fill(board);
    std::size_t filled = 0;
    const auto settle = [&] {
        std::array<HandScore, BATCH> scores;
        scorer.score(hands.data(), boards.data(), filled, scores.data());
        add({scores.data(), filled});
        pulse.beat(filled * (scorer.is_quick() ? 1 : SLOW));
        filled = 0;
    };
    // After a stop, only the hands with the same first cards are visited.
    const int start = std::min(size, 2);
    for_each_subset(cards, start, 0, [&](Cards first) {
        if (pulse.stopped()) return;
        const Cards above = cards & ~(2 * std::bit_floor(first) - 1);
        for_each_subset(above, size - start, first, [&](Cards hand) {
            if (pulse.stopped()) return;
            hands[filled++] = hand;
            if (filled == BATCH) settle();
        });
    });
    settle();
}

void ScoreCounts::add(std::span<const HandScore> scores) {
    for (const HandScore score : scores) ++(score < low_.size() ? low_[score] : high_[score]);
}

Beaten ScoreCounts::beaten_by(HandScore score) const {
    Beaten found{};
    const auto count = [&](HandScore other, std::uint64_t hands) {
        found.all += hands;
        found.beaten += other < score ? hands : 0;
        found.tied += other == score ? hands : 0;
    };
    for (HandScore other = 0; other < low_.size(); ++other) count(other, low_[other]);
    for (const auto& [other, hands] : high_) count(other, hands);
    return found;
}

}  // namespace facevalue::poker
