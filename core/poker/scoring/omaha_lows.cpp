#include <algorithm>
#include <array>
#include <bit>

#include "poker/cards/combinations.hpp"
#include "poker/equity/omaha.hpp"
#include "poker/scoring/strategy.hpp"
#include "work/once.hpp"

namespace facevalue::poker {

namespace {

// The low score of the ranks of the hole and of the board, each a set from the ace (bit 0) to eight.
constexpr unsigned LOW_SETS = 256;
using OmahaLows = std::array<std::uint8_t, LOW_SETS * LOW_SETS>;

std::uint8_t omaha_low(unsigned own, unsigned shared) {
    std::int16_t strongest = 0;
    for_each_subset(own, 2, 0, [&](Cards two) {
        Cards left = shared & ~two, three = 0;
        for (int i = 0; i < 3; ++i, left = without_lowest(left)) three |= lowest(left);
        if (size(three) == 3)
            strongest = std::max(strongest, low_score(static_cast<unsigned>(two), static_cast<unsigned>(three)));
    });
    return static_cast<std::uint8_t>(strongest);
}

OmahaLows make_omaha_lows() {
    OmahaLows table{};
    for (unsigned own = 0; own < LOW_SETS; ++own)
        for (unsigned shared = 0; shared < LOW_SETS; ++shared)
            if (std::popcount(own) <= MOST_HOLE && std::popcount(shared) <= BOARD)
                table[own * LOW_SETS + shared] = omaha_low(own, shared);
    return table;
}

// The scores of the ranking by the low score.
using LowScores = std::array<HandScore, LOW_SETS>;
LowScores make_low_scores() {
    LowScores scores{};
    for (unsigned ranks = 0; ranks < LOW_SETS; ++ranks)
        if (std::popcount(ranks) == 5) {
            const auto low = static_cast<std::size_t>(LOW_END - static_cast<std::int16_t>(ranks));
            scores[low] = lowest_score(ranking_of("low-8"), ranks >> 1 | (ranks & 1) << (RANKS - 1));
        }
    return scores;
}

class OmahaLowHands final : public Strategy {
  public:
    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const override {
        static constinit Once<OmahaLows> made_lows;
        static constinit Once<LowScores> made_scores;
        const OmahaLows& sets = made_lows.get(make_omaha_lows);
        const LowScores& low_scores = made_scores.get(make_low_scores);
        const auto lows = [](Cards cards) { return ace_low(ranks_of(cards)) % LOW_SETS; };
        for (std::size_t i = 0; i < count; ++i)
            scores[i] = low_scores[sets[lows(hands[i]) * LOW_SETS + lows(boards[i])]];
    }
};

}  // namespace

std::unique_ptr<Strategy> score_omaha_low() { return std::make_unique<OmahaLowHands>(); }

}  // namespace facevalue::poker
