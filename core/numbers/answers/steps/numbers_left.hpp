// NumbersLeft: the numbers that are left after each step of an answer, with the expressions that made them;
// judge_steps: the verdict on an answer in steps, as in Tree of Thoughts and Stream of Search.
//
// Exact for numbers of any size. A step looks through the numbers that are left, so n steps take n^2 comparisons at
// most. Python's `check_steps` has the rules in words.
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
    std::size_t steps() const { return steps_; }
    // The last result; before the first step, the last number.
    const BigFraction& last() const { return last_; }
    // After the last step.
    StepsVerdict verdict(const BigFraction& target) const;

  private:
    // A number of the puzzle, or an operation on two earlier nodes.
    struct Node {
        ExactTerm term{};
        std::size_t left = 0, right = 0;
    };
    // Equal numbers: for each the step that made it, 0 for a number of the puzzle, and its node.
    struct Group {
        BigFraction value{};
        std::vector<std::pair<int, std::size_t>> made{};
    };
    // A reading of a line, split at one operator.
    struct Reading;

    Reading reading(const StepText& text, const StepParts& parts, std::size_t cut) const;
    int fitness(const Reading& step) const;
    std::optional<StepFlaw> flaw(const Reading& step) const;
    bool has(const Reading& step) const;
    bool has_sources(const Reading& step) const;
    bool is_left(const Reading& step) const;
    Group* group_of(const BigFraction& value);
    const Group* group_of(const BigFraction& value) const { return const_cast<NumbersLeft*>(this)->group_of(value); }
    std::size_t count_of(const BigFraction& value) const;
    void add(const BigFraction& value, int step, std::size_t node);
    std::size_t remove(const BigFraction& value, std::optional<int> source);
    std::string describe_use(std::vector<BigFraction> more, bool needs_all) const;
    std::string expression(std::size_t node) const;

    Rules rules_;
    std::vector<BigFraction> given_, used_, made_;
    std::vector<Node> nodes_;
    std::vector<Group> groups_;
    BigFraction last_;
    std::size_t steps_ = 0;
};

// `syntax`, `relaxed` and the puzzle are as for Explainer; a last line `Answer: expression` is judged with them.
StepsVerdict judge_steps(std::string_view answer, const PreparedPuzzle& puzzle, const Rules& rules,
                         const Syntax& syntax, const Syntax& relaxed, bool decimals);

}  // namespace facevalue::numbers
