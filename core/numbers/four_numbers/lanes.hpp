// FourNumberLanes: evaluates every expression of four whole numbers, with one hand in each lane of a vector.
//
// Compiled once per vector width (lanes_*.cpp). Nothing here may call an inline function of the standard library:
// the linker might keep the copy that was compiled for a newer machine. A tree is (x . y) . z . w or (x . y) . (z . w).
// Pairs and triples are unreduced fractions; the last operation is not computed but compared with the target crosswise.
// A division by zero gives 0/0, and so does all that is made of it. `narrow` and `wide` write one byte per node and
// hand: which of the six last operations hit. 0/0 may hit there wrongly but never hides a hit, so callers check each
// hit exactly. `narrow_any` and `wide_any` are exact: whether any tree hits, a byte per hand; `narrow_some` and
// `wide_some` also try trees of one, two and three of the numbers. Nothing overflows while
// (|target| + 1) * product of (|x| + 1) is below 2^31 for narrow and 2^63 for wide lanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numbers/four_numbers/steps.hpp"

namespace facevalue::numbers {

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
    void (*read)(TreeColumns& trees, std::size_t count);  // steps.hpp
    void (*mark)(TreeColumns& trees, std::size_t count);  // the same without features

    static std::span<const FourNumberLanes* const> compiled();  // work/machine.hpp chooses one
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

    struct Hands {
        Lane x[4], target;

        explicit Hands(const Int* columns) {
            for (std::size_t i = 0; i < 4; ++i) __builtin_memcpy(&x[i], columns + i * HANDS, BYTES);
            __builtin_memcpy(&target, columns + 4 * HANDS, BYTES);
        }
    };

    // All nodes in order: the two sides of their last operations.
    static void run(const Int* columns, std::uint8_t* hits) {
        const Hands hands(columns);
        const auto visit = [&](const Value& a, const auto& b) { write(last(a, b, hands.target), hits); };
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
};

// Does any expression make the target? One tree of each expression is enough, and one of two that differ by their sign:
// 733 trees instead of 3240.
//
// A sum has signed terms, a product has factors over and under the bar. Of its trees, the one with a single division is
// defined wherever another is. A value without a difference makes only the target itself; with a difference, both signs
// can be made by swapping its operands. With SOME, expressions of one, two and three of the numbers also count.
template <class Int, std::size_t BYTES, bool SOME>
class Sift {
    using Vectors = Scan<Int, BYTES>;
    using Lane = typename Vectors::Lane;
    using Truth = typename Vectors::Truth;
    struct Quotient {
        Lane n, d;
    };
    // Of two values in a row, the first is a sum and the second a difference.
    static constexpr bool SIGNS[] = {false, true};

  public:
    static void run(const Int* columns, std::uint8_t* found) {
        Sift sift(columns);
        sift.look();
        Vectors::write(Vectors::where(sift.found_, Lane{} + 1), found);
    }

  private:
    explicit Sift(const Int* columns) : hands_(columns) {}

    void look() {
        for (const PlacePair& pair : PAIRS) look_from(x(pair.a), x(pair.b), x(pair.c), x(pair.d));
        for (std::size_t i = 0; i < HALVES; ++i) look_at_halves(PAIRS[i]);
        look_from_three(x(0), x(1), x(2), x(3));
        look_from_three(x(0), x(1), x(3), x(2));
        look_from_three(x(0), x(2), x(3), x(1));
        look_from_three(x(1), x(2), x(3), x(0));
        look_at_sums_of_four();
        look_at_products_of_four();
        if constexpr (SOME)
            for (const Lane& number : hands_.x) found_ |= number == hands_.target;
    }

    // From a sum or a product of a and b.
    void look_from(Lane a, Lane b, Lane c, Lane d) {
        const Lane sums[] = {a + b, a - b};
        const Quotient products[] = {{a * b, Lane{} + 1}, {a, b}, {b, a}};
        for (const bool sign : SIGNS) {
            look_at_sum_times_two(sums[sign], sign, c, d);
            look_at_sum_times_one(sums[sign], sign, c, d);
            look_at_sum_times_one(sums[sign], sign, d, c);
            if constexpr (SOME) found_ |= is(sums[sign], hands_.target, sign);
        }
        for (const Quotient& product : products) {
            look_at_product_and_two(product, c, d);
            look_at_product_and_one(product, c, d);
            look_at_product_and_one(product, d, c);
            if constexpr (SOME) found_ |= (product.n == hands_.target * product.d) & (product.d != 0);
        }
    }

