#include "numbers/answers/judge/judge_many.hpp"

namespace facevalue::numbers {

Judgement judge_one(Judge& judge, const JudgeConfig& config, const Answer& answer, const PreparedPuzzle& puzzle) {
    if (!answer.is_given) return {Reason::NoAnswer};
    if (!answer.is_text) return {Reason::Malformed};
    return judge.judge(answer.text, puzzle, config.extract, config.after_think);
}

bool judge_many(const JudgeConfig& config, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles,
                std::size_t workers, const Stop& stop, std::uint8_t* reasons) {
    return for_each_answer(answers, puzzles, workers, stop, [&] {
        return [&, judge = Judge(config.syntax, config.rules)](std::size_t row, const PreparedPuzzle& puzzle) mutable {
            reasons[row] = static_cast<std::uint8_t>(judge_one(judge, config, answers[row], puzzle).reason);
        };
    });
}

}  // namespace facevalue::numbers
