// Evaluates many hands at once, one in each 16-bit lane of a vector: 1 to 3 ns per hand.
//
// Compiled three times, for vectors of 16, 32 and 64 bytes (simd_*.cpp). Nothing here may call an inline function of
// the standard library: the linker might keep the copy that was compiled for a newer machine. Four vectors with a hand
// in each 64-bit word are transposed to four vectors with one suit each; `table_places` (kev_tables.hpp) runs on whole
// vectors, and only the two look-ups are made hand by hand. A repeated card makes the sum of the cards' bits differ
// from their union.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "poker/cards/kev_tables.hpp"

namespace facevalue::poker {

// Sets of cards, a suit in each array: what `count` completes hands with.
struct SuitArrays {
    const std::uint16_t* suits[SUITS];
};

// Deals whose hands are compared: a board for each deal, then a row of hands for each player. Cards are spaced.
struct Showdowns {
    static constexpr std::size_t STEP = 32;  // divides the count of deals

    const Cards *boards, *hands;
    std::size_t players, count, cards;  // 5 to 7 cards of a hand with its board
};

struct OmahaBoards;
struct CardDraw;
struct CardRows;

// The states of the streams of random words.
inline constexpr std::size_t STREAMS = 8;
struct RandomState {
    std::uint64_t words[4][STREAMS];
};

// Hands in arrays, to be compared with one hand.
struct HandRows {
    static constexpr std::size_t STEP = 8;  // divides their count

    const std::uint64_t *cards, *scores, *weights;  // scores below 2^63
    std::size_t count;
};

// The weight of the hands that share no card with a hand, and of those among them with a lower and the same score.
struct MetWeights {
    std::uint64_t all, beaten, tied;
};

// One compiled version. A row is good if its cards are different and in the deck, and a mask has 5 to 7 of them.
struct SimdKernels {
    const char* name;
    // Writes the values of one or more rows of 5, 6 or 7 ids. False if some row is bad; then the values are invalid.
    bool (*ids)(const std::uint8_t* rows, std::size_t count, std::size_t cards, const std::uint16_t* table,
                std::uint16_t* values);
    bool (*masks)(const Cards* rows, std::size_t count, HandOrder order, std::uint16_t* values);
    // The same without checks, for masks that are known to be good.
    void (*values)(const Cards* rows, std::size_t count, HandOrder order, std::uint16_t* values);
    // Counts by category the hands that `fixed` makes with each of the first `count` sets. Reads up to 64 bytes past
    // them. `lowest` is the lowest rank of the deck.
    void (*count)(Cards fixed, const SuitArrays& sets, std::size_t count, int lowest, std::uint64_t* categories);
    // Adds to the tally who wins on all boards that start with these two cards (omaha_simd.hpp).
    void (*omaha)(const OmahaBoards& boards, std::size_t first, std::size_t second);
    // Writes `count` words for each stream, the streams in turn (random.hpp).
    void (*random)(RandomState& state, std::size_t count, std::uint64_t* words);
    // The sets of players with the highest score, a bit each; scores of 0 win nothing. The scores of player p start at
    // p * stride; the stride is a multiple of 16 and at least the count.
    void (*winners)(const std::uint32_t* scores, std::size_t stride, std::size_t players, std::size_t count,
                    std::uint16_t* sets);
    // Writes a place below the limit for each deal from 16 bits of the words. Returns how many places are unfair, and
    // writes the numbers of their deals.
    std::size_t (*places)(const std::uint64_t* words, std::uint16_t limit, std::size_t count, std::int8_t* places,
                          std::uint16_t* unfair);
    // Converts the drawn places to cards, as numbers of bits.
    void (*move_past)(const CardDraw& draw, std::int8_t* rows);
    // Writes sets of cards: adds the cards in `rows` to the sets in `known`, or to `sets` itself if it is nullptr.
    void (*add_cards)(const CardRows& rows, const Cards* known, Cards* sets);
    // Writes the sets of the players who win each deal, without scores (showdown_simd.hpp).
    void (*showdowns)(const Showdowns& deals, std::uint16_t* sets);
    // What a hand meets in a list of hands.
    MetWeights (*met)(const HandRows& hands, Cards cards, std::uint64_t score);

