// Reads answers and their puzzles from lists of Python.
#pragma once

#include <limits>

#include "integers.hpp"
#include "numbers/answers/judge/judge_many.hpp"
#include "texts.hpp"
#include "translation.hpp"

namespace facevalue::numbers {

inline Answer read_answer(nb::handle given, Encoded& encoded) {
    if (given.is_none()) return {{}, false, true};
    if (!PyUnicode_Check(given.ptr())) return {{}, true, false};
    return {view(given, encoded), true, true};
}

// Whether the object is an int that fits 64 bits, one of which is the sign; then `value` is it.
inline bool read_whole(nb::handle number, std::int64_t& value) {
    return read_small_int(number, value) && value != std::numeric_limits<std::int64_t>::min();
}

// Calls add(number) for each of the items; false if some are not ints, or if there are too few or too many.
template <class Add>
bool add_whole(const Items& items, Add add) {
    if (!items.is_row() || items.size() > MOST_NUMBERS) return false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::int64_t number = 0;
        if (!read_whole(items[i], number)) return false;
        add(Number{number, 1});
    }
    return items.size() > 0;
}

// One puzzle: ints and an int target. False for anything else.
inline bool prepare(nb::handle numbers, nb::handle target, PreparedPuzzle& puzzle) {
    puzzle.clear();
    std::int64_t goal = 0;
    if (!read_whole(target, goal)) return false;
    puzzle.target = {goal, 1};
    return add_whole(Items(numbers), [&](const Number& number) { puzzle.add(number); });
}

// The same for the last puzzle of a batch, or for a prepared puzzle, which has a target already.
inline bool add_puzzle(nb::handle numbers, nb::handle target, PreparedPuzzles& puzzles) {
    const Items items(numbers);
    const PreparedPuzzle* prepared = nullptr;
    if (!items.is_row() && nb::try_cast(numbers, prepared) && prepared != nullptr) {
        for (const Number& number : prepared->numbers) puzzles.add(number);
        puzzles.end(prepared->target, prepared->wide, prepared->has_forms);
        return true;
    }
    std::int64_t goal = 0;
    if (!read_whole(target, goal) || !add_whole(items, [&](const Number& number) { puzzles.add(number); }))
        return false;
    puzzles.end({goal, 1});
    return true;
}

// The puzzles of a batch: rows of numbers, or one puzzle for all; targets, or one for all.
class PuzzleSource {
  public:
    // For `count` answers. The lists are copied and checked again, because another thread may have changed them.
    PuzzleSource(nb::handle rows, nb::handle targets, std::size_t count) : rows_(kept(rows)), targets_(kept(targets)) {
        for (const nb::object& kept : {rows_, targets_})
            if (const Items items(kept); items.is_row() && items.size() != count)
                raise_error("RuleError", "expected lists that nobody changes while the answers are judged");
    }

    // The puzzles from `first` to `end`; false if one must be prepared.
    bool prepare(std::size_t first, std::size_t end, PreparedPuzzles& puzzles) const {
        puzzles.clear();
        const Items rows(rows_), targets(targets_);
        const bool has_targets = targets.is_row();
        if (!rows.is_row()) return !has_targets && add_puzzle(rows_, targets_, puzzles);
        for (std::size_t i = first; i < end; ++i)
            if (!add_puzzle(rows[i], has_targets ? targets[i] : nb::handle(targets_), puzzles)) return false;
        return true;
    }

  private:
    nb::object rows_, targets_;
};

}  // namespace facevalue::numbers
