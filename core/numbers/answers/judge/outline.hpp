// Outline: the judgement of an answer and the facts for its message, for tables of millions of verdicts.
//
// The answer itself is included if it is plain (see PlainAnswer) and the message is about its value or its numbers; the
// caller explains all others.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "numbers/answers/judge/judge_many.hpp"
#include "numbers/answers/read/plain_answer.hpp"

namespace facevalue::numbers {

struct Outline {
    Judgement judgement{Reason::NoAnswer};
    std::string_view found_by{};  // as in FoundAnswer; empty without an answer
    std::optional<PlainAnswer> answer{};
    std::vector<Number> used{};  // the whole numbers of the answer, if they are the wrong ones
};

// An outline for each answer; false when stopped.
bool outline_many(const JudgeConfig& config, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles,
                  std::size_t workers, const Stop& stop, Outline* outlines);

}  // namespace facevalue::numbers
