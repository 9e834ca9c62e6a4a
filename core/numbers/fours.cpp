#include "fours.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

namespace facevalue {
namespace {

std::vector<const FourLanes*> find_runnable() {
    std::vector<const FourLanes*> found;
#if defined(__x86_64__)
    // What CMakeLists.txt lets the compiler use in these files.
    const bool popcnt = __builtin_cpu_supports("popcnt");
    if (popcnt && __builtin_cpu_supports("avx512bw")) found.push_back(&AVX512_FOURS);
    if (popcnt && __builtin_cpu_supports("avx2")) found.push_back(&AVX2_FOURS);
#endif
    found.push_back(&PLAIN_FOURS);
    return found;
}

const FourLanes& choose() {
    const char* wanted = std::getenv("FACEVALUE_LANES");
    for (const FourLanes* lanes : runnable_fours())
        if (wanted != nullptr && std::string_view(wanted) == lanes->name) return *lanes;
    return *runnable_fours().front();
}

// (|target| + 1) * product of (|x| + 1), where it is below 2^63.
std::optional<std::uint64_t> bound(const Four& hand) {
    const auto size = [](std::int64_t x) {
        return (x < 0 ? 0 - static_cast<Uint128>(x) : static_cast<Uint128>(x)) + 1;
    };
    Uint128 product = size(hand.target) & ~std::uint64_t{0};
    for (const std::int64_t x : hand.numbers) {
        product *= size(x);
        if (product >> 63 != 0) return std::nullopt;
    }
    return static_cast<std::uint64_t>(product);
}

bool is_narrow(const Four& hand) { return *bound(hand) < 1ULL << 31; }

std::optional<FourStep> step(std::size_t way, const Fraction& a, const Fraction& b) {
    static constexpr std::array<Op, WAYS> OPS{Op::Add,      Op::Multiply, Op::Subtract,
                                              Op::Subtract, Op::Divide,   Op::Divide};
    const auto which = static_cast<Way>(way);
    const bool is_turned = which == Way::SubtractFrom || which == Way::DivideInto;
    const Fraction &left = is_turned ? b : a, &right = is_turned ? a : b;
    const auto result = apply(OPS[way], left, right);
    if (!result) return std::nullopt;
    return FourStep{OPS[way], left, right, *result};
}

// The first two steps of a node, and what its last step joins.
struct Node {
    std::size_t first_way, second_way;
    std::array<std::size_t, 4> places;
    bool has_halves;
};

Node node_of(std::size_t index) {
    const bool has_halves = index >= CHAINS;
    if (has_halves) index -= CHAINS;
    const std::size_t way = index % WAYS, rest = index / WAYS;
    const PlacePair& pair = PAIRS[has_halves ? rest / WAYS : rest / 2 / WAYS];
    if (has_halves) return {rest % WAYS, way, {pair.a, pair.b, pair.c, pair.d}, true};
    const bool is_c_next = rest % 2 == 0;
    return {rest / 2 % WAYS, way, {pair.a, pair.b, is_c_next ? pair.c : pair.d, is_c_next ? pair.d : pair.c}, false};
}

}  // namespace

const std::vector<const FourLanes*>& runnable_fours() {
    static const std::vector<const FourLanes*> RUNNABLE = find_runnable();
    return RUNNABLE;
}

const FourLanes& chosen_fours() {
    static const FourLanes& CHOSEN = choose();
    return CHOSEN;
}

bool fits(const Four& hand) { return bound(hand).has_value(); }

std::size_t FourScan::scan(std::span<const Four> hands) {
    const auto narrow = hands.first(std::min(hands.size(), lanes_.narrow_hands));
    const bool all_narrow = std::all_of(narrow.begin(), narrow.end(), is_narrow);
    const auto taken = all_narrow ? narrow : hands.first(std::min(hands.size(), lanes_.wide_hands));
    if (all_narrow) {
        run<std::int32_t>(lanes_.narrow, lanes_.narrow_hands, taken);
    } else {
        run<std::int64_t>(lanes_.wide, lanes_.wide_hands, taken);
    }
    return taken.size();
}

template <class Int>
void FourScan::run(void (*lanes)(const Int*, std::uint8_t*), std::size_t block, std::span<const Four> hands) {
    std::array<Int, 5 * MOST_LANES> columns{};  // lanes without a hand hold zeros
    for (std::size_t hand = 0; hand < hands.size(); ++hand) {
        for (std::size_t i = 0; i < 4; ++i) columns[i * block + hand] = static_cast<Int>(hands[hand].numbers[i]);
        columns[4 * block + hand] = static_cast<Int>(hands[hand].target);
    }
    lanes(columns.data(), hits_.data());
    collect(block, hands);
}

void FourScan::collect(std::size_t block, std::span<const Four> hands) {
    for (std::size_t hand = 0; hand < hands.size(); ++hand) trees_[hand].clear();
    for (std::size_t node = 0; node < NODES; ++node) {
        const std::uint8_t* row = hits_.data() + node * block;
        for (std::size_t hand = 0; hand < hands.size(); ++hand)
            if (row[hand] != 0) add(node, row[hand], hands[hand], trees_[hand]);
    }
}

void FourScan::add(std::size_t index, unsigned bits, const Four& hand, std::vector<FourTree>& trees) const {
    const Node node = node_of(index);
    const auto number = [&](std::size_t place) { return Fraction(Number{hand.numbers[node.places[place]], 1}); };
    const auto first = step(node.first_way, number(0), number(1));
    if (!first) return;
    const auto second =
        node.has_halves ? step(node.second_way, number(2), number(3)) : step(node.second_way, first->result, number(2));
    if (!second) return;
    const Fraction target(Number{hand.target, 1});
    for (; bits != 0; bits &= bits - 1) {
        const auto way = static_cast<std::size_t>(std::countr_zero(bits));
        const auto last =
            node.has_halves ? step(way, first->result, second->result) : step(way, second->result, number(3));
        if (last && equal(last->result, target)) trees.push_back({{*first, *second, *last}, node.has_halves});
    }
}

}  // namespace facevalue
