#include "numbers/answers/judge/outline.hpp"

#include <algorithm>

#include "numbers/answers/find/answer_text.hpp"

namespace facevalue::numbers {
namespace {

bool is_about_the_answer(Reason reason) {
    return reason == Reason::Correct || reason == Reason::WrongValue || reason == Reason::WrongNumbers;
}

bool is_whole(const Number& number) { return number.denominator == 1; }

std::vector<Number> numbers_of(const std::vector<Term>& terms) {
    std::vector<Number> numbers;
    for (const Term& term : terms)
        if (term.kind == TermKind::Number) numbers.push_back(term.number);
    return numbers;
}

class Outliner {
  public:
    explicit Outliner(const JudgeConfig& config)
        : config_(config), judge_(config.syntax, config.rules), reader_(config.syntax) {}

    Outline operator()(const Answer& given, const PreparedPuzzle& puzzle) {
        if (!given.is_given || !given.is_text) return {judge_one(judge_, config_, given, puzzle)};
        const auto found =
            found_answer(given.text, config_.extract, config_.after_think, config_.rules.has_functions());
        if (!found) return {};
        const AnswerText answer(given.text, *found);
        Outline outline{judge_.judge(answer.text(), puzzle), found->by};
        describe(answer.text(), puzzle, outline);
        outline.judgement.position = answer.in_completion(outline.judgement.position);
        return outline;
    }

  private:
    void describe(std::string_view text, const PreparedPuzzle& puzzle, Outline& outline) {
        const Reason reason = outline.judgement.reason;
        if (!is_about_the_answer(reason)) return;
        const Reading& reading = reader_.read(text, puzzle.has_forms);
        outline.answer = plain_answer(reading);
        if (!outline.answer || reason != Reason::WrongNumbers) return;
        outline.used = numbers_of(reading.terms);
        if (!std::ranges::all_of(outline.used, is_whole)) outline.answer.reset();
    }

    const JudgeConfig& config_;
    Judge judge_;
    Reader reader_;
};

}  // namespace

bool outline_many(const JudgeConfig& config, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles,
                  std::size_t workers, const Stop& stop, Outline* outlines) {
    return for_each_answer(answers, puzzles, workers, stop, [&] {
        return [&, outliner = Outliner(config)](std::size_t row, const PreparedPuzzle& puzzle) mutable {
            outlines[row] = outliner(answers[row], puzzle);
        };
    });
}

}  // namespace facevalue::numbers
