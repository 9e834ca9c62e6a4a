#include "numbers/answers/find/extract.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "numbers/answers/read/syntax.hpp"

namespace facevalue::numbers {

namespace {

constexpr std::string_view OPENING = "<answer>", CLOSING = "</answer>", THOUGHT = "</think>", BOX = "\\boxed{";

// The place of the last `<` before `end`. Words of eight bytes without one are skipped.
std::optional<std::size_t> last_angle(std::string_view text, std::size_t end) {
    constexpr std::uint64_t ONES = 0x0101010101010101, ANGLES = ONES * '<';
    for (std::uint64_t word; end >= sizeof word; end -= sizeof word) {
        std::memcpy(&word, text.data() + end - sizeof word, sizeof word);
        word ^= ANGLES;                                       // has a byte 0 for each `<`
        if (((word - ONES) & ~word & ONES << 7) != 0) break;  // only a byte 0 makes this so
    }
    while (end > 0 && text[end - 1] != '<') --end;
    if (end == 0) return std::nullopt;
    return end - 1;
}

std::optional<std::string_view> after_last(std::string_view text, std::string_view tag) {
    for (auto place = last_angle(text, text.size()); place; place = last_angle(text, *place))
        if (text.substr(*place).starts_with(tag)) return text.substr(*place + tag.size());
    return std::nullopt;
}

// Empty tags, which people write to name the tag, count only if there are no others.
std::optional<std::string_view> last_tag(std::string_view text) {
    std::size_t closing = text.npos;        // the closing tag met last
    std::optional<std::string_view> empty;  // between the last tags
    for (auto place = last_angle(text, text.size()); place; place = last_angle(text, *place)) {
        const std::string_view rest = text.substr(*place);
        if (rest.starts_with(CLOSING)) closing = *place;
        if (closing == text.npos || !rest.starts_with(OPENING)) continue;
        const std::size_t start = *place + OPENING.size();
        const std::string_view inside = text.substr(start, closing - start);
        if (!std::ranges::all_of(inside, is_blank)) return inside;
        if (!empty) empty = inside;
        closing = text.npos;
    }
    return empty;
}

std::optional<std::string_view> first_tag(std::string_view text) {
    std::optional<std::size_t> start;
    for (std::size_t place = text.find('<'); place != text.npos; place = text.find('<', place + 1)) {
        const std::string_view rest = text.substr(place);
        if (rest.starts_with(OPENING)) start = place + OPENING.size();
        if (start && rest.starts_with(CLOSING)) return text.substr(*start, place - *start);
    }
    return std::nullopt;
}

std::optional<std::string_view> only_tag(std::string_view text) {
    const std::size_t opening = text.find(OPENING), closing = text.find(CLOSING);
    if (opening == text.npos || closing == text.npos || closing < opening) return std::nullopt;
    if (text.find(OPENING, opening + 1) != text.npos || text.find(CLOSING, closing + 1) != text.npos)
        return std::nullopt;
    return text.substr(opening + OPENING.size(), closing - opening - OPENING.size());
}

// If the last box is never closed, an earlier one counts. Its closing brace must come before the unclosed box, so each
// part of the text is read once.
std::optional<std::string_view> last_box(std::string_view text) {
    for (std::size_t place = text.rfind(BOX); place != text.npos; place = text.rfind(BOX)) {
        if (const auto inside = braced(text.substr(place + BOX.size()))) return inside;
        text = text.substr(0, place);
    }
    return std::nullopt;
}

std::optional<std::string_view> part_of(std::string_view completion, Extract extract) {
    switch (extract) {
        case Extract::LastAnswerTag:
            return last_tag(completion);
        case Extract::FirstAnswerTag:
            return first_tag(completion);
        case Extract::OnlyAnswerTag:
            return only_tag(completion);
        case Extract::Boxed:
            return last_box(completion);
        case Extract::Whole:
        case Extract::Any:
            return completion;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string_view> braced(std::string_view text) {
    std::size_t depth = 1;
    for (std::size_t place = text.find_first_of("\\{}"); place < text.size();
         place = text.find_first_of("\\{}", place + 1)) {
        if (text[place] == '\\')
            ++place;
        else if (text[place] == '{')
            ++depth;
        else
            --depth;
        if (depth == 0) return text.substr(0, place);
    }
    return std::nullopt;
}

std::optional<FoundAnswer> found_answer(std::string_view completion, Extract extract, bool after_think,
                                        bool functions) {
    if (after_think) {
        const auto rest = after_last(completion, THOUGHT);
        if (!rest) return std::nullopt;
        completion = *rest;
    }
    if (extract == Extract::Any) return any_answer(completion, functions);
    const auto part = part_of(completion, extract);
    if (!part) return std::nullopt;
    return FoundAnswer{*part,
                       std::ranges::find(EXTRACTS, extract, &std::pair<std::string_view, Extract>::second)->first};
}

}  // namespace facevalue::numbers
