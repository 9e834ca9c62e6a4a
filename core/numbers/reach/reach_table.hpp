// ReachTable: the whole values that some numbers make, stored for combining them in bulk.
//
// Values are ascending. Those below some spans of the targets are also kept as bits, forward and mirrored, so that
// adding or subtracting a number is one shifted OR, and the values between two small bounds are found at once. Values
// are below 2^32. Threads may read a finished table.
//
// A sum of several terms is made by adding a smallest term to the rest, or by subtracting; a term is a given number or
// a product or quotient. A product of several factors is made by multiplying the rest by a smallest factor, and with a
// divisor by dividing the rest by it, which leaves the rest whole; a factor is a given number, a sum or a difference.
// So a table lists its terms and factors, for the smaller part of each split. What is lost without zero, x + (a - b)
// with a = b, is x * (a / b). So this needs all four operations; without one of them, every value counts as both.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "work/sorting.hpp"

namespace facevalue::numbers {

using Word = std::uint64_t;
inline constexpr std::size_t WORD_BITS = 64;

// Two words at any address, written as a vector because GCC compiles a loop over words to slower code.
typedef Word TwoWords __attribute__((vector_size(2 * sizeof(Word))));

inline TwoWords two_words(const Word* at) {
    TwoWords words;
    __builtin_memcpy(&words, at, sizeof words);
    return words;
}

// out[t] |= bits[t + by], for every t of so many words; one word more is read.
inline void or_shifted(Word* out, std::size_t words, const Word* bits, std::size_t by) {
    const Word* from = bits + by / WORD_BITS;
    const int shift = static_cast<int>(by % WORD_BITS), rest = static_cast<int>(WORD_BITS) - 1 - shift;
    std::size_t i = 0;
    for (; i + 2 <= words; i += 2) {
        const TwoWords both = two_words(out + i) | two_words(from + i) >> shift | two_words(from + i + 1) << 1 << rest;
        __builtin_memcpy(out + i, &both, sizeof both);
    }
    if (i < words) out[i] |= from[i] >> shift | from[i + 1] << 1 << rest;
}

inline void set_bit(Word* bits, std::uint64_t at) { bits[at / WORD_BITS] |= Word{1} << (at % WORD_BITS); }
inline bool has_bit(const Word* bits, std::uint64_t at) { return (bits[at / WORD_BITS] >> (at % WORD_BITS) & 1) != 0; }

// The first of ascending values that is not below `least`. Without branches, because they would be mispredicted.
inline const std::uint32_t* first_at_least(std::span<const std::uint32_t> values, std::uint64_t least) {
    const std::uint32_t* first = values.data();
    for (std::size_t left = values.size(); left > 0;) {
        const std::size_t half = (left + 1) / 2;
        first += first[half - 1] < least ? half : 0;
        left -= half;
    }
    return first;
}

// Divides by x where that is exact, for numbers below 2^32: for odd x, y times the inverse of x modulo 2^32 is the
// quotient, or above all quotients (Granlund and Montgomery, "Division by invariant integers using multiplication",
// 1994). Never called with 0.
class Divisor {
  public:
    explicit Divisor(std::uint32_t x)
        : x_(x),
          twos_(x == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(x))),
          most_(x == 0 ? 0 : ~std::uint32_t{0} / x) {
        const std::uint32_t odd = x >> twos_;
        inverse_ = odd;                                              // correct in 3 bits
        for (int i = 0; i < 4; ++i) inverse_ *= 2 - odd * inverse_;  // correct in twice as many each time
    }
    std::uint64_t x() const { return x_; }
    // y / x if that is exact, else more than most().
    std::uint32_t quotient(std::uint32_t y) const {
        const std::uint32_t product = y * inverse_;
        return product >> twos_ | product << (-twos_ & 31);  // std::rotr tests the sign
    }
    std::uint32_t most() const { return most_; }

  private:
    std::uint32_t x_, twos_, most_, inverse_;
};

// Memory for the contents of the tables, freed with all of them. Each block is four times the last: GNU's allocator
// keeps what one call has freed for the next one, up to twice the largest block that it has met.
class Arena {
  public:
    template <class Thing>
    std::span<Thing> room(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<Thing> && alignof(Thing) <= ALIGNMENT);
        const std::size_t bytes = (count * sizeof(Thing) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (bytes > left_) {
            const std::size_t size = std::max(bytes, 4 * block_);
            std::unique_ptr<std::byte[]> block(new std::byte[size]);  // not set to 0
            blocks_.push_back(std::move(block));
            free_ = blocks_.back().get();
            left_ = block_ = size;
        }
        Thing* things = reinterpret_cast<Thing*>(free_);
        free_ += bytes;
        left_ -= bytes;
        return {things, count};
    }
    template <class Thing>
    std::span<const Thing> copy(const std::vector<std::uint32_t>& values) {
        const std::span<Thing> things = room<Thing>(values.size());
        std::uninitialized_copy(values.begin(), values.end(), things.data());
        return things;
    }

