#include "poker/cards/read_cards.hpp"

#include <algorithm>

#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

constexpr int TEN = 8;
constexpr int NUMBERED[] = {TEN, 9, 10, 11, ACE};  // 10 to 14

struct Span {
    char32_t first, last;
};
constexpr Span SPACES[] = {{0x9, 0xD},       {0x1C, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
                           {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
// Where characters beyond ASCII are mostly signs, pictures and marks.
constexpr Span SIGNS[] = {{0x80, 0xA9},     {0xAB, 0xB4},     {0xB6, 0xB9},      {0xBB, 0xBF},     {0xD7, 0xD7},
                          {0xF7, 0xF7},     {0x300, 0x36F},   {0x660, 0x669},    {0x6F0, 0x6F9},   {0x966, 0x96F},
                          {0x2000, 0x2070}, {0x2072, 0x207E}, {0x2080, 0x208F},  {0x20A0, 0x20FF}, {0x2150, 0x2BFF},
                          {0x3000, 0x3004}, {0x3007, 0x3030}, {0xFE00, 0xFE6F},  {0xFF00, 0xFF20}, {0xFF3B, 0xFF40},
                          {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF}};

template <std::size_t COUNT>
bool is_in(const Span (&spans)[COUNT], char32_t character) {
    const auto* const span = std::ranges::lower_bound(spans, character, {}, &Span::last);
    return span != std::end(spans) && character >= span->first;
}

char32_t first_character(std::string_view text) { return text.empty() ? 0 : take_character(text); }
std::string_view first_bytes(std::string_view text) {
    std::string_view rest = text;
    if (!rest.empty()) take_character(rest);
    return text.substr(0, text.size() - rest.size());
}

std::size_t selector_at(std::string_view text) {
    return text.starts_with("\uFE0E") || text.starts_with("\uFE0F") ? 3 : 0;
}

// Of a playing card of Unicode, without the knights: rows of spades, hearts, diamonds and clubs.
Spelling glyph_at(std::string_view text) {
    constexpr char32_t FIRST = 0x1F0A0;
    constexpr std::uint32_t COLUMNS = 16, KNIGHT = 12, LAST = 14;
    const std::uint32_t place = first_character(text) - FIRST;
    const std::uint32_t row = place / COLUMNS, column = place % COLUMNS;
    if (row >= SUITS || column == 0 || column == KNIGHT || column > LAST) return {};
    const int number = static_cast<int>(column - (column > KNIGHT ? 1 : 0));  // ace is 1, king is 13
    const int rank = number == 1 ? ACE : number - 2;
    return {rank * SUITS + SUITS - 1 - static_cast<int>(row), 4};
}

bool is_separator(char c) { return c == ',' || c == '[' || c == ']'; }

std::size_t separators_at(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size()) {
        const std::size_t found = is_separator(text[length]) ? 1 : spaces_at(text.substr(length));
        if (found == 0) break;
        length += found;
    }
    return length;
}

// "[A h]", whose rank and suit are separated: the card, and the length with both brackets.
Spelling split_card_at(std::string_view text) {
    std::size_t place = 1 + spaces_at(text.substr(1));
    const Spelling rank = card_rank_at(text.substr(place));
    if (!rank) return {};
    place += rank.length;
    const std::size_t gap = spaces_at(text.substr(place));
    const Spelling suit = suit_at(text.substr(place + gap));
    if (gap == 0 || !suit) return {};
    place += gap + suit.length;
    place += spaces_at(text.substr(place));
    if (!text.substr(place).starts_with(']')) return {};
    return {rank.value * SUITS + suit.value, place + 1};
}

// Why there is no card at a place of a word.
Problem no_card(std::string_view word, std::size_t place) {
    const std::string_view rest = word.substr(place);
    const auto problem = [&](const std::string& sentence) { return card_problem(sentence + ": " + quoted(word)); };
    if (card_at(rest)) return problem("expected one card, a rank and a suit");
    if (joker_at(rest) != 0) return problem("jokers need a game that has them, such as 'five-card,jokers=1'");
    const Spelling rank = card_rank_at(rest);
    const std::size_t suit_length = suit_at(rest) ? first_bytes(rest).size() : 0;
    const std::string kind = rank ? "suit" : "rank";
    const std::string letter = foreign_letter(first_bytes(rest.substr(rank ? rank.length : suit_length)));
    if (!letter.empty()) return problem("unknown " + kind + ' ' + letter);
    return problem("expected a " + kind + " of " + std::string(rank ? SUIT_LETTERS : RANK_LETTERS));
}

}  // namespace

Spelling suit_at(std::string_view text) {
    if (text.empty()) return {};
    const int suit = spelling::SUIT_PLACES[static_cast<unsigned char>(text.front())];
    if (suit >= 0) return {suit, 1 + selector_at(text.substr(1))};
    constexpr char32_t FIRST_SIGN = 0x2660;
    constexpr int SUITS_OF_SIGNS[] = {3, 2, 1, 0, 3, 2, 1, 0};  // ♠♡♢♣♤♥♦♧
    const std::uint32_t sign = first_character(text) - FIRST_SIGN;
    if (sign >= std::size(SUITS_OF_SIGNS)) return {};
    return {SUITS_OF_SIGNS[sign], 3 + selector_at(text.substr(3))};
}

Spelling rank_at(std::string_view text) {
    if (text.starts_with("10")) return {TEN, 2};
    if (text.empty()) return {};
    const int rank = spelling::RANK_PLACES[static_cast<unsigned char>(text.front())];
    return rank >= 0 ? Spelling{rank, 1} : Spelling{};
}

Spelling card_rank_at(std::string_view text) {
    if (!text.starts_with('1')) return rank_at(text);
    const bool is_numbered = text.size() > 1 && text[1] >= '0' && text[1] <= '4';
    return is_numbered ? Spelling{NUMBERED[text[1] - '0'], 2} : Spelling{ACE, 1};
}

Spelling unusual_card_at(std::string_view text) {
    if (const Spelling rank = card_rank_at(text)) {
        const Spelling suit = suit_at(text.substr(rank.length));
        return suit ? Spelling{rank.value * SUITS + suit.value, rank.length + suit.length} : Spelling{};
    }
    if (const Spelling suit = suit_at(text)) {
        const Spelling rank = card_rank_at(text.substr(suit.length));
        return rank ? Spelling{rank.value * SUITS + suit.value, suit.length + rank.length} : Spelling{};
    }
    return glyph_at(text);
}

std::string card_text(int id) {
    return {RANK_LETTERS[static_cast<std::size_t>(id / SUITS)], SUIT_LETTERS[static_cast<std::size_t>(id % SUITS)]};
}

bool is_space(char32_t character) { return is_in(SPACES, character); }

std::size_t spaces_at(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        std::string_view next = rest;
        if (!is_space(take_character(next))) break;
        rest = next;
    }
    return text.size() - rest.size();
}

