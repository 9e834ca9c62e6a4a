// The inner loop of flop_range.cpp. Compiled once per vector width, like simd.hpp, so it must not call inline functions
// of the standard library.
//
// The unknown cards are numbered a < b < c < d; the values for all d are in the lanes of a vector. Each of the six
// splits compares the value with the best known hand on its two board cards, and counts it if the range has the other
// two cards.
#pragma once

#include "simd.hpp"

namespace facevalue::poker {

// A number for each two cards x, y, in both orders, at [x][y]. Vectors may read past the last card.
struct PairTable {
    static constexpr std::size_t CARDS = 50, ROW = 96;
    std::int16_t at[CARDS][ROW];
};

// Counts for each two cards of the board. The counts of a lane stay below 2^15.
struct SplitCounts {
    static constexpr std::size_t LANES = 32;
    PairTable rows;                                                 // where y is the lane
    std::int16_t lanes[PairTable::CARDS][PairTable::CARDS][LANES];  // to be added up
};

struct FlopSplits {
    std::size_t cards;      // that can come
    const PairTable* best;  // the best known value with these two cards on the board, the least; 0 past the last card
    const PairTable* held;  // -1 where the player may hold these two, else 0; 0 past the last card
    SplitCounts *wins, *ties;  // of the known hands against the player
};

namespace simd {

template <int BYTES>
struct SplitWords {
    typedef std::int16_t Words __attribute__((vector_size(BYTES)));
    static constexpr std::size_t SIZE = BYTES / 2;

    static Words load(const std::int16_t* from) {
        Words words;
        __builtin_memcpy(&words, from, sizeof words);
        return words;
    }
    static void add(std::int16_t* to, Words more) {
        const Words sum = load(to) + more;
        __builtin_memcpy(to, &sum, sizeof sum);
    }
    static Words same(std::int16_t word) { return Words{} + word; }
};

// One split of a vector of sets.
template <int BYTES>
struct Split {
    using Words = typename SplitWords<BYTES>::Words;
    Words wins, ties;

    Split(Words values, Words best, Words held)
        : wins(as<Words>(values > best) & held), ties(as<Words>(values == best) & held) {}
    void add(std::int16_t* to_wins, std::int16_t* to_ties) const {
        SplitWords<BYTES>::add(to_wins, -wins);
        SplitWords<BYTES>::add(to_ties, -ties);
    }
};

// All sets with the lowest card a; their values stand in the order of b, c, d. Up to 64 bytes are read past them.
template <int BYTES>
void splits(const FlopSplits& job, std::size_t a, const std::uint16_t* values) {
    using Of = SplitWords<BYTES>;
    using Words = typename Of::Words;
    const auto &best = job.best->at, &held = job.held->at;
    SplitCounts &wins = *job.wins, &ties = *job.ties;
    for (std::size_t b = a + 1; b + 2 < job.cards; ++b)
        for (std::size_t c = b + 1; c + 1 < job.cards; ++c)
            for (std::size_t d = c + 1; d < job.cards; d += Of::SIZE) {
                const Words value = as<Words>(words<BYTES>(values, 0, 0));
                values += job.cards - d < Of::SIZE ? job.cards - d : Of::SIZE;
                const auto row = [&](const auto& table, std::size_t x) { return Of::load(table[x] + d); };
                const auto on_two = [&](std::size_t x, std::size_t y, std::size_t other) {
                    Split<BYTES>(value, Of::same(best[x][y]), row(held, other)).add(wins.lanes[x][y], ties.lanes[x][y]);
                };
                const auto on_last = [&](std::size_t x, std::size_t y, std::size_t z) {
                    if (held[y][z] == 0) return;
                    Split<BYTES>(value, row(best, x), Of::same(held[y][z]))
                        .add(wins.rows.at[x] + d, ties.rows.at[x] + d);
                };
                on_two(a, b, c);
                on_two(a, c, b);
                on_two(b, c, a);
                on_last(a, b, c);
                on_last(b, a, c);
                on_last(c, a, b);
            }
}

}  // namespace simd
}  // namespace facevalue::poker