    static std::span<const SimdKernels* const> compiled();  // work/machine.hpp chooses one
};

namespace simd {

// A hand in 64 bits: the plane of suit s in bits 16 * s to 16 * s + 12.
template <int BYTES>
struct Vector {
    typedef std::uint16_t Words __attribute__((vector_size(BYTES)));
    typedef std::uint64_t Hands __attribute__((vector_size(BYTES)));
    static constexpr std::size_t WORDS = BYTES / 2, HANDS = BYTES / 8;
};

template <int BYTES>
using Words = typename Vector<BYTES>::Words;
template <int BYTES>
using Hands = typename Vector<BYTES>::Hands;

// As many hands as a vector has 16-bit words, with a hand in each 64-bit word.
template <int BYTES>
struct Block {
    Hands<BYTES> rows[SUITS];
};
template <int BYTES>
struct Suits {
    Words<BYTES> clubs, diamonds, hearts, spades;
};

template <class To, class From>
inline To as(const From& from) {
    To to;
    static_assert(sizeof(To) == sizeof(From));
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

template <class To>
inline To read(const void* from) {
    To to;
    __builtin_memcpy(&to, from, sizeof to);
    return to;
}

// Within each 16 bytes: units of so many words from the lower (or upper) halves of a and b, in turns.
template <int BYTES, std::size_t UNIT, std::size_t UPPER, std::size_t... I>
inline Words<BYTES> interleaved(Words<BYTES> a, Words<BYTES> b, std::index_sequence<I...>) {
    return __builtin_shufflevector(
        a, b, (I / 8 * 8 + (I % 8 / UNIT / 2 * UNIT + UPPER * 4 + I % UNIT) + I / UNIT % 2 * sizeof...(I))...);
}
template <int BYTES, std::size_t UNIT, std::size_t UPPER>
inline Words<BYTES> interleaved(Words<BYTES> a, Words<BYTES> b) {
    return interleaved<BYTES, UNIT, UPPER>(a, b, std::make_index_sequence<Vector<BYTES>::WORDS>());
}

template <int BYTES>
inline Suits<BYTES> by_suit(const Block<BYTES>& block) {
    using W = Words<BYTES>;
    const W a = as<W>(block.rows[0]), b = as<W>(block.rows[1]), c = as<W>(block.rows[2]), d = as<W>(block.rows[3]);
    const W even_ab = interleaved<BYTES, 1, 0>(a, b), odd_ab = interleaved<BYTES, 1, 1>(a, b);
    const W even_cd = interleaved<BYTES, 1, 0>(c, d), odd_cd = interleaved<BYTES, 1, 1>(c, d);
    const W minor_ab = interleaved<BYTES, 1, 0>(even_ab, odd_ab), major_ab = interleaved<BYTES, 1, 1>(even_ab, odd_ab);
    const W minor_cd = interleaved<BYTES, 1, 0>(even_cd, odd_cd), major_cd = interleaved<BYTES, 1, 1>(even_cd, odd_cd);
    return {interleaved<BYTES, 4, 0>(minor_ab, minor_cd), interleaved<BYTES, 4, 1>(minor_ab, minor_cd),
            interleaved<BYTES, 4, 0>(major_ab, major_cd), interleaved<BYTES, 4, 1>(major_ab, major_cd)};
}

// The table places of the hands of many blocks, in the order of by_suit.
template <int BYTES>
struct PlaceBuffer {
    static constexpr std::size_t BLOCKS = 16, HANDS = BLOCKS * Vector<BYTES>::WORDS;
    alignas(BYTES) std::uint16_t first[HANDS], second[HANDS];

    void put(std::size_t block, const Block<BYTES>& hands, int lowest) {
        const Suits<BYTES> suits = by_suit<BYTES>(hands);
        const auto [one, two] = table_places(suits.clubs, suits.diamonds, suits.hearts, suits.spades, lowest);
        __builtin_memcpy(first + block * Vector<BYTES>::WORDS, &one, BYTES);
        __builtin_memcpy(second + block * Vector<BYTES>::WORDS, &two, BYTES);
    }
    // Look-ups follow after all vectors, because reading words from memory is faster than extracting them from vectors.
    void write_values(std::size_t blocks, const std::uint16_t* table, std::uint16_t* values) const {
        constexpr std::size_t SIZE = Vector<BYTES>::WORDS;
        for (std::size_t at = 0; at < blocks * SIZE; at += 8) {
            // by_suit has gathered a pair of hands from each of the four rows.
            std::uint16_t* pair = values + at / SIZE * SIZE + at % SIZE / 4;
            for (std::size_t i = 0; i < 8; ++i)
                pair[i / 2 * Vector<BYTES>::HANDS + i % 2] =
                    static_cast<std::uint16_t>(table[first[at + i]] + table[second[at + i]]);
        }
    }
};

template <int BYTES>
inline bool has_any(Hands<BYTES> hands) {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < Vector<BYTES>::HANDS; ++i) any |= hands[i];
    return any != 0;
}

inline constexpr std::uint64_t BYTE_ONES = 0x0101'0101'0101'0101;

template <int BYTES>
inline std::uint64_t row(const std::uint8_t* at) {
    std::uint64_t ids;
    __builtin_memcpy(&ids, at, sizeof ids);
    return ids;
}
template <int BYTES, std::size_t CARDS, std::size_t... I>
inline Hands<BYTES> loaded(const std::uint8_t* rows, std::index_sequence<I...>) {
    return Hands<BYTES>{row<BYTES>(rows + I * CARDS)...};
}

// Reads rows of ids, one to a word, up to three bytes past the last row. `bad` gets bits where a row is bad.
template <int BYTES, std::size_t CARDS>
inline Hands<BYTES> hands_of_ids(const std::uint8_t* rows, Hands<BYTES>& bad) {
    constexpr std::uint64_t ROW = (std::uint64_t{1} << 8 * CARDS) - 1;
    const Hands<BYTES> ids = loaded<BYTES, CARDS>(rows, std::make_index_sequence<Vector<BYTES>::HANDS>()) & ROW;
    // From 52 on, 12 more reaches bit 6; from 128 on bit 7 is there before.
    bad |= (((ids & (0x7F * BYTE_ONES)) + 12 * BYTE_ONES) | ids) & (0xC0 * BYTE_ONES & ROW);
    const Hands<BYTES> places = (ids & (3 * BYTE_ONES)) << 4 | ((ids >> 2) & (63 * BYTE_ONES));
    const Hands<BYTES> one = Hands<BYTES>{} + 1;
    Hands<BYTES> together{}, sum{};
    for (std::size_t i = 0; i < CARDS; ++i) {
        const Hands<BYTES> card = one << (places >> 8 * i & 63);
        together |= card;
        sum += card;
    }
    bad |= together ^ sum;
    return together;
}

// Rows of ids as blocks of hands, and whether all of them were good. MaskRows is the same for masks.
template <int BYTES, std::size_t CARDS>
struct IdRows {
    using Item = std::uint8_t;
    static constexpr int LOWEST = 0;             // rank of the deck
    static constexpr std::size_t ITEMS = CARDS;  // of a row
    static constexpr Item good_item(std::size_t i) { return static_cast<Item>(i % CARDS); }

