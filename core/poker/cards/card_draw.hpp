// CardDraw: how random cards are drawn for many deals at once (draw_simd.hpp draws them).
//
// A row has a byte for each deal. Each card is drawn by its place among the cards that its deal has left, so all places
// are independent numbers below a limit. Then a place moves up past the cards that were drawn before it in its deal,
// the last one first, past the cards that the deal had already taken, and past those that no deal may draw (CardGap).
// The result is the number of a bit in a set of cards. All of this takes only comparisons and additions of bytes.
//
// A place is the upper half of the product of 16 random bits and the limit (Lemire: Fast random integer generation in
// an interval, 2019). Bits that would make some places more likely are unfair, and their places are drawn again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "poker/cards/cards.hpp"

namespace facevalue::poker {

// Adjacent bits that are not drawn: cards from `from` on move up by `count`.
struct CardGap {
    std::int8_t from, count;
};

// Between the cards that may be drawn.
inline std::vector<CardGap> gaps_of(Cards left) {
    std::vector<CardGap> gaps;
    for (Cards gone = ~left & (std::bit_floor(left) - 1); gone != 0;) {
        const int from = std::countr_zero(gone);
        gaps.push_back({static_cast<std::int8_t>(from), static_cast<std::int8_t>(std::countr_one(gone >> from))});
        gone &= gone + (Cards{1} << from);
    }
    return gaps;
}

// The cards that each of many deals draws. Its rows contain the places of the cards already taken, in ascending order,
// and then the places to draw.
struct CardDraw {
    static constexpr std::size_t STEP = 192;  // divides the count of deals

    std::size_t deals, taken, drawn;
    const CardGap* gaps;
    std::size_t gap_count;
};

// Some rows of cards.
struct CardRows {
    const std::int8_t* rows;
    std::size_t deals, cards;
};

}  // namespace facevalue::poker
