// Finds the winners of many deals at once without tables: one deal in each 16-bit lane of a vector.
//
// The strength of a hand is two numbers, compared one after the other. The first has the category in three bits, above
// the ranks that decide it: of pairs, threes and fours, or of a flush, or the highest of a straight. The second has the
// kickers: the lowest of the other ranks are dropped. Both are signed, because SSE and AVX2 only compare signed
// numbers.
#pragma once

#include "poker/lanes/simd.hpp"

namespace facevalue::poker::simd {

template <int BYTES>
struct Lanes {
    typedef std::int16_t Numbers __attribute__((vector_size(BYTES)));
};
template <int BYTES>
using Numbers = typename Lanes<BYTES>::Numbers;

template <int BYTES>
struct Strength {
    Numbers<BYTES> main, kickers;
};

// A pair is a high card with a rank that decides.
enum class Level : std::uint16_t { HighCard, TwoPair, Three, Straight, Flush, FullHouse, Four, StraightFlush };

template <class Lane>
inline Lane lane(Level level) {
    return constant<Lane>(static_cast<std::uint16_t>((static_cast<unsigned>(level) << RANKS) ^ 0x8000));
}

// The ranks of the suit that has five or more of `cards`, and the best five of them; 0 without a flush.
template <int BYTES>
struct Flush {
    Words<BYTES> all, best;
};

template <int BYTES>
inline Flush<BYTES> flush_of(const Suits<BYTES>& suits, std::size_t cards) {
    using Lane = Words<BYTES>;
    const Lane each[] = {suits.clubs, suits.diamonds, suits.hearts, suits.spades};
    Lane all{}, above{};  // the lowest four
    for (const Lane suit : each) {
        const Lane rest = without_lowest(without_lowest(without_lowest(without_lowest(suit))));
        all = rest != 0 ? suit : all;
        above |= rest;
    }
    Lane best = all;
    for (std::size_t more = LEAST_CARDS; more < cards; ++more) {
        above = without_lowest(above);
        best = above != 0 ? without_lowest(best) : best;
    }
    return {all, best};
}

// The highest ranks of straights; the bits of one hand are in a row.
template <class Lane>
inline Lane top_of_straights(Lane bits) {
    return (bits & ~(bits >> 1)) >> 1;
}

template <int BYTES>
inline Strength<BYTES> strength_of(const Suits<BYTES>& suits, std::size_t cards) {
    using Lane = Words<BYTES>;
    const auto [once, twice, three, four] = multiples(suits.clubs, suits.diamonds, suits.hearts, suits.spades);
    const Lane second_pair = without_lowest(twice), second_three = without_lowest(three), none{};
    const Lane pairs = without_lowest(second_pair) != 0 ? second_pair : twice;
    const Lane best_three = second_three != 0 ? second_three : three;
    const Lane of_pairs = second_pair != 0 ? lane<Lane>(Level::TwoPair) : lane<Lane>(Level::HighCard);
    const Lane of_three = second_pair != 0 ? lane<Lane>(Level::FullHouse) : lane<Lane>(Level::Three);
    const Lane of_multiples = four != 0 ? lane<Lane>(Level::Four) : three != 0 ? of_three : of_pairs;
    const Lane multiple = four != 0 ? four : three != 0 ? best_three : pairs;
    // With more than five cards, the lowest others are not played; but one stays.
    Lane others = (of_multiples == lane<Lane>(Level::FullHouse) ? twice : once) ^ multiple, kickers = others;
    for (std::size_t more = LEAST_CARDS; more < cards; ++more) {
        others = without_lowest(others);
        kickers = others != 0 ? others : kickers;
    }
    const auto [flush, best_flush] = flush_of<BYTES>(suits, cards);
    const Lane straight = top_of_straights(straight_bits<Lane>(flush != 0 ? flush : once));
    const Lane of_straight = flush != 0 ? lane<Lane>(Level::StraightFlush) : lane<Lane>(Level::Straight);
    const Lane of_others = flush != 0 ? lane<Lane>(Level::Flush) : of_multiples;
    const Lane of_ranks = flush != 0 ? best_flush : multiple;
    const Lane main = straight != 0 ? of_straight + straight : of_others + of_ranks;
    return {as<Numbers<BYTES>>(main), as<Numbers<BYTES>>((flush | straight) != 0 ? none : kickers)};
}

template <int BYTES>
inline Suits<BYTES> suits_of(const Cards* hands, const Cards* boards) {
    Block<BYTES> block;
    for (std::size_t i = 0; i < SUITS; ++i) {
        const std::size_t at = i * Vector<BYTES>::HANDS;
        block.rows[i] = read<Hands<BYTES>>(hands + at) | read<Hands<BYTES>>(boards + at);
    }
    return by_suit<BYTES>(block);
}

// The players with the highest strength so far, and this strength.
template <int BYTES>
struct Leaders {
    Words<BYTES> sets;
    Strength<BYTES> strength;

    void meet(std::size_t player, const Strength<BYTES>& own) {
        const auto& [main, kickers] = strength;
        const Numbers<BYTES> as_main = own.main == main;
        const Numbers<BYTES> wins = (own.main > main) | (as_main & (own.kickers > kickers));
        const Numbers<BYTES> ties = as_main & (own.kickers == kickers);
        const Words<BYTES> bit = constant<Words<BYTES>>(static_cast<std::uint16_t>(1U << player));
        sets = wins != 0 ? bit : sets | (bit & as<Words<BYTES>>(ties));
        strength = {wins != 0 ? own.main : main, wins != 0 ? own.kickers : kickers};
    }
};

// Puts lanes from the order of by_suit back in the order of the deals.
template <int BYTES, std::size_t... I>
inline Words<BYTES> in_order(Words<BYTES> lanes, std::index_sequence<I...>) {
    typedef std::uint32_t Pairs __attribute__((vector_size(BYTES)));
    constexpr std::size_t ROW = BYTES / 16;
    const Pairs pairs = as<Pairs>(lanes);
    return as<Words<BYTES>>(__builtin_shufflevector(pairs, pairs, (I % ROW * SUITS + I / ROW)...));
}

template <int BYTES, std::size_t CARDS>
void showdowns_of(const Showdowns& deals, std::uint16_t* sets) {
    static_assert(Showdowns::STEP % Vector<BYTES>::WORDS == 0);
    for (std::size_t at = 0; at < deals.count; at += Vector<BYTES>::WORDS) {
        const auto strength = [&](std::size_t player) {
            const Cards* hands = deals.hands + player * deals.count + at;
            return strength_of<BYTES>(suits_of<BYTES>(hands, deals.boards + at), CARDS);
        };
        Leaders<BYTES> leaders{constant<Words<BYTES>>(1), strength(0)};
        for (std::size_t player = 1; player < deals.players; ++player) leaders.meet(player, strength(player));
        const auto ordered = in_order<BYTES>(leaders.sets, std::make_index_sequence<BYTES / 4>());
        __builtin_memcpy(sets + at, &ordered, BYTES);
    }
}

template <int BYTES>
void showdowns(const Showdowns& deals, std::uint16_t* sets) {
    if (deals.cards == 5) return showdowns_of<BYTES, 5>(deals, sets);
    if (deals.cards == 6) return showdowns_of<BYTES, 6>(deals, sets);
    return showdowns_of<BYTES, 7>(deals, sets);
}

}  // namespace facevalue::poker::simd
