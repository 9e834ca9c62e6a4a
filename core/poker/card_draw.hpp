// CardDraw: how random cards are drawn for many deals at once (draw_simd.hpp draws them).
//
// Cards are drawn from a deck without gaps, whose n cards are the lowest n bits: first among the cards that the deal
// has left, then moved up past those that it has taken, then past those that no deal may draw (CardGap). Sets are drawn
// by Floyd's algorithm (Bentley, Floyd: A sample of brilliance, 1987): the i-th of k cards is drawn from the first n -
// k + i places, and is the last of these if the drawn one is there already; so nothing is drawn again, and all sets are
// equally likely. A word has three pieces of 21 bits, each for two places: a product gives a place, and what it leaves
// over gives the other (Lemire: Fast random integer generation in an interval, 2019). A piece that would make some
// places likelier than others is unfair; its deal draws nothing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace facevalue::poker {

// Cards that no deal may draw, side by side: others move up by `count`, from the bits of `from` on.
struct CardGap {
    Cards from;
    int count;
};

// Two places to draw, or one: their limits, the cards in the last places, and what is unfair.
struct TwoPlaces {
    std::uint32_t first, second = 1;
    Cards first_last, second_last = 0;
    std::uint64_t unfair;
};

// What is drawn for each of many deals.
struct CardDraw {
    static constexpr int PIECE_BITS = 21;
    static constexpr std::size_t STEP = 32;                       // divides the count of deals
    static constexpr std::size_t MOST_PAIRS = 3, MOST_CARDS = 6;  // for one word

    TwoPlaces pairs[MOST_PAIRS];
    std::size_t pair_count;
    std::size_t taken;  // by each deal, besides those in gaps
    Cards known;        // what belongs to the drawn cards,
    bool keeps;         // or do these belong to what is there?
    const CardGap* gaps;
    std::size_t gap_count;
};

inline std::vector<CardGap> gaps_of(Cards taken) {
    std::vector<CardGap> gaps;
    while (taken != 0) {
        const Cards from = Cards{0} - (taken & (Cards{0} - taken));
        const int count = std::countr_one(taken >> std::countr_zero(taken));
        gaps.push_back({from, count});
        taken &= from << count;
    }
    return gaps;
}
inline Cards without_gaps(Cards cards, const std::vector<CardGap>& gaps) {
    for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap)
        cards = (cards & ~gap->from) | (cards >> gap->count & gap->from);
    return cards;
}
inline Cards with_gaps(Cards cards, const std::vector<CardGap>& gaps) {
    for (const CardGap& gap : gaps) cards = (cards & ~gap.from) | (cards & gap.from) << gap.count;
    return cards;
}

// Draws `cards` cards of `left`, six at most.
inline void plan_places(CardDraw& draw, int cards, int left) {
    draw.pair_count = 0;
    for (int drawn = 0; drawn < cards; drawn += 2) {
        const auto limit = static_cast<std::uint32_t>(left - cards + drawn + 1);
        TwoPlaces& places = draw.pairs[draw.pair_count++];
        places = {.first = limit, .first_last = Cards{1} << (limit - 1), .unfair = 0};
        if (drawn + 1 < cards) {
            places.second = limit + 1;
            places.second_last = Cards{1} << limit;
        }
        places.unfair = (std::uint64_t{1} << CardDraw::PIECE_BITS) % (places.first * places.second);
    }
}

}  // namespace facevalue::poker
