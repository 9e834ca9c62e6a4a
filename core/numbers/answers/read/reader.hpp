// Reader: parses expressions in every notation to postfix. It explains errors: what is wrong, where, and what it
// expected.
//
// Signs bind tightest, or where the syntax has powers less than those: -2^2 is -(2^2). Powers group from the right.
//
// Infix is read by Dijkstra's shunting-yard with an explicit stack, so deep nesting is safe. `waiting_` contains the
// operators that wait for their right operand, and open brackets; a fraction bar is a bracket that is closed twice.
// Linear in the text. One reader per thread: it reuses its memory. Any bytes are safe; positions count bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/answers/read/syntax.hpp"
#include "numbers/exact/ratio.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

inline constexpr std::size_t MOST_CHARACTERS = 1'000'000;
inline constexpr std::size_t MOST_BRACKETS = 100'000;  // open at once
inline constexpr std::size_t MOST_NUMBERS = 1'000;
inline constexpr std::size_t MOST_DIGITS = 20'000;  // in all numbers together

// What was expected, in words.
inline constexpr const char* A_PIECE = "a number, an operator or a bracket";
inline constexpr const char* AN_OPERAND = "a number or an opening bracket";
inline constexpr const char* AN_OPERATOR = "an operator";
inline constexpr const char* NOTHING_MORE = "nothing more";

enum class Flaw : std::uint8_t { None, Malformed, UnknownSymbol, ForbiddenOperator, TooLong };
enum class TermKind : std::uint8_t { Number, Operator, Negate, Function };

// An item of postfix and its position. A huge number does not fit `number`; see Reader::digits_of.
struct Term {
    TermKind kind = TermKind::Number;
    Op op = Op::Add;
    bool huge = false;
    Function function = Function::Power;
    std::uint32_t position = 0;
    std::uint32_t length = 1;
    Number number{};
};

// The parts of a number's text: [-] whole [over whole | . decimals].
struct Digits {
    bool negative = false;
    std::string_view whole, over, decimals;
};

// A side of a claim, or the whole expression: terms [first, last). Infix only.
struct ClaimSide {
    std::size_t first = 0, last = 0;
    std::optional<std::uint32_t> start;  // where its text begins
    std::optional<std::uint32_t> sign;   // a leading minus that only a claimed number may have
    bool has_brackets = false;
    bool is_literal = false;
};

struct Reading {
    Flaw flaw = Flaw::None;
    std::size_t position = 0;
    std::string expected;   // at the position
    std::size_t limit = 0;  // that was exceeded, if it is too long
    std::vector<Term> terms;
    ClaimSide left, right;           // right is empty without a claim
    std::vector<ClaimSide> between;  // of a chain, such as (1+2)*8 = 3*8 = 24
    std::uint32_t equals = 0;

    bool has_claim() const { return right.first < right.last; }
};

class Reader {
  public:
    explicit Reader(const Syntax& syntax);

    // With `forms`, numbers such as {-5} and {3/4} are read even if the syntax does not always read them.
    const Reading& read(std::string_view text, bool forms);

    // Whether people type the syntax, so that the judge reads given numbers in any form.
    bool is_typed() const { return row_.typed; }

    // The parts of a number in the last text.
    Digits digits_of(const Term& term) const;

  private:
    // The symbol of TeX's \over among the waiting operators: it has the lowest precedence, and divides.
    static constexpr char OVER = 'o';

    // Which of the waiting operations come first. A sign before a power applies to the power. Brackets have 0.
    static constexpr std::uint8_t OVER_PRECEDENCE = 1, SIGN_PRECEDENCE = 4, POWER_PRECEDENCE = 5,
                                  CONCATENATION_PRECEDENCE = 6, ROOT_PRECEDENCE = 7;
    static constexpr std::uint8_t precedence_of(Op op) {
        return static_cast<std::uint8_t>(OVER_PRECEDENCE + row(op).precedence());
    }

    // A plain number of few digits; a length of 0 if there is no number.
    struct ShortNumber {
        std::int64_t value = 0;
        std::uint32_t length = 0;
    };
    // What waits for its right operand: a sign or a root only for the next one, the others for all that bind tighter.
    enum class Wait : std::uint8_t { Sign, Root, Operator, Power, Concatenation, Bracket, Over, Under, Math, Box };
    struct Waiting {
        Wait wait = Wait::Operator;
        char value = 0;               // the symbol of the operation, or the kind of bracket
        bool left = false;            // after \left
        std::uint8_t precedence = 0;  // of the operation; 0 for brackets
        TermKind kind = TermKind::Operator;
        Op op = Op::Add;
        Function function = Function::Power;
        std::uint32_t position = 0;

