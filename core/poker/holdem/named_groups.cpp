#include "poker/holdem/named_groups.hpp"

#include <algorithm>

namespace facevalue::poker {

namespace {

bool is_letter_or_digit(char c) {
    const char lower = static_cast<char>(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

// How many bytes of the string are the name, or npos.
std::size_t length_of(std::string_view name, std::string_view text) {
    std::size_t place = 0;
    for (const char c : name) {
        if (place == text.size()) return text.npos;
        if (c != ' ') {
            if ((text[place++] | 0x20) != c) return text.npos;
            continue;
        }
        const std::size_t start = place;
        while (place < text.size() && (text[place] == ' ' || text[place] == '-')) ++place;
        if (place == start) return text.npos;
    }
    return place < text.size() && is_letter_or_digit(text[place]) ? text.npos : place;
}

}  // namespace

FoundGroup named_group_at(std::string_view text) {
    FoundGroup found;
    for (const NamedGroup& group : NAMED_GROUPS)
        for (std::string_view names = group.names; !names.empty();) {
            const std::string_view name = names.substr(0, names.find(','));
            names.remove_prefix(std::min(name.size() + 1, names.size()));
            const std::size_t length = length_of(name, text);
            if (length != text.npos && length > found.length) found = {&group, length};
        }
    return found;
}

}  // namespace facevalue::poker
