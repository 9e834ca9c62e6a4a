#include "reader.hpp"

#include <algorithm>
#include <numeric>

namespace facevalue {

namespace {

constexpr const char* A_PIECE = "a number, an operator or a bracket";
constexpr const char* AN_OPERAND = "a number or an opening bracket";
constexpr const char* AN_OPERATOR = "an operator";
constexpr const char* NOTHING_MORE = "nothing more";

int precedence(char symbol) { return row(*op_of(symbol)).family + 1; }

// Characters of UTF-8: the bytes that continue none.
std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

// The value of a row of digits; nothing where it passes 2^63 - 1.
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

// In lowest terms; nothing where it does not fit. Zeros that end decimals say nothing.
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

// Does it stand round an expression and not in it?
bool is_around(Piece piece) {
    return piece == Piece::Blank || piece == Piece::Math || piece == Piece::MathOpen || piece == Piece::Box;
}

// The flaw of what stands where it may not.
Flaw flaw_of(Piece piece) {
    return piece == Piece::Unknown || piece == Piece::Stop ? Flaw::UnknownSymbol : Flaw::Malformed;
}

}  // namespace

Reader::Reader(const Syntax& syntax)
    : syntax_(syntax),
      row_(syntax.row()),
      claims_(std::ranges::any_of(row_.spellings, [](const Spelling& s) { return s.piece == Piece::Equals; })) {}

std::string Reader::Waiting::closer() const {
    if (wait == Wait::Math) return value == '1' ? "$" : value == '2' ? "$$" : value == '(' ? "\\)" : "\\]";
    const std::string bracket = value == '(' ? ")" : value == '[' ? "]" : value == '{' ? "}" : "\\}";
    return (left ? "\\right" : "") + bracket;
}

Digits Reader::digits_of(const Term& term) const {
    std::size_t place = term.position;
    if (const auto parts = dressed(place)) return *parts;
    return *plain(place);
}

void Reader::begin(std::string_view text, bool forms) {
    text_ = text;
    place_ = numbers_ = digits_ = brackets_ = 0;
    forms_ = forms;
    wants_operand_ = true;
    after_bracket_ = has_equals_ = has_math_ = has_box_ = has_sign_ = ended_ = stopped_ = false;
    short_value_.reset();
    waiting_.clear();
    reading_.terms.clear();
    reading_.flaw = Flaw::None;
    reading_.left = reading_.right = {};
}

const Reading& Reader::read(std::string_view text, bool forms) {
    begin(text, forms || row_.forms);
    if (is_too_long()) return reading_;
    if (row_.arrangement == Arrangement::Infix) read_infix();
    if (row_.arrangement == Arrangement::Prefix) read_prefix();
    if (row_.arrangement == Arrangement::Postfix) read_postfix();
    return reading_;
}

bool Reader::is_too_long() {
    if (text_.size() <= MOST_CHARACTERS || characters(text_) <= MOST_CHARACTERS) return false;
    fail_limit(text_.size(), MOST_CHARACTERS, "characters");
    return true;
}

// The first flaw counts. A minus at the start that only a claimed number may have is one where no claim came.
void Reader::fail(Flaw flaw, std::size_t position, std::string expected) {
    if (failed()) return;
    reading_.flaw = flaw;
    reading_.position = static_cast<std::uint32_t>(position);
    reading_.expected = std::move(expected);
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

void Reader::skip_blanks(std::size_t& place) const {
    while (place < text_.size() && is_blank(text_[place])) ++place;
}

// Digits with no leading zero; empty where there are none.
std::string_view Reader::whole(std::size_t& place) const {
    const std::size_t start = place;
    std::size_t end = place;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    if (end - start > 1 && text_[start] == '0') return {};
    place = end;
    return text_.substr(start, end - start);
}

// Does a blank or the end follow, where the notation needs one?
bool Reader::ends_here(std::size_t place) const {
    return !row_.words || place == text_.size() || is_blank(text_[place]);
}

// 24, and 2.5 where decimals are read.
std::optional<Digits> Reader::plain(std::size_t& place) const {
    Digits digits;
    std::size_t end = place;
    digits.whole = whole(end);
    if (digits.whole.empty()) return std::nullopt;
    if (row_.decimals && end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
        const std::size_t start = ++end;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        digits.decimals = text_.substr(start, end - start);
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
    if (!row_.forms && !digits->decimals.empty()) return std::nullopt;  // {2.5} is of notations only
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

void Reader::emit(TermKind kind, Op op, std::size_t position) {
    reading_.terms.push_back({kind, op, false, static_cast<std::uint32_t>(position), 1, {}});
}

// What stands at the place. Of a number the value or the parts are kept for `file_number`.
Found Reader::piece() {
    if (const std::uint32_t length = short_number()) return {Piece::Number, 0, length};
    std::size_t end = place_;
    auto digits = dressed(end);
    if (!digits) {
        if (!is_digit(text_[place_])) return syntax_.at(text_, place_);
        if (forms_ && row_.form.opening.empty()) return {};  // every number has the form there
        digits = plain(end);
    }
    if (digits)
        scanned_ = *digits;
    else
        fail(Flaw::Malformed, place_, "a number without leading zeros");
    return {Piece::Number, 0, static_cast<std::uint32_t>(end - place_)};
}

// The length of a plain number of a few digits, as nearly all are; 0 for anything else, which takes the longer way.
std::uint32_t Reader::short_number() {
    constexpr std::uint32_t MOST = 18;  // digits whose value fits 64 bits
    if (forms_ || !is_digit(text_[place_])) return 0;
    std::int64_t value = 0;
    std::uint32_t length = 0;
    const std::size_t left = text_.size() - place_;
    while (length < left && is_digit(text_[place_ + length])) {
        if (length == MOST) return 0;
        value = value * 10 + (text_[place_ + length++] - '0');
    }
    const bool goes_on = row_.decimals && length < left && text_[place_ + length] == '.';
    if (goes_on || (length > 1 && text_[place_] == '0')) return 0;
    short_value_ = value;
    return length;
}

void Reader::file_short_number(std::size_t position, std::size_t length) {
    digits_ += length;
    if (++numbers_ > MOST_NUMBERS) return fail_limit(position, MOST_NUMBERS, "numbers");
    if (digits_ > MOST_DIGITS) return fail_limit(position, MOST_DIGITS, "digits in all numbers");
    emit(TermKind::Number, Op::Add, position);
    reading_.terms.back().length = static_cast<std::uint32_t>(length);
    reading_.terms.back().number.numerator = *short_value_;
    short_value_.reset();
}

void Reader::file_number(std::size_t position, std::size_t length) {
    if (short_value_) return file_short_number(position, length);
    const std::size_t numerator = scanned_.whole.size() + scanned_.decimals.size();
    digits_ += numerator + scanned_.over.size();
    if (++numbers_ > MOST_NUMBERS) return fail_limit(position, MOST_NUMBERS, "numbers");
    if (std::max(numerator, scanned_.over.size()) > MOST_DIGITS_IN_ONE)
        return fail_limit(position, MOST_DIGITS_IN_ONE, "digits in a number");
    if (digits_ > MOST_DIGITS) return fail_limit(position, MOST_DIGITS, "digits in all numbers");
    if (scanned_.over == "0") return fail(Flaw::Malformed, position, "a denominator other than 0");
    const auto number = number_of(scanned_);
    emit(TermKind::Number, Op::Add, position);
    Term& term = reading_.terms.back();
    term.length = static_cast<std::uint32_t>(length);
    term.huge = !number;
    term.number = number.value_or(Number{});
}

// --- operators before and after their operands

void Reader::read_prefix() {
    std::vector<int> missing;  // how many operands each waiting operator still waits for
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

// --- operators between their operands

void Reader::read_infix() {
    while (skip_blanks(place_), place_ < text_.size() && !failed()) {
        const std::size_t position = place_;
        const Found found = piece();
        place_ += found.length;
        if (!failed()) take(found, position);
    }
    if (!failed()) finish();
}

void Reader::take(const Found& found, std::size_t position) {
    if (ended_ && !may_end(found.piece)) return fail(flaw_of(found.piece), position, NOTHING_MORE);
    if (!side().start && !is_around(found.piece)) side().start = static_cast<std::uint32_t>(position);
    switch (found.piece) {
        case Piece::Blank:
            return;
        case Piece::Number:
            return number(position, found.length);
        case Piece::Operator:
            return wants_operand_ ? sign(found.value, position) : operation(found.value, position);
        case Piece::Open:
            return open(found.value, position, false);
        case Piece::Close:
            return close(found.value, position, false);
        case Piece::Left:
        case Piece::Right:
            return bracket_after(found.piece, position);
        case Piece::Fraction:
            if (can_start(true, position)) argument(Wait::Over, position);
            return;
        case Piece::Math:
            return wants_operand_ ? wrap(Wait::Math, found.value, position) : unwrap(Wait::Math, found.value, position);
        case Piece::MathOpen:
            return wrap(Wait::Math, found.value, position);
        case Piece::MathClose:
            return unwrap(Wait::Math, found.value, position);
        case Piece::Box:
            return box(position);
        case Piece::Equals:
            return equals(position);
        case Piece::Stop:
            return stop(position);
        case Piece::Foreign:
            if (wants_operand_) return fail(Flaw::Malformed, position, missing());
            return fail(Flaw::ForbiddenOperator, position, "one of the operators + - * /");
        case Piece::Digit:
        case Piece::Unknown:
            return fail(Flaw::UnknownSymbol, position, A_PIECE);
    }
}

// May an operand begin here? After another one it may where a multiplication is implied, which is then put there.
bool Reader::can_start(bool is_bracket, std::size_t position) {
    if (wants_operand_) return true;
    if (row_.implicit_multiplication && (is_bracket || after_bracket_)) {
        operation('*', position);
        return true;
    }
    fail(Flaw::Malformed, position, missing());
    return false;
}

void Reader::number(std::size_t position, std::size_t length) {
    if (!can_start(false, position)) return;
    file_number(position, length);
    operand(false);
}

// An operand is complete: signs bind tightest.
void Reader::operand(bool is_bracket) {
    wants_operand_ = false;
    after_bracket_ = is_bracket;
    if (waiting_.empty() || waiting_.back().wait != Wait::Sign) return;
    emit(TermKind::Negate, Op::Subtract, waiting_.back().position);
    waiting_.pop_back();
}

void Reader::operation(char symbol, std::size_t position) {
    release(precedence(symbol));
    wait(Wait::Operator, symbol, position);
    wants_operand_ = true;
}

// Two minus signs undo each other; a plus does nothing.
void Reader::sign(char symbol, std::size_t position) {
    const bool is_sign = symbol == '+' || symbol == '-';
    if (!is_sign || !(row_.unary_sign || claims_sign(symbol, position)))
        return fail(Flaw::Malformed, position, missing());
    has_sign_ = true;
    if (symbol == '+') return;
    if (!waiting_.empty() && waiting_.back().wait == Wait::Sign)
        waiting_.pop_back();
    else
        wait(Wait::Sign, symbol, position);
}

// A claimed number may have a minus, also where an expression may not: one, where a side begins.
bool Reader::claims_sign(char symbol, std::size_t position) {
    Side& current = side();
    if (!claims_ || symbol != '-' || current.sign) return false;
    if (reading_.terms.size() != current.first || !is_wrapped_only()) return false;
    current.sign = static_cast<std::uint32_t>(position);
    return true;
}

void Reader::wait(Wait wait, char value, std::size_t position, bool left) {
    waiting_.push_back({wait, value, left, static_cast<std::uint32_t>(position)});
    if (wait == Wait::Operator || wait == Wait::Sign) return;
    if (++brackets_ > MOST_BRACKETS) fail_limit(position, MOST_BRACKETS, "brackets open at once");
}

// Operators that bind at least as much have both operands.
void Reader::release(int least) {
    while (!waiting_.empty() && waiting_.back().wait == Wait::Operator) {
        const Waiting& last = waiting_.back();
        if (precedence(last.value) < least) return;
        emit(TermKind::Operator, *op_of(last.value), last.position);
        waiting_.pop_back();
    }
}

// --- brackets and fraction bars

void Reader::open(char kind, std::size_t position, bool left) {
    if (!can_start(true, position)) return;
    wait(Wait::Bracket, kind, position, left);
    side().has_brackets = true;
    wants_operand_ = true;
}

void Reader::close(char kind, std::size_t position, bool left) {
    if (!wants_operand_) release(0);
    if (wants_operand_ || waiting_.empty() || !waiting_.back().is_closed_by(kind, left))
        return fail(Flaw::Malformed, position, missing());
    const Waiting closed = waiting_.back();
    waiting_.pop_back();
    --brackets_;
    if (closed.wait == Wait::Bracket) return operand(true);
    if (closed.wait == Wait::Box)
        ended_ = true;
    else
        argument_done(closed.wait, closed.position);
}

// \left or \right: a bracket comes next.
void Reader::bracket_after(Piece command, std::size_t position) {
    skip_blanks(place_);
    const bool is_left = command == Piece::Left;
    const Found found = at_place();
    if (found.piece != (is_left ? Piece::Open : Piece::Close) || found.value == '{')
        return fail(flaw_of(found.piece), place_, is_left ? "an opening bracket" : "a closing bracket");
    place_ += found.length;
    if (is_left)
        open(found.value, position, true);
    else
        close(found.value, position, true);
}

// What is over or under a bar: a group in braces, or one digit.
void Reader::argument(Wait which, std::size_t position) {
    skip_blanks(place_);
    const char first = place_ < text_.size() ? text_[place_] : ' ';
    wants_operand_ = true;
    if (first == '{') {
        ++place_;
        return wait(which, '{', position);
    }
    if (!is_digit(first)) return fail(flaw_of(at_place().piece), place_, "a digit or {");
    scanned_ = {false, text_.substr(place_, 1), {}, {}};
    file_number(place_++, 1);
    argument_done(which, position);
}

void Reader::argument_done(Wait which, std::size_t position) {
    if (which == Wait::Over) return argument(Wait::Under, position);
    emit(TermKind::Operator, Op::Divide, position);
    operand(true);
}

// --- what stands round all of it: mathematics delimiters and a box

bool Reader::is_wrapped_only() const {
    return std::ranges::all_of(waiting_, [](const Waiting& w) { return w.wait == Wait::Math || w.wait == Wait::Box; });
}

void Reader::wrap(Wait which, char value, std::size_t position) {
    bool& has_one = which == Wait::Math ? has_math_ : has_box_;
    const bool is_first = reading_.terms.empty() && !has_equals_ && is_wrapped_only() && !has_sign_;
    if (has_one || !is_first) return fail(Flaw::Malformed, position, missing());
    has_one = true;
    wait(which, value, position);
}

void Reader::box(std::size_t position) {
    wrap(Wait::Box, '{', position);
    skip_blanks(place_);
    if (!failed() && !eat(place_, "{")) fail(flaw_of(at_place().piece), place_, "{");
}

void Reader::unwrap(Wait which, char value, std::size_t position) {
    if (!wants_operand_) release(0);
    if (wants_operand_ || waiting_.empty() || waiting_.back().wait != which || waiting_.back().value != value)
        return fail(Flaw::Malformed, position, missing());
    waiting_.pop_back();
    --brackets_;
    ended_ = true;
}

// After the end of all of it: closers, and the full stop of a claim.
bool Reader::may_end(Piece piece) const {
    if (piece == Piece::Stop) return has_equals_ && !stopped_;
    const bool is_closer = piece == Piece::Math || piece == Piece::MathClose || piece == Piece::Close;
    return piece == Piece::Blank || (is_closer && !waiting_.empty());
}

// --- claims

void Reader::equals(std::size_t position) {
    if (!wants_operand_) release(0);
    if (wants_operand_ || has_equals_ || !is_wrapped_only())
        return fail(Flaw::Malformed, position, has_equals_ ? "one =" : missing());
    has_equals_ = wants_operand_ = true;
    reading_.equals = static_cast<std::uint32_t>(position);
    reading_.left.last = reading_.right.first = reading_.terms.size();
}

void Reader::stop(std::size_t position) {
    if (!wants_operand_) release(0);
    if (!has_equals_ || wants_operand_ || !is_wrapped_only()) return fail(Flaw::UnknownSymbol, position, A_PIECE);
    ended_ = stopped_ = true;
}

void Reader::finish() {
    if (!wants_operand_) release(0);
    if (wants_operand_ || !waiting_.empty()) return fail(Flaw::Malformed, text_.size(), missing());
    side().last = reading_.terms.size();
    for (Side* each : {&reading_.left, &reading_.right}) {
        each->is_literal = has_equals_ && is_literal(*each);
        if (each->sign && !each->is_literal) fail(Flaw::Malformed, *each->sign, AN_OPERAND);
    }
    const bool both_signed = reading_.left.sign && reading_.right.sign;
    if (both_signed) fail(Flaw::Malformed, *reading_.right.sign, AN_OPERAND);
    if (has_equals_ && !reading_.left.is_literal && !reading_.right.is_literal)
        fail(Flaw::Malformed, reading_.equals, "the target alone on one side of =");
}

// A number, or one over another; a minus may stand before it.
bool Reader::is_literal(const Side& side) const {
    std::size_t numbers = 0, signs = 0, others = 0;
    for (std::size_t i = side.first; i < side.last && i < side.first + 5; ++i) {
        const Term& term = reading_.terms[i];
        numbers += term.kind == TermKind::Number;
        signs += term.kind == TermKind::Negate && (i == side.first + 1 || i + 1 == side.last);
        others += term.kind == TermKind::Operator && term.op != Op::Divide;
    }
    const std::size_t divisions = numbers == 2;
    return !side.has_brackets && others == 0 && signs <= 1 && numbers >= 1 && numbers <= 2 &&
           numbers + divisions + signs == side.last - side.first;
}

// The piece at the place; the end is a blank.
Found Reader::at_place() const { return place_ < text_.size() ? syntax_.at(text_, place_) : Found{Piece::Blank, 0, 0}; }

// What should stand where the reading cannot go on.
std::string Reader::missing() const {
    if (wants_operand_) return AN_OPERAND;
    const auto open = std::find_if(waiting_.rbegin(), waiting_.rend(),
                                   [](const Waiting& w) { return w.wait != Wait::Operator && w.wait != Wait::Sign; });
    return open == waiting_.rend() ? AN_OPERATOR : open->closer() + " or an operator";
}

}  // namespace facevalue
