#include "numbers/spelling/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "numbers/answers/read/reader.hpp"
#include "text/joined.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

constexpr std::int64_t LARGEST_PART = INT64_MAX;
constexpr std::string_view DECIMAL_DIGITS = "0123456789";
// What is next to a number in a string of several, or in the spelling of a puzzle.
constexpr std::string_view WORD_EDGES = " \t\r\n,:=>|;()[]{}\"";

bool is_all_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A character of ASCII that looks like this one, or the same one.
char32_t look_alike(char32_t character) {
    constexpr char32_t FULL_WIDTH = 0xFF01 - U'!';
    if (character > 0xFF00 && character < 0xFF5F) return character - FULL_WIDTH;
    if (character >= 0x2000 && character <= 0x200A) return U' ';
    switch (character) {
        case 0xA0:
        case 0x1680:
        case 0x202F:
        case 0x205F:
        case 0x3000:
            return U' ';
        case 0x3001:
            return U',';
        case 0x2212:
            return U'-';
        case 0x2044:
            return U'/';
        default:
            return character;
    }
}

// Each character of ASCII or like one of them; an arrow is one character, or "->".
std::string flattened(std::string_view text, std::string_view arrow) {
    constexpr char32_t ARROW = 0x2192;
    if (is_all_ascii(text)) return std::string(text);
    std::string flat;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t character = take_character(text), found = look_alike(character);
        if (character == ARROW)
            flat += arrow;
        else if (found == character)
            flat += before.substr(0, before.size() - text.size());
        else
            flat += static_cast<char>(found);
    }
    return flat;
}

std::string_view taken_digits(std::string_view& text) {
    const std::string_view found = text.substr(0, std::min(text.find_first_not_of(DECIMAL_DIGITS), text.size()));
    text.remove_prefix(found.size());
    return found;
}

// The parts of "-5", "3/4" or "2.5"; a whole part has no leading zero.
struct WrittenNumber {
    bool negative = false;
    std::string_view whole, over, decimals;
};
std::optional<WrittenNumber> literal_in(std::string_view text) {
    const auto is_whole = [](std::string_view digits) {
        return digits == "0" || (!digits.empty() && digits[0] != '0');
    };
    WrittenNumber found;
    found.negative = text.starts_with('-');
    text.remove_prefix(found.negative ? 1 : 0);
    found.whole = taken_digits(text);
    if (!is_whole(found.whole)) return std::nullopt;
    if (text.empty()) return found;
    const char mark = text.front();
    text.remove_prefix(1);
    std::string_view& part = mark == '/' ? found.over : found.decimals;
    part = taken_digits(text);
    const bool is_read = mark == '/' ? is_whole(part) : mark == '.' && !part.empty();
    return is_read && text.empty() ? std::optional(found) : std::nullopt;
}

// Divides both parts by their common powers of a prime, first by a large power.
void divide_by_common(BigInt& numerator, BigInt& denominator, std::int64_t prime, std::int64_t power) {
    for (; power > 1; power /= prime)
        while ((numerator % BigInt(power)).is_zero() && (denominator % BigInt(power)).is_zero()) {
            numerator = numerator / BigInt(power);
            denominator = denominator / BigInt(power);
        }
}

// In lowest terms if these fit 64 bits; otherwise as it is. Euclid's algorithm takes the same steps for equal
// fractions: below 2 * 63 for parts of 63 bits, so a long fraction is given up after that many.
BigFraction shortened_fraction(const BigInt& numerator, const BigInt& denominator) {
    constexpr int MOST_STEPS = 2 * 63;
    BigInt common = numerator.is_negative() ? -numerator : numerator, rest = denominator;
    for (int step = 0; step < MOST_STEPS && !rest.is_zero(); ++step) common = std::exchange(rest, common % rest);
    if (!rest.is_zero()) return {numerator, denominator};
    return {numerator / common, denominator / common};
}

