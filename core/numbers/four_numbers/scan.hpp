// FourNumberScan: every tree that makes a target from four whole numbers, for many hands at once.
//
// A tree is a raw expression up to the order of sums and products; equal numbers are distinct: 3240 per hand. Values
// are computed in vectors (lanes.hpp); each hit is then checked with exact fractions. `fits_machine_words`
// must be true for every hand. Half a microsecond per hand and 50 ns per hit. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/four_numbers/lanes.hpp"
#include "work/machine.hpp"

namespace facevalue::numbers {

struct FourNumbers {
    std::array<std::int64_t, 4> numbers;
    std::int64_t target;
};

struct FourNumberTree {
    StepFeatures features;
    std::uint16_t index;  // which of the FOUR_NUMBER_TREES it is
    std::uint16_t marks;  // tree_marks

    bool is(std::int64_t mark) const { return (marks & mark) != 0; }
};
inline constexpr std::size_t FOUR_NUMBER_TREES = NODES * WAYS;

// Which places and ways the steps of a node take, in order.
struct NodeShape {
    std::uint8_t places[4];
    std::uint8_t first, second;
    bool has_halves;  // both sides of the last step are results
};
constexpr NodeShape node_shape(std::size_t node) {
    const auto shape = [](const PlacePair& pair, bool is_c_next, std::size_t first, std::size_t second, bool halves) {
        const auto byte = [](std::size_t value) { return static_cast<std::uint8_t>(value); };
        return NodeShape{
            {byte(pair.a), byte(pair.b), byte(is_c_next ? pair.c : pair.d), byte(is_c_next ? pair.d : pair.c)},
            byte(first),
            byte(second),
            halves};
    };
    if (node < CHAINS)
        return shape(PAIRS[node / (2 * WAYS * WAYS)], node / WAYS % 2 == 0, node / (2 * WAYS) % WAYS, node % WAYS,
                     false);
    const std::size_t ways = (node - CHAINS) % (WAYS * WAYS);
    return shape(PAIRS[(node - CHAINS) / (WAYS * WAYS)], true, ways / WAYS, ways % WAYS, true);
}
inline constexpr std::array<NodeShape, NODES> NODE_SHAPES = [] {
    std::array<NodeShape, NODES> shapes{};
    for (std::size_t node = 0; node < NODES; ++node) shapes[node] = node_shape(node);
    return shapes;
}();

// The operation of each way.
inline constexpr std::array<Op, WAYS> WAY_OPS{Op::Add,      Op::Multiply, Op::Subtract,
                                              Op::Subtract, Op::Divide,   Op::Divide};

// Builds trees from leaf(place) and apply(op, a, b), which gives nothing for a division by zero.
template <class Leaf, class Apply>
class TreeBuilder {
  public:
    using Value = std::invoke_result_t<const Leaf&, std::size_t>;
    using Maybe = std::optional<Value>;

    TreeBuilder(Leaf leaf, Apply apply) : leaf_(std::move(leaf)), apply_(std::move(apply)) {}

    // The two sides of the last step of all trees of a node.
    std::pair<Maybe, Maybe> sides(std::size_t node) const {
        const NodeShape& shape = NODE_SHAPES[node];
        const auto at = [&](std::size_t i) { return Maybe(leaf_(shape.places[i])); };
        Maybe first = join(shape.first, at(0), at(1));
        if (shape.has_halves) return {first, join(shape.second, at(2), at(3))};
        return {join(shape.second, first, at(2)), at(3)};
    }
    Maybe join(std::size_t way, const Maybe& a, const Maybe& b) const {
        if (!a || !b) return std::nullopt;
        const auto which = static_cast<Way>(way);
        const bool is_swapped = which == Way::SubtractFrom || which == Way::DivideInto;
        return is_swapped ? apply_(WAY_OPS[way], *b, *a) : apply_(WAY_OPS[way], *a, *b);
    }
    Maybe tree(std::size_t index) const {
        const auto [left, right] = sides(index / WAYS);
        return join(index % WAYS, left, right);
    }

  private:
    Leaf leaf_;
    Apply apply_;
};

// Whether every intermediate value fits 64 bits.
bool fits_machine_words(const FourNumbers& hand);

// The sorted hand of four whole numbers that fit machine words; nothing for other puzzles.
std::optional<FourNumbers> four_numbers_of(const std::vector<Number>& numbers, const Number& target);
// The same, of four whole numbers.
std::optional<FourNumbers> four_numbers_of(std::span<const std::int64_t> numbers, std::int64_t target);

// Do these rules allow exactly all trees?
bool allows_all_trees(const Rules& rules);

// Hands to scan, and which rows of a batch they are.
struct FourNumberRows {
    std::vector<FourNumbers> hands;
    std::vector<std::size_t> rows;

    void clear() {
        hands.clear();
        rows.clear();
    }
    void add(const FourNumbers& hand, std::size_t row) {
        hands.push_back(hand);
        rows.push_back(row);
    }
};

// How many rows of a batch a worker takes at once: neighbours share sub-multisets, and the vectors are full if there
// are many. Each worker takes rows several times.
inline std::size_t rows_at_once(std::size_t rows, std::size_t workers) {
    return std::clamp<std::size_t>(rows / (8 * std::max<std::size_t>(workers, 1)), 64, 1024);
}

class FourNumberScan {
  public:
    explicit FourNumberScan(const FourNumberLanes& lanes = chosen_lanes<FourNumberLanes>())
        : lanes_(lanes), hits_(NODES * MOST_LANES) {}

    // Scans a block of the first hands and returns how many. Then `trees` has the trees that make their targets; `mark`
    // is the same without their features.
    std::size_t scan(std::span<const FourNumbers> hands) { return scan(hands, lanes_.read); }
    std::size_t mark(std::span<const FourNumbers> hands) { return scan(hands, lanes_.mark); }
    const std::vector<FourNumberTree>& trees(std::size_t hand) const { return trees_[hand]; }

    // The same, but only whether there is such a tree, which is much faster; a tree of all four numbers or, unless
    // `use_all`, of some of them.
    std::size_t scan_any(std::span<const FourNumbers> hands, bool use_all);
    bool has_tree(std::size_t hand) const { return hits_[hand] != 0; }

    // Drops the hands without such a tree, which have no solution under any rules.
    void keep_solvable(FourNumberRows& all, bool use_all);

  private:
    template <class Int>
    using Lanes = void (*)(const Int*, std::uint8_t*);
    // How many hands the vectors took together, and their capacity.
    struct Block {
        std::size_t hands, lanes;
    };
    // Fills the hits of the first hands, with the narrow lanes if the hands fit in them.
    Block run(std::span<const FourNumbers> hands, Lanes<std::int32_t> narrow, Lanes<std::int64_t> wide);
    template <class Int>
    void fill(Lanes<Int> lanes, std::size_t block, std::span<const FourNumbers> hands);
    using Read = void (*)(TreeColumns&, std::size_t);
    std::size_t scan(std::span<const FourNumbers> hands, Read read);
    void collect(std::size_t block, std::span<const FourNumbers> hands, Read read);
    void add_trees(std::size_t node, unsigned bits, std::size_t hand, const FourNumbers& numbers, Read read);
    void take(Read read);

    const FourNumberLanes& lanes_;
    std::vector<std::uint8_t> hits_;
    std::array<std::vector<FourNumberTree>, MOST_LANES> trees_;
    TreeColumns columns_;  // the trees to be read, and the hand of each
    std::array<std::uint16_t, TREES_AT_ONCE> hands_{}, indices_{};
    std::size_t waiting_ = 0;
};

}  // namespace facevalue::numbers
