// ReachTable: the whole values that some numbers make, stored for combining them in bulk.
//
// Values are grouped into ranges by their leading bits, so the values between two bounds are contiguous with few
// others; sorting them completely would take longer than everything else. Small values are also kept as bits, forward
// and mirrored, so that adding or subtracting a number is one shifted OR. Values are below 2^32. Threads may read a
// filled table.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace facevalue::numbers {

using Word = std::uint64_t;
inline constexpr std::size_t WORD_BITS = 64;

template <std::size_t FIXED>
void or_shifted_fixed(Word* __restrict out, const Word* __restrict from, int shift) {
    for (std::size_t i = 0; i < FIXED; ++i) out[i] |= (from[i] >> shift) | (from[i + 1] << 1 << (63 - shift));
}

// out[t] |= bits[t + by], for every t of so many words; one word more is read.
inline void or_shifted(Word* __restrict out, std::size_t words, const Word* __restrict bits, std::size_t by) {
    const Word* from = bits + by / WORD_BITS;
    const int shift = static_cast<int>(by % WORD_BITS);
    if (words == 16) return or_shifted_fixed<16>(out, from, shift);  // targets below 1024 fit in registers
    for (std::size_t i = 0; i < words; ++i) out[i] |= (from[i] >> shift) | (from[i + 1] << 1 << (63 - shift));
}

inline void set_bit(Word* bits, std::uint64_t at) { bits[at / WORD_BITS] |= Word{1} << (at % WORD_BITS); }
inline bool has_bit(const Word* bits, std::uint64_t at) { return (bits[at / WORD_BITS] >> (at % WORD_BITS) & 1) != 0; }

class ReachTable {
  public:
    // Takes values in any order, with repeats. `words` is how many words hold the targets as bits.
    void fill(std::vector<std::uint32_t>& raw, std::size_t words) {
        words_ = words;
        put_in_steps(raw);
        bits_.assign(words + 2 * SPANS * words + words + 2, 0);
        mirrored_ = words + SPANS * words + 1;
        for (const std::uint32_t value : around(0, span() - 1)) {
            if (value >= span()) continue;
            set_bit(bits_.data() + words_, value);
            set_bit(bits_.data() + mirrored_, span() - 1 - value);
        }
    }

    const std::vector<std::uint32_t>& values() const { return values_; }

    // The values between two bounds, both included, and some others near the bounds.
    std::span<const std::uint32_t> around(std::uint64_t least, std::uint64_t most) const {
        const std::uint64_t last = std::min<std::uint64_t>(most, largest_);
        if (least > last) return {};
        const std::size_t first = starts_[step(static_cast<std::uint32_t>(least))];
        const std::size_t end = starts_[step(static_cast<std::uint32_t>(last)) + 1];
        return {values_.data() + first, end - first};
    }

    // Values below this have bits.
    std::uint64_t span() const { return SPANS * words_ * WORD_BITS; }

    // out[t] |= "has t"
    void or_values(Word* out) const {
        for (std::size_t i = 0; i < words_; ++i) out[i] |= bits_[words_ + i];
    }
    // out[t] |= "has t - x"; x at most the bits of the targets.
    void or_sums(Word* out, std::uint64_t x) const { or_shifted(out, words_, bits_.data(), words_ * WORD_BITS - x); }
    // out[t] |= "has t + x" and "has x - t", where can_subtract(x).
    void or_differences(Word* out, std::uint64_t x) const {
        or_shifted(out, words_, bits_.data() + words_, x);
        or_shifted(out, words_, bits_.data() + mirrored_, span() - 1 - x);
    }
    bool can_subtract(std::uint64_t x) const { return x + words_ * WORD_BITS <= span(); }

  private:
    // How far the bits reach, in spans of the targets: far enough that few differences need the values.
    static constexpr std::size_t SPANS = 3;
    static constexpr std::size_t STEPS = 30 * 8;

    // Steps count up with the values, eight to each power of two.
    static std::size_t step(std::uint32_t value) {
        if (value < 8) return value;
        const int width = std::bit_width(value);
        return static_cast<std::size_t>(width - 3) * 8 + (value >> (width - 4) & 7);
    }

