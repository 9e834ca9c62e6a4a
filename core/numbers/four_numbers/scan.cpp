#include "numbers/four_numbers/scan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace facevalue::numbers {
namespace {

// (|target| + 1) * product of (|x| + 1), where it is below 2^63.
std::optional<std::uint64_t> bound(const FourNumbers& hand) {
    const auto size = [](std::int64_t x) {
        return (x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x)) + 1;
    };
    const auto& [a, b, c, d] = hand.numbers;
    std::uint64_t product = size(hand.target);
    bool is_beyond = false;
    for (const std::int64_t x : {a, b, c, d}) is_beyond |= __builtin_mul_overflow(product, size(x), &product);
    return is_beyond || product >> 63 != 0 ? std::nullopt : std::optional(product);
}

// Bytes that are read together, because most are 0; the first is the lowest.
constexpr std::size_t BYTES = sizeof(std::uint64_t);
constexpr std::size_t LEAST_LANES = 2;
static_assert(std::endian::native == std::endian::little && NODES * LEAST_LANES % BYTES == 0);
std::uint64_t word_at(const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, BYTES);
    return word;
}

bool is_narrow(const FourNumbers& hand) { return *bound(hand) < 1ULL << 31; }

}  // namespace

bool fits_machine_words(const FourNumbers& hand) { return bound(hand).has_value(); }

std::optional<FourNumbers> four_numbers_of(const std::vector<Number>& numbers, const Number& target) {
    const auto is_whole = [](const Number& number) { return number.denominator == 1; };
    if (numbers.size() != 4 || !is_whole(target) || !std::all_of(numbers.begin(), numbers.end(), is_whole))
        return std::nullopt;
    std::array<std::int64_t, 4> whole;
    for (std::size_t i = 0; i < 4; ++i) whole[i] = numbers[i].numerator;
    return four_numbers_of(whole, target.numerator);
}

std::optional<FourNumbers> four_numbers_of(std::span<const std::int64_t> numbers, std::int64_t target) {
    FourNumbers four{{}, target};
    std::copy(numbers.begin(), numbers.end(), four.numbers.begin());
    auto& [a, b, c, d] = four.numbers;  // put in order, in five comparisons
    for (const auto& [x, y] :
         {std::pair(&a, &b), std::pair(&c, &d), std::pair(&a, &c), std::pair(&b, &d), std::pair(&b, &c)}) {
        const std::int64_t least = std::min(*x, *y), greatest = std::max(*x, *y);
        *x = least;
        *y = greatest;
    }
    return fits_machine_words(four) ? std::optional(four) : std::nullopt;
}

bool allows_all_trees(const Rules& rules) {
    return rules.operators.size() == OPERATIONS.size() && rules.use_all && allows_any_tree(rules) &&
           rules.values == Values::Rational;
}

FourNumberScan::Block FourNumberScan::run(std::span<const FourNumbers> hands, Lanes<std::int32_t> narrow,
                                          Lanes<std::int64_t> wide) {
    const Block block{std::min(hands.size(), lanes_.narrow_hands), lanes_.narrow_hands};
    const auto taken = hands.first(block.hands);
    if (std::all_of(taken.begin(), taken.end(), is_narrow)) {
        fill(narrow, block.lanes, taken);
        return block;
    }
    const Block wider{std::min(hands.size(), lanes_.wide_hands), lanes_.wide_hands};
    fill(wide, wider.lanes, hands.first(wider.hands));
    return wider;
}

std::size_t FourNumberScan::scan(std::span<const FourNumbers> hands, Read read) {
    const Block block = run(hands, lanes_.narrow, lanes_.wide);
    collect(block.lanes, hands.first(block.hands), read);
    return block.hands;
}

std::size_t FourNumberScan::scan_any(std::span<const FourNumbers> hands, bool use_all) {
    if (use_all) return run(hands, lanes_.narrow_any, lanes_.wide_any).hands;
    return run(hands, lanes_.narrow_some, lanes_.wide_some).hands;
}

void FourNumberScan::keep_solvable(FourNumberRows& all, bool use_all) {
    std::size_t kept = 0;
    for (std::size_t first = 0; first < all.hands.size();) {
        const std::size_t taken = scan_any(std::span<const FourNumbers>(all.hands).subspan(first), use_all);
        for (std::size_t i = 0; i < taken; ++i) {
            if (!has_tree(i)) continue;
            all.hands[kept] = all.hands[first + i];
            all.rows[kept++] = all.rows[first + i];
        }
        first += taken;
    }
    all.hands.resize(kept);
    all.rows.resize(kept);
}

template <class Int>
void FourNumberScan::fill(Lanes<Int> lanes, std::size_t block, std::span<const FourNumbers> hands) {
    std::array<Int, 5 * MOST_LANES> columns{};  // lanes without a hand are zero
    for (std::size_t hand = 0; hand < hands.size(); ++hand) {
        for (std::size_t i = 0; i < 4; ++i) columns[i * block + hand] = static_cast<Int>(hands[hand].numbers[i]);
        columns[4 * block + hand] = static_cast<Int>(hands[hand].target);
    }
    lanes(columns.data(), hits_.data());
}

void FourNumberScan::collect(std::size_t block, std::span<const FourNumbers> hands, Read read) {
    for (std::size_t hand = 0; hand < hands.size(); ++hand) trees_[hand].clear();
    const int log_of_block = std::countr_zero(block);
    for (std::size_t first = 0; first < NODES * block; first += BYTES)
        for (std::uint64_t bytes = word_at(hits_.data() + first); bytes != 0;) {
            const auto place = static_cast<std::size_t>(std::countr_zero(bytes)) / 8;
            const std::size_t at = first + place, hand = at & (block - 1);
            // Lanes without a hand may contain anything.
            if (hand < hands.size()) add_trees(at >> log_of_block, hits_[at], hand, hands[hand], read);
            bytes &= ~(0xFFULL << 8 * place);
        }
    take(read);
}

// The trees of a node, as many as there are bits.
void FourNumberScan::add_trees(std::size_t node, unsigned bits, std::size_t hand, const FourNumbers& numbers,
                               Read read) {
    const NodeShape& shape = NODE_SHAPES[node];
    for (; bits != 0; bits &= bits - 1) {
        const int way = std::countr_zero(bits);
        const std::size_t at = waiting_++;
        for (std::size_t i = 0; i < 4; ++i) columns_.numbers[i][at] = numbers.numbers[shape.places[i]];
        columns_.ways[0][at] = shape.first;
        columns_.ways[1][at] = shape.second;
        columns_.ways[2][at] = way;
        columns_.has_halves[at] = shape.has_halves ? -1 : 0;
        columns_.targets[at] = numbers.target;
        hands_[at] = static_cast<std::uint16_t>(hand);
        indices_[at] = static_cast<std::uint16_t>(node * WAYS + static_cast<std::size_t>(way));
        if (waiting_ == TREES_AT_ONCE) take(read);
    }
}

// Adds the waiting trees that make the target to `trees_`, by hand.
void FourNumberScan::take(Read read) {
    read(columns_, waiting_);
    for (std::size_t i = 0; i < waiting_; ++i) {
        const std::int64_t marks = columns_.marks[i];
        if ((marks & tree_marks::MAKES_TARGET) == 0) continue;
        const StepFeatures features{static_cast<std::uint64_t>(columns_.features[i]), 3};
        trees_[hands_[i]].push_back({features, indices_[i], static_cast<std::uint16_t>(marks)});
    }
    waiting_ = 0;
}

}  // namespace facevalue::numbers