    const Item* rows;
    Hands<BYTES> bad{};

    Block<BYTES> block(std::size_t number) {
        Block<BYTES> hands;
        for (std::size_t i = 0; i < SUITS; ++i)
            hands.rows[i] = hands_of_ids<BYTES, CARDS>(rows + (number * SUITS + i) * Vector<BYTES>::HANDS * CARDS, bad);
        return hands;
    }
    bool good() const { return !has_any<BYTES>(bad); }
};

template <int BYTES>
inline Hands<BYTES> spread(Hands<BYTES> masks) {
    constexpr std::uint64_t PLANE = ALL_RANKS;
    return (masks & PLANE) | (masks & PLANE << 13) << 3 | (masks & PLANE << 26) << 6 | (masks & PLANE << 39) << 9;
}

template <int BYTES, int LOWEST_RANK>
struct MaskRows {
    using Item = Cards;
    static constexpr int LOWEST = LOWEST_RANK;
    static constexpr std::size_t ITEMS = 1;
    static constexpr Item good_item(std::size_t) { return (Item{1} << LEAST_CARDS) - 1; }

    const Item* rows;
    std::uint64_t cards = 0, sizes = 0;  // all cards that were there, and a bit for each count of them

    Block<BYTES> block(std::size_t number) {
        Block<BYTES> hands;
        for (std::size_t i = 0; i < SUITS; ++i)
            hands.rows[i] = checked(rows + (number * SUITS + i) * Vector<BYTES>::HANDS);
        return hands;
    }
    Hands<BYTES> checked(const Cards* from) {
        for (std::size_t i = 0; i < Vector<BYTES>::HANDS; ++i) {
            cards |= from[i];
            sizes |= std::uint64_t{1} << (__builtin_popcountll(from[i]) & 63);  // 64 wraps to 0, which is bad as well
        }
        Hands<BYTES> masks;
        __builtin_memcpy(&masks, from, sizeof masks);
        return spread<BYTES>(masks);
    }
    bool good() const {
        constexpr std::uint64_t HANDS = (2U << MOST_CARDS) - (1U << LEAST_CARDS);
        return (cards >> DECK | (sizes & ~HANDS)) == 0;
    }
};

// The same without checks.
template <int BYTES, int LOWEST_RANK>
struct KnownRows {
    using Item = Cards;
    static constexpr int LOWEST = LOWEST_RANK;
    static constexpr std::size_t ITEMS = 1;
    static constexpr Item good_item(std::size_t) { return 0; }

