// NumbersLeft: the numbers that are left after each step of an answer, with the expressions that made them;
// judge_steps: the verdict on an answer in steps, as in Tree of Thoughts and Stream of Search.
//
// Exact for numbers of any size. A step looks through the numbers and results before it, so n steps take n^2
// comparisons at most. Python's `check_steps` has the rules in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numbers/answers/explain/explain.hpp"
#include "numbers/answers/judge/exact_answer.hpp"
#include "numbers/answers/judge/judge.hpp"
#include "numbers/answers/steps/step_lines.hpp"

namespace facevalue::numbers {

// What is wrong with a step, at a place in characters.
struct StepFlaw {
    Reason reason;
    std::size_t place;
    std::string sentence;
};

struct StepsVerdict {
    Reason reason = Reason::Correct;
    std::optional<std::size_t> position{};  // in characters
    Explanation explained{};
};

class NumbersLeft {
  public:
    NumbersLeft(const PreparedPuzzle& puzzle, const Rules& rules);

    // Applies a step; what is wrong with it, or nothing.
    std::optional<StepFlaw> take(const StepText& text, const StepLine& line);
    // The numbers that are left, equal ones next to each other.
    std::vector<BigFraction> values() const;
    std::size_t steps() const { return nodes_.size() - given_; }
    // The last result; before the first step, the last number.
    const BigFraction& last() const { return nodes_.back().value; }
    // After the last step.
    StepsVerdict verdict(const BigFraction& target) const;

  private:
    // A number of the puzzle, or the result of a step; then its operands are two earlier nodes.
    struct Node {
        BigFraction value{};
        bool is_left = true;
        Op op = Op::Add;
        std::size_t left = 0, right = 0;
    };
    // The nodes of the operands of a step.
    struct Operands {
        std::size_t left, right;
    };
    // As in StepParts.
    using Sources = std::pair<int, int>;
    // A reading of a line, split at one operator.
    struct Reading;

    Reading reading(const StepText& text, const StepParts& parts, std::size_t cut) const;
    int fitness(const Reading& step) const;
    std::optional<StepFlaw> flaw(const Reading& step) const;
    bool lists_left(const Reading& step) const;
    std::optional<Operands> find(const BigFraction& left, const BigFraction& right, const Sources& sources) const;
    std::string describe_use(const std::vector<BigFraction>& more, bool needs_all) const;
    std::string expression() const;

    Rules rules_;
    std::vector<Node> nodes_;  // the numbers of the puzzle, then the results of the steps
    std::size_t given_;
};

// `syntax`, `relaxed` and the puzzle are as for Explainer; a last line `Answer: expression` is judged with them.
StepsVerdict judge_steps(std::string_view answer, const PreparedPuzzle& puzzle, const Rules& rules,
                         const Syntax& syntax, const Syntax& relaxed, bool decimals);

}  // namespace facevalue::numbers
