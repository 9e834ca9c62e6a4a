// AnswerText: an answer found in a completion, as it is judged, and the place of each of its bytes in the completion.
//
// Usually it is a part of the completion. For a JSON string with escapes it is the unescaped string, and for an
// expression whose value is said in words it is a claim: `8*3 = 24` for `8*3, which equals 24`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "numbers/answers/find/any_answer.hpp"
#include "numbers/answers/find/json_text.hpp"

namespace facevalue::numbers {

class AnswerText {
  public:
    AnswerText(std::string_view completion, const FoundAnswer& found)
        : part_(found.text),
          start_(static_cast<std::size_t>(found.text.data() - completion.data())),
          written_(found.has_escapes ? json_text(found.text) : std::nullopt) {
        if (!found.claimed.empty()) write_claim(found.claimed);
    }

    std::string_view text() const { return written_ ? std::string_view(written_->text) : part_; }
    bool is_part() const { return !written_; }

    // Converts a place in the text to a place in the completion. Returns npos (no place) unchanged.
    std::size_t in_completion(std::size_t place) const {
        if (place == std::string_view::npos) return place;
        return start_ + (written_ ? written_->places[place] : place);
    }

  private:
    void write_claim(std::string_view value) {
        constexpr std::string_view EQUALS = " = ";
        JsonText claim{std::string(part_).append(EQUALS).append(value), {}};
        const auto first = static_cast<std::size_t>(value.data() - part_.data());
        for (std::size_t place = 0; place < part_.size(); ++place) claim.places.push_back(place);
        claim.places.insert(claim.places.end(), EQUALS.size(), part_.size());
        for (std::size_t place = 0; place <= value.size(); ++place) claim.places.push_back(first + place);
        written_ = std::move(claim);
    }

    std::string_view part_;
    std::size_t start_;
    std::optional<JsonText> written_;  // if it is not a part
};

}  // namespace facevalue::numbers
