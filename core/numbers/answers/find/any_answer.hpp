// Finds the answer of a model that was not given a format: for evaluation, never for a reward.
//
// The rules of FOUND_BY are tried in this order. Each looks for the last place that fits, and the first rule that finds
// a place is used. If the answer there is denied, quoted, shown as an example, or one of two, nothing is found,
// whatever later rules would find. If the text after it corrects it, the correction is the answer; if it is withdrawn,
// struck out or marked as wrong, an answer that is stated after that counts. The prose is English; a negation of
// some other languages next to an answer means that nothing is found. Linear in the text, allocates no memory.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace facevalue::numbers {

inline constexpr std::array<std::string_view, 8> FOUND_BY{
    "answer_tag",  // <answer>...</answer>, in any case, with spaces inside the tags
    "boxed",       // \boxed{...} or \fbox{...}; one around the value of a claim takes the whole claim
    "hashes",      // #### ...
    "phrase",      // a line with "final answer", "the answer is" or "answer:", or the line after it, or a correction
    "json",        // {"answer": "..."}
    "code_block",  // the contents of ``` ... ```
    "bold",        // **...** with an operator
    "last_line",   // the last line with an expression
};

struct FoundAnswer {
    std::string_view text;  // a part of the completion
    std::string_view by;    // the rule that found it
    // The text is in a JSON string with escapes, which `json_text` can read.
    bool has_escapes = false;
    // The value that the next words say it has, a part of the completion: the 24 of `8*3, which equals 24`.
    std::string_view claimed{};
};

// With `functions`, expressions among words may have powers, factorials, roots and concatenation.
std::optional<FoundAnswer> any_answer(std::string_view completion, bool functions);

}  // namespace facevalue::numbers
