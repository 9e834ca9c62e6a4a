// The different choices of a batch, and what all of them have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "numbers/reach/reach.hpp"
#include "numbers/reach/reach_sets.hpp"
#include "work/integers.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

inline constexpr std::size_t FEWEST_IN_BITS = 4;
using Row = ReachSets::Row;

inline bool has_partial_sets(std::size_t size) { return size > FEWEST_IN_BITS; }

// The different choices, each as places in the sorted different numbers.
struct Batch {
    std::vector<std::uint32_t> different;
    std::vector<Row> rows;
    std::vector<std::uint32_t> row_of;  // of each choice
};

inline Batch batch_of(const Choices& choices, std::size_t first, std::size_t end) {
    Batch batch;
    const std::size_t size = choices.size;
    const auto number = [&](std::size_t i) { return static_cast<std::uint32_t>(choices.numbers[i].numerator); };
    for (std::size_t i = first * size; i < end * size; ++i) batch.different.push_back(number(i));
    sort_items(batch.different);
    batch.different.erase(std::unique(batch.different.begin(), batch.different.end()), batch.different.end());
    HashIndex index;
    for (std::size_t choice = first; choice < end; ++choice) {
        Row row{};
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const auto at = std::lower_bound(batch.different.begin(), batch.different.end(), number(choice * size + i));
            const auto place = static_cast<std::uint32_t>(at - batch.different.begin());
            std::size_t j = i;
            for (; j > 0 && row[j - 1] > place; --j) row[j] = row[j - 1];
            row[j] = place;
        }
        for (std::size_t i = 0; i < size; ++i) hash = mixed(hash ^ row[i]);
        std::uint32_t known = index.find(hash, [&](std::uint32_t id) { return batch.rows[id] == row; });
        if (known == HashIndex::NONE) {
            known = narrowed<std::uint32_t>(batch.rows.size());
            index.add(hash);
            batch.rows.push_back(row);
        }
        batch.row_of.push_back(known);
    }
    return batch;
}

inline ReachSetup setup_of(const Batch& batch, std::size_t size, const Rules& rules, const Targets& targets) {
    ReachSetup setup{};
    const std::int64_t least = rules.values == Values::Positive ? 1 : 0;
    setup.window = {static_cast<std::uint64_t>(std::max(targets.low, least)), static_cast<std::uint64_t>(targets.high)};
    setup.words = setup.window.most / WORD_BITS + 1;
    setup.adds = rules.has(Op::Add);
    setup.subtracts = rules.has(Op::Subtract);
    setup.multiplies = rules.has(Op::Multiply);
    setup.divides = rules.has(Op::Divide);
    setup.has_all_four = setup.adds && setup.subtracts && setup.multiplies && setup.divides;
    setup.use_all = rules.use_all;
    setup.has_zero = rules.values == Values::Natural;
    setup.size = size;
    setup.largest = has_partial_sets(size) ? size - 2 : size - 1;
    setup.most_of.fill(1);
    for (const Row& row : batch.rows) {
        std::uint64_t product = 1;
        for (std::size_t i = 1; i <= size; ++i) {
            product *= batch.different[row[size - i]] + std::uint64_t{1};
            setup.most_of[i] = std::max(setup.most_of[i], product);
        }
    }
    setup.most_product = setup.most_of[size];
    return setup;
}

}  // namespace facevalue::numbers
