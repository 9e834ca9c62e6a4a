// An answer that was found in a completion, for Python: its place, and which rule found it.
#pragma once

#include <optional>
#include <utility>

#include "numbers/answers/find/answer_text.hpp"
#include "numbers/answers/read/reader.hpp"
#include "problem.hpp"
#include "translation.hpp"

namespace facevalue::numbers {

// The names of the rules that find answers; mostly it is the same as the last time.
class FinderNames {
  public:
    nb::object operator()(std::string_view rule) {
        if (rule != last_rule_) {
            last_name_ = nb::str(rule.data(), rule.size());
            last_rule_ = rule;
        }
        return last_name_;
    }

  private:
    std::string_view last_rule_;
    nb::object last_name_;
};

inline bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }  // of UTF-8

// Counts the characters of a Python string before a byte. ASCII strings are not read for this, and others only from the
// nearer end.
class CharacterCount {
  public:
    CharacterCount(nb::handle text, std::string_view bytes) : bytes_(bytes) {
        if (PyUnicode_Check(text.ptr())) length_ = static_cast<std::size_t>(PyUnicode_GetLength(text.ptr()));
    }
    std::string_view text() const { return bytes_; }
    std::size_t before(std::size_t byte) const {
        if (length_ == bytes_.size()) return byte;
        if (length_ && byte > bytes_.size() / 2) return *length_ - characters(bytes_.substr(byte));
        return characters(bytes_.substr(0, byte));
    }

  private:
    std::string_view bytes_;
    std::optional<std::size_t> length_;
};

// An answer in a completion: the answer and its start in characters. If the answer has escapes, instead of the start a
// list of the places of its characters and of its end.
struct Located {
    nb::object text, start;
};

inline nb::object start_of(const CharacterCount& completion, const AnswerText& answer) {
    std::size_t before = answer.in_completion(0), place = completion.before(before);
    if (answer.is_part()) return nb::cast(place);
    std::vector<std::size_t> places{place};
    for (std::size_t byte = 1; byte <= answer.text().size(); ++byte) {
        if (byte < answer.text().size() && is_continuation(answer.text()[byte])) continue;
        place += characters(completion.text().substr(before, answer.in_completion(byte) - before));
        before = answer.in_completion(byte);
        places.push_back(place);
    }
    return nb::cast(places);
}

inline Located located(const CharacterCount& completion, const AnswerText& answer) {
    return {python_text(answer.text()), start_of(completion, answer)};
}

}  // namespace facevalue::numbers
