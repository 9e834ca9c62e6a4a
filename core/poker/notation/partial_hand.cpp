#include "poker/notation/partial_hand.hpp"

#include <algorithm>

namespace facevalue::poker {

namespace {

constexpr std::string_view UNKNOWN = "?Xx";

// A word of one card, which a space, a sign or the end of the string must follow.
std::size_t partial_card_at(const Scanner& scanner, std::size_t place, PartialCard& found) {
    std::size_t end = place;
    if (const Spelling card = card_at(scanner.from(place))) {
        found = {card.value, -1};
        end += card.length;
    } else if (const Spelling rank = rank_at(scanner.from(place))) {
        found = {-1, rank.value};
        end += rank.length;
        if (scanner.has_any(UNKNOWN, end)) ++end;
    } else {
        found = {};
        while (end < place + 2 && scanner.has_any(UNKNOWN, end)) ++end;
        if (end == place) return Scanner::NONE;
    }
    const bool is_end = end == scanner.text().size() || scanner.has_any(",;:=@()!", end) || scanner.spaces(end) > end;
    return is_end ? end : Scanner::NONE;
}

}  // namespace

std::size_t partial_hand_at(const Scanner& scanner, std::size_t place, int size, std::vector<PartialCard>& cards) {
    cards.resize(static_cast<std::size_t>(size));
    std::size_t end = Scanner::NONE;
    for (PartialCard& card : cards) {
        if (end != Scanner::NONE) {
            place = scanner.spaces(end);
            if (place == end) return Scanner::NONE;
        }
        end = partial_card_at(scanner, place, card);
        if (end == Scanner::NONE) return Scanner::NONE;
    }
    return std::ranges::any_of(cards, &PartialCard::is_unknown) ? end : Scanner::NONE;
}

}  // namespace facevalue::poker
