#include "numbers/answers/judge_many.hpp"

#include "work/workers.hpp"

namespace facevalue::numbers {

Judgement judge_one(Judge& judge, const JudgeConfig& config, const Answer& answer, const PreparedPuzzle& puzzle) {
    if (!answer.is_given) return {Reason::NoAnswer};
    if (!answer.is_text) return {Reason::Malformed};
    return judge.judge(answer.text, puzzle, config.extract, config.after_think);
}

bool judge_many(const JudgeConfig& config, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles,
                std::size_t workers, const Stop& stop, std::uint8_t* reasons) {
    constexpr std::size_t CHARACTERS_A_BEAT = 8;  // one look-up's time
    SharedRows rows(answers.size(), 1024);
    return run_workers(workers, stop, [&](std::size_t, Pulse& pulse) {
        Judge judge(config.syntax, config.rules);
        PreparedPuzzle puzzle;
        if (puzzles.size() == 1) puzzles.prepare(0, puzzle);
        rows.take(pulse, [&](std::size_t first, std::size_t end) {
            for (std::size_t row = first; row < end && !pulse.stopped(); ++row) {
                if (puzzles.size() != 1) puzzles.prepare(row, puzzle);
                reasons[row] = static_cast<std::uint8_t>(judge_one(judge, config, answers[row], puzzle).reason);
                pulse.beat(1 + answers[row].text.size() / CHARACTERS_A_BEAT);
            }
        });
    });
}

}  // namespace facevalue::numbers
