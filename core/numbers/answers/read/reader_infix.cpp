#include <algorithm>

#include "numbers/answers/read/reader.hpp"

namespace facevalue::numbers {

namespace {

// Is the piece outside of the expression?
bool is_around(Piece piece) {
    return piece == Piece::Blank || piece == Piece::Math || piece == Piece::MathOpen || piece == Piece::Box;
}

// The flaw of a piece in a wrong place.
Flaw flaw_of(Piece piece) {
    return piece == Piece::Unknown || piece == Piece::Stop ? Flaw::UnknownSymbol : Flaw::Malformed;
}

}  // namespace

std::string Reader::Waiting::closer() const {
    if (wait == Wait::Math) return value == '1' ? "$" : value == '2' ? "$$" : value == '(' ? "\\)" : "\\]";
    const std::string bracket = value == '(' ? ")" : value == '[' ? "]" : value == '{' ? "}" : "\\}";
    return (left ? "\\right" : "") + bracket;
}

void Reader::read_infix() {
    while (skip_blanks(place_), place_ < text_.size() && !failed()) {
        const std::size_t position = place_;
        const Found found = piece();
        place_ += found.length;
        if (!failed() && (ended_ || !took_expected(found, position))) take(found, position);
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
        case Piece::Face:
            short_ = {static_cast<char>(found.value - '@'), found.length};
            return number(position, found.length);
        case Piece::Power:
            return power(position);
        case Piece::Concatenate:
            return concatenation(position);
        case Piece::Factorial:
            return factorial(position);
        case Piece::Root:
            return root(position);
        case Piece::Over:
            return over(position);
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
            return fail(Flaw::ForbiddenOperator, position,
                        has_functions_ ? "an operator that the rules allow" : "one of the operators + - * /");
        case Piece::Digit:
        case Piece::Unknown:
            return fail(Flaw::UnknownSymbol, position, A_PIECE);
    }
}

// May an operand begin here? Inserts an implied multiplication if the notation has one.
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
    after_function_ = after_function_ && is_digit(text_[position]);  // the root of {9} has brackets
}

// It waits for others of its precedence.
void Reader::power(std::size_t position) {
    if (wants_operand_) return fail(Flaw::Malformed, position, missing());
    release(row_.arrangement == Arrangement::Left ? OVER_PRECEDENCE : POWER_PRECEDENCE + 1);
    wait_for_operand(Wait::Power, '^', TermKind::Function, POWER_PRECEDENCE, position).function = Function::Power;
    wants_operand_ = true;
}

void Reader::concatenation(std::size_t position) {
    if (wants_operand_) return fail(Flaw::Malformed, position, missing());
    release(row_.arrangement == Arrangement::Left ? OVER_PRECEDENCE : CONCATENATION_PRECEDENCE);
    wait_for_operand(Wait::Concatenation, '|', TermKind::Function, CONCATENATION_PRECEDENCE, position).function =
        Function::Concatenate;
    wants_operand_ = true;
}

// 3!! is the double factorial of other games, and whether the root of 9! is meant by √9! is unclear.
void Reader::factorial(std::size_t position) {
    if (wants_operand_) return fail(Flaw::Malformed, position, missing());
    if (after_function_) return fail(Flaw::Malformed, position, "brackets before the factorial");
    emit(TermKind::Function, Op::Add, position).function = Function::Factorial;
    after_function_ = true;
}

void Reader::root(std::size_t position) {
    if (!can_start(true, position)) return;
    wait_for_operand(Wait::Root, 'r', TermKind::Function, ROOT_PRECEDENCE, position).function = Function::Root;
}

// One of them in a group, as in TeX.
void Reader::over(std::size_t position) {
    for (auto each = waiting_.rbegin(); each != waiting_.rend() && each->is_operation(); ++each)
        if (each->value == OVER) return fail(Flaw::Malformed, position, "one \\over in a group");
    if (wants_operand_) return fail(Flaw::Malformed, position, missing());
    operation(OVER, position);
}