std::string foreign_letter(std::string_view text) {
    while (!text.empty()) {
        const std::string_view bytes = first_bytes(text);
        const char32_t character = take_character(text);
        if (character < 0x80 || !is_printable(character) || is_in(SIGNS, character)) continue;
        constexpr const char* HEX = "0123456789ABCDEF";
        std::string digits;
        for (char32_t left = character; left != 0 || digits.size() < 4; left >>= 4) digits.insert(0, 1, HEX[left & 15]);
        return represented(bytes) + " (U+" + digits + ", not a plain letter)";
    }
    return {};
}

int CardReader::next_word() {
    while (!text_.empty()) {
        const bool is_bracket = text_.front() == '[';
        const std::size_t length = is_bracket || text_.front() == ',' || text_.front() == ']' ? 1 : spaces_at(text_);
        if (length == 0) return WRONG;
        if (const Spelling split = is_bracket ? split_card_at(text_) : Spelling{}) {
            text_.remove_prefix(split.length);
            word_ = text_;
            return split.value;
        }
        text_.remove_prefix(length);
        word_ = text_;
        if (const Spelling found = card_at(text_)) {
            text_.remove_prefix(found.length);
            return found.value;
        }
    }
    return FINISHED;
}

std::size_t joker_at(std::string_view text) {
    constexpr char32_t GLYPHS[] = {0x1F0BF, 0x1F0CF, 0x1F0DF};
    if (text.starts_with('*')) return 1;
    for (const std::string_view word : {JOKER, JOKER.substr(0, 2)})
        if (text.size() >= word.size() &&
            std::ranges::equal(text.substr(0, word.size()), word, [](char a, char b) { return (a | 0x20) == b; }))
            return word.size();
    if (std::ranges::find(GLYPHS, first_character(text)) == std::end(GLYPHS)) return 0;
    return first_bytes(text).size() + selector_at(text.substr(first_bytes(text).size()));
}

Problem CardReader::problem() const {
    std::size_t length = 0;
    while (length < word_.size() && separators_at(word_.substr(length)) == 0)
        length += first_bytes(word_.substr(length)).size();
    return no_card(word_.substr(0, length), word_.size() - text_.size());
}

Expected<Ids> read_cards(std::string_view text) {
    CardReader reader(text);
    Ids ids;
    for (int id; (id = reader.next()) != CardReader::FINISHED; ids.push_back(static_cast<std::uint8_t>(id)))
        if (id == CardReader::WRONG) return reader.problem();
    return ids;
}

std::optional<Problem> repeated_card(const Ids& ids) {
    Cards seen = 0;
    for (const int id : ids) {
        if ((seen & card_of(id)) != 0) return card_problem('\'' + card_text(id) + "' is repeated");
        seen |= card_of(id);
    }
    return std::nullopt;
}

Expected<int> read_card(std::string_view text) {
    text.remove_prefix(spaces_at(text));
    std::size_t end = 0;  // after the last character that is not a space
    for (std::string_view rest = text; !rest.empty();) {
        rest.remove_prefix(spaces_at(rest));
        if (rest.empty()) break;
        take_character(rest);
        end = text.size() - rest.size();
    }
    text = text.substr(0, end);
    const Spelling found = card_at(text);
    if (found && found.length == text.size()) return found.value;
    return no_card(text, 0);
}

bool is_one_hand(std::string_view text, std::size_t cards) {
    std::size_t count = 0;
    bool is_listed = false;
    while (!text.empty()) {
        const bool is_comma = text.front() == ',' || text.front() == ';';
        const Spelling found = is_comma ? Spelling{} : card_at(text);
        const std::size_t length = is_comma ? 1 : found ? found.length : spaces_at(text);
        if (length == 0) return false;
        is_listed |= is_comma;
        count += found ? 1 : 0;
        text.remove_prefix(length);
    }
    return count <= cards || !is_listed;
}

}  // namespace facevalue::poker