    // The different values of raw, moved to its front; how many of each step there are.
    static std::size_t keep_different(std::vector<std::uint32_t>& raw, std::array<std::uint32_t, STEPS + 1>& counts) {
        // A hash table of value + 1, at most a quarter full.
        const std::size_t size = std::bit_ceil(4 * raw.size() + 1);
        const int shift = 64 - std::countr_zero(size);
        std::vector<std::uint32_t> met(size);
        std::size_t kept = 0;
        for (const std::uint32_t value : raw) {
            std::size_t at = value * 0x9E3779B97F4A7C15ULL >> shift;
            while (met[at] != 0 && met[at] != value + 1) at = (at + 1) & (size - 1);
            const std::uint32_t is_new = met[at] == 0 ? 1 : 0;  // no branch, because it would be mispredicted
            met[at] = value + 1;
            raw[kept] = value;
            kept += is_new;
            counts[step(value)] += is_new;
        }
        return kept;
    }

    void put_in_steps(std::vector<std::uint32_t>& raw) {
        const std::size_t kept = keep_different(raw, starts_);
        for (std::size_t i = 0; i < kept; ++i) largest_ = std::max(largest_, raw[i]);
        const std::size_t steps = step(largest_) + 1;  // no look-ups beyond it
        std::array<std::uint32_t, STEPS + 1> next;
        std::uint32_t total = 0;
        for (std::size_t i = 0; i < steps; ++i) next[i] = total, total += starts_[i];
        std::copy_n(next.begin(), steps, starts_.begin());
        starts_[steps] = total;
        values_.resize(kept);
        for (std::size_t i = 0; i < kept; ++i) values_[next[step(raw[i])]++] = raw[i];
    }

    std::vector<std::uint32_t> values_;
    std::uint32_t largest_ = 0;
    std::array<std::uint32_t, STEPS + 1> starts_{};
    // Zeros, the bits of the values, a zero, the mirrored bits, zeros; shifts may read beyond either end.
    std::vector<Word> bits_;
    std::size_t words_ = 0, mirrored_ = 0;
};

// The results between two bounds, both included; `most` is at least 1 and below 2^32.
struct Window {
    std::uint64_t least, most;

    // Also false if the result wrapped below 0.
    bool has(std::uint64_t result) const { return result - least <= most - least; }
};

// Every result of x and a value of a table that falls into the window, for one operation: take(result). The table is
// not empty.
namespace results {

inline std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

template <class Take>
void sums(std::uint64_t x, const ReachTable& ys, const Window& window, Take take) {
    if (x > window.most) return;
    for (const std::uint64_t y : ys.around(x < window.least ? window.least - x : 0, window.most - x))
        if (window.has(x + y)) take(x + y);
}

template <class Take>
void differences(std::uint64_t x, const ReachTable& ys, const Window& window, Take take) {
    for (const std::uint64_t y : ys.around(x + window.least, x + window.most))
        if (window.has(y - x)) take(y - x);
    if (x < window.least) return;
    for (const std::uint64_t y : ys.around(x > window.most ? x - window.most : 0, x - window.least))
        if (window.has(x - y)) take(x - y);
}

template <class Take>
void products(std::uint64_t x, const ReachTable& ys, const Window& window, Take take) {
    if (x == 0 && window.least == 0) take(std::uint64_t{0});
    if (x == 0 || (x > window.most && window.least > 0)) return;
    for (const std::uint64_t y : ys.around(divided_up(window.least, x), window.most / x))
        if (window.has(x * y)) take(x * y);
}

template <class Take>
void quotients(std::uint64_t x, const ReachTable& ys, const Window& window, Take take) {
    if (x == 0) {
        if (window.least == 0 && !ys.around(1, ~std::uint64_t{0}).empty()) take(std::uint64_t{0});
        return;
    }
    // x divides y where y * inverse, modulo 2^64, is below the inverse (Lemire, Kaser and Kurz, "Faster remainder by
    // direct computation", 2019): exact for numbers below 2^32. For x = 1 the inverse wraps to 0, and all pass.
    const std::uint64_t inverse = ~std::uint64_t{0} / x + 1;
    const auto divisor = static_cast<std::uint32_t>(x);
    for (const std::uint32_t y : ys.around(x * window.least, x * window.most))
        if (y * inverse <= inverse - 1 && window.has(y / divisor)) take(y / divisor);
    if (x < window.least) return;
    for (const std::uint32_t y : ys.around(divided_up(x, window.most), x / std::max<std::uint64_t>(window.least, 1)))
        if (divisor % y == 0 && window.has(divisor / y)) take(divisor / y);
}

}  // namespace results

}  // namespace facevalue::numbers