  private:
    static constexpr std::size_t ALIGNMENT = alignof(Word);
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::byte* free_ = nullptr;
    std::size_t left_ = 0, block_ = 1 << 14;
};

// What makes a table besides its row, in any order, with repeats: its terms and factors if it lists them, and values
// without bits.
struct RawValues {
    std::vector<std::uint32_t> terms, factors, large;
    std::vector<std::uint32_t> values, spare;  // while the table is finished
    void clear() {
        terms.clear();
        factors.clear();
        large.clear();
    }
};

class ReachTable {
  public:
    // How far the bits reach, in spans of the targets: far enough that few differences need the values.
    static constexpr std::size_t SPANS = 3;

    // What is listed: no terms and factors, or only these, or all values as both.
    enum class Parts : std::uint8_t { None, Smallest, All };

    // Starts with no values, and a row of bits for sums and differences below the span. `words`: the length of the
    // targets as bits.
    Word* start(std::size_t words, Arena& arena) {
        words_ = words;
        span_ = SPANS * words * WORD_BITS;
        bits_ = arena.room<Word>(words + 2 * SPANS * words + words + 2);
        std::fill(bits_.begin(), bits_.end(), Word{0});
        mirrored_ = words + SPANS * words + 1;
        return bits_.data() + words;
    }
    // While there are no products: the row and raw.large are the sums and differences, or a given number.
    void list_factors(RawValues& raw) const {
        for_bits(0, span() - 1, [&](std::uint64_t sum) { raw.factors.push_back(static_cast<std::uint32_t>(sum)); });
        raw.factors.insert(raw.factors.end(), raw.large.begin(), raw.large.end());
    }
    // No value is above `most`.
    void finish(RawValues& raw, Parts parts, std::uint64_t most, Arena& arena) {
        keep_values(raw, most, arena);
        if (parts == Parts::None) return;
        if (parts == Parts::All) raw.factors.assign(values_.begin(), values_.end());
        terms_ = parts == Parts::All ? values_ : arena.copy<std::uint32_t>(different(raw.terms));
        factors_ = arena.copy<Divisor>(different(raw.factors));
    }

    std::span<const std::uint32_t> values() const { return values_; }
    std::span<const std::uint32_t> large() const { return values_.subspan(small_); }  // without bits
    std::span<const std::uint32_t> at_least(std::uint64_t least) const {
        // So many values at most are below `least`.
        const auto below = values_.first(std::min<std::uint64_t>(values_.size(), least));
        return values_.subspan(static_cast<std::size_t>(first_at_least(below, least) - values_.data()));
    }
    // The values between two bounds, both included.
    std::span<const std::uint32_t> between(std::uint64_t least, std::uint64_t most) const {
        const std::span<const std::uint32_t> from = least > values_.back() ? values_.last(0) : at_least(least);
        return values_.back() <= most
                   ? from
                   : std::span(from.data(), std::max(from.data(), first_at_least(values_, most + 1)));
    }
    bool has(std::uint64_t value) const {
        if (value < span_) return has_bit(bits_.data() + words_, value);
        const std::uint32_t* at = first_at_least(large(), value);
        return at != values_.data() + values_.size() && *at == value;
    }
    std::span<const std::uint32_t> terms() const { return terms_; }
    std::span<const Divisor> factors() const { return factors_; }

    // Calls visit(value) for the values between two bounds, both included, ascending.
    template <class Visit>
    void for_between(std::uint64_t least, std::uint64_t most, Visit visit) const {
        most = std::min<std::uint64_t>(most, values_.back());
        if (least > most) return;
        if (least < span()) for_bits(least, std::min(most, span() - 1), visit);
        for_large(least, most, visit);
    }
    // Calls visit(t) for each t between two bounds, both included, where t * x is a value; x is not 0.
    template <class Visit>
    void for_quotients(const Divisor& x, std::uint64_t least, std::uint64_t most, Visit visit) const {
        const std::span<const std::uint32_t> ys = between(least * x.x(), most * x.x());
        // Collects some without branches, because they would be mispredicted.
        std::array<std::uint32_t, 64> quotients;
        for (std::size_t i = 0; i < ys.size();) {
            std::size_t count = 0;
            for (const std::size_t end = std::min(i + quotients.size(), ys.size()); i < end; ++i) {
                quotients[count] = x.quotient(ys[i]);
                count += quotients[count] <= x.most() ? 1 : 0;
            }
            for (std::size_t at = 0; at < count; ++at) visit(quotients[at]);
        }
    }