BigInt integer(std::string_view digits) {
    constexpr std::size_t DIGITS_OF_WORD = 18;
    if (digits.size() > DIGITS_OF_WORD) return BigInt::parse(digits);
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

bool has_size(const BigInt& part, bool any_size) {
    if (!any_size) return part.as_word().has_value();
    return part.as_word() || part.decimal().size() <= MOST_DIGITS_IN_ONE + (part.is_negative() ? 1 : 0);
}

// The text is what messages quote, the literal is a number in it without braces.
Expected<BigFraction> value_of(const WrittenNumber& parts, std::string_view literal, std::string_view text,
                               bool any_size) {
    const auto too_large = [&] {
        return number_problem(any_size ? NumberFault::TooManyDigits : NumberFault::TooLarge, quoted(text));
    };
    const std::size_t longest = std::max({parts.whole.size(), parts.over.size(), parts.decimals.size()});
    if (longest > MOST_DIGITS_IN_ONE) return too_large();
    if (parts.over == "0")
        return Problem{ErrorClass::Notation, "the denominator is 0", std::string(literal), literal.find('/') + 1};
    BigInt numerator = integer(parts.whole), denominator = parts.over.empty() ? 1 : integer(parts.over);
    if (!parts.decimals.empty()) {
        constexpr std::int64_t POWER_OF_2 = 1LL << 30, POWER_OF_5 = 1'220'703'125;
        numerator = integer(facevalue::joined({parts.whole, parts.decimals}));
        denominator = integer("1" + std::string(parts.decimals.size(), '0'));
        divide_by_common(numerator, denominator, 2, POWER_OF_2);
        divide_by_common(numerator, denominator, 5, POWER_OF_5);
    }
    if (parts.negative) numerator = -numerator;
    const BigFraction value =
        parts.over.empty() ? BigFraction(numerator, denominator) : shortened_fraction(numerator, denominator);
    // Decimals may have more digits together than their value.
    const bool is_counted =
        any_size && (parts.decimals.empty() || parts.whole.size() + parts.decimals.size() < MOST_DIGITS_IN_ONE);
    const auto is_within = [&](const BigInt& part) { return has_size(part, any_size); };
    if (!is_counted && !(is_within(value.numerator()) && is_within(value.denominator()))) return too_large();
    return value;
}

// What a card counts as: "KS", "10h" or "A"; only tens, aces and faces need no suit.
std::optional<int> card_in(std::string_view word, const NumberOptions& options) {
    constexpr std::string_view RANKS = "A23456789TJQK", SUITS = "CDHScdhs";
    constexpr int TEN = 10;
    const bool is_ten = word.starts_with("10");
    const char letter = is_ten ? 'T' : word.empty() ? ' ' : word[0];
    const std::size_t place = RANKS.find(letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter);
    if (place == RANKS.npos) return std::nullopt;
    const int rank = static_cast<int>(place) + 1;
    word.remove_prefix(is_ten ? 2 : 1);
    if (word.empty() && (is_ten || (rank > 1 && rank < TEN))) return std::nullopt;
    if (!word.empty()) {
        const char32_t suit = take_character(word);
        const bool is_symbol = suit >= 0x2660 && suit <= 0x2667;
        if (!is_symbol && (suit >= 0x80 || SUITS.find(static_cast<char>(suit)) == SUITS.npos)) return std::nullopt;
        // A variation selector chooses a glyph or an emoji.
        if (!word.empty() && (take_character(word) & ~char32_t{1}) != 0xFE0E) return std::nullopt;
        if (!word.empty()) return std::nullopt;
    }
    if (rank == 1) return options.ace;
    return rank > TEN && options.faces != 0 ? options.faces : rank;
}

// The next number of several, which spaces or a comma end; `has_more` becomes false after the last one.
std::string_view next_number(std::string_view& left, bool& has_more) {
    const std::size_t end = left.find_first_of(" \t\r\n,");
    const std::string_view found = left.substr(0, end);
    has_more = end != left.npos;
    left.remove_prefix(found.size());
    left = trimmed_text(left);
    if (left.starts_with(',')) left = trimmed_text(left.substr(1));
    return found;
}

// Where an empty number is among several: at the start or after a comma.
std::optional<std::size_t> place_of_nothing(std::string_view flat) {
    for (std::size_t start = 0;; ++start) {
        const std::size_t end = std::min(flat.find_first_not_of(NUMBER_BLANKS, start), flat.size());
        const std::string_view rest = flat.substr(end);
        const std::size_t bracket = rest.starts_with(']') || rest.starts_with(')') ? 1 : 0;
        if (rest.starts_with(',') || rest.find_first_not_of(NUMBER_BLANKS, bracket) == rest.npos) return end;
        start = flat.find(',', start);
        if (start == flat.npos) return std::nullopt;
    }
}

// Where a part first is in a string, in characters, with nothing but edges next to it.
std::optional<std::size_t> place_of_part(std::string_view part, std::string_view text) {
    const std::string found = to_ascii(part), flat = flattened(text, ">");
    const std::string_view word = trimmed_text(found);
    std::optional<std::size_t> place = word.empty() ? place_of_nothing(flat) : flat.find(word);
    const auto is_edge = [&](std::size_t at) {
        return at >= flat.size() || WORD_EDGES.find(flat[at]) != WORD_EDGES.npos;
    };
    while (!word.empty() && place != flat.npos && !(is_edge(*place - 1) && is_edge(*place + word.size())))
        place = flat.find(word, *place + 1);
    if (!place || *place == flat.npos) return std::nullopt;
    return characters(std::string_view(flat).substr(0, *place));
}

}  // namespace

