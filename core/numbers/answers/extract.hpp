// Extract: finds the answer in a completion, the text that a model wrote. Tags must match exactly.
//
// Tags are searched from the end, so the text before the last closed tag is not read. Linear in the text, no memory.
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

// A part of the completion; nothing if there is no answer.
std::optional<std::string_view> extracted(std::string_view completion, Extract extract, bool after_think);

}  // namespace facevalue::numbers
