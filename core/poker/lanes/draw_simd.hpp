// Draws random cards for many deals at once, one deal in each byte of a vector (see card_draw.hpp).
#pragma once

#include "poker/cards/card_draw.hpp"
#include "poker/lanes/simd.hpp"

namespace facevalue::poker::simd {

template <int BYTES>
struct Row {
    typedef std::int8_t Bytes __attribute__((vector_size(BYTES)));
};
template <int BYTES>
using Bytes = typename Row<BYTES>::Bytes;

// Compilers know one instruction for this.
template <int BYTES>
inline Words<BYTES> upper_halves(Words<BYTES> numbers, std::uint16_t factor) {
    Words<BYTES> upper;
    for (std::size_t i = 0; i < Vector<BYTES>::WORDS; ++i)
        upper[i] = static_cast<std::uint16_t>(std::uint32_t{numbers[i]} * factor >> 16);
    return upper;
}

// Deals with even numbers take their bits from the first half of the words, the others from the second half.
template <int BYTES>
std::size_t places(const std::uint64_t* words, std::uint16_t limit, std::size_t count, std::int8_t* places,
                   std::uint16_t* unfair) {
    constexpr std::size_t STEP = 64;  // the same for all widths, and few to search for unfair ones
    static_assert(CardDraw::STEP % STEP == 0);
    const auto end = static_cast<std::uint16_t>((1U << 16) % limit);  // unfair ones leave less than this
    const std::uint64_t *evens = words, *odds = words + count / 8;
    std::size_t unfair_count = 0;
    for (std::size_t at = 0; at < count; at += STEP, evens += STEP / 8, odds += STEP / 8) {
        Bytes<BYTES> are_unfair[STEP / BYTES], any{};
        for (std::size_t i = 0; i < STEP / BYTES; ++i) {
            const auto even = read<Words<BYTES>>(evens + i * BYTES / 8), odd = read<Words<BYTES>>(odds + i * BYTES / 8);
            const auto place = upper_halves<BYTES>(even, limit) | upper_halves<BYTES>(odd, limit) << 8;
            __builtin_memcpy(places + at + i * BYTES, &place, BYTES);
            are_unfair[i] = as<Bytes<BYTES>>((as<Words<BYTES>>(even * limit < end) & 0xFF) |
                                             (as<Words<BYTES>>(odd * limit < end) & 0xFF00));
            any |= are_unfair[i];
        }
        if (!has_any<BYTES>(as<Hands<BYTES>>(any))) continue;
        for (std::size_t i = 0; i < STEP; ++i)
            if (are_unfair[i / BYTES][i % BYTES] != 0) unfair[unfair_count++] = static_cast<std::uint16_t>(at + i);
    }
    return unfair_count;
}

// Cards of some vectors at a time, because each step of one waits for the step before. They count from one here, so
// that the place of a taken card is below a card in that place.
template <int BYTES>
struct Moving {
    static constexpr std::size_t VECTORS = 3, SIZE = VECTORS * BYTES;
    Bytes<BYTES> cards[VECTORS];

    explicit Moving(const std::int8_t* places) {
        for (std::size_t i = 0; i < VECTORS; ++i) cards[i] = read<Bytes<BYTES>>(places + i * BYTES) + 1;
    }
    void pass(const std::int8_t* taken) {
        for (std::size_t i = 0; i < VECTORS; ++i) {
            const auto is_past = cards[i] > read<Bytes<BYTES>>(taken + i * BYTES);
            if constexpr (BYTES == 64)
                cards[i] = is_past ? cards[i] + 1 : cards[i];  // AVX-512 adds under a mask
            else
                cards[i] -= is_past;
        }
    }
    void pass(const CardGap& gap) {
        for (Bytes<BYTES>& each : cards) each += (each > gap.from) & gap.count;
    }
    void write(std::int8_t* to) const {
        for (std::size_t i = 0; i < VECTORS; ++i) {
            const Bytes<BYTES> numbers = cards[i] - 1;
            __builtin_memcpy(to + i * BYTES, &numbers, BYTES);
        }
    }
};

template <int BYTES>
void move_past(const CardDraw& draw, std::int8_t* rows) {
    static_assert(CardDraw::STEP % Moving<BYTES>::SIZE == 0);
    for (std::size_t at = 0; at < draw.deals; at += Moving<BYTES>::SIZE) {
        const auto row = [&](std::size_t number) { return rows + number * draw.deals + at; };
        for (std::size_t i = draw.taken + draw.drawn; i-- > draw.taken;) {  // the last first: it needs those before
            Moving<BYTES> cards(row(i));
            for (std::size_t before = i; before-- > draw.taken;) cards.pass(row(before));
            for (std::size_t taken = 0; taken < draw.taken; ++taken) cards.pass(row(taken));
            for (std::size_t gap = 0; gap < draw.gap_count; ++gap) cards.pass(draw.gaps[gap]);
            cards.write(row(i));
        }
    }
}

template <int BYTES>
void add_cards(const CardRows& rows, const Cards* known, Cards* sets) {
    for (std::size_t at = 0; at < rows.deals; at += Vector<BYTES>::HANDS) {
        Hands<BYTES> cards = known == nullptr ? read<Hands<BYTES>>(sets + at) : Hands<BYTES>{} + *known;
        for (std::size_t card = 0; card < rows.cards; ++card) {
            const std::int8_t* row = rows.rows + card * rows.deals + at;
            Hands<BYTES> bits{};
            for (std::size_t i = 0; i < Vector<BYTES>::HANDS; ++i) bits[i] = static_cast<std::uint64_t>(row[i]);
            cards |= (Hands<BYTES>{} + 1) << bits;
        }
        __builtin_memcpy(sets + at, &cards, BYTES);
    }
}

}  // namespace facevalue::poker::simd
