// Extract: finds the answer in a completion, the text that a model wrote. Tags must match exactly.
//
// Tags are searched from the end, so the text before the last closed tag is not read. Linear in the text, no memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "numbers/answers/find/any_answer.hpp"
#include "numbers/exact/rules.hpp"

namespace facevalue::numbers {

enum class Extract : std::uint8_t { Whole, LastAnswerTag, FirstAnswerTag, OnlyAnswerTag, Boxed, Any };

inline constexpr Words<Extract, 6> EXTRACTS{{
    {"whole", Extract::Whole},
    {"last_answer_tag", Extract::LastAnswerTag},
    {"first_answer_tag", Extract::FirstAnswerTag},
    {"only_answer_tag", Extract::OnlyAnswerTag},
    {"boxed", Extract::Boxed},
    {"any", Extract::Any},
}};

// The text before the brace that closes one opened before the start. A backslash escapes the next character.
std::optional<std::string_view> braced(std::string_view text);

// The answer, a part of the completion, and the name in EXTRACTS or the rule of `any` that found it. Nothing without an
// answer. `functions` is for `any`: do the rules allow some?
std::optional<FoundAnswer> found_answer(std::string_view completion, Extract extract, bool after_think,
                                        bool functions = false);

}  // namespace facevalue::numbers
