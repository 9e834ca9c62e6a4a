// FlopRanks: the values of a flop with the ranks of turn, river and hand, without flushes, which suits decide.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "poker/cards/cards.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/lanes/simd.hpp"
#include "work/machine.hpp"

namespace facevalue::poker {

using Number = std::size_t;  // of a card: its bit in Cards

inline constexpr Number rank(Number card) { return card % RANKS; }
inline constexpr Number suit(Number card) { return card / RANKS; }
inline Number number(Cards card) { return static_cast<Number>(std::countr_zero(card)); }

inline constexpr std::size_t RANK_LANES = 16;  // whole vectors; no rank has the last three places
using RankValues = std::array<std::uint16_t, RANK_LANES>;

// A number for each three ranks, in any order.
inline constexpr std::size_t TRIPLE_COUNT = 455;
struct Triples {
    std::array<std::array<std::array<std::uint16_t, RANKS>, RANKS>, RANKS> at{};

    constexpr Triples() {
        std::uint16_t next = 0;
        for (std::size_t a = 0; a < RANKS; ++a)
            for (std::size_t b = a; b < RANKS; ++b)
                for (std::size_t c = b; c < RANKS; ++c, ++next)
                    at[a][b][c] = at[a][c][b] = at[b][a][c] = at[b][c][a] = at[c][a][b] = at[c][b][a] = next;
    }
};
inline constexpr Triples TRIPLES;

// The value of the flop with any four ranks, if suits do not count. There are 1820 sets of four ranks, evaluated at
// once in 0.02 ms; 12 KB. Threads may share it.
class FlopRanks {
  public:
    FlopRanks(Cards flop, HandOrder order) {
        std::vector<std::array<std::uint8_t, 4>> fours;
        std::vector<Cards> hands;
        const Cards start = in_different_suits(flop);
        for (auto a = static_cast<std::uint8_t>(order.lowest); a < RANKS; ++a)
            for (std::uint8_t b = a; b < RANKS; ++b)
                for (std::uint8_t c = b; c < RANKS; ++c)
                    for (std::uint8_t d = c; d < RANKS; ++d) {
                        fours.push_back({a, b, c, d});
                        hands.push_back(start | free_card(start, a, 0));
                        Number suit = 1;
                        for (const Number rank : {b, c, d}) hands.back() |= free_card(hands.back(), rank, suit++);
                    }
        std::vector<std::uint16_t> values(hands.size());
        chosen_lanes<SimdKernels>().values(hands.data(), hands.size(), order, values.data());
        for (std::size_t i = 0; i < fours.size(); ++i) {
            const auto [a, b, c, d] = fours[i];
            rows_[TRIPLES.at[a][b][c]][d] = rows_[TRIPLES.at[a][b][d]][c] = values[i];
            rows_[TRIPLES.at[a][c][d]][b] = rows_[TRIPLES.at[b][c][d]][a] = values[i];
        }
    }

    // With these three ranks and each fourth. Five cards of a rank have any value.
    const RankValues& with(Number a, Number b, Number c) const { return rows_[TRIPLES.at[a][b][c]]; }

  private:
    // Three cards of the same ranks. With these, five of seven cards never get one suit from free_card: it leaves a
    // suit only where a rank repeats.
    static Cards in_different_suits(Cards flop) {
        Cards cards = 0;
        int suit = 0;
        for (; flop != 0; flop = without_lowest(flop)) cards |= card(std::countr_zero(flop) % RANKS, suit++);
        return cards;
    }
    // A card of this rank that is not in the hand, of this suit if possible; 0 if the hand has all four.
    static Cards free_card(Cards hand, Number rank, Number suit) {
        for (Number i = 0; i < SUITS; ++i)
            if (const Cards one = card(static_cast<int>(rank), static_cast<int>((suit + i) % SUITS)); (hand & one) == 0)
                return one;
        return 0;
    }

    std::array<RankValues, TRIPLE_COUNT> rows_{};
};

}  // namespace facevalue::poker
