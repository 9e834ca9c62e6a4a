// Remarks: what the text around an answer says about it. Is it denied, struck out, marked as wrong or taken back?
//
// Words are English; of other languages, only some usual negations are known. Linear in the text, allocates no memory.
#pragma once

#include <cstddef>
#include <string_view>

namespace facevalue::numbers {

// Does a line begin with the mark of a quotation?
bool is_quoted(std::string_view line);

// Does the text say that something is not the answer?
bool has_denial(std::string_view text);

// Is an answer denied, quoted or shown as an example? `before` is its line before it.
bool is_denied(std::string_view before);

// Is a part of the text between marks that strike it out?
bool is_struck(std::string_view text, std::string_view part);

// A line without what is struck out: what follows the last such part, or else what is before the first.
std::string_view unstruck(std::string_view line, bool functions);

// The place where the text after an answer takes it back for the last time; npos if it does not.
std::size_t last_withdrawal(std::string_view after);

}  // namespace facevalue::numbers