        bool is_operation() const { return precedence > 0; }
        bool is_closed_by(char kind, bool right) const {
            return !is_operation() && wait != Wait::Math && value == kind && left == right;
        }
        std::string closer() const;
    };

    void begin(std::string_view text, bool forms);
    void undress();
    bool skip_around(std::string_view opening, std::string_view closing);
    void skip_fence();
    bool skip_label();
    void trim();
    bool is_too_long();
    void fail(Flaw flaw, std::size_t position, std::string_view expected);
    void fail_limit(std::size_t position, std::size_t limit, const char* what);
    bool failed() const { return reading_.flaw != Flaw::None; }

    Found at_place() const;
    Found piece();
    Found long_number();
    std::optional<Digits> plain(std::size_t& place) const;
    std::optional<Digits> dressed(std::size_t& place) const;
    bool needs_forms() const { return forms_ && row_.form.opening.empty(); }  // every number must have the form
    bool eat(std::size_t& place, std::string_view expected) const;
    void skip_blanks(std::size_t& place) const;
    std::string_view whole(std::size_t& place) const;
    bool ends_here(std::size_t place) const;
    ShortNumber short_number() const;
    void file_short_number(std::size_t position);
    void file_number(std::size_t position, std::size_t length);
    Term& emit(TermKind kind, Op op, std::size_t position);
    void emit_waiting();
    Waiting& wait(Wait wait, char value, std::size_t position);
    Waiting& wait_for_operand(Wait wait, char symbol, TermKind kind, std::uint8_t precedence, std::size_t position);
    void wait_to_close(Wait wait, char value, std::size_t position, bool left = false);

    void read_prefix();
    void read_postfix();
    std::optional<std::pair<Found, std::size_t>> next_word();

    void read_infix();
    bool took_expected(const Found& found, std::size_t position);
    void take(const Found& found, std::size_t position);
    bool can_start(bool is_bracket, std::size_t position);
    void number(std::size_t position, std::size_t length);
    void operand(bool is_bracket);
    void operation(char symbol, std::size_t position);
    void power(std::size_t position);
    void concatenation(std::size_t position);
    void factorial(std::size_t position);
    void root(std::size_t position);
    void over(std::size_t position);
    void sign(char symbol, std::size_t position);
    bool claims_sign(char symbol, std::size_t position);
    void release(std::uint8_t least);
    void open(char kind, std::size_t position, bool left);
    void close(char kind, std::size_t position, bool left);
    void bracket_after(Piece command, std::size_t position);
    void argument(Wait which, std::size_t position);
    void argument_done(Wait which, std::size_t position);
    bool is_wrapped_only() const;
    void wrap(Wait which, char value, std::size_t position);
    void box(std::size_t position);
    void unwrap(Wait which, char value, std::size_t position);
    bool may_end(Piece piece) const;
    void equals(std::size_t position);
    void stop(std::size_t position);
    void finish();
    bool is_literal(const ClaimSide& side) const;
    std::string_view missing();
    ClaimSide& side() { return has_equals_ ? reading_.right : reading_.left; }

    const Syntax& syntax_;
    const SyntaxRow& row_;
    bool claims_, has_functions_;
    Reading reading_;
    std::string_view text_;
    std::size_t place_ = 0;
    ShortNumber short_;  // the current number, if it is short,
    Digits scanned_;     // else its parts
    std::size_t numbers_ = 0, brackets_ = 0, digits_ = 0;
    std::vector<Waiting> waiting_;
    std::string missing_;  // the storage of what `missing` returns
    bool forms_ = false;
    bool wants_operand_ = true;
    bool after_bracket_ = false;   // the last operand was one
    bool after_function_ = false;  // the last operand was a factorial, or a root of a plain number
    bool has_equals_ = false, has_sign_ = false, has_math_ = false, has_box_ = false;
    bool ended_ = false;     // only closing delimiters may follow
    bool stopped_ = false;   // by a full stop
    bool has_stop_ = false;  // it was read, and not skipped around the whole
    bool decimals_ = false;  // 2.5 is a number
};

// The code for every number and operator is here, so that compilers inline it in the loops.

inline void Reader::skip_blanks(std::size_t& place) const {
    std::size_t end = place;
    while (end < text_.size() && is_blank(text_[end])) ++end;
    place = end;
}