    const Item* rows;

    Block<BYTES> block(std::size_t number) const {
        Block<BYTES> hands;
        for (std::size_t i = 0; i < SUITS; ++i) {
            Hands<BYTES> masks;
            __builtin_memcpy(&masks, rows + (number * SUITS + i) * Vector<BYTES>::HANDS, sizeof masks);
            hands.rows[i] = spread<BYTES>(masks);
        }
        return hands;
    }
    bool good() const { return true; }
};

template <int BYTES, class Rows>
void write_blocks(Rows& rows, std::size_t blocks, const std::uint16_t* table, std::uint16_t* values) {
    PlaceBuffer<BYTES> places;
    for (std::size_t done = 0; done < blocks; done += PlaceBuffer<BYTES>::BLOCKS) {
        const std::size_t size =
            blocks - done < PlaceBuffer<BYTES>::BLOCKS ? blocks - done : PlaceBuffer<BYTES>::BLOCKS;
        for (std::size_t i = 0; i < size; ++i) places.put(i, rows.block(done + i), Rows::LOWEST);
        places.write_values(size, table, values + done * Vector<BYTES>::WORDS);
    }
}

// The values of one or more rows. The last block is copied and padded with good rows, so nothing past the rows is
// read.
template <int BYTES, class Rows>
bool values_of(const typename Rows::Item* rows, std::size_t count, const std::uint16_t* table, std::uint16_t* values) {
    constexpr std::size_t SIZE = Vector<BYTES>::WORDS;
    const std::size_t blocks = (count - 1) / SIZE, done = blocks * SIZE;
    typename Rows::Item last[(SIZE + 1) * Rows::ITEMS];
    std::uint16_t last_values[SIZE];
    for (std::size_t i = 0; i < sizeof last / sizeof *last; ++i) last[i] = Rows::good_item(i);
    __builtin_memcpy(last, rows + done * Rows::ITEMS, (count - done) * Rows::ITEMS * sizeof *rows);
    Rows most{rows}, rest{last};
    write_blocks<BYTES>(most, blocks, table, values);
    write_blocks<BYTES>(rest, 1, table, last_values);
    __builtin_memcpy(values + done, last_values, (count - done) * sizeof *values);
    return most.good() && rest.good();
}

template <int BYTES>
bool ids(const std::uint8_t* rows, std::size_t count, std::size_t cards, const std::uint16_t* table,
         std::uint16_t* values) {
    if (cards == 5) return values_of<BYTES, IdRows<BYTES, 5>>(rows, count, table, values);
    if (cards == 6) return values_of<BYTES, IdRows<BYTES, 6>>(rows, count, table, values);
    return values_of<BYTES, IdRows<BYTES, 7>>(rows, count, table, values);
}

template <int BYTES>
bool masks(const Cards* rows, std::size_t count, HandOrder order, std::uint16_t* values) {
    if (order.lowest == SHORT_DECK_LOWEST)
        return values_of<BYTES, MaskRows<BYTES, SHORT_DECK_LOWEST>>(rows, count, order.table, values);
    return values_of<BYTES, MaskRows<BYTES, 0>>(rows, count, order.table, values);
}

template <int BYTES>
void values(const Cards* rows, std::size_t count, HandOrder order, std::uint16_t* values) {
    if (order.lowest == SHORT_DECK_LOWEST)
        values_of<BYTES, KnownRows<BYTES, SHORT_DECK_LOWEST>>(rows, count, order.table, values);
    else
        values_of<BYTES, KnownRows<BYTES, 0>>(rows, count, order.table, values);
}

template <int BYTES, int BITS>
inline Hands<BYTES> rotated(Hands<BYTES> words) {
    return words << BITS | words >> (64 - BITS);
}

// A vector of xoshiro256++ streams.
template <int BYTES>
struct Streams {
    Hands<BYTES> a, b, c, d;

