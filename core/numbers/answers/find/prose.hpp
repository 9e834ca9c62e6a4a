// What `any_answer` needs to know about prose: words in upper or lower case, lines, and expressions among words.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace facevalue::numbers {

// Does the text begin with `word`, ignoring case? `word` must be in lower case.
bool begins_with(std::string_view text, std::string_view word);

// Without spaces and line ends on both sides.
std::string_view trimmed(std::string_view text);

// Does the text contain one of the phrases, as whole words, ignoring case?
bool has_phrase(std::string_view text, std::span<const std::string_view> phrases);

// A word that ends in n't.
bool has_contraction(std::string_view text);

// The parts of a line that can be expressions: they have an operator. With `functions`, they may also have powers,
// factorials, roots and concatenation (functions.hpp).
struct Runs {
    std::string_view first;  // the first part with an operator
    std::size_t count = 0;   // of parts with an operator
};
Runs runs_in(std::string_view line, bool functions);

// The longest part at the end of a line that can belong to an expression.
std::string_view last_run(std::string_view line, bool functions);

}  // namespace facevalue::numbers
