// The number types ("domains") of the search: values up to sign, as keys with fast comparison and inverse operations.
//
//   Whole        whole results: the magnitude in a machine word.
//   Field<BITS>  fractions: the residue modulo the Mersenne prime p = 2^BITS - 1, without gcd or overflow.
//
// Residues are exact here: two fractions n/d and m/e over the same numbers have |ne - md| <= bound^2 (ratio.hpp). If
// bound^2 < p, equal residues mean equal values, only 0 has residue 0, and a residue up to the bound is a whole number.
// Each domain is valid up to its `BOUND`. Residues have no order. Inverses are computed many at a time (three
// multiplications each). Threads may share a domain.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

// A residue modulo 2^BITS - 1 in 64-bit words, always reduced.
template <int BITS>
class Residue {
  public:
    static constexpr std::size_t WORDS = (BITS + 63) / 64;
    using Words = std::array<std::uint64_t, WORDS>;

    constexpr Residue() = default;
    constexpr explicit Residue(std::uint64_t small) {
        words_[0] = small;
        *this = reduced(*this);
    }

    static constexpr Residue modulus() {
        Residue p;
        p.words_.fill(~0ULL);
        p.words_[WORDS - 1] = TOP;
        return p;
    }

    constexpr bool is_zero() const { return *this == Residue(); }
    constexpr std::uint64_t word(std::size_t i) const { return words_[i]; }
    friend constexpr bool operator==(const Residue&, const Residue&) = default;
    friend constexpr bool operator<(const Residue& a, const Residue& b) {
        for (std::size_t i = WORDS; i-- > 0;)
            if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i];
        return false;
    }

    friend constexpr Residue operator+(const Residue& a, const Residue& b) {
        Residue sum;  // below 2 p < 2^(BITS+1): a spare bit is there for every BITS used
        Uint128 carry = 0;
        for (std::size_t i = 0; i < WORDS; ++i) {
            carry += static_cast<Uint128>(a.words_[i]) + b.words_[i];
            sum.words_[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        return folded(sum);
    }

    friend constexpr Residue operator-(const Residue& a, const Residue& b) { return a + (-b); }

    friend constexpr Residue operator-(const Residue& a) {  // p is all ones: p - a flips the bits
        if (a.is_zero()) return a;
        Residue flipped;
        for (std::size_t i = 0; i < WORDS; ++i) flipped.words_[i] = ~a.words_[i];
        flipped.words_[WORDS - 1] &= TOP;
        return flipped;
    }

    friend constexpr Residue operator*(const Residue& a, const Residue& b) {
        std::array<std::uint64_t, 2 * WORDS> wide{};
        for (std::size_t i = 0; i < WORDS; ++i) {
            Uint128 carry = 0;
            for (std::size_t j = 0; j < WORDS; ++j) {
                carry += static_cast<Uint128>(a.words_[i]) * b.words_[j] + wide[i + j];
                wide[i + j] = static_cast<std::uint64_t>(carry);
                carry >>= 64;
            }
            wide[i + WORDS] = static_cast<std::uint64_t>(carry);
        }
        Residue low, high;  // 2^BITS = 1: the upper half is added to the lower
        for (std::size_t i = 0; i < WORDS; ++i) {
            low.words_[i] = wide[i];
            high.words_[i] = wide[i + WORDS - 1] >> SHIFT | wide[i + WORDS] << (64 - SHIFT);
        }
        low.words_[WORDS - 1] &= TOP;
        return folded(low) + folded(high);
    }

    constexpr Residue inverse() const {  // a^(p-2); all bits of p - 2 are 1 except the second lowest
        Residue power = *this, result(1);
        for (int i = 0; i < BITS; ++i) {
            if (i != 1) result = result * power;
            power = power * power;
        }
        return result;
    }

  private:
    static constexpr int SHIFT = BITS % 64;
    static_assert(SHIFT != 0);
    static constexpr std::uint64_t TOP = (1ULL << SHIFT) - 1;

    static constexpr Residue folded(Residue a) {  // a value below 2^(BITS+1), a spare bit above p
        const std::uint64_t spare = a.words_[WORDS - 1] >> SHIFT;
        a.words_[WORDS - 1] &= TOP;
        Uint128 carry = spare;
        for (std::size_t i = 0; i < WORDS && carry != 0; ++i) {
            carry += a.words_[i];
            a.words_[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        return reduced(a);
    }
    static constexpr Residue reduced(Residue a) {
        while ((a.words_[WORDS - 1] >> SHIFT) != 0) a = folded(a);
        return a == modulus() ? Residue() : a;
    }

    Words words_{};
};

// One word, for the innermost loops.
template <>
class Residue<61> {
  public:
    static constexpr std::size_t WORDS = 1;
    using Words = std::array<std::uint64_t, 1>;

    constexpr Residue() = default;
    constexpr explicit Residue(std::uint64_t small) : word_(reduced((small & P) + (small >> 61))) {}

    constexpr bool is_zero() const { return word_ == 0; }
    constexpr std::uint64_t word(std::size_t) const { return word_; }
    friend constexpr bool operator==(Residue, Residue) = default;
    friend constexpr bool operator<(Residue a, Residue b) { return a.word_ < b.word_; }
    friend constexpr Residue operator+(Residue a, Residue b) { return raw(reduced(a.word_ + b.word_)); }
    friend constexpr Residue operator-(Residue a, Residue b) { return raw(reduced(a.word_ + (P - b.word_))); }
    friend constexpr Residue operator-(Residue a) { return raw(a.word_ == 0 ? 0 : P - a.word_); }
    friend constexpr Residue operator*(Residue a, Residue b) {
        const Uint128 wide = static_cast<Uint128>(a.word_) * b.word_;
        return raw(reduced((static_cast<std::uint64_t>(wide) & P) + static_cast<std::uint64_t>(wide >> 61)));
    }
    constexpr Residue inverse() const {  // a^(p-2) by a chain: powers 2^k - 1 double and join
        const auto shifted = [](Residue x, int times) {
            while (times-- > 0) x = x * x;
            return x;
        };
        const Residue x1 = *this, x2 = shifted(x1, 1) * x1, x4 = shifted(x2, 2) * x2, x8 = shifted(x4, 4) * x4;
        const Residue x16 = shifted(x8, 8) * x8, x32 = shifted(x16, 16) * x16, x48 = shifted(x32, 16) * x16;
        const Residue x56 = shifted(x48, 8) * x8, x58 = shifted(x56, 2) * x2, x59 = shifted(x58, 1) * x1;
        return shifted(x59, 2) * x1;  // 2^61 - 3 = 4 (2^59 - 1) + 1
    }

  private:
    static constexpr std::uint64_t P = (1ULL << 61) - 1;
    static constexpr std::uint64_t reduced(std::uint64_t a) { return a >= P ? a - P : a; }  // of a <= 2 p
    static constexpr Residue raw(std::uint64_t word) {
        Residue residue;
        residue.word_ = word;
        return residue;
    }
    std::uint64_t word_ = 0;
};

// A value up to sign, and whether the original was its negative.
template <class Key>
struct Signed {
    Key key;
    bool negative;
};

template <int BITS>
class Field {
  public:
    using Key = Residue<BITS>;
    using Exact = std::conditional_t<(BITS < 128), std::int64_t, WideInt>;
    // A table entry: the key and its inverse, so that quotients are products.
    struct Entry {
        Key key{};
        Key inverse{};
    };
    // The square of the bound must stay below 2^BITS - 1, and unreduced fractions must fit Exact. Field<1279> is enough
    // for every bound that a solver takes on; what its BOUND says is a power of two, WIDEST_BOUND_BITS.
    static constexpr std::uint64_t BOUND =
        BITS == 61 ? 1'518'500'249 : 1ULL << 62;  // 61: the root of 2^61 - 1, so eight numbers up to 13

    // How much longer than a look-up (a few nanoseconds) these take, in look-ups; reported to the Pulse.
    static constexpr std::uint64_t WORK_OF_A_RESULT = BITS < 128 ? 0 : 50;
    static constexpr std::uint64_t WORK_OF_AN_INVERSION = BITS < 64 ? 100 : BITS < 128 ? 500 : 40'000;

    explicit Field(bool whole_only) : whole_only_(whole_only) {
        bound_.fill(0);
        if (BITS < 128)
            bound_[0] = BOUND;
        else
            bound_[WIDEST_BOUND_BITS / 64] = 1ULL << (WIDEST_BOUND_BITS % 64);
    }

    static constexpr Signed<Key> signed_key(const Key& residue) {
        const Key flipped = -residue;
        return flipped < residue ? Signed<Key>{flipped, true} : Signed<Key>{residue, false};
    }
    static Key residue_of(const Number& number) {
        const bool negative = number.numerator < 0;
        const Key top(static_cast<std::uint64_t>(negative ? -number.numerator : number.numerator));
        const Key ratio =
            number.denominator == 1 ? top : top * Key(static_cast<std::uint64_t>(number.denominator)).inverse();
        return negative ? -ratio : ratio;
    }
    Signed<Key> of(const Number& number) const { return signed_key(residue_of(number)); }

    static Entry entry(const Key& key) { return {key, key.is_zero() ? key : key.inverse()}; }
    static std::uint64_t hash(const Key& key) {
        std::uint64_t h = key.word(0);
        for (std::size_t i = 1; i < Key::WORDS; ++i) h = h * 0x9E3779B97F4A7C15ULL + key.word(i);
        return h;
    }
    bool is_whole(const Key& key) const {
        for (std::size_t i = Key::WORDS; i-- > 0;)
            if (key.word(i) != bound_[i]) return key.word(i) < bound_[i];
        return true;
    }
    bool is_allowed(const Key& key) const { return !whole_only_ || is_whole(key); }

    // The values, up to sign, of a sum of +-a and +-b, and of their product and quotient.
    static Signed<Key> sum(const Key& a, const Key& b) { return signed_key(a + b); }
    static Signed<Key> difference(const Key& a, const Key& b) { return signed_key(a - b); }
    static std::optional<Signed<Key>> product(const Entry& a, const Entry& b) { return signed_key(a.key * b.key); }
    static std::optional<Signed<Key>> quotient(const Entry& a, const Entry& b) {
        if (b.key.is_zero()) return std::nullopt;
        return signed_key(a.key * b.inverse);
    }

    // Is the value certainly larger than the largest of others? Residues do not show it.
    static bool exceeds(const Key&, const Key&) { return false; }

    static Signed<Key> times(const Key& a, const Key& b) { return signed_key(a * b); }

    // Whole::may_make helps only where computing each y takes longer than the sieve.
    template <class Sieve>
    static bool may_make(const Key&, const Key&, const Sieve&) {
        return true;
    }
    static std::uint64_t sieve_hash(const Key& key) { return hash(key) * 0x9E3779B97F4A7C15ULL >> 20; }

    // Inverts all entries except 0 with a single inversion, by products of prefixes.
    static void invert(std::span<Entry> entries) {
        std::vector<Key> prefix(entries.size());
        Key running(1);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            prefix[i] = running;
            if (!entries[i].key.is_zero()) running = running * entries[i].key;
        }
        Key inverse = running.inverse();
        for (std::size_t i = entries.size(); i-- > 0;) {
            if (entries[i].key.is_zero()) continue;
            entries[i].inverse = inverse * prefix[i];
            inverse = inverse * entries[i].key;
        }
    }

  private:
    typename Key::Words bound_{};
    bool whole_only_;
};

// Magnitudes of whole results. All reachable values are below the bound, so larger ones need not be searched.
class Whole {
  public:
    using Key = std::uint64_t;
    using Exact = std::int64_t;
    struct Entry {
        Key key;
    };

    static constexpr Key BOUND = 1ULL << 62;
    static constexpr std::uint64_t WORK_OF_A_RESULT = 0, WORK_OF_AN_INVERSION = 0;
    explicit Whole(bool) {}

    Signed<Key> of(const Number& number) const {
        const bool negative = number.numerator < 0;
        return {static_cast<Key>(negative ? -number.numerator : number.numerator), negative};
    }
    static Entry entry(Key key) { return {key}; }
    static std::uint64_t hash(Key key) { return key; }
    static bool is_whole(Key) { return true; }
    static bool is_allowed(Key) { return true; }
    static Signed<Key> sum(Key a, Key b) { return {a + b, false}; }
    static Signed<Key> difference(Key a, Key b) { return a < b ? Signed<Key>{b - a, true} : Signed<Key>{a - b, false}; }
    std::optional<Signed<Key>> product(const Entry& a, const Entry& b) const {
        const Uint128 wide = static_cast<Uint128>(a.key) * b.key;
        if (wide > BOUND) return std::nullopt;
        return Signed<Key>{static_cast<Key>(wide), false};
    }
    static std::optional<Signed<Key>> quotient(const Entry& a, const Entry& b) {
        if (b.key == 0 || (a.key < b.key && a.key != 0)) return std::nullopt;
        if ((a.key | b.key) >> 32 == 0)  // dividing short words is several times faster on many machines
            return whole_quotient(static_cast<std::uint32_t>(a.key), static_cast<std::uint32_t>(b.key));
        return whole_quotient(a.key, b.key);
    }
    static bool exceeds(Key value, Key most) { return value > most; }
    static Signed<Key> times(Key a, Key b) { return {a * b, false}; }  // of different numbers: in bound
    static void invert(std::span<Entry>) {}

    // Does a sieve pass some y that makes v together with x? `true` may be wrong. Mostly false, which is several times
    // faster than computing each y.
    template <class Sieve>
    static bool may_make(Key v, Key x, const Sieve& sieve) {
        if (sieve.has(v < x ? x - v : v - x) || sieve.has(v + x)) return true;
        if (((v - 1) | (x - 1)) >> 31 != 0) return true;  // one is 0, or their product may not fit
        if (sieve.passes(v * x)) return true;
        const auto a = static_cast<std::uint32_t>(v), b = static_cast<std::uint32_t>(x);
        return a < b ? b % a == 0 && sieve.has(b / a) : a % b == 0 && sieve.has(a / b);
    }
    static std::uint64_t sieve_hash(Key key) { return key; }

  private:
    template <class Int>
    static std::optional<Signed<Key>> whole_quotient(Int a, Int b) {
        if (a % b != 0) return std::nullopt;
        return Signed<Key>{a / b, false};
    }
};

}  // namespace facevalue::numbers
