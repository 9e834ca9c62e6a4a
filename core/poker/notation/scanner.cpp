#include "poker/notation/scanner.hpp"

#include <algorithm>

#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t place) {
    const std::size_t end = std::min(text.size(), place + MAX_DIGITS);
    while (place < end && is_digit(text[place])) ++place;
    return place;
}

std::uint64_t whole_number(std::string_view digits) {
    std::uint64_t number = 0;
    for (const char digit : digits) number = 10 * number + static_cast<std::uint64_t>(digit - '0');
    return number;
}

}  // namespace

std::size_t Scanner::word_at(std::size_t place, std::initializer_list<std::string_view> words) const {
    const std::string_view rest = from(place);
    for (const std::string_view word : words) {
        const auto is_same = [](char c, char letter) { return c == letter || (c | 0x20) == letter; };
        if (rest.size() >= word.size() && std::ranges::equal(rest.substr(0, word.size()), word, is_same))
            return place + word.size();
    }
    return NONE;
}

std::size_t Scanner::number_at(std::size_t place) const {
    const std::size_t end = digits_at(text_, place);
    const bool has_whole = end > place;
    if ((has_whole && has('/', end)) || has('.', end)) {
        const std::size_t last = digits_at(text_, end + 1);
        if (last > end + 1) return last;
    }
    return has_whole ? end : NONE;
}

std::size_t Scanner::dash_at(std::size_t place) const {
    place = spaces(place);
    const std::string_view rest = from(place);
    for (const std::string_view dash : {"-", "–", "—"})
        if (rest.starts_with(dash)) return spaces(place + dash.size());
    return NONE;
}

bool Scanner::read_number(std::string_view digits, std::size_t place, WrittenNumber& number) {
    const std::size_t slash = digits.find('/'), point = digits.find('.');
    number = {whole_number(digits.substr(0, std::min(slash, point))), 1};
    if (slash != NONE) number.denominator = whole_number(digits.substr(slash + 1));
    if (number.denominator == 0) return fail("expected a denominator other than 0", place);
    if (point != NONE)
        for (const char digit : digits.substr(point + 1)) {
            number.numerator = 10 * number.numerator + static_cast<std::uint64_t>(digit - '0');
            number.denominator *= 10;
        }
    number = in_lowest_terms(number);
    return true;
}

bool Scanner::take_best(bool& found, Share& low, Share& high, std::string& spelled) {
    const std::size_t start = place_, top = word_at(start, {"top"});
    const std::size_t first = top == NONE ? start : spaces(top), end = number_at(first);
    found = false;
    if (end == NONE) return true;
    const bool has_sign = has('%', spaces(end));
    const std::size_t second = dash_at(has_sign ? spaces(end) + 1 : end);
    const std::size_t last = second == NONE ? NONE : number_at(second);
    const bool is_slice = last != NONE && has('%', spaces(last));
    if (!is_slice && !has_sign) return true;
    found = true;
    const std::string_view one = text_.substr(first, end - first);
    const std::string_view other = is_slice ? text_.substr(second, last - second) : "0";
    place_ = spaces(is_slice ? last : end) + 1;
    WrittenNumber first_share, last_share;
    if (!read_number(one, start, first_share) || !read_number(other, start, last_share)) return false;
    if (last_share < first_share) std::swap(first_share, last_share);
    if (WrittenNumber{PERCENT, 1} < last_share) return fail("expected a percentage from 0 to 100", start);
    low = {first_share.numerator, first_share.denominator * PERCENT};
    high = {last_share.numerator, last_share.denominator * PERCENT};
    spelled = std::string(one) + '%';
    if (is_slice) spelled += '-' + std::string(other) + '%';
    return true;
}

Problem Scanner::problem() const {
    const std::string_view rest = from(failed_at_);
    const std::string letter = foreign_letter(rest.substr(0, rest.find_first_of(",;")));
    return {ErrorClass::Range, letter.empty() ? message_ : "unknown rank or suit " + letter, std::string(text_),
            characters(text_.substr(0, failed_at_))};
}

}  // namespace facevalue::poker