    // Values below this have bits.
    std::uint64_t span() const { return span_; }
    // out[t] |= "has t"
    void or_values(Word* out) const {
        const Word* bits = bits_.data() + words_;
        for (std::size_t i = 0; i < words_; ++i) out[i] |= bits[i];
    }
    // out[t] |= "has t - x"; x at most the bits of the targets.
    void or_sums(Word* out, std::uint64_t x) const { or_shifted(out, words_, bits_.data(), words_ * WORD_BITS - x); }
    // out[t] |= "has t + x" and "has x - t", where can_subtract(x).
    void or_differences(Word* out, std::uint64_t x) const {
        or_shifted(out, words_, bits_.data() + words_, x);
        or_shifted(out, words_, bits_.data() + mirrored_, span() - 1 - x);
    }
    bool can_subtract(std::uint64_t x) const { return x + words_ * WORD_BITS <= span(); }

    // For x up to the bits of the targets and the values with bits, sets bits of a row of the span: row[y + x].
    void add_sums(Word* row, std::uint64_t x) const {
        const std::size_t words = std::min<std::uint64_t>(SPANS * words_, (largest_small() + x) / WORD_BITS + 1);
        or_shifted(row, words, bits_.data(), words_ * WORD_BITS - x);
    }
    // The same for row[y - x] and row[x - y].
    void add_differences(Word* row, std::uint64_t x) const {
        if (largest_small() >= x) {
            const std::size_t words = (largest_small() - x) / WORD_BITS + 1;
            or_shifted(row, words, bits_.data() + words_, x);
        }
        or_shifted(row, x / WORD_BITS + 1, bits_.data() + mirrored_, span() - 1 - x);
    }

  private:
    static std::vector<std::uint32_t>& different(std::vector<std::uint32_t>& values) {
        sort_items(values);
        values.erase(std::unique(values.begin(), values.end()), values.end());
        return values;
    }

    // Moves the different large values to the front, and returns how many there are.
    static std::size_t keep_different(std::span<std::uint32_t> raw, std::vector<std::uint32_t>& met) {
        // A hash table of value + 1, at most a quarter full.
        const std::size_t size = std::bit_ceil(4 * raw.size() + 1);
        const int shift = 64 - std::countr_zero(size);
        met.assign(size, 0);
        std::size_t kept = 0;
        for (const std::uint32_t value : raw) {
            std::size_t at = value * 0x9E3779B97F4A7C15ULL >> shift;
            while (met[at] != 0 && met[at] != value + 1) at = (at + 1) & (size - 1);
            const std::size_t is_new = met[at] == 0 ? 1 : 0;  // no branch, because it would be mispredicted
            met[at] = value + 1;
            raw[kept] = value;
            kept += is_new;
        }
        return kept;
    }

    // Byte by byte from the lowest, if there are many.
    static void sort(std::span<std::uint32_t> values, std::vector<std::uint32_t>& spare) {
        if (values.size() < 256) return sort_items(values);
        spare.resize(values.size());
        std::span<std::uint32_t> from = values, to = spare;
        for (int shift = 0; shift < 32; shift += 8) {  // four times, so they end where they began
            std::array<std::uint32_t, 257> next{};
            for (const std::uint32_t value : from) ++next[(value >> shift & 255) + 1];
            std::partial_sum(next.begin(), next.end(), next.begin());
            for (const std::uint32_t value : from) to[next[value >> shift & 255]++] = value;
            std::swap(from, to);
        }
    }

    // Lists the values that have bits and, sorted, the different large ones.
    void keep_values(RawValues& raw, std::uint64_t most, Arena& arena) {
        const std::size_t large = raw.large.empty() ? 0 : keep_different(raw.large, raw.spare);
        sort(std::span(raw.large).first(large), raw.spare);
        Word* mirrored = bits_.data() + mirrored_;
        raw.values.clear();
        for_bits(0, std::min(span() - 1, most), [&](std::uint64_t value) {
            raw.values.push_back(static_cast<std::uint32_t>(value));
            set_bit(mirrored, span() - 1 - value);
        });
        small_ = raw.values.size();
        raw.values.insert(raw.values.end(), raw.large.begin(), raw.large.begin() + static_cast<std::ptrdiff_t>(large));
        values_ = arena.copy<std::uint32_t>(raw.values);
    }

