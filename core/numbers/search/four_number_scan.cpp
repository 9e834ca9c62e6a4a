#include "numbers/search/four_number_scan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "work/machine.hpp"

namespace facevalue::numbers {
namespace {

// (|target| + 1) * product of (|x| + 1), where it is below 2^63.
std::optional<std::uint64_t> bound(const FourNumbers& hand) {
    const auto size = [](std::int64_t x) {
        return (x < 0 ? 0 - static_cast<Uint128>(x) : static_cast<Uint128>(x)) + 1;
    };
    Uint128 product = size(hand.target);
    for (const std::int64_t x : hand.numbers) {
        product *= size(x);
        if (product >> 63 != 0) return std::nullopt;
    }
    return static_cast<std::uint64_t>(product);
}

// Bytes that are looked at together, because most are 0; the first is the lowest.
constexpr std::size_t BYTES = sizeof(std::uint64_t);
constexpr std::size_t LEAST_LANES = 2;
static_assert(std::endian::native == std::endian::little && NODES * LEAST_LANES % BYTES == 0);
std::uint64_t word_at(const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, BYTES);
    return word;
}

bool is_narrow(const FourNumbers& hand) { return *bound(hand) < 1ULL << 31; }

// Makes the denominator of whole results 1, because later checks are then faster.
Fraction tidy(const Fraction& value) {
    if (value.denominator() == 1 || !value.is_whole()) return value;
    return Fraction(value.numerator() / value.denominator(), 1);
}

// Notes the steps of trees over the numbers in `tree`, from step number `made` on.
auto tree_builder(const std::array<std::int64_t, 4>& numbers, FourNumberTree& tree, std::size_t& made) {
    const auto number = [&numbers](std::size_t place) { return Fraction(numbers[place], 1); };
    const auto step = [&tree, &made](Op op, const Fraction& a, const Fraction& b) {
        auto result = apply(op, a, b);
        if (result) tree.steps[made++] = {op, a, b, *(result = tidy(*result))};
        return result;
    };
    return TreeBuilder(number, step);
}

// Adds the trees of a node, as many as there are bits, that make the target. They are made in `tree`, whatever it held:
// emptying it for each node would take a sixth of the time.
void add_trees(std::size_t node, unsigned bits, const FourNumbers& hand, FourNumberTree& tree,
               std::vector<FourNumberTree>& trees) {
    tree.has_halves = node >= CHAINS;
    std::size_t made = 0;
    const auto builder = tree_builder(hand.numbers, tree, made);
    const auto [left, right] = builder.sides(node);
    const Fraction target(hand.target, 1);
    for (; bits != 0; bits &= bits - 1) {
        const auto way = static_cast<std::size_t>(std::countr_zero(bits));
        made = 2;
        const auto value = builder.join(way, left, right);
        if (!value || !(*value == target)) continue;
        tree.index = static_cast<std::uint16_t>(node * WAYS + way);
        trees.push_back(tree);
    }
}

}  // namespace

const std::vector<const FourNumberLanes*>& runnable_four_number_lanes() {
#if defined(__x86_64__)
    static const std::vector<const FourNumberLanes*> RUNNABLE =
        runnable_of<FourNumberLanes>(&FOUR_NUMBERS_AVX512, &FOUR_NUMBERS_AVX2, FOUR_NUMBERS_PLAIN);
#else
    static const std::vector<const FourNumberLanes*> RUNNABLE =
        runnable_of<FourNumberLanes>(nullptr, nullptr, FOUR_NUMBERS_PLAIN);
#endif
    return RUNNABLE;
}

const FourNumberLanes& chosen_four_number_lanes() {
    static const FourNumberLanes& CHOSEN = chosen_of(runnable_four_number_lanes());
    return CHOSEN;
}

std::optional<FourNumberTree> tree(std::size_t index, const std::array<std::int64_t, 4>& numbers) {
    FourNumberTree tree{{}, static_cast<std::uint16_t>(index), index / WAYS >= CHAINS};
    std::size_t made = 0;
    if (!tree_builder(numbers, tree, made).tree(index)) return std::nullopt;
    return tree;
}

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
    std::sort(four.numbers.begin(), four.numbers.end());
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

std::size_t FourNumberScan::scan(std::span<const FourNumbers> hands) {
    const Block block = run(hands, lanes_.narrow, lanes_.wide);
    collect(block.lanes, hands.first(block.hands));
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
    std::array<Int, 5 * MOST_LANES> columns{};  // lanes without a hand hold zeros
    for (std::size_t hand = 0; hand < hands.size(); ++hand) {
        for (std::size_t i = 0; i < 4; ++i) columns[i * block + hand] = static_cast<Int>(hands[hand].numbers[i]);
        columns[4 * block + hand] = static_cast<Int>(hands[hand].target);
    }
    lanes(columns.data(), hits_.data());
}

void FourNumberScan::collect(std::size_t block, std::span<const FourNumbers> hands) {
    for (std::size_t hand = 0; hand < hands.size(); ++hand) trees_[hand].clear();
    FourNumberTree tree{};
    for (std::size_t first = 0; first < NODES * block; first += BYTES)
        for (std::uint64_t bytes = word_at(hits_.data() + first); bytes != 0;) {
            const auto place = static_cast<std::size_t>(std::countr_zero(bytes)) / 8;
            const std::size_t at = first + place, hand = at % block;
            // Lanes without a hand may show anything.
            if (hand < hands.size()) add_trees(at / block, hits_[at], hands[hand], tree, trees_[hand]);
            bytes &= ~(0xFFULL << 8 * place);
        }
}

}  // namespace facevalue::numbers