    Hands<BYTES> next() {
        const Hands<BYTES> word = rotated<BYTES, 23>(a + d) + a, shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = rotated<BYTES, 45>(d);
        return word;
    }
};

template <int BYTES>
void random(RandomState& state, std::size_t count, std::uint64_t* words) {
    for (std::size_t stream = 0; stream < STREAMS; stream += Vector<BYTES>::HANDS) {
        const auto load = [&](std::size_t i) { return read<Hands<BYTES>>(state.words[i] + stream); };
        Streams<BYTES> streams{load(0), load(1), load(2), load(3)};
        for (std::size_t i = 0; i < count; ++i) {
            const Hands<BYTES> next = streams.next();
            __builtin_memcpy(words + i * STREAMS + stream, &next, BYTES);
        }
        const Hands<BYTES> after[] = {streams.a, streams.b, streams.c, streams.d};
        for (std::size_t i = 0; i < 4; ++i) __builtin_memcpy(state.words[i] + stream, &after[i], BYTES);
    }
}

template <int BYTES>
void winners(const std::uint32_t* scores, std::size_t stride, std::size_t players, std::size_t count,
             std::uint16_t* sets) {
    typedef std::uint32_t Numbers __attribute__((vector_size(BYTES)));
    const auto load = [&](std::size_t player, std::size_t at) {
        Numbers numbers;
        __builtin_memcpy(&numbers, scores + player * stride + at, BYTES);
        return numbers;
    };
    for (std::size_t at = 0; at < count; at += BYTES / 4) {
        Numbers top = Numbers{} + 1, who{};
        for (std::size_t player = 0; player < players; ++player) {
            const Numbers score = load(player, at);
            top = score > top ? score : top;
        }
        for (std::size_t player = 0; player < players; ++player)
            who |= as<Numbers>(load(player, at) == top) & (Numbers{} + (std::uint32_t{1} << player));
        std::uint32_t each[BYTES / 4];
        __builtin_memcpy(each, &who, BYTES);
        for (std::size_t i = 0; i < BYTES / 4; ++i) sets[at + i] = static_cast<std::uint16_t>(each[i]);
    }
}

template <int BYTES>
inline std::uint64_t sum(Hands<BYTES> numbers) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < Vector<BYTES>::HANDS; ++i) all += numbers[i];
    return all;
}

