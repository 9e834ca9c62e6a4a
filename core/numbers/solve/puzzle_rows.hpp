// PuzzleRows: the puzzles of a batch: a list, or rows of whole numbers in the caller's arrays. A row becomes a Puzzle
// only when one is needed, because that allocates memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "numbers/exact/puzzle.hpp"
#include "numbers/four_numbers/scan.hpp"
#include "work/sorting.hpp"

namespace facevalue::numbers {

// The list or arrays must outlive it. Threads may share it.
class PuzzleRows {
  public:
    PuzzleRows(const std::vector<Puzzle>& puzzles) : puzzles_(puzzles), size_(puzzles.size()) {}
    // `width` numbers for each target.
    PuzzleRows(const std::int64_t* numbers, std::size_t width, std::span<const std::int64_t> targets)
        : numbers_(numbers), width_(width), targets_(targets), size_(targets.size()) {}

    std::size_t size() const { return size_; }
    Puzzle puzzle(std::size_t row) const {
        if (!puzzles_.empty()) return puzzles_[row];
        Puzzle made{{}, {targets_[row], 1}};
        made.numbers.reserve(width_);
        for (const std::int64_t number : numbers_of(row)) made.numbers.push_back({number, 1});
        return made;
    }
    std::optional<FourNumbers> four_numbers(std::size_t row) const {
        if (!puzzles_.empty()) return four_numbers_of(puzzles_[row].numbers, puzzles_[row].target);
        return width_ == 4 ? four_numbers_of(numbers_of(row), targets_[row]) : std::nullopt;
    }
    // Of rows in the caller's arrays.
    std::size_t width() const { return width_; }
    std::span<const std::int64_t> numbers_of(std::size_t row) const { return {numbers_ + row * width_, width_}; }
    std::int64_t target_of(std::size_t row) const { return targets_[row]; }
    // The numbers of a row (the numerators of fractions) in ascending order.
    void sort_numbers(std::size_t row, std::vector<std::int64_t>& sorted) const {
        sorted.clear();
        if (puzzles_.empty())
            for (const std::int64_t number : numbers_of(row)) sorted.push_back(number);
        else
            for (const Number& number : puzzles_[row].numbers) sorted.push_back(number.numerator);
        sort_items(sorted);
    }

  private:
    std::span<const Puzzle> puzzles_;
    const std::int64_t* numbers_ = nullptr;
    std::size_t width_ = 0;
    std::span<const std::int64_t> targets_;
    std::size_t size_;
};

}  // namespace facevalue::numbers
