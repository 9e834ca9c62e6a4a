// What `any_answer` needs to know about prose: words in upper or lower case, lines, and expressions among words.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace facevalue::numbers {

inline constexpr std::size_t NOT_FOUND = std::string_view::npos;

// Where a part begins in the whole.
inline std::size_t place_in(std::string_view text, std::string_view part) {
    return static_cast<std::size_t>(part.data() - text.data());
}

// Where the line of a place begins, and the line that begins at a place.
std::size_t line_start(std::string_view text, std::size_t place);
std::string_view line_at(std::string_view text, std::size_t start);

// The part of a line from its last mark of punctuation on.
std::string_view clause(std::string_view line);

// Does the text begin with `word`, ignoring case? `word` must be in lower case.
bool begins_with(std::string_view text, std::string_view word);

// Without spaces and line ends on both sides.
std::string_view trimmed(std::string_view text);

// The place of the last of these phrases, as whole words, ignoring case; npos if there is none.
std::size_t last_phrase(std::string_view text, std::span<const std::string_view> phrases);
inline bool has_phrase(std::string_view text, std::span<const std::string_view> phrases) {
    return last_phrase(text, phrases) != text.npos;
}

// The place of the n't of the last word that ends in it; npos if there is none.
std::size_t last_contraction(std::string_view text);
inline bool has_contraction(std::string_view text) { return last_contraction(text) != text.npos; }

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
