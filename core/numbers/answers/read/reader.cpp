#include "numbers/answers/read/reader.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace facevalue::numbers {

namespace {

// The value of the digits; nothing if it exceeds 2^63 - 1.
std::optional<std::int64_t> value_of(std::string_view digits, std::int64_t value = 0) {
    for (const char c : digits)
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
            return std::nullopt;
    return value;
}

std::optional<std::int64_t> power_of_ten(std::size_t exponent) {
    if (exponent > 18) return std::nullopt;
    std::int64_t power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

// In lowest terms; nothing if it does not fit. Trailing zeros of decimals are ignored.
std::optional<Number> number_of(Digits digits) {
    while (digits.decimals.ends_with('0')) digits.decimals.remove_suffix(1);
    auto numerator = value_of(digits.whole);
    if (numerator) numerator = value_of(digits.decimals, *numerator);
    const auto denominator = digits.over.empty() ? power_of_ten(digits.decimals.size()) : value_of(digits.over);
    if (!numerator || !denominator) return std::nullopt;
    const std::int64_t divisor = *denominator == 1 ? 1 : std::gcd(*numerator, *denominator);
    const std::int64_t sign = digits.negative ? -1 : 1;
    return Number{sign * (*numerator / divisor), *denominator / divisor};
}

// Marks without width: the byte order mark and the marks for the direction of writing.
constexpr std::array<std::string_view, 12> INVISIBLE{"\ufeff", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c",
                                                     "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"};
constexpr std::size_t MARK_LENGTH = 3;

constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

bool ends_in_mark(std::string_view text) {
    return !is_ascii(text.back()) && text.size() >= MARK_LENGTH &&
           std::ranges::find(INVISIBLE, text.substr(text.size() - MARK_LENGTH)) != INVISIBLE.end();
}

bool has_piece(const SyntaxRow& row, Piece piece) {
    return std::ranges::find(row.spellings, piece, &Spelling::piece) != row.spellings.end();
}

}  // namespace

Reader::Reader(const Syntax& syntax)
    : syntax_(syntax),
      row_(syntax.row()),
      claims_(has_piece(row_, Piece::Equals)),
      has_functions_(std::ranges::any_of(FUNCTION_PIECES, [this](Piece piece) { return has_piece(row_, piece); })) {}

Digits Reader::digits_of(const Term& term) const {
    std::size_t place = term.position;
    if (const auto parts = dressed(place)) return *parts;
    return *plain(place);
}

void Reader::begin(std::string_view text, bool forms) {
    text_ = text;
    place_ = numbers_ = digits_ = brackets_ = 0;
    forms_ = forms;
    decimals_ = row_.decimals || (row_.typed && forms);
    wants_operand_ = true;
    after_bracket_ = after_function_ = has_equals_ = has_math_ = has_box_ = has_sign_ = ended_ = stopped_ = has_stop_ =
        false;
    waiting_.clear();
    reading_.terms.clear();
    reading_.flaw = Flaw::None;
    reading_.left = reading_.right = {};
    reading_.between.clear();
    if (row_.typed)
        undress();
    else if (row_.trimmed)
        trim();
}

// Skips invisible marks at both ends with the whitespace around them; if people type the syntax, also whitespace alone.
// `place_` advances and `text_` gets shorter, so that positions still count from the start of the whole string.
void Reader::trim() {
    const auto mark_at_start = [&](std::string_view rest) -> std::size_t {
        if (is_blank(rest[0])) return 1;
        if (is_ascii(rest[0])) return 0;
        return std::ranges::find(INVISIBLE, rest.substr(0, MARK_LENGTH)) == INVISIBLE.end() ? 0 : MARK_LENGTH;
    };
    std::size_t length = 1;
    while (place_ < text_.size() && (length = mark_at_start(text_.substr(place_))) > 0) place_ += length;
    std::string_view rest = text_;
    while (rest.size() > place_) {
        const bool is_escaped = rest.size() > place_ + 1 && rest[rest.size() - 2] == '\\';  // "\ " is a command
        const bool is_skipped_blank = is_blank(rest.back()) && !is_escaped;
        if (!is_skipped_blank && !ends_in_mark(rest.substr(place_))) break;
        rest.remove_suffix(is_skipped_blank ? 1 : MARK_LENGTH);
        if (!is_skipped_blank || row_.typed) text_ = rest;
    }
}

// Skips what people and models write around an answer: bold, italics, backticks, quotes, a code fence, a full stop, and
// a label such as `Value:` before it.
void Reader::undress() {
    constexpr std::array<std::array<std::string_view, 2>, 10> PAIRS{{{"**", "**"},
                                                                     {"__", "__"},
                                                                     {"*", "*"},
                                                                     {"_", "_"},
                                                                     {"`", "`"},
                                                                     {"\"", "\""},
                                                                     {"'", "'"},
                                                                     {"\u201c", "\u201d"},
                                                                     {"\u2018", "\u2019"},
                                                                     {"\u00ab", "\u00bb"}}};
    bool goes_on = true, is_fenced = false, is_labelled = false;
    while (goes_on) {
        trim();
        goes_on = false;
        if (!stopped_ && text_.size() > place_ && text_.back() == '.') {
            text_.remove_suffix(1);
            stopped_ = goes_on = true;
        } else if (place_ == text_.size() || is_digit(text_[place_]) || text_[place_] == '(') {
            return;  // an expression, as in most answers
        } else if (!is_fenced && skip_around("```", "```")) {
            skip_fence();
            is_fenced = goes_on = true;
        } else if (!is_labelled && skip_label()) {
            is_labelled = goes_on = true;
        } else {
            goes_on = std::ranges::any_of(PAIRS, [&](const auto& pair) { return skip_around(pair[0], pair[1]); });
        }
    }
}

bool Reader::skip_around(std::string_view opening, std::string_view closing) {
    const std::string_view rest = text_.substr(place_);
    if (rest.size() <= opening.size() + closing.size() || !rest.starts_with(opening) || !rest.ends_with(closing))
        return false;
    place_ += opening.size();
    text_.remove_suffix(closing.size());
    return true;
}

// A label may be bold, with its colon inside or outside: `**Answer:** 3*8`. Words that deny the answer are not labels.
bool Reader::skip_label() {
    constexpr std::array<std::string_view, 3> BEFORE{"the ", "my ", "final "};
    constexpr std::array<std::string_view, 8> LABELS{"value",    "answer", "expression", "equation",
                                                     "solution", "result", "formula",    "calculation"};
    const std::string_view rest = text_.substr(place_);
    std::size_t end = 0;
    const auto skip_while = [&](const auto& fits) {
        const std::size_t start = end;
        while (end < rest.size() && fits(rest[end])) ++end;
        return end - start;
    };
    const auto skip_word = [&](std::string_view word) {
        const bool is_next = std::ranges::equal(rest.substr(end, word.size()), word, {}, lower);
        if (is_next) end += word.size();
        return is_next;
    };
    const auto is_markup = [](char c) { return c == '*' || c == '_'; };
    // A longer run of signs starts no label; without this bound, it would be read again after each skipped pair.
    constexpr std::size_t MAX_MARKUP = 8;
    if (rest.size() > MAX_MARKUP && std::ranges::all_of(rest.substr(0, MAX_MARKUP + 1), is_markup)) return false;
    const std::size_t opened = skip_while(is_markup);
    while (std::ranges::any_of(BEFORE, skip_word)) continue;
    if (!std::ranges::any_of(LABELS, skip_word)) return false;
    std::size_t closed = skip_while(is_markup);
    skip_while(is_blank);
    if (end == rest.size() || rest[end++] != ':') return false;
    if (closed == 0 && opened > 0) closed = skip_while(is_markup);
    if (closed != opened) return false;
    place_ += end;
    return true;
}

// The language after the opening fence, if a line end follows it.
void Reader::skip_fence() {
    std::size_t end = place_;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    if (end < text_.size() && (text_[end] == '\n' || text_[end] == '\r')) place_ = end;
}

const Reading& Reader::read(std::string_view text, bool forms) {
    begin(text, forms || row_.forms);
    if (is_too_long()) return reading_;
    if (row_.arrangement == Arrangement::Infix || row_.arrangement == Arrangement::Left) read_infix();
    if (row_.arrangement == Arrangement::Prefix) read_prefix();
    if (row_.arrangement == Arrangement::Postfix) read_postfix();
    return reading_;
}

bool Reader::is_too_long() {
    if (text_.size() <= MOST_CHARACTERS || characters(text_) <= MOST_CHARACTERS) return false;
    fail_limit(text_.size(), MOST_CHARACTERS, "characters");
    return true;
}

// Keeps the first flaw. A leading minus that only a claimed number may have is a flaw itself if there was no `=`.
void Reader::fail(Flaw flaw, std::size_t position, std::string_view expected) {
    if (failed()) return;
    reading_.flaw = flaw;
    reading_.position = position;
    reading_.expected.assign(expected);  // keeps its memory for the next string
    if (flaw == Flaw::TooLong || has_equals_ || !reading_.left.sign) return;
    reading_.flaw = Flaw::Malformed;
    reading_.position = *reading_.left.sign;
    reading_.expected = AN_OPERAND;
}

void Reader::fail_limit(std::size_t position, std::size_t limit, const char* what) {
    fail(Flaw::TooLong, position, "up to " + std::to_string(limit) + " " + what);
    reading_.limit = limit;
}

// --- numbers

bool Reader::eat(std::size_t& place, std::string_view expected) const {
    if (!text_.substr(place).starts_with(expected)) return false;
    place += expected.size();
    return true;
}

// Digits without a leading zero; may be empty.
std::string_view Reader::whole(std::size_t& place) const {
    const std::size_t start = place;
    std::size_t end = place;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    if (end - start > 1 && text_[start] == '0') return {};
    place = end;
    return text_.substr(start, end - start);
}

// If the notation requires it: does a space or the end follow?
bool Reader::ends_here(std::size_t place) const {
    return !row_.words || place == text_.size() || is_blank(text_[place]);
}

// 24, and 2.5 if the notation reads decimals.
std::optional<Digits> Reader::plain(std::size_t& place) const {
    Digits digits;
    std::size_t end = place;
    digits.whole = whole(end);
    if (digits.whole.empty()) return std::nullopt;
    if (decimals_ && end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
        const std::size_t start = ++end;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        digits.decimals = text_.substr(start, end - start);
        // For a given fraction only: 4.0 is not one.
        if (!row_.decimals && digits.decimals.find_first_not_of('0') == std::string_view::npos) {
            end = start - 1;
            digits.decimals = {};
        }
    }
    place = end;
    return digits;
}

// A number in the form of the notation: {-5}, 3/4e, ¯5.
std::optional<Digits> Reader::dressed(std::size_t& place) const {
    const NumberForm& form = row_.form;
    std::size_t end = place;
    if (!forms_ || !eat(end, form.opening)) return std::nullopt;
    if (!form.opening.empty()) skip_blanks(end);
    const bool negative = eat(end, form.minus);
    auto digits = plain(end);
    if (!digits) return std::nullopt;
    if (!row_.forms && !digits->decimals.empty()) return std::nullopt;  // only notations read {2.5}
    digits->negative = negative;
    if (!form.opening.empty()) skip_blanks(end);
    if (digits->decimals.empty() && eat(end, form.over)) {
        if (!form.opening.empty()) skip_blanks(end);
        digits->over = whole(end);
        if (digits->over.empty()) return std::nullopt;
    }
    if (!form.opening.empty()) skip_blanks(end);
    if (!eat(end, form.closing) || !ends_here(end)) return std::nullopt;
    place = end;
    return digits;
}

// A number with more digits, with decimals or in a form, or what else is at the current place.
Found Reader::long_number() {
    std::size_t end = place_;
    auto digits = forms_ ? dressed(end) : std::nullopt;
    if (!digits) {
        if (!is_digit(text_[place_])) return syntax_.at(text_, place_);
        if (needs_forms()) return {};
        digits = plain(end);
    }
    if (digits)
        scanned_ = *digits;
    else
        fail(Flaw::Malformed, place_, "a number without leading zeros");
    return {Piece::Number, 0, static_cast<std::uint32_t>(end - place_)};
}

void Reader::file_number(std::size_t position, std::size_t length) {
    if (short_.length > 0) return file_short_number(position);
    const std::size_t numerator = scanned_.whole.size() + scanned_.decimals.size();
    digits_ += numerator + scanned_.over.size();
    if (++numbers_ > MOST_NUMBERS) return fail_limit(position, MOST_NUMBERS, "numbers");
    if (std::max(numerator, scanned_.over.size()) > MOST_DIGITS_IN_ONE)
        return fail_limit(position, MOST_DIGITS_IN_ONE, "digits in a number");
    if (digits_ > MOST_DIGITS) return fail_limit(position, MOST_DIGITS, "digits in all numbers");
    if (scanned_.over == "0") return fail(Flaw::Malformed, position, "a denominator other than 0");
    const auto number = number_of(scanned_);
    Term& term = emit(TermKind::Number, Op::Add, position);
    term.length = static_cast<std::uint32_t>(length);
    term.huge = !number;
    term.number = number.value_or(Number{});
}

// --- operators before and after their operands

void Reader::read_prefix() {
    std::vector<int> missing;  // the operands that each waiting operator still needs
    const auto complete = [&] {
        while (!missing.empty() && --missing.back() == 0) {
            emit(TermKind::Operator, *op_of(waiting_.back().value), waiting_.back().position);
            missing.pop_back();
            waiting_.pop_back();
        }
    };
    while (const auto found = next_word()) {
        if (!reading_.terms.empty() && waiting_.empty()) return fail(Flaw::Malformed, found->second, NOTHING_MORE);
        if (found->first.piece == Piece::Operator) {
            wait(Wait::Operator, found->first.value, found->second);
            missing.push_back(2);
        } else {
            file_number(found->second, found->first.length);
            complete();
        }
    }
    if (!waiting_.empty() || reading_.terms.empty()) fail(Flaw::Malformed, text_.size(), "a number");
}

void Reader::read_postfix() {
    std::size_t depth = 0;
    while (const auto found = next_word()) {
        if (found->first.piece == Piece::Number) {
            file_number(found->second, found->first.length);
            ++depth;
            continue;
        }
        if (depth <= 1) return fail(Flaw::Malformed, found->second, "two numbers before the operator");
        emit(TermKind::Operator, *op_of(found->first.value), found->second);
        --depth;
    }
    if (depth != 1) fail(Flaw::Malformed, text_.size(), depth > 1 ? AN_OPERATOR : "a number");
}

// The next number or operator and its position; nothing at the end or at a flaw.
std::optional<std::pair<Found, std::size_t>> Reader::next_word() {
    skip_blanks(place_);
    if (place_ == text_.size() || failed()) return std::nullopt;
    const std::size_t position = place_;
    const Found found = piece();
    place_ += found.length;
    const bool is_operator = found.piece == Piece::Operator && ends_here(place_);
    if (!is_operator && found.piece != Piece::Number) fail(Flaw::UnknownSymbol, position, A_PIECE);
    if (failed()) return std::nullopt;
    return std::pair{found, position};
}

}  // namespace facevalue::numbers