    // p + c + d, p + c - d, ...
    void look_at_product_and_two(const Quotient& p, Lane c, Lane d) {
        const Lane goal = hands_.target * p.d, sum = (c + d) * p.d, difference = (c - d) * p.d;
        const Truth made = (p.n + sum == goal) | is(p.n - sum, goal, true) | is(p.n + difference, goal, true) |
                           is(p.n - difference, goal, true);
        found_ |= made & (p.d != 0);
    }
    // (p + c) * d, (p - c) / d, ...
    void look_at_product_and_one(const Quotient& p, Lane c, Lane d) {
        const Lane across = c * p.d, goal = hands_.target * p.d, far_goal = goal * d, top = d * p.d;
        const Lane values[] = {p.n + across, p.n - across};
        Truth made{};
        for (const bool sign : SIGNS) {
            made |= is(values[sign] * d, goal, sign) | (is(values[sign], far_goal, sign) & (d != 0)) |
                    (is(hands_.target * values[sign], top, sign) & (values[sign] != 0));
            if constexpr (SOME) made |= is(values[sign], goal, sign);
        }
        found_ |= made & (p.d != 0);
    }
    // s * c + d, s / c - d, c / s + d, ...
    void look_at_sum_times_one(Lane s, bool sign, Lane c, Lane d) {
        const Quotient values[] = {{s * c, Lane{} + 1}, {s, c}, {c, s}};
        for (const Quotient& q : values) {
            const Lane goal = hands_.target * q.d, across = d * q.d;
            Truth made = is(q.n + across, goal, sign) | is(q.n - across, goal, true);
            if constexpr (SOME) made |= is(q.n, goal, sign);
            found_ |= made & (q.d != 0);
        }
    }
    // s * c * d, s * c / d, ...
    void look_at_sum_times_two(Lane s, bool sign, Lane c, Lane d) {
        const Lane both = c * d, left = s * c, right = s * d, goal = hands_.target;
        const Truth under =
            is(both, goal * s, sign) | (is(c, goal * right, sign) & (d != 0)) | (is(d, goal * left, sign) & (c != 0));
        found_ |= is(left * d, goal, sign) | (is(left, goal * d, sign) & (d != 0)) |
                  (is(right, goal * c, sign) & (c != 0)) | (is(s, goal * both, sign) & (both != 0)) |
                  (under & (s != 0));
    }
    // (a + b) * (c - d), a * b + c / d, ...
    void look_at_halves(const PlacePair& pair) {
        const Lane a = x(pair.a), b = x(pair.b), c = x(pair.c), d = x(pair.d);
        const Lane sums[] = {a + b, a - b}, other_sums[] = {c + d, c - d};
        for (const bool first : SIGNS)
            for (const bool second : SIGNS) look_at_sums(sums[first], other_sums[second], first || second);
        const Quotient products[] = {{a * b, Lane{} + 1}, {a, b}, {b, a}};
        const Quotient other_products[] = {{c * d, Lane{} + 1}, {c, d}, {d, c}};
        for (const Quotient& one : products)
            for (const Quotient& other : other_products) look_at_products(one, other);
    }
    void look_at_sums(Lane a, Lane b, bool sign) {
        found_ |= is(a * b, hands_.target, sign) | (is(a, hands_.target * b, sign) & (b != 0)) |
                  (is(b, hands_.target * a, sign) & (a != 0));
    }
    void look_at_products(const Quotient& a, const Quotient& b) {
        const Lane left = a.n * b.d, right = b.n * a.d, bottom = a.d * b.d, goal = hands_.target * bottom;
        found_ |= ((left + right == goal) | is(left - right, goal, true)) & (bottom != 0);
    }
    // From a sum or a product of three numbers, to d.
    void look_from_three(Lane a, Lane b, Lane c, Lane d) {
        const Lane sums[] = {a + b + c, a + b - c, a - b + c, b + c - a};
        for (std::size_t i = 0; i < 4; ++i) {
            look_at_sums(sums[i], d, i > 0);
            if constexpr (SOME) found_ |= is(sums[i], hands_.target, i > 0);
        }
        look_at_product_of_three({a * b * c, Lane{} + 1}, d);
        const Quotient products[] = {{a * b, c}, {a * c, b}, {b * c, a}};
        for (const Quotient& q : products) {
            look_at_product_of_three(q, d);
            look_at_product_of_three({q.d, q.n}, d);
        }
    }
    void look_at_product_of_three(const Quotient& q, Lane d) {
        const Lane goal = hands_.target * q.d, across = d * q.d;
        Truth made = (q.n + across == goal) | is(q.n - across, goal, true);
        if constexpr (SOME) made |= q.n == goal;
        found_ |= made & (q.d != 0);
    }
    // The first number is added, the others are added or subtracted.
    void look_at_sums_of_four() {
        for (unsigned minus = 0; minus < 8; ++minus) {
            Lane sum = x(0);
            for (std::size_t i = 1; i < 4; ++i) sum = (minus >> (i - 1) & 1) != 0 ? sum - x(i) : sum + x(i);
            found_ |= is(sum, hands_.target, minus != 0);
        }
    }
    // At least one number is over the bar.
    void look_at_products_of_four() {
        for (unsigned over = 1; over < 16; ++over) {
            Quotient q{Lane{} + 1, Lane{} + 1};
            for (std::size_t i = 0; i < 4; ++i) {
                Lane& part = (over >> i & 1) != 0 ? q.n : q.d;
                part *= x(i);
            }
            found_ |= (q.n == hands_.target * q.d) & (q.d != 0);
        }
    }

    // Is it the target or, if it has a difference, the negative?
    static Truth is(Lane value, Lane target, bool has_difference) {
        return has_difference ? (value == target) | (value == -target) : value == target;
    }
    Lane x(std::size_t place) const { return hands_.x[place]; }

    typename Vectors::Hands hands_;
    Truth found_{};
};

template <std::size_t BYTES>
constexpr FourNumberLanes all(const char* name) {
    using Narrow = Scan<std::int32_t, BYTES>;
    using Wide = Scan<std::int64_t, BYTES>;
    return {name,
            Narrow::HANDS,
            Wide::HANDS,
            Narrow::run,
            Wide::run,
            Sift<std::int32_t, BYTES, false>::run,
            Sift<std::int64_t, BYTES, false>::run,
            Sift<std::int32_t, BYTES, true>::run,
            Sift<std::int64_t, BYTES, true>::run,
            Steps<BYTES, true>::run,
            Steps<BYTES, false>::run};
}

}  // namespace four_numbers

// The wide ones only on x86-64.
extern const FourNumberLanes FOUR_NUMBERS_PLAIN, FOUR_NUMBERS_AVX2, FOUR_NUMBERS_AVX512;

}  // namespace facevalue::numbers
