// The inner loop of omaha.cpp: all fifth cards of a board at once, one per lane. Compiled once per vector width, like
// simd.hpp, so it must not call inline functions of the standard library.
//
// The cards of a board are numbered a < b < c < d < e. Of a board's ten threes, one is a, b and c, three have e as
// their third card, three d, and three contain d and e. The fifth cards are in one row of the table, highest first.
#pragma once

#include "poker/lanes/simd.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MOST_OMAHA_HANDS = 10;  // pot_counts.hpp is not for these files

// Scores with two cards of the board and each higher third card: card number e is in lane cards - 1 - e. A score of 0
// does not qualify.
struct alignas(64) TripleScores {
    static constexpr std::size_t LANES = 64;
    std::int16_t scores[LANES];
};

// The hands of some players, for high or for low. The row of cards x < y is number y * (y - 1) / 2 + x.
struct TripleTables {
    const TripleScores* hands[MOST_OMAHA_HANDS];
};

struct OmahaBoards {
    std::size_t players;
    std::size_t cards;  // of which boards are made
    std::size_t fixed;  // the first ones, that are on every board
    TripleTables high, low;
    bool has_low;
    std::uint64_t* tally;  // by the set of high winners, then by the set of low winners
};

namespace simd {

template <int BYTES>
struct Signed {
    typedef std::int16_t Words __attribute__((vector_size(BYTES)));
    static constexpr std::size_t SIZE = BYTES / 2;
};
template <int BYTES>
using Scores = typename Signed<BYTES>::Words;

template <int BYTES>
inline Scores<BYTES> larger(Scores<BYTES> a, Scores<BYTES> b) {
    return a > b ? a : b;
}
template <int BYTES>
inline Scores<BYTES> same(std::int16_t score) {
    return Scores<BYTES>{} + score;
}
template <int BYTES>
inline Scores<BYTES> at(const TripleScores& row, std::size_t lane) {
    Scores<BYTES> scores;
    __builtin_memcpy(&scores, row.scores + lane, sizeof scores);
    return scores;
}
template <int BYTES>
inline std::size_t row_of(std::size_t x, std::size_t y) {
    return y * (y - 1) / 2 + x;
}

// Four cards of a board; d is not used by `start`.
template <int BYTES>
struct FourCards {
    std::size_t a, b, c, d;
};

// The scores of a hand on a, b, c and each fourth card.
template <int BYTES>
inline void start(const TripleScores* rows, const FourCards<BYTES>& four, std::size_t cards, TripleScores& best) {
    const TripleScores& ab = rows[row_of<BYTES>(four.a, four.b)];
    const TripleScores& ac = rows[row_of<BYTES>(four.a, four.c)];
    const TripleScores& bc = rows[row_of<BYTES>(four.b, four.c)];
    const Scores<BYTES> abc = same<BYTES>(ab.scores[cards - 1 - four.c]);
    for (std::size_t lane = 0; lane + four.c + 1 < cards; lane += Signed<BYTES>::SIZE) {
        const Scores<BYTES> best_pair = larger<BYTES>(at<BYTES>(ab, lane), at<BYTES>(ac, lane));
        const Scores<BYTES> scores = larger<BYTES>(best_pair, larger<BYTES>(at<BYTES>(bc, lane), abc));
        __builtin_memcpy(best.scores + lane, &scores, sizeof scores);
    }
}

// The scores of a hand on these four and each fifth card.
template <int BYTES>
inline Scores<BYTES> fifths(const TripleScores* rows, const TripleScores& best, const FourCards<BYTES>& four,
                            std::size_t cards, std::size_t lane) {
    const TripleScores* with_d = rows + row_of<BYTES>(0, four.d);
    const Scores<BYTES> without_e = same<BYTES>(best.scores[cards - 1 - four.d]);
    return larger<BYTES>(
        larger<BYTES>(larger<BYTES>(at<BYTES>(best, lane), without_e), at<BYTES>(with_d[four.a], lane)),
        larger<BYTES>(at<BYTES>(with_d[four.b], lane), at<BYTES>(with_d[four.c], lane)));
}

template <int BYTES>
struct StartScores {
    TripleScores of[MOST_OMAHA_HANDS];