    // The same as for_between, for values without bits.
    template <class Visit>
    void for_large(std::uint64_t least, std::uint64_t most, Visit visit) const {
        if (most < span()) return;
        const std::uint32_t *y = first_at_least(large(), least), *end = values_.data() + values_.size();
        for (; y != end && *y <= most; ++y) visit(*y);
    }
    template <class Visit>
    void for_bits(std::uint64_t least, std::uint64_t most, Visit visit) const {
        const Word* bits = bits_.data() + words_;
        Word word = bits[least / WORD_BITS] & ~Word{0} << (least % WORD_BITS);
        for (std::uint64_t at = least / WORD_BITS, last = most / WORD_BITS;; word = bits[++at]) {
            if (at == last) word &= ~Word{0} >> (WORD_BITS - 1 - most % WORD_BITS);
            for (; word != 0; word &= word - 1)
                visit(at * WORD_BITS + static_cast<std::uint64_t>(std::countr_zero(word)));
            if (at == last) return;
        }
    }

    std::uint64_t largest_small() const { return small_ == 0 ? 0 : values_[small_ - 1]; }

    std::span<const std::uint32_t> values_, terms_;
    std::span<const Divisor> factors_;
    std::size_t small_ = 0;  // values that have bits
    // Zeros, the bits of the values, a zero, the mirrored bits, zeros; shifts may read beyond either end.
    std::span<Word> bits_;
    std::size_t words_ = 0, mirrored_ = 0;
    std::uint64_t span_ = 0;
};

// The results between two bounds, both included; `most` is at least 1 and below 2^32.
struct Window {
    std::uint64_t least, most;

    // Also false if the result wrapped below 0.
    bool has(std::uint64_t result) const { return result - least <= most - least; }
};

// The results of x and values of a table that fall into the window, for one operation: take(result). The table is not
// empty.
namespace results {

inline std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

inline bool is_divisible(std::uint64_t x, std::uint64_t y) {
    return static_cast<std::uint32_t>(x) % static_cast<std::uint32_t>(y) == 0;
}

template <class Take>
void differences(std::uint64_t x, const ReachTable& ys, const Window& window, Take take) {
    ys.for_between(x + window.least, x + window.most, [&](std::uint64_t y) { take(y - x); });
    if (x < window.least) return;
    ys.for_between(x > window.most ? x - window.most : 0, x - window.least, [&](std::uint64_t y) { take(x - y); });
}

template <class Take>
void products(const Divisor& divisor, const ReachTable& ys, const Window& window, Take take) {
    const std::uint64_t x = divisor.x();
    if (x == 0 && window.least == 0) take(std::uint64_t{0});
    if (x == 0 || (x > window.most && window.least > 0)) return;
    for (const std::uint64_t y : ys.at_least(divided_up(window.least, x))) {
        if (x * y > window.most) break;
        take(x * y);
    }
}

// y / x
template <class Take>
void quotients_by(const Divisor& x, const ReachTable& ys, const Window& window, Take take) {
    if (x.x() != 0) ys.for_quotients(x, window.least, window.most, take);
}

// x / y, where it is enough to divide by the factors of the table: dividing by other values divides by several factors.
template <class Take>
void quotients_by_factors(std::uint64_t x, const ReachTable& ys, const Window& window, Take take) {
    for (const Divisor& y : ys.factors()) {
        const std::uint32_t quotient = y.quotient(static_cast<std::uint32_t>(x));
        if (quotient <= y.most() && y.x() != 0 && window.has(quotient)) take(quotient);
    }
}

// x / y
template <class Take>
void quotients_of(std::uint64_t x, const ReachTable& ys, const Window& window, Take take) {
    if (x == 0) {
        if (window.least == 0 && ys.values().back() > 0) take(std::uint64_t{0});
        return;
    }
    if (x < window.least) return;
    ys.for_between(divided_up(x, window.most), x / std::max<std::uint64_t>(window.least, 1), [&](std::uint64_t y) {
        if (is_divisible(x, y)) take(x / y);
    });
}

}  // namespace results

}  // namespace facevalue::numbers