std::string to_ascii(std::string_view text) { return flattened(text, "->"); }

std::string_view trimmed_text(std::string_view text, std::string_view ends) {
    text.remove_prefix(std::min(text.find_first_not_of(ends), text.size()));
    return text.substr(0, text.find_last_not_of(ends) + 1);
}

Expected<BigFraction> read_number(std::string_view text, const NumberOptions& options) {
    const std::string ascii = to_ascii(text);
    const std::string_view word = trimmed_text(ascii);
    const bool has_braces = word.size() > 1 && word.front() == '{' && word.back() == '}';
    const std::string_view literal = has_braces ? word.substr(1, word.size() - 2) : word;
    if (const auto parts = literal_in(literal)) return value_of(*parts, literal, text, options.any_size);
    if (const auto card = card_in(word, options)) return BigFraction(*card, 1);
    return number_problem(NumberFault::NotNumber, text);
}

Expected<std::vector<BigFraction>> read_numbers(std::string_view text, const NumberOptions& options, const Stop& stop) {
    const std::string ascii = to_ascii(text);
    std::string_view left = trimmed_text(ascii);
    std::vector<BigFraction> numbers;
    if (options.digits > 1 && left.size() == options.digits && left.find_first_not_of(DECIMAL_DIGITS) == left.npos) {
        for (const char digit : left) numbers.emplace_back(digit - '0', 1);
        return numbers;
    }
    const bool has_brackets =
        left.size() > 1 && (left.front() == '[' ? left.back() == ']' : left.front() == '(' && left.back() == ')');
    if (has_brackets) left = trimmed_text(left.substr(1, left.size() - 2));
    for (bool has_more = !left.empty(); has_more;) {
        auto number = read_number(next_number(left, has_more), options);
        if (!number) return in_whole(number.problem(), text);
        numbers.push_back(std::move(*number));
        if (stop && stop(numbers.size())) break;
        if (numbers.size() > MOST_NUMBERS) return number_problem(NumberFault::TooMany, {});
    }
    if (numbers.empty()) return number_problem(NumberFault::NoNumbers, text);
    return numbers;
}

Problem in_whole(const Problem& problem, std::string_view whole) {
    if (problem.error != ErrorClass::Notation || problem.text == whole) return problem;
    const auto [part, text] = parted(problem);
    // Equal parts are wrong for the same reason, so the error is about the first of them.
    const auto before = place_of_part(part, text), place = place_of_part(part, whole);
    if (!before || !place) return problem;
    // The part may begin with a space.
    const std::size_t position = *place + (problem.position > *before ? problem.position - *before : 0);
    const auto lines = static_cast<std::size_t>(std::ranges::count(part, '\n')) + 1;
    return {problem.error, problem.sentence, facevalue::joined({part, "\n", whole}), position, 0, lines};
}

Problem number_problem(NumberFault fault, std::string_view shown, std::string_view printed) {
    const auto notation = [&](std::string sentence) {
        return Problem{ErrorClass::Notation, std::move(sentence), std::string(shown)};
    };
    const auto limit = [](std::string sentence, std::uint64_t most) {
        return Problem{ErrorClass::Limit, std::move(sentence), {}, 0, most};
    };
    switch (fault) {
        case NumberFault::Missing:
            return {ErrorClass::Rule, "the numbers are missing", {}};
        case NumberFault::NotNumbers:
            return notation("numbers must be a string or a sequence of numbers");
        case NumberFault::NotNumber:
            return notation("expected a number");
        case NumberFault::NotFinite:
            return notation("expected a finite number");
        case NumberFault::Inexact:
            return notation(
                facevalue::joined({"a float is not exact; pass \"", printed, "\" as a string, or a Fraction"}));
        case NumberFault::NoNumbers:
            return {ErrorClass::Rule, facevalue::joined({"there are no numbers: ", quoted(shown)}), {}};
        case NumberFault::TooMany:
            return limit(facevalue::joined({"at most ", MOST_NUMBERS, " numbers are allowed"}), MOST_NUMBERS);
        case NumberFault::TooLarge:
            return limit(facevalue::joined({"the solver takes numbers up to ", LARGEST_PART, ", not ", shown}),
                         LARGEST_PART);
        case NumberFault::TooManyDigits:
            return limit(facevalue::joined({"a number may have at most ", MOST_DIGITS_IN_ONE, " digits: ", shown}),
                         MOST_DIGITS_IN_ONE);
    }
    return {ErrorClass::Rule, {}, {}};
}

}  // namespace facevalue::numbers
