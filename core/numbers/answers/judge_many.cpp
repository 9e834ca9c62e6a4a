#include "numbers/answers/judge_many.hpp"

#include <algorithm>
#include <atomic>

#include "work/workers.hpp"

namespace facevalue::numbers {

Judgement judge_one(Judge& judge, const JudgeConfig& config, const Answer& answer, const PreparedPuzzle& puzzle) {
    if (!answer.is_given) return {Reason::NoAnswer};
    if (!answer.is_text) return {Reason::Malformed};
    return judge.judge(answer.text, puzzle, config.extract, config.after_think);
}

bool judge_many(const JudgeConfig& config, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles,
                std::size_t workers, const Stop& stop, std::uint8_t* reasons) {
    constexpr std::size_t ROWS = 1024;            // taken at a time
    constexpr std::size_t CHARACTERS_A_BEAT = 8;  // one look-up's time
    std::atomic<std::size_t> taken{0};
    std::uint64_t work = 0;
    return run_workers(workers, stop, work, [&](std::size_t, Pulse& pulse) {
        Judge judge(config.syntax, config.rules);
        PreparedPuzzle puzzle;
        if (puzzles.size() == 1) puzzles.prepare(0, puzzle);
        for (std::size_t first = taken.fetch_add(ROWS); first < answers.size(); first = taken.fetch_add(ROWS)) {
            for (std::size_t row = first; row < std::min(first + ROWS, answers.size()); ++row) {
                if (puzzles.size() != 1) puzzles.prepare(row, puzzle);
                reasons[row] = static_cast<std::uint8_t>(judge_one(judge, config, answers[row], puzzle).reason);
                pulse.beat(1 + answers[row].text.size() / CHARACTERS_A_BEAT);
                if (pulse.stopped()) return;
            }
        }
    });
}

}  // namespace facevalue::numbers
