// Reads cards as people write them: "Ah Kd", "[10♥, KD]", "[A h] [K d]", "🂱🃎".
//
// A card is a rank and a suit in either order and any case. The rank may also be a number: 10, 11 (jack) to 13 (king),
// and 1 or 14 (ace). The suit is a letter of cdhs or a sign, which a variation selector may follow. A card may also be
// a character from U+1F0A1 to U+1F0DE. This is never ambiguous, because no character is both a rank and a suit. Spaces,
// commas and brackets may separate cards.
//
// One pass, 2 ns for each usual card. Same results as the regular expressions in tests/oracles/cards.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "poker/cards/card_text.hpp"
#include "poker/cards/cards.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// What a string starts with, and how many bytes it takes; false if it starts with something else.
struct Spelling {
    int value = -1;
    std::size_t length = 0;

    explicit operator bool() const { return length != 0; }
};

namespace spelling {

constexpr std::array<std::int8_t, 256> places_of(std::string_view letters) {
    std::array<std::int8_t, 256> places{};
    places.fill(-1);
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const auto letter = static_cast<unsigned char>(letters[i]);
        places[letter] = static_cast<std::int8_t>(i);
        if (letter > '9') places[letter ^ 0x20U] = static_cast<std::int8_t>(i);  // upper and lower case
    }
    return places;
}
inline constexpr auto RANK_PLACES = places_of(RANK_LETTERS), SUIT_PLACES = places_of(SUIT_LETTERS);

}  // namespace spelling

Spelling suit_at(std::string_view text);       // with its variation selector
Spelling rank_at(std::string_view text);       // of a starting hand: a letter, a digit from 2 or 10
Spelling card_rank_at(std::string_view text);  // of a card: also 1 and 11 to 14
Spelling unusual_card_at(std::string_view text);

// The id of a card.
inline Spelling card_at(std::string_view text) {
    constexpr char SELECTOR = '\xEF';  // the first byte of one
    if (text.size() == 2 || (text.size() > 2 && text[2] != SELECTOR)) {
        const int rank = spelling::RANK_PLACES[static_cast<unsigned char>(text[0])];
        const int suit = spelling::SUIT_PLACES[static_cast<unsigned char>(text[1])];
        if (rank >= 0 && suit >= 0) return {rank * SUITS + suit, 2};
    }
    return unusual_card_at(text);
}

inline constexpr Cards card_of(int id) { return card(id / SUITS, id % SUITS); }
// "Ah"
std::string card_text(int id);

// The characters that Python counts as spaces.
bool is_space(char32_t character);
// How many bytes of spaces a string starts with.
std::size_t spaces_at(std::string_view text);

// Describes the first letter that is not in ASCII, and may look like one that is; "" if none is. Signs and pictures are
// not letters; digits and marks of other scripts count as letters.
std::string foreign_letter(std::string_view text);

// How many bytes of a joker a string starts with: "joker" or "Jo" in any case, "*", or one of the three of Unicode.
std::size_t joker_at(std::string_view text);

class CardReader {
  public:
    enum End : int { FINISHED = -1, WRONG = -2 };

    explicit CardReader(std::string_view text) : text_(text), word_(text) {}

    // The id of the next card; FINISHED after the last one; WRONG where there is something else.
    int next() {
        if (text_.starts_with(' ')) {
            text_.remove_prefix(1);
            word_ = text_;
        }
        if (text_.empty()) return FINISHED;
        const Spelling found = card_at(text_);
        if (!found) return next_word();
        text_.remove_prefix(found.length);
        return found.value;
    }
    // Why `next` was WRONG.
    Problem problem() const;

  private:
    int next_word();

    std::string_view text_, word_;  // what is left, also of the string from the current word on
};

// The cards of a string, which are all different; nothing for other strings.
inline std::optional<Cards> cards_of(std::string_view text) {
    CardReader reader(text);
    Cards all = 0;
    for (int id; (id = reader.next()) != CardReader::FINISHED;) {
        if (id < 0 || (all & card_of(id)) != 0) return std::nullopt;
        all |= card_of(id);
    }
    return all;
}

using Ids = std::vector<std::uint8_t>;

// The cards of a string, in order; also repeated ones.
Expected<Ids> read_cards(std::string_view text);
// The error for the first card that is repeated.
std::optional<Problem> repeated_card(const Ids& ids);
// The card of a string, which may have spaces around it.
Expected<int> read_card(std::string_view text);
// Is it one hand? It has only cards, and with commas or semicolons at most so many.
bool is_one_hand(std::string_view text, std::size_t cards);

}  // namespace facevalue::poker