// Two minus signs cancel each other; a plus does nothing.
void Reader::sign(char symbol, std::size_t position) {
    const bool is_sign = symbol == '+' || symbol == '-';
    const bool after_root = !waiting_.empty() && waiting_.back().wait == Wait::Root;
    if (!is_sign || after_root || !(row_.unary_sign || claims_sign(symbol, position)))
        return fail(Flaw::Malformed, position, missing());
    has_sign_ = true;
    if (symbol == '+') return;
    if (!waiting_.empty() && waiting_.back().wait == Wait::Sign)
        waiting_.pop_back();
    else
        wait_for_operand(Wait::Sign, symbol, TermKind::Negate, SIGN_PRECEDENCE, position).op = Op::Subtract;
}

// A claimed number may begin with one minus even if the notation has no signs.
bool Reader::claims_sign(char symbol, std::size_t position) {
    ClaimSide& current = side();
    if (!claims_ || symbol != '-' || current.sign) return false;
    if (reading_.terms.size() != current.first || !is_wrapped_only()) return false;
    current.sign = static_cast<std::uint32_t>(position);
    return true;
}

void Reader::wait_to_close(Wait wait, char value, std::size_t position, bool left) {
    this->wait(wait, value, position).left = left;
    if (++brackets_ > MOST_BRACKETS) fail_limit(position, MOST_BRACKETS, "brackets open at once");
}

// --- brackets and fraction bars

void Reader::open(char kind, std::size_t position, bool left) {
    if (!can_start(true, position)) return;
    wait_to_close(Wait::Bracket, kind, position, left);
    side().has_brackets = true;
    wants_operand_ = true;
}