template <int BYTES>
MetWeights met(const HandRows& hands, Cards cards, std::uint64_t score) {
    typedef std::int64_t Numbers __attribute__((vector_size(BYTES)));  // signed ones are compared faster
    const auto load = [](const std::uint64_t* from) {
        Numbers numbers;
        __builtin_memcpy(&numbers, from, BYTES);
        return numbers;
    };
    const Numbers own = Numbers{} + static_cast<std::int64_t>(cards),
                  limit = Numbers{} + static_cast<std::int64_t>(score);
    Hands<BYTES> all{}, beaten{}, tied{};
    for (std::size_t i = 0; i < hands.count; i += Vector<BYTES>::HANDS) {
        const Numbers weights = load(hands.weights + i) & ((load(hands.cards + i) & own) == 0),
                      scores = load(hands.scores + i);
        all += as<Hands<BYTES>>(weights);
        beaten += as<Hands<BYTES>>(weights & (scores < limit));
        tied += as<Hands<BYTES>>(weights & (scores == limit));
    }
    return {sum<BYTES>(all), sum<BYTES>(beaten), sum<BYTES>(tied)};
}

template <int BYTES>
inline Words<BYTES> words(const std::uint16_t* from, Cards fixed, int suit) {
    Words<BYTES> to;
    __builtin_memcpy(&to, from, sizeof to);
    return to | constant<Words<BYTES>>(static_cast<std::uint16_t>((fixed >> RANKS * suit) & ALL_RANKS));
}

// A lane counts up to 65,535 sets; a deck has only 22,100 sets of three cards.
template <int BYTES>
void count(Cards fixed, const SuitArrays& sets, std::size_t count, int lowest, std::uint64_t* categories) {
    constexpr std::size_t SIZE = Vector<BYTES>::WORDS;
    Words<BYTES> counts[CATEGORIES] = {}, numbers{};
    for (std::size_t i = 0; i < SIZE; ++i) numbers[i] = static_cast<std::uint16_t>(i);
    for (std::size_t done = 0; done < count; done += SIZE) {
        Words<BYTES> kinds = category(
            words<BYTES>(sets.suits[0] + done, fixed, 0), words<BYTES>(sets.suits[1] + done, fixed, 1),
            words<BYTES>(sets.suits[2] + done, fixed, 2), words<BYTES>(sets.suits[3] + done, fixed, 3), lowest);
        if (count - done < SIZE) kinds |= as<Words<BYTES>>(numbers >= static_cast<std::uint16_t>(count - done));
        for (std::size_t i = 0; i < CATEGORIES; ++i)
            counts[i] -= as<Words<BYTES>>(kinds == static_cast<std::uint16_t>(i));
    }
    for (std::size_t i = 0; i < CATEGORIES; ++i)
        for (std::size_t lane = 0; lane < SIZE; ++lane) categories[i] += counts[i][lane];
}

template <int BYTES>
void omaha(const OmahaBoards& boards, std::size_t first, std::size_t second);

template <int BYTES>
std::size_t places(const std::uint64_t* words, std::uint16_t limit, std::size_t count, std::int8_t* places,
                   std::uint16_t* unfair);
template <int BYTES>
void move_past(const CardDraw& draw, std::int8_t* rows);
template <int BYTES>
void add_cards(const CardRows& rows, const Cards* known, Cards* sets);

template <int BYTES>
void showdowns(const Showdowns& deals, std::uint16_t* sets);

template <int BYTES>
inline constexpr SimdKernels all(const char* name) {
    return {name,          ids<BYTES>,     masks<BYTES>,  values<BYTES>,    count<BYTES>,     omaha<BYTES>,
            random<BYTES>, winners<BYTES>, places<BYTES>, move_past<BYTES>, add_cards<BYTES>, showdowns<BYTES>,
            met<BYTES>};
}

}  // namespace simd

extern const SimdKernels PLAIN_KERNELS, AVX2_KERNELS, AVX512_KERNELS;  // the wide ones only on x86-64

}  // namespace facevalue::poker
