// Outline: the judgement of an answer, its value and its message, for tables of millions of verdicts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "numbers/answers/judge/judge_many.hpp"

namespace facevalue::numbers {

struct Outline {
    Judgement judgement{Reason::NoAnswer};
    std::string_view found_by{};  // as in FoundAnswer; empty without an answer
    std::string value{};          // empty without one
    std::string message{};
};

// An outline for each answer; false when stopped. `relaxed` is as for Explainer.
bool outline_many(const JudgeConfig& config, const Syntax& relaxed, const std::vector<Answer>& answers,
                  const PreparedPuzzles& puzzles, std::size_t workers, const Stop& stop, Outline* outlines);

}  // namespace facevalue::numbers
