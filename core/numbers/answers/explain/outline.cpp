#include "numbers/answers/explain/outline.hpp"

#include <optional>

#include "numbers/answers/explain/explain.hpp"
#include "numbers/answers/explain/sentences.hpp"
#include "numbers/answers/find/answer_text.hpp"

namespace facevalue::numbers {
namespace {

class Outliner {
  public:
    Outliner(const JudgeConfig& config, const Syntax& relaxed)
        : config_(config), judge_(config.syntax, config.rules), explainer_(config.syntax, relaxed, config.rules) {}

    // The message of an object that is not a string is the caller's.
    Outline operator()(const Answer& given, const PreparedPuzzle& puzzle) {
        if (!given.is_text) return {{Reason::Malformed}};
        const auto found = given.is_given ? found_answer(given.text, config_.extract, config_.after_think,
                                                         config_.rules.has_functions())
                                          : std::nullopt;
        if (!found) return {.message = NO_ANSWER};
        const AnswerText answer(given.text, *found);
        Outline outline{judge_.judge(answer.text(), puzzle), found->by};
        if (outline.judgement.reason == Reason::TooManyJoined) return outline;
        const std::size_t at = answer.in_completion(outline.judgement.position);
        std::optional<std::size_t> place;
        if (at != NOWHERE && (!answer.is_part() || answer.in_completion(0) > 0))
            place = characters(given.text.substr(0, at));
        Explanation explained = explainer_.explain(answer.text(), puzzle, outline.judgement, place);
        outline.judgement.position = at;
        if (explained.value) outline.value = value_text(*explained.value);
        outline.message = std::move(explained.message);
        return outline;
    }

  private:
    const JudgeConfig& config_;
    Judge judge_;
    Explainer explainer_;
};

}  // namespace

bool outline_many(const JudgeConfig& config, const Syntax& relaxed, const std::vector<Answer>& answers,
                  const PreparedPuzzles& puzzles, std::size_t workers, const Stop& stop, Outline* outlines) {
    return for_each_answer(answers, puzzles, workers, stop, [&] {
        return [&, outliner = Outliner(config, relaxed)](std::size_t row, const PreparedPuzzle& puzzle) mutable {
            outlines[row] = outliner(answers[row], puzzle);
        };
    });
}

}  // namespace facevalue::numbers
