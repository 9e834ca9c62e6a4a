// AnswerText: what is judged of an answer that was found in a completion, and where each place of it stands there.
//
// Mostly it is a part of the completion. Of a string of JSON with escapes it is what the string says.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "numbers/answers/any_answer.hpp"
#include "numbers/answers/json_text.hpp"
#include "numbers/answers/reasons.hpp"

namespace facevalue::numbers {

class AnswerText {
  public:
    AnswerText(std::string_view completion, const FoundAnswer& found)
        : part_(found.text),
          start_(static_cast<std::size_t>(found.text.data() - completion.data())),
          unescaped_(found.has_escapes ? json_text(found.text) : std::nullopt) {}

    std::string_view text() const { return unescaped_ ? std::string_view(unescaped_->text) : part_; }
    bool is_part() const { return !unescaped_; }

    // The place in the completion of one in the text; NOWHERE stays what it is.
    std::size_t in_completion(std::size_t place) const {
        if (place == NOWHERE) return place;
        return start_ + (unescaped_ ? unescaped_->places[place] : place);
    }

  private:
    std::string_view part_;
    std::size_t start_;
    std::optional<JsonText> unescaped_;
};

}  // namespace facevalue::numbers
