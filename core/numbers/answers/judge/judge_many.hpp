// Judges many answers on several threads. The strings are not copied, so the caller must keep them alive.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "numbers/answers/judge/judge.hpp"
#include "work/pulse.hpp"
#include "work/workers.hpp"

namespace facevalue::numbers {

struct Answer {
    std::string_view text;
    bool is_given = true;  // not None
    bool is_text = true;
};

// The puzzles of a batch, with all their numbers in one vector, or a single puzzle for all answers.
class PreparedPuzzles {
  public:
    void add(const Number& number) {
        numbers_.push_back(number);
        has_forms_ |= needs_form(number);
    }
    void end(const Number& target, std::shared_ptr<const WidePuzzle> wide = {}, bool has_forms = false) {
        rows_.push_back({target, numbers_.size(), std::move(wide), has_forms || has_forms_});
        has_forms_ = false;
    }
    void clear() {
        numbers_.clear();
        rows_.clear();
        has_forms_ = false;
    }
    std::size_t size() const { return rows_.size(); }
    void prepare(std::size_t row, PreparedPuzzle& puzzle) const {
        const std::size_t first = row == 0 ? 0 : rows_[row - 1].end;
        puzzle.numbers.assign(numbers_.data() + first, numbers_.data() + rows_[row].end);
        puzzle.has_forms = rows_[row].has_forms;
        puzzle.target = rows_[row].target;
        if (rows_[row].wide || puzzle.wide) puzzle.wide = rows_[row].wide;  // seldom: to count references takes longer
    }

  private:
    struct Row {
        Number target;
        std::size_t end;
        std::shared_ptr<const WidePuzzle> wide;
        bool has_forms;  // also of numbers that are too wide to be stored here
    };
    std::vector<Number> numbers_;
    std::vector<Row> rows_;
    bool has_forms_ = false;  // of the puzzle that has not ended
};

// How to judge.
struct JudgeConfig {
    const Syntax& syntax;
    const Rules& rules;
    Extract extract;
    bool after_think;
};

// Calls work(row, puzzle) for each answer; each thread gets its `work` from make(). False when stopped.
template <class Make>
bool for_each_answer(const std::vector<Answer>& answers, const PreparedPuzzles& puzzles, std::size_t workers,
                     const Stop& stop, Make make) {
    constexpr std::size_t CHARACTERS_A_BEAT = 8;  // one look-up's time
    SharedRows rows(answers.size(), 1024);
    return run_workers(workers, stop, [&](std::size_t, Pulse& pulse) {
        auto work = make();
        PreparedPuzzle puzzle;
        if (puzzles.size() == 1) puzzles.prepare(0, puzzle);
        rows.take(pulse, [&](std::size_t first, std::size_t end) {
            for (std::size_t row = first; row < end && !pulse.stopped(); ++row) {
                if (puzzles.size() != 1) puzzles.prepare(row, puzzle);
                work(row, puzzle);
                pulse.beat(1 + answers[row].text.size() / CHARACTERS_A_BEAT);
            }
        });
    });
}

// Writes a reason for each answer; false when stopped.
bool judge_many(const JudgeConfig& config, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles,
                std::size_t workers, const Stop& stop, std::uint8_t* reasons);

// The reason for one answer.
Judgement judge_one(Judge& judge, const JudgeConfig& config, const Answer& answer, const PreparedPuzzle& puzzle);

}  // namespace facevalue::numbers