void Reader::close(char kind, std::size_t position, bool left) {
    if (!wants_operand_) release(OVER_PRECEDENCE);
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

// The numerator or denominator of a fraction: a group in braces or one digit.
void Reader::argument(Wait which, std::size_t position) {
    skip_blanks(place_);
    const char first = place_ < text_.size() ? text_[place_] : ' ';
    wants_operand_ = true;
    if (first == '{') {
        ++place_;
        return wait_to_close(which, '{', position);
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

// --- delimiters around the whole expression: mathematics and a box

bool Reader::is_wrapped_only() const {
    return std::ranges::all_of(waiting_, [](const Waiting& w) { return w.wait == Wait::Math || w.wait == Wait::Box; });
}

void Reader::wrap(Wait which, char value, std::size_t position) {
    bool& has_one = which == Wait::Math ? has_math_ : has_box_;
    // If people type the syntax, a box may be around either side of a claim.
    const bool is_claim = row_.typed && which == Wait::Box && has_equals_;
    const std::size_t before = is_claim ? reading_.right.first : 0;
    const bool starts_side = reading_.terms.size() == before && (is_claim || !has_equals_) && !side().sign;
    const bool is_first = starts_side && is_wrapped_only() && (is_claim || !has_sign_);
    if (has_one || !is_first) return fail(Flaw::Malformed, position, missing());
    has_one = true;
    wait_to_close(which, value, position);
}

void Reader::box(std::size_t position) {
    wrap(Wait::Box, '{', position);
    skip_blanks(place_);
    if (!failed() && !eat(place_, "{")) fail(flaw_of(at_place().piece), place_, "{");
}

void Reader::unwrap(Wait which, char value, std::size_t position) {
    if (!wants_operand_) release(OVER_PRECEDENCE);
    if (wants_operand_ || waiting_.empty() || waiting_.back().wait != which || waiting_.back().value != value)
        return fail(Flaw::Malformed, position, missing());
    waiting_.pop_back();
    --brackets_;
    ended_ = true;
}

// After the end: closing delimiters, a full stop, and the claim of a box.
bool Reader::may_end(Piece piece) const {
    if (piece == Piece::Stop) return !stopped_;
    if (piece == Piece::Equals) return row_.typed && has_box_ && !has_equals_ && !has_stop_;
    const bool is_closer = piece == Piece::Math || piece == Piece::MathClose || piece == Piece::Close;
    return piece == Piece::Blank || (is_closer && !waiting_.empty());
}

// --- claims

void Reader::equals(std::size_t position) {
    if (!wants_operand_) release(OVER_PRECEDENCE);
    if (wants_operand_ || !is_wrapped_only()) return fail(Flaw::Malformed, position, missing());
    if (has_equals_ && !row_.typed) return fail(Flaw::Malformed, position, "one =");
    side().last = reading_.terms.size();
    if (has_equals_) reading_.between.push_back(reading_.right);
    reading_.right = {};
    reading_.right.first = reading_.terms.size();
    reading_.equals = static_cast<std::uint32_t>(position);
    has_equals_ = wants_operand_ = true;
    ended_ = false;  // a box around the left side
}

void Reader::stop(std::size_t position) {
    if (!wants_operand_) release(OVER_PRECEDENCE);
    const char next = place_ < text_.size() ? text_[place_] : ' ';
    const bool is_point = !has_equals_ && (is_digit(next) || next == '.');
    if (is_point || stopped_ || wants_operand_ || !is_wrapped_only())
        return fail(Flaw::UnknownSymbol, position, A_PIECE);
    ended_ = stopped_ = has_stop_ = true;
}

void Reader::finish() {
    if (!wants_operand_) release(OVER_PRECEDENCE);
    if (wants_operand_ || !waiting_.empty()) return fail(Flaw::Malformed, text_.size(), missing());
    side().last = reading_.terms.size();
    const bool is_chain = !reading_.between.empty();
    const auto finish_side = [&](ClaimSide& each, bool may_claim) {
        each.is_literal = may_claim && is_literal(each);
        if (each.sign && !each.is_literal) fail(Flaw::Malformed, *each.sign, AN_OPERAND);
    };
    finish_side(reading_.left, has_equals_ && !is_chain);
    for (ClaimSide& each : reading_.between) finish_side(each, true);
    finish_side(reading_.right, has_equals_);
    const bool both_signed = !is_chain && reading_.left.sign && reading_.right.sign;
    if (both_signed) fail(Flaw::Malformed, *reading_.right.sign, AN_OPERAND);
    if (has_equals_ && !reading_.left.is_literal && !reading_.right.is_literal)
        fail(Flaw::Malformed, reading_.equals, "the target alone on one side of =");
}

// A number or a fraction of two numbers, optionally with a minus.
bool Reader::is_literal(const ClaimSide& side) const {
    std::size_t numbers = 0, signs = 0, others = 0;
    for (std::size_t i = side.first; i < side.last && i < side.first + 5; ++i) {
        const Term& term = reading_.terms[i];
        numbers += term.kind == TermKind::Number;
        signs += term.kind == TermKind::Negate && (i == side.first + 1 || i + 1 == side.last);
        others += term.kind == TermKind::Function || (term.kind == TermKind::Operator && term.op != Op::Divide);
    }
    const std::size_t divisions = numbers == 2;
    return !side.has_brackets && others == 0 && signs <= 1 && numbers >= 1 && numbers <= 2 &&
           numbers + divisions + signs == side.last - side.first;
}

// The token at the current place; the end counts as a space.
Found Reader::at_place() const { return place_ < text_.size() ? syntax_.at(text_, place_) : Found{Piece::Blank, 0, 0}; }

// What was expected at the place of the error.
std::string_view Reader::missing() {
    if (wants_operand_) return AN_OPERAND;
    const auto open =
        std::find_if(waiting_.rbegin(), waiting_.rend(), [](const Waiting& w) { return !w.is_operation(); });
    if (open == waiting_.rend()) return AN_OPERATOR;
    missing_ = open->closer() + " or an operator";
    return missing_;
}

}  // namespace facevalue::numbers
