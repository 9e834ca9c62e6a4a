// FourNumberLanes: evaluates every expression of four whole numbers, with one hand in each lane of a vector.
//
// Compiled once per vector width (four_number_*.cpp). Nothing here may call an inline function of the standard library:
// the linker might keep the copy that was compiled for a newer machine. A tree is (x . y) . z . w or (x . y) . (z . w).
// Pairs and triples are unreduced fractions; the last operation is not computed but compared with the target crosswise.
// A division by zero gives 0/0, and so does all that is made of it. `narrow` and `wide` write one byte per node and
// hand: which of the six last operations hit. 0/0 may hit there wrongly but never hides a hit, so callers check each
// hit exactly. `narrow_any` and `wide_any` are exact: whether any tree hits, a byte per hand; `narrow_some` and
// `wide_some` say it of the trees of one, two and three of the numbers too. Nothing overflows while
// (|target| + 1) * product of (|x| + 1) is below 2^31 for narrow ones and 2^63 for wide ones.
#pragma once

#include <cstddef>
#include <cstdint>

namespace facevalue::numbers {

// The order of a node's six bits and of the ways to combine a pair: the operations, with - and / in both directions.
enum class Way : std::uint8_t { Add, Multiply, Subtract, SubtractFrom, Divide, DivideInto };
inline constexpr std::size_t WAYS = 6;

struct PlacePair {
    std::size_t a, b, c, d;  // the pair, then the other two places
};
inline constexpr PlacePair PAIRS[] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                      {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
inline constexpr std::size_t PAIR_COUNT = 6;
// Pair i and pair 5 - i together are all four numbers, for i below 3.
inline constexpr std::size_t HALVES = 3;

// Nodes in order: pair, its way, which of the other two comes next (c, then d), its way; then halves, way, way.
inline constexpr std::size_t CHAINS = PAIR_COUNT * WAYS * 2 * WAYS;
inline constexpr std::size_t NODES = CHAINS + HALVES * WAYS * WAYS;
inline constexpr std::size_t MOST_LANES = 16;

// One compiled version. `columns` are the four numbers and the target for a block of hands; `hits` gets NODES rows with
// a byte for each hand, and `found` one row.
struct FourNumberLanes {
    const char* name;
    std::size_t narrow_hands, wide_hands;  // in a block
    void (*narrow)(const std::int32_t* columns, std::uint8_t* hits);
    void (*wide)(const std::int64_t* columns, std::uint8_t* hits);
    void (*narrow_any)(const std::int32_t* columns, std::uint8_t* found);
    void (*wide_any)(const std::int64_t* columns, std::uint8_t* found);
    void (*narrow_some)(const std::int32_t* columns, std::uint8_t* found);
    void (*wide_some)(const std::int64_t* columns, std::uint8_t* found);
};

namespace four_numbers {

template <class Int, std::size_t BYTES>
struct Scan {
    typedef Int Lane __attribute__((vector_size(BYTES)));
    static constexpr std::size_t HANDS = BYTES / sizeof(Int);
    typedef std::uint8_t Bytes __attribute__((vector_size(HANDS)));

    typedef decltype(Lane{} == Lane{}) Truth;

    struct Value {
        Lane n, d;
    };

    static void make(const Value& a, Lane b, Value* made) {
        const Lane across = b * a.d;
        made[0] = {a.n + across, a.d};
        made[1] = {a.n * b, a.d};
        made[2] = {a.n - across, a.d};
        made[3] = {across - a.n, a.d};
        made[4] = {where(across != 0, a.n), across};
        made[5] = {where(a.n != 0, across), a.n};
    }

    static Lane where(Truth holds, Lane value) { return reinterpret_cast<Lane>(holds) & value; }

    static void write(Lane bits, std::uint8_t*& hits) {
        const Bytes bytes = __builtin_convertvector(bits, Bytes);
        __builtin_memcpy(hits, &bytes, sizeof bytes);
        hits += HANDS;
    }

    static Lane bit(Truth holds, Way way) {
        return reinterpret_cast<Lane>(holds) & static_cast<Int>(1 << static_cast<int>(way));
    }

    // Which last operations make the target from a and b.
    static Lane last(const Value& a, Lane b, Lane target) {
        const Lane goal = target * a.d, across = b * a.d;
        return bit(a.n == goal - across, Way::Add) | bit(a.n * b == goal, Way::Multiply) |
               bit(a.n == goal + across, Way::Subtract) | bit(a.n == across - goal, Way::SubtractFrom) |
               bit(a.n == goal * b, Way::Divide) | bit(across == target * a.n, Way::DivideInto);
    }
    static Lane last(const Value& a, const Value& b, Lane target) {
        const Lane left = a.n * b.d, right = b.n * a.d, bottom = a.d * b.d, goal = target * bottom;
        return bit(left + right == goal, Way::Add) | bit(a.n * b.n == goal, Way::Multiply) |
               bit(left - right == goal, Way::Subtract) | bit(right - left == goal, Way::SubtractFrom) |
               bit(left == target * right, Way::Divide) | bit(right == target * left, Way::DivideInto);
    }

    // Whether any last operation makes the target, none of them a division by zero.
    static Truth makes(const Value& a, Lane b, Lane target) {
        const Lane goal = target * a.d, across = b * a.d;
        const Truth divides = ((a.n == goal * b) & (b != 0)) | ((across == target * a.n) & (a.n != 0));
        return ((a.n == goal - across) | (a.n * b == goal) | (a.n == goal + across) | (a.n == across - goal) |
                divides) &
               (a.d != 0);
    }
    static Truth makes(const Value& a, const Value& b, Lane target) {
        const Lane left = a.n * b.d, right = b.n * a.d, bottom = a.d * b.d, goal = target * bottom;
        const Truth divides = ((left == target * right) & (right != 0)) | ((right == target * left) & (left != 0));
        return ((left + right == goal) | (a.n * b.n == goal) | (left - right == goal) | (right - left == goal) |
                divides) &
               (bottom != 0);
    }

    // Whether a number or a result is the target.
    static Truth is(Lane a, Lane target) { return a == target; }
    static Truth is(const Value& a, Lane target) { return (a.n == target * a.d) & (a.d != 0); }

    struct Hands {
        Lane x[4], target;

        explicit Hands(const Int* columns) {
            for (std::size_t i = 0; i < 4; ++i) __builtin_memcpy(&x[i], columns + i * HANDS, BYTES);
            __builtin_memcpy(&target, columns + 4 * HANDS, BYTES);
        }
    };

    // Calls visit(a, b) for the two sides of the last operation of every node, in order; b is a number or a result.
    template <class Visit>
    static void visit_nodes(const Hands& hands, const Visit& visit) {
        Value pairs[PAIR_COUNT][WAYS], triples[WAYS];
        for (std::size_t pair = 0; pair < PAIR_COUNT; ++pair)
            make({hands.x[PAIRS[pair].a], Lane{} + 1}, hands.x[PAIRS[pair].b], pairs[pair]);
        for (std::size_t pair = 0; pair < PAIR_COUNT; ++pair) {
            const Lane c = hands.x[PAIRS[pair].c], d = hands.x[PAIRS[pair].d];
            for (const Value& value : pairs[pair]) {
                make(value, c, triples);
                for (const Value& triple : triples) visit(triple, d);
                make(value, d, triples);
                for (const Value& triple : triples) visit(triple, c);
            }
        }
        for (std::size_t pair = 0; pair < HALVES; ++pair)
            for (const Value& a : pairs[pair])
                for (const Value& b : pairs[PAIR_COUNT - 1 - pair]) visit(a, b);
    }

    static void run(const Int* columns, std::uint8_t* hits) {
        const Hands hands(columns);
        visit_nodes(hands, [&](const Value& a, const auto& b) { write(last(a, b, hands.target), hits); });
    }

    static void run_any(const Int* columns, std::uint8_t* found) {
        const Hands hands(columns);
        Truth any{};
        visit_nodes(hands, [&](const Value& a, const auto& b) { any |= makes(a, b, hands.target); });
        write(where(any, Lane{} + 1), found);
    }

    // Each number, pair and triple is a side of some node.
    static void run_some(const Int* columns, std::uint8_t* found) {
        const Hands hands(columns);
        const Lane target = hands.target;
        Truth any{};
        visit_nodes(hands,
                    [&](const Value& a, const auto& b) { any |= makes(a, b, target) | is(a, target) | is(b, target); });
        write(where(any, Lane{} + 1), found);
    }
};

template <std::size_t BYTES>
constexpr FourNumberLanes all(const char* name) {
    using Narrow = Scan<std::int32_t, BYTES>;
    using Wide = Scan<std::int64_t, BYTES>;
    return {name,          Narrow::HANDS,    Wide::HANDS,   Narrow::run, Wide::run, Narrow::run_any,
            Wide::run_any, Narrow::run_some, Wide::run_some};
}

}  // namespace four_numbers

extern const FourNumberLanes FOUR_NUMBERS_PLAIN;
#if defined(__x86_64__)
extern const FourNumberLanes FOUR_NUMBERS_AVX2, FOUR_NUMBERS_AVX512;
#endif

}  // namespace facevalue::numbers
