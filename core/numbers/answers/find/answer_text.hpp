// AnswerText: an answer found in a completion, as it is judged, and the place of each of its bytes in the completion.
//
// Usually it is a part of the completion. For a JSON string with escapes it is the unescaped string.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "numbers/answers/find/any_answer.hpp"
#include "numbers/answers/find/json_text.hpp"

namespace facevalue::numbers {

class AnswerText {
  public:
    AnswerText(std::string_view completion, const FoundAnswer& found)
        : part_(found.text),
          start_(static_cast<std::size_t>(found.text.data() - completion.data())),
          unescaped_(found.has_escapes ? json_text(found.text) : std::nullopt) {}

    std::string_view text() const { return unescaped_ ? std::string_view(unescaped_->text) : part_; }
    bool is_part() const { return !unescaped_; }

    // Converts a place in the text to a place in the completion. Returns npos (no place) unchanged.
    std::size_t in_completion(std::size_t place) const {
        if (place == std::string_view::npos) return place;
        return start_ + (unescaped_ ? unescaped_->places[place] : place);
    }

  private:
    std::string_view part_;
    std::size_t start_;
    std::optional<JsonText> unescaped_;
};

}  // namespace facevalue::numbers
