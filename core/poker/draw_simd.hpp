// Draws random cards for many deals at once, one deal in each 64-bit word of a vector; card_draw.hpp says how.
#pragma once

#include "card_draw.hpp"
#include "simd.hpp"

namespace facevalue::poker::simd {

// Below 2^32 each.
template <int BYTES>
inline Hands<BYTES> times(Hands<BYTES> numbers, std::uint32_t factor) {
    typedef std::uint32_t Halves __attribute__((vector_size(BYTES)));
    return as<Hands<BYTES>>(as<Halves>(numbers) * (Halves{} + factor));
}

template <int BYTES>
inline Hands<BYTES> with_card(Hands<BYTES> drawn, Hands<BYTES> place, Cards last) {
    const Hands<BYTES> card = (Hands<BYTES>{} + 1) << place;
    return drawn | ((drawn & card) != 0 ? Hands<BYTES>{} + last : card);
}

// The top bit of `unfair` is set where a piece is.
template <int BYTES>
inline Hands<BYTES> drawn_by(Hands<BYTES> words, const CardDraw& draw, Hands<BYTES>& unfair) {
    constexpr int BITS = CardDraw::PIECE_BITS;
    constexpr std::uint64_t PIECE = (1U << BITS) - 1;
    Hands<BYTES> drawn{};
    for (std::size_t i = 0; i < draw.pair_count; ++i) {
        const TwoPlaces& pair = draw.pairs[i];
        const Hands<BYTES> first = times<BYTES>(words & PIECE, pair.first);
        drawn = with_card<BYTES>(drawn, first >> BITS, pair.first_last);
        const Hands<BYTES> second = times<BYTES>(first & PIECE, pair.second);
        if (pair.second_last != 0) drawn = with_card<BYTES>(drawn, second >> BITS, pair.second_last);
        unfair |= (second & PIECE) - pair.unfair;
        words >>= BITS;
    }
    return drawn;
}

// Some vectors at a time, because each step of one waits for the step before.
inline constexpr std::size_t VECTORS = 4;

// Cards among those that are left, as cards of the deck: each taken card moves those from its place on up by one.
template <int BYTES>
inline void move_past(const Hands<BYTES> (&taken)[VECTORS], std::size_t count, Hands<BYTES> (&cards)[VECTORS]) {
    Hands<BYTES> rest[VECTORS];
    for (std::size_t i = 0; i < VECTORS; ++i) rest[i] = taken[i];
    for (std::size_t step = 0; step < count; ++step)
        for (std::size_t i = 0; i < VECTORS; ++i) {
            const Hands<BYTES> from_lowest = rest[i] | (Hands<BYTES>{} - rest[i]);
            cards[i] += cards[i] & from_lowest;
            rest[i] &= rest[i] - 1;
        }
}

template <int BYTES>
inline Hands<BYTES> past_gaps(Hands<BYTES> cards, const CardDraw& draw) {
    for (std::size_t i = 0; i < draw.gap_count; ++i) {
        const CardGap& gap = draw.gaps[i];
        cards = (cards & ~gap.from) | (cards & gap.from) << gap.count;
    }
    return cards;
}

template <int BYTES>
std::size_t draw(const CardDraw& draw, const std::uint64_t* words, std::size_t count, Cards* taken, Cards* cards,
                 std::uint16_t* unfair) {
    constexpr std::size_t SIZE = Vector<BYTES>::HANDS, STEP = VECTORS * SIZE;
    static_assert(CardDraw::STEP % STEP == 0);
    std::size_t unfair_count = 0;
    for (std::size_t at = 0; at < count; at += STEP) {
        Hands<BYTES> drawn[VECTORS], before[VECTORS], refused[VECTORS], any{};
        for (std::size_t i = 0; i < VECTORS; ++i) {
            Hands<BYTES> below{};
            drawn[i] = drawn_by<BYTES>(read<Hands<BYTES>>(words + at + i * SIZE), draw, below);
            before[i] = draw.taken == 0 ? Hands<BYTES>{} : read<Hands<BYTES>>(taken + at + i * SIZE);
            refused[i] = Hands<BYTES>{} - (below >> 63);
            any |= refused[i];
        }
        move_past<BYTES>(before, draw.taken, drawn);
        for (std::size_t i = 0; i < VECTORS; ++i) {
            const std::size_t first = at + i * SIZE;
            const Hands<BYTES> kept = drawn[i] & ~refused[i], now = before[i] | kept;
            const Hands<BYTES> others = draw.keeps ? read<Hands<BYTES>>(cards + first) : Hands<BYTES>{} + draw.known;
            const Hands<BYTES> all = others | past_gaps<BYTES>(kept, draw);
            __builtin_memcpy(taken + first, &now, BYTES);
            __builtin_memcpy(cards + first, &all, BYTES);
        }
        if (!has_any<BYTES>(any)) continue;
        for (std::size_t i = 0; i < STEP; ++i)
            if (refused[i / SIZE][i % SIZE] != 0) unfair[unfair_count++] = static_cast<std::uint16_t>(at + i);
    }
    return unfair_count;
}

}  // namespace facevalue::poker::simd