inline Term& Reader::emit(TermKind kind, Op op, std::size_t position) {
    Term& term = reading_.terms.emplace_back();  // filled in place: a copy would wait for the bytes just written
    term.kind = kind;
    term.op = op;
    term.position = static_cast<std::uint32_t>(position);
    return term;
}

// The fast path for plain numbers of few digits; it finds nothing else.
inline Reader::ShortNumber Reader::short_number() const {
    constexpr std::uint32_t MOST = 18;  // digits whose value fits 64 bits
    const char* const first = text_.data() + place_;
    const std::size_t left = text_.size() - place_;
    if (!is_digit(*first) || needs_forms()) return {};
    std::int64_t value = *first - '0';
    std::uint32_t length = 1;
    for (; length < left && is_digit(first[length]); ++length) {
        if (length == MOST) return {};
        value = value * 10 + (first[length] - '0');
    }
    const bool goes_on = decimals_ && length < left && first[length] == '.';
    if (goes_on || (length > 1 && *first == '0')) return {};
    return {value, length};
}

inline void Reader::file_short_number(std::size_t position) {
    digits_ += short_.length;
    if (++numbers_ > MOST_NUMBERS) return fail_limit(position, MOST_NUMBERS, "numbers");
    if (digits_ > MOST_DIGITS) return fail_limit(position, MOST_DIGITS, "digits in all numbers");
    Term& term = emit(TermKind::Number, Op::Add, position);
    term.length = short_.length;
    term.number.numerator = short_.value;
}

// An operand is complete: roots and signs bind tightest. A sign before a power waits for it.
inline void Reader::operand(bool is_bracket) {
    wants_operand_ = false;
    after_bracket_ = is_bracket;
    after_function_ = false;
    if (waiting_.empty() || waiting_.back().wait > Wait::Root) return;
    if (waiting_.back().wait == Wait::Sign && !has_functions_) return emit_waiting();
    for (; !waiting_.empty() && waiting_.back().wait == Wait::Root; emit_waiting()) after_function_ = !is_bracket;
}

// The piece at the current place. A short number is kept in `short_`, the parts of a longer one in `scanned_`.
inline Found Reader::piece() {
    short_ = short_number();
    if (short_.length > 0) return {Piece::Number, 0, short_.length};
    return forms_ || is_digit(text_[place_]) ? long_number() : syntax_.at(text_, place_);
}

// Takes the most common tokens: a short number, an operator or a bracket where it is expected. False for all others,
// which `take` takes or explains.
inline bool Reader::took_expected(const Found& found, std::size_t position) {
    if (wants_operand_) {
        if (short_.length == 0 && found.piece != Piece::Open) return false;
        if (!side().start) side().start = static_cast<std::uint32_t>(position);
        if (short_.length == 0) {
            open(found.value, position, false);
        } else {
            file_short_number(position);
            operand(false);
        }
        return true;
    }
    if (found.piece == Piece::Operator)
        operation(found.value, position);
    else if (found.piece == Piece::Close)
        close(found.value, position, false);
    else
        return false;
    return true;
}

// Emits an operation that waited, because its operands are complete.
inline void Reader::emit_waiting() {
    const Waiting& last = waiting_.back();
    emit(last.kind, last.op, last.position).function = last.function;
    waiting_.pop_back();
}

inline Reader::Waiting& Reader::wait(Wait wait, char value, std::size_t position) {
    Waiting& last = waiting_.emplace_back();
    last.wait = wait;
    last.value = value;
    last.position = static_cast<std::uint32_t>(position);
    return last;
}

// An operation, which is emitted when its right operand is complete.
inline Reader::Waiting& Reader::wait_for_operand(Wait wait, char symbol, TermKind kind, std::uint8_t precedence,
                                                 std::size_t position) {
    Waiting& last = this->wait(wait, symbol, position);
    last.kind = kind;
    last.precedence = precedence;
    return last;
}

// Emits the waiting operations of at least this precedence.
inline void Reader::release(std::uint8_t least) {
    while (!waiting_.empty() && waiting_.back().precedence >= least) emit_waiting();
}

inline void Reader::operation(char symbol, std::size_t position) {
    const Op op = symbol == OVER ? Op::Divide : *op_of(symbol);
    const std::uint8_t precedence = symbol == OVER ? OVER_PRECEDENCE : precedence_of(op);
    release(row_.arrangement == Arrangement::Left ? OVER_PRECEDENCE : precedence);
    wait_for_operand(Wait::Operator, symbol, TermKind::Operator, precedence, position).op = op;
    wants_operand_ = true;
}

}  // namespace facevalue::numbers
