// Extract: the answer in a completion, the text that a model wrote.
//
// For: finding what is to be judged: an answer tag, a box, or all of it, perhaps only after the thinking.
// Not for: judging it (judge.hpp). Tags are exact; nothing is guessed.
//
// Method: tags are sought from the end, because answers stand there: a last closed tag is found without looking at the
// thinking before it. Going back, an opening tag belongs to the closing tag that was met just before, or is open for
// ever. Cost: linear in the text at worst, no memory. Pure functions: threads may share everything here.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

enum class Extract : std::uint8_t { Whole, LastAnswerTag, FirstAnswerTag, OnlyAnswerTag, Boxed };

inline constexpr Words<Extract, 5> EXTRACTS{{
    {"whole", Extract::Whole},
    {"last_answer_tag", Extract::LastAnswerTag},
    {"first_answer_tag", Extract::FirstAnswerTag},
    {"only_answer_tag", Extract::OnlyAnswerTag},
    {"boxed", Extract::Boxed},
}};

// A part of the completion; nothing where there is no answer.
std::optional<std::string_view> extracted(std::string_view completion, Extract extract, bool after_think);

}  // namespace facevalue::numbers