    void make(const TripleTables& tables, std::size_t players, const FourCards<BYTES>& four, std::size_t cards) {
        for (std::size_t i = 0; i < players; ++i) start<BYTES>(tables.hands[i], four, cards, of[i]);
    }
};

// The set of winners in each lane; empty if nobody qualifies.
template <int BYTES>
inline Scores<BYTES> winners(const TripleTables& tables, const StartScores<BYTES>& starts, const OmahaBoards& boards,
                             const FourCards<BYTES>& four, std::size_t lane) {
    Scores<BYTES> scores[MOST_OMAHA_HANDS], top = same<BYTES>(1), sets{};
    for (std::size_t i = 0; i < boards.players; ++i) {
        scores[i] = fifths<BYTES>(tables.hands[i], starts.of[i], four, boards.cards, lane);
        top = larger<BYTES>(top, scores[i]);
    }
    for (std::size_t i = 0; i < boards.players; ++i)
        sets |= (scores[i] == top) & same<BYTES>(static_cast<std::int16_t>(1 << i));
    return sets;
}

// Any number of players, high and low: the sets of winners are counted board by board.
template <int BYTES>
struct WinnerSetCounter {
    StartScores<BYTES> high, low;

    void start(const OmahaBoards& boards, const FourCards<BYTES>& four) {
        high.make(boards.high, boards.players, four, boards.cards);
        if (boards.has_low) low.make(boards.low, boards.players, four, boards.cards);
    }
    void add(const OmahaBoards& boards, const FourCards<BYTES>& four, std::size_t lane, std::size_t count) {
        const Scores<BYTES> of_high = winners<BYTES>(boards.high, high, boards, four, lane);
        const Scores<BYTES> of_low =
            boards.has_low ? winners<BYTES>(boards.low, low, boards, four, lane) : Scores<BYTES>{};
        for (std::size_t i = 0; i < count && i < Signed<BYTES>::SIZE; ++i)
            ++boards
                  .tally[static_cast<std::size_t>(of_high[i]) | static_cast<std::size_t>(of_low[i]) << boards.players];
    }
    void finish(const OmahaBoards&) {}
};

// Two players, high only: wins are counted in the lanes, up to 65,535 each, which two fixed cards do not reach.
template <int BYTES>
struct HeadsUpCounter {
    TripleScores first, second;
    Words<BYTES> won{}, lost{};
    std::uint64_t all = 0;
    Scores<BYTES> numbers{};

    HeadsUpCounter() {
        for (std::size_t i = 0; i < Signed<BYTES>::SIZE; ++i) numbers[i] = static_cast<std::int16_t>(i);
    }
    void start(const OmahaBoards& boards, const FourCards<BYTES>& four) {
        simd::start<BYTES>(boards.high.hands[0], four, boards.cards, first);
        simd::start<BYTES>(boards.high.hands[1], four, boards.cards, second);
    }
    void add(const OmahaBoards& boards, const FourCards<BYTES>& four, std::size_t lane, std::size_t count) {
        const Scores<BYTES> one = fifths<BYTES>(boards.high.hands[0], first, four, boards.cards, lane);
        const Scores<BYTES> two = fifths<BYTES>(boards.high.hands[1], second, four, boards.cards, lane);
        const auto counted = numbers < static_cast<std::int16_t>(count);
        won -= as<Words<BYTES>>((one > two) & counted);
        lost -= as<Words<BYTES>>((two > one) & counted);
        all += count < Signed<BYTES>::SIZE ? count : Signed<BYTES>::SIZE;
    }
    void finish(const OmahaBoards& boards) {
        std::uint64_t wins = 0, losses = 0;
        for (std::size_t i = 0; i < Signed<BYTES>::SIZE; ++i) {
            wins += won[i];
            losses += lost[i];
        }
        boards.tally[1] += wins;
        boards.tally[2] += losses;
        boards.tally[3] += all - wins - losses;
    }
};

// All boards whose first two cards are these.
template <int BYTES, class Counter>
void walk(const OmahaBoards& boards, std::size_t a, std::size_t b) {
    Counter counter;
    const std::size_t last_c = boards.fixed > 2 ? b + 1 : boards.cards - 3;
    for (std::size_t c = b + 1; c <= last_c; ++c) {
        counter.start(boards, FourCards<BYTES>{a, b, c, 0});
        const std::size_t last_d = boards.fixed > 3 ? c + 1 : boards.cards - 2;
        for (std::size_t d = c + 1; d <= last_d; ++d)
            for (std::size_t lane = 0; lane + d + 1 < boards.cards; lane += Signed<BYTES>::SIZE)
                counter.add(boards, FourCards<BYTES>{a, b, c, d}, lane, boards.cards - 1 - d - lane);
    }
    counter.finish(boards);
}

template <int BYTES>
void omaha(const OmahaBoards& boards, std::size_t a, std::size_t b) {
    if (boards.players == 2 && !boards.has_low)
        walk<BYTES, HeadsUpCounter<BYTES>>(boards, a, b);
    else
        walk<BYTES, WinnerSetCounter<BYTES>>(boards, a, b);
}

}  // namespace simd

}  // namespace facevalue::poker
