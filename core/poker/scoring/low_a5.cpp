#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/scoring/strategy.hpp"
#include "work/once.hpp"

namespace facevalue::poker {

namespace {

// The strongest five for ace to five: as many different ranks as possible, lowest first, then repeated ranks.
Cards lowest_five(Cards cards) {
    Cards five = 0;
    while (size(five) < 5)
        for (int rank = 0; rank < RANKS && size(five) < 5; ++rank) {
            const int natural = (rank + RANKS - 1) % RANKS;  // the ace is the first
            five |= lowest(cards & ~five & all_suits(natural));
        }
    return five;
}

}  // namespace

HandScore lowest_score(const Ranking* ranking, Cards cards) {
    const auto played = best(*ranking, lowest_five(cards), 0, 0);
    return played ? played->score : 0;
}

namespace {

// The scores of sets of five or more ranks; 0 for others.
using LowTable = std::array<HandScore, ALL_RANKS + 1>;
LowTable make_low_table() {
    LowTable table{};
    for (Ranks ranks = 0; ranks <= ALL_RANKS; ++ranks)
        if (size(ranks) >= 5) table[ranks] = lowest_score(ranking_of("low-a5"), ranks);
    return table;
}

class LowAceToFive final : public Strategy {
  public:
    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const override {
        static constinit Once<LowTable> made;
        const LowTable& table = made.get(make_low_table);
        for (std::size_t i = 0; i < count; ++i) {
            const Cards cards = hands[i] | boards[i];
            scores[i] = table[ranks_of(cards)];
            if (scores[i] == 0) scores[i] = lowest_score(ranking_of("low-a5"), cards);
        }
    }
};

}  // namespace

std::unique_ptr<Strategy> score_low_a5() { return std::make_unique<LowAceToFive>(); }

}  // namespace facevalue::poker
