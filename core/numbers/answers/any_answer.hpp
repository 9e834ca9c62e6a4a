// Finds the answer of a model that was not told a format: for evaluation, never for a reward.
//
// The rules of FOUND_BY are tried in this order. Each takes the last place that fits it, and the first rule with such
// a place decides. An answer that is denied, withdrawn, quoted or given as an example, or one of two, is none: then
// nothing is found, whatever the later rules would say. Linear in the text, no memory.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace facevalue::numbers {

inline constexpr std::array<std::string_view, 8> FOUND_BY{
    "answer_tag",  // <answer>...</answer>, in any case, with blanks inside the tags
    "boxed",       // \boxed{...} or \fbox{...}; one around the value of a claim takes the whole claim
    "hashes",      // #### ...
    "phrase",      // a line with "final answer", "the answer is" or "answer:", or the line after it
    "json",        // {"answer": "..."}
    "code_block",  // what stands between ``` and ```
    "bold",        // **...** with an operator
    "last_line",   // the last line that holds an expression
};

struct FoundAnswer {
    std::string_view text;  // a part of the completion
    std::string_view by;    // the rule that found it
    // The text stands in a string of JSON, whose escapes `json_text` reads; it can be read.
    bool has_escapes = false;
};

std::optional<FoundAnswer> any_answer(std::string_view completion);

}  // namespace facevalue::numbers
