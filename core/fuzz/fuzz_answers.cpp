// Fuzzing of the reader, the judge and the extraction: any bytes are an input, and these facts are true for every
// input.
//
// For: finding inputs that crash, hang or get two different verdicts. Under the sanitizers, any read outside the input
// and any unintended overflow also ends the run. Not for: the policy of judging, which tests/ compares with a slow
// reference.
//
// Method: libFuzzer mutates the corpus and keeps inputs that reach new code. An input is its own puzzle: the
// numbers read in it are the given numbers, and its value is the target, so that random inputs pass the comparison of
// numbers and as far as the arithmetic. README.md says how to run it.
#include <deque>
#include <map>
#include <numeric>
#include <sstream>

#include "fuzz/fuzzing.hpp"
#include "numbers/answers/judge/judge_many.hpp"
#include "numbers/answers/read/plain_answer.hpp"

using namespace facevalue;
using namespace facevalue::numbers;
using facevalue::fuzz::hold;

namespace {

// --- syntaxes: the rows of src/facevalue/puzzle/notation/syntax.py, all spellings of a meaning in one string

using Spellings = std::vector<Spelling>;

Spellings spelled(Piece piece, char value, const std::string& texts) {
    Spellings all;
    std::istringstream words(texts);
    for (std::string word; words >> word;) all.push_back({word, piece, value});
    return all;
}

Spellings joined(std::initializer_list<Spellings> groups) {
    Spellings all;
    for (const Spellings& group : groups) all.insert(all.end(), group.begin(), group.end());
    return all;
}

Spellings operators(const std::string& add, const std::string& subtract, const std::string& multiply,
                    const std::string& divide) {
    return joined({spelled(Piece::Operator, '+', add), spelled(Piece::Operator, '-', subtract),
                   spelled(Piece::Operator, '*', multiply), spelled(Piece::Operator, '/', divide)});
}

Spellings brackets(char kind, const std::string& opening, const std::string& closing) {
    return joined({spelled(Piece::Open, kind, opening), spelled(Piece::Close, kind, closing)});
}

const Spellings PLAIN = joined({operators("+", "-", "*", "/"), brackets('(', "(", ")")});
const Spellings FOREIGN = spelled(Piece::Foreign, 0, "** // ^ ! %");
const Spellings UNICODE = joined({operators("＋", "− – －", "× · ∙ ⋅ ∗ ＊", "÷ ∕ ⁄ ／"), brackets('(', "（", "）"),
                                  brackets('[', "［", "］"), brackets('{', "｛", "｝"), spelled(Piece::Equals, 0, "＝"),
                                  spelled(Piece::Blank, 0, "\u00a0 \u2009 \u3000")});
const Spellings LATEX = joined({
    operators("", "", "\\times \\cdot", "\\div"),
    brackets('{', "{", "}"),
    brackets('b', "\\{", "\\}"),
    spelled(Piece::Fraction, 0, "\\frac \\dfrac \\tfrac"),
    spelled(Piece::Left, 0, "\\left"),
    spelled(Piece::Right, 0, "\\right"),
    spelled(Piece::Blank, 0, "\\, \\; \\! \\: \\quad \\qquad"),
    {{"\\ ", Piece::Blank, 0}},
    spelled(Piece::Math, '1', "$"),
    spelled(Piece::Math, '2', "$$"),
    spelled(Piece::MathOpen, '(', "\\("),
    spelled(Piece::MathClose, '(', "\\)"),
    spelled(Piece::MathOpen, '[', "\\["),
    spelled(Piece::MathClose, '[', "\\]"),
    spelled(Piece::Box, 0, "\\boxed"),
});
const Spellings BRACKETS = joined({brackets('[', "[", "]"), brackets('{', "{", "}")});
const Spellings CLAIM = joined({spelled(Piece::Equals, 0, "="), spelled(Piece::Stop, 0, ".")});
const Spellings STRICT = joined({PLAIN, FOREIGN}), LENIENT = joined({STRICT, UNICODE, LATEX, BRACKETS, CLAIM});

SyntaxRow answers(Spellings spellings, const std::string& options) {
    SyntaxRow row{.spellings = std::move(spellings), .form = {"{", "-", "/", "}"}};
    row.unary_sign = options.find('s') != options.npos;
    row.implicit_multiplication = options.find('i') != options.npos;
    row.decimals = options.find('d') != options.npos;
    row.trimmed = options.find('t') != options.npos;
    return row;
}

SyntaxRow notation(Spellings spellings, NumberForm form, Arrangement arrangement = Arrangement::Infix,
                   bool words = false) {
    SyntaxRow row{.spellings = std::move(spellings), .arrangement = arrangement, .form = std::move(form)};
    row.words = words;
    row.forms = true;
    row.decimals = row.form.opening.size() <= 1;  // not in Python's Fraction(5, 6)
    return row;
}

// Each syntax reads all that the one before it reads, and means the same by it.
const std::deque<Syntax> GROWING{
    Syntax(answers(STRICT, "")),     Syntax(answers(LENIENT, "t")),    Syntax(answers(LENIENT, "ts")),
    Syntax(answers(LENIENT, "tsi")), Syntax(answers(LENIENT, "tsid")),
};
const std::deque<Syntax> OTHERS{
    Syntax(answers(STRICT, "sid")),
    Syntax(answers(joined({PLAIN, LATEX}), "i")),
    Syntax(notation(PLAIN, {"{", "-", "/", "}"})),
    Syntax(notation(joined({PLAIN, LATEX}), {"{", "-", "/", "}"})),
    Syntax(notation(PLAIN, {"Fraction(", "-", ",", ")"})),
    Syntax(notation(operators("+", "-", "*", "/"), {"", "-", "/", ""}, Arrangement::Prefix, true)),
    Syntax(notation(operators("+", "-", "×", "÷"), {"", "¯", "/", ""}, Arrangement::Prefix)),
    Syntax(notation(operators("+", "-", "*", "/"), {"", "-", "/", ""}, Arrangement::Postfix, true)),
    Syntax(notation(operators("f+", "f-", "f*", "f/"), {"", "-", "/", "e"}, Arrangement::Postfix, true)),
};
const Syntax& WIDEST = GROWING.back();

const std::vector<Rules> GAMES{
    {},
    {.use_all = false, .values = Values::Positive},
    {.any_order = false, .grouping = Grouping::Flat, .values = Values::Natural},
    {.any_order = false, .grouping = Grouping::Left},
    {.use_all = false, .any_order = false, .grouping = Grouping::Forth, .values = Values::Nonnegative},
    {.operators = *Operators::parse("+-*"), .values = Values::Integer},
};
const Rules FREE{.use_all = false};

// --- what is read

using Terms = std::vector<Term>;

bool same(const Term& a, const Term& b) {
    return a.kind == b.kind && a.op == b.op && a.huge == b.huge && a.number == b.number;
}

bool same_places(const Reading& a, const Reading& b) {
    return a.flaw == b.flaw && (a.flaw == Flaw::None || a.position == b.position) &&
           std::ranges::equal(a.terms, b.terms, [](const Term& s, const Term& t) {
               return same(s, t) && s.position == t.position && s.length == t.length;
           });
}

// The part of the text from the first to the last term of an operand.
struct Span {
    std::size_t first, last;
};

Span spanned(const Term& term, const std::vector<Span>& operands) {
    Span all{term.position, term.position + term.length};
    for (const Span& operand : operands) all = {std::min(all.first, operand.first), std::max(all.last, operand.last)};
    return all;
}

void check_number(const Term& term, const Reader& reader) {
    hold(term.number.denominator >= 1, "a denominator is 1 or more");
    hold(std::gcd(term.number.numerator, term.number.denominator) == 1, "a number is in lowest terms");
    if (!term.huge) return;
    const Digits digits = reader.digits_of(term);
    hold(digits.whole.size() + digits.decimals.size() + digits.over.size() >= 19, "a huge number has many digits");
}

void check_place(const Term& term, Arrangement arrangement, const Span& left, const Span& right) {
    const std::size_t place = term.position;
    hold(left.last <= right.first, "operands do not overlap");
    const bool before = place < left.first, between = left.last <= place && place <= right.first;
    if (arrangement == Arrangement::Prefix) hold(before, "an operator comes before its operands");
    if (arrangement == Arrangement::Postfix) hold(right.last <= place, "an operator comes after its operands");
    if (arrangement == Arrangement::Infix)
        hold(between || (before && term.op == Op::Divide), "an operator comes between its operands, a bar before");
}

// Is it one expression, each operation with its operands at the right places?
Span check_side(const Terms& terms, const ClaimSide& side, const Reader& reader, Arrangement arrangement) {
    std::vector<Span> stack;
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        const std::size_t operands = term.kind == TermKind::Number ? 0 : term.kind == TermKind::Negate ? 1 : 2;
        hold(stack.size() >= operands, "every operation has its operands");
        const std::vector<Span> taken(stack.end() - static_cast<std::ptrdiff_t>(operands), stack.end());
        if (operands == 0) check_number(term, reader);
        if (operands == 1) hold(term.position < taken[0].first, "a sign comes before its operand");
        if (operands == 2) check_place(term, arrangement, taken[0], taken[1]);
        stack.resize(stack.size() - operands);
        stack.push_back(spanned(term, taken));
    }
    hold(stack.size() == 1, "a side is one expression");
    if (arrangement == Arrangement::Infix) hold(side.start && *side.start <= stack[0].first, "a side begins first");
    return stack[0];
}

void check_sides(const Reading& reading, const Reader& reader, std::string_view text, Arrangement arrangement) {
    hold(reading.left.first == 0, "the left side comes first");
    const Span left = check_side(reading.terms, reading.left, reader, arrangement);
    hold((reading.has_claim() ? reading.right.last : reading.left.last) == reading.terms.size(), "no term is left");
    hold(left.last <= text.size(), "the terms are in the input");
    if (!reading.has_claim()) return;
    const Span right = check_side(reading.terms, reading.right, reader, arrangement);
    hold(left.last <= reading.equals && reading.equals < right.first, "the equals sign is between the sides");
    hold(right.last <= text.size(), "the terms are in the input");
    hold(reading.left.is_literal || reading.right.is_literal, "a side of a claim is a number");
}

// Everything in brackets; nothing where a number is huge or there is too much to print.
std::optional<std::string> in_full(const Terms& terms, const ClaimSide& side) {
    constexpr std::size_t MOST = 64;
    std::vector<std::string> stack;
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        if (term.huge || side.last - side.first > MOST) return std::nullopt;
        if (term.kind == TermKind::Number) {
            stack.push_back("{" + std::to_string(term.number.numerator) + "/" +
                            std::to_string(term.number.denominator) + "}");
        } else if (term.kind == TermKind::Negate) {
            stack.back() = "(-" + stack.back() + ")";
        } else {
            const std::string right = stack.back();
            stack.pop_back();
            stack.back() = "(" + stack.back() + row(term.op).symbol + right + ")";
        }
    }
    return stack[0];
}

void check_round_trip(const Reading& reading) {
    const auto text = in_full(reading.terms, reading.left);
    if (!text) return;
    Reader reader(WIDEST);
    const Reading& again = reader.read(*text, true);
    const auto last = reading.terms.begin() + static_cast<std::ptrdiff_t>(reading.left.last);
    hold(std::ranges::equal(reading.terms.begin(), last, again.terms.begin(), again.terms.end(), same),
         "what is printed in full is read again");
}

// A reader that has read other inputs reads like a new one.
Reading checked_reading(const Syntax& syntax, std::string_view text, bool forms) {
    static std::map<const Syntax*, Reader> used;
    const Reading again = used.try_emplace(&syntax, syntax).first->second.read(text, forms);
    Reader reader(syntax);
    Reading reading = reader.read(text, forms);
    hold(same_places(reading, again), "an input is read the same way twice");
    if (syntax.row().arrangement != Arrangement::Infix) reading.left.last = reading.terms.size();  // only set there
    if (reading.flaw == Flaw::None) {
        check_sides(reading, reader, text, syntax.row().arrangement);
        check_round_trip(reading);
    } else {
        hold(reading.position <= text.size(), "a flaw is in the input");
        hold(!reading.expected.empty(), "a flaw says what was expected");
    }
    return reading;
}

// --- what is judged

template <class Int>
struct Made {
    Reason reason = Reason::Correct;  // or DivisionByZero, TooWide
    Ratio<Checked<Int>> value;
};

template <class Int>
bool overflowed(const Ratio<Checked<Int>>& value) {
    return value.numerator().overflowed() || value.denominator().overflowed();
}

template <class Int>
Made<Int> made(const Terms& terms, const ClaimSide& side) {
    using Value = Ratio<Checked<Int>>;
    std::vector<Value> stack;
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        if (term.huge) return {Reason::TooWide, {}};
        if (term.kind == TermKind::Number) {
            stack.emplace_back(Int(term.number.numerator), Int(term.number.denominator));
            continue;
        }
        const Value right = stack.back();
        if (term.kind == TermKind::Operator) stack.pop_back();
        const auto result = term.kind == TermKind::Negate ? apply(Op::Subtract, Value(0, 1), right)
                                                          : apply(term.op, stack.back(), right);
        if (!result) return {Reason::DivisionByZero, {}};
        if (overflowed(*result)) return {Reason::TooWide, {}};
        stack.back() = *result;
    }
    return {Reason::Correct, stack[0]};
}

// The value in lowest terms, if it fits 64 bits.
std::optional<Number> number_of(const Made<Int128>& made) {
    if (made.reason != Reason::Correct) return std::nullopt;
    Int128 a = made.value.numerator().value(), b = made.value.denominator().value();
    const Int128 numerator = a, denominator = b;
    while (b != 0) a = std::exchange(b, a % b);
    if (a < 0) a = -a;
    constexpr Int128 MOST = std::numeric_limits<std::int64_t>::max();
    const Int128 over = numerator / a, under = denominator / a;
    if (over > MOST || over < -MOST || under > MOST) return std::nullopt;
    return Number{static_cast<std::int64_t>(over), static_cast<std::int64_t>(under)};
}

Made<Int128> checked_value(const Terms& terms, const ClaimSide& side) {
    const auto narrow = made<std::int64_t>(terms, side);
    const auto wide = made<Int128>(terms, side);
    if (narrow.reason == Reason::TooWide) return wide;
    hold(narrow.reason == wide.reason, "64 and 128 bits agree");
    hold(narrow.value.numerator().value() == wide.value.numerator().value(), "64 and 128 bits agree on numerators");
    hold(narrow.value.denominator().value() == wide.value.denominator().value(), "and on denominators");
    return wide;
}

PreparedPuzzle puzzle_of(const Reading& reading, const ClaimSide& side, bool forms) {
    PreparedPuzzle puzzle;
    for (std::size_t i = side.first; i < side.last; ++i)
        if (reading.terms[i].kind == TermKind::Number && !reading.terms[i].huge) puzzle.add(reading.terms[i].number);
    puzzle.has_forms = forms;
    return puzzle;
}

// A judge that has judged other inputs judges like a new one, whatever the order of the numbers.
Judgement checked_finding(const Syntax& syntax, const Rules& rules, std::string_view text, PreparedPuzzle puzzle) {
    static std::map<std::pair<const Syntax*, const Rules*>, Judge> used;
    const Judgement judgement = Judge(syntax, rules).judge(text, puzzle);
    if (rules.any_order) std::ranges::reverse(puzzle.numbers);
    const Judgement again = used.try_emplace({&syntax, &rules}, syntax, rules).first->second.judge(text, puzzle);
    hold(judgement.reason == again.reason && judgement.position == again.position,
         "an input gets the same verdict twice");
    hold(judgement.position == NOWHERE || judgement.position <= text.size(),
         "the position of a verdict is in the input");
    return judgement;
}

// The verdict on an expression that claims nothing, with its own numbers under the classic rules.
Reason expected_reason(const Reading& reading, const Made<Int128>& made, const Number& target) {
    if (std::ranges::any_of(reading.terms, &Term::huge)) return Reason::WrongNumbers;
    if (made.reason != Reason::Correct) return made.reason;
    const auto difference = made.value - Ratio<Checked<Int128>>(Int128(target.numerator), Int128(target.denominator));
    if (overflowed(difference)) return Reason::TooWide;
    return difference.sign() == 0 ? Reason::Correct : Reason::WrongValue;
}

void check_claim(const Reading& reading, const PreparedPuzzle& puzzle, Reason reason) {
    if (!reading.has_claim() || (reason != Reason::Correct && reason != Reason::FalseClaim)) return;
    int right = 0, wrong = 0;
    for (const ClaimSide& side : {reading.left, reading.right}) {
        const auto value = number_of(made<Int128>(reading.terms, side));
        (value == puzzle.target ? right : wrong) += 1;
    }
    if (reason == Reason::Correct) hold(wrong == 0, "both sides of a right claim are the target");
    if (reason == Reason::FalseClaim) hold(right == 1, "one side of a false claim is the target");
}

// Where both sides of a claim are numbers, a syntax decides by what it reads which one is claimed.
bool is_ambiguous(const Reading& reading) { return reading.left.is_literal && reading.right.is_literal; }

void check_games(const Syntax& syntax, std::string_view text, const Reading& reading, const PreparedPuzzle& puzzle) {
    for (const Rules& rules : GAMES) {
        if (checked_finding(syntax, rules, text, puzzle).reason != Reason::Correct) continue;
        hold(checked_finding(syntax, FREE, text, puzzle).reason == Reason::Correct, "fewer rules forbid nothing more");
        for (auto wider = GROWING.rbegin(); &*wider != &syntax && !is_ambiguous(reading); ++wider)
            hold(Judge(*wider, rules).judge(text, puzzle).reason == Reason::Correct, "a right answer stays right");
    }
}

// The value of a plain answer, and a string that is read as the same expression.
void check_plain(const Reading& reading) {
    const auto plain = plain_answer(reading);
    if (!plain) return;
    hold(plain->value == number_of(checked_value(reading.terms, reading.left)), "a plain answer makes its value");
    Reader reader(WIDEST);
    const Reading& again = reader.read(plain->text, true);
    hold(again.flaw == Flaw::None && std::ranges::equal(reading.terms, again.terms, same),
         "a minimal text is read as the same expression");
}

void check_judging(const Syntax& syntax, std::string_view text, bool forms) {
    const Reading reading = checked_reading(syntax, text, forms);
    check_plain(reading);
    for (const ClaimSide& side : {reading.left, reading.right}) {
        const auto made = checked_value(reading.terms, side.first < side.last ? side : reading.left);
        PreparedPuzzle puzzle = puzzle_of(reading, side, forms);
        puzzle.target = number_of(made).value_or(Number{24, 1});
        check_games(syntax, text, reading, puzzle);
        for (const std::int64_t more : {std::int64_t{0}, puzzle.target.denominator}) {
            if (__builtin_add_overflow(puzzle.target.numerator, more, &puzzle.target.numerator)) continue;
            const Reason reason = checked_finding(syntax, GAMES[0], text, puzzle).reason;
            check_claim(reading, puzzle, reason);
            if (!reading.has_claim())
                hold(reason == expected_reason(reading, made, puzzle.target), "the verdict follows from the value");
        }
        if (!reading.has_claim()) return;
    }
}

void check_answer(std::string_view text) {
    for (const Syntax& syntax : GROWING) {
        for (const bool forms : {false, true}) {
            if (Reader(syntax).read(text, forms).flaw == Flaw::None)
                check_judging(syntax, text, forms);
            else
                checked_reading(syntax, text, forms);
        }
    }
    for (const Syntax& syntax : OTHERS) checked_reading(syntax, text, false);
}

// --- what is extracted

constexpr std::string_view OPENING = "<answer>", CLOSING = "</answer>", THOUGHT = "</think>", BOX = "\\boxed{";

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

void check_tag(std::string_view before, std::string_view answer, std::string_view after, Extract extract) {
    hold(before.ends_with(OPENING) && after.starts_with(CLOSING), "an answer is in its tag");
    hold(!has(answer, OPENING) && !has(answer, CLOSING), "there is no tag in an answer");
    before.remove_suffix(OPENING.size());
    after.remove_prefix(CLOSING.size());
    const bool is_first = !found_answer(before, Extract::LastAnswerTag, false);
    const bool is_last = !found_answer(after, Extract::FirstAnswerTag, false);
    if (extract == Extract::LastAnswerTag) hold(is_last, "no closed tag follows the last one");
    if (extract == Extract::FirstAnswerTag) hold(is_first, "there is no closed tag before the first one");
    if (extract == Extract::OnlyAnswerTag) hold(is_first && is_last, "the only tag is the first and the last one");
}

// Does every brace that is not hidden by a backslash have its other one?
bool is_balanced(std::string_view text) {
    long depth = 0;
    for (std::size_t place = 0; place < text.size() && depth >= 0; ++place) {
        if (text[place] == '\\')
            ++place;
        else
            depth += text[place] == '{' ? 1 : text[place] == '}' ? -1 : 0;
    }
    return depth == 0;
}

void check_box(std::string_view before, std::string_view answer, std::string_view after) {
    hold(before.ends_with(BOX) && after.starts_with('}'), "an answer is in its box");
    hold(is_balanced(answer), "braces in a box have their other ones");
    hold(!found_answer(after, Extract::Boxed, false), "no closed box follows the last one");
}

void check_part(std::string_view text, std::string_view answer, Extract extract, bool after_think) {
    hold(text.data() <= answer.data() && answer.data() + answer.size() <= text.data() + text.size(),
         "an answer is a part of the text");
    const std::string_view before = text.substr(0, static_cast<std::size_t>(answer.data() - text.data()));
    const std::string_view after = text.substr(before.size() + answer.size());
    if (after_think) hold(has(before, THOUGHT) && !has(after, THOUGHT), "an answer comes after the thinking");
    if (extract == Extract::Any)
        hold(!has(after, THOUGHT) && (answer.empty() || (!is_blank(answer[0]) && !is_blank(answer.back()))),
             "an emphasized answer has no spaces around it and no thoughts after it");
    else if (extract == Extract::Whole)
        hold(after.empty() && (after_think ? before.ends_with(THOUGHT) : before.empty()), "whole is all of it");
    else if (extract == Extract::Boxed)
        check_box(before, answer, after);
    else
        check_tag(after_think ? before.substr(before.rfind(THOUGHT)) : before, answer, after, extract);
}

void check_extraction(std::string_view text) {
    const PreparedPuzzle puzzle{.numbers = {{3, 1}, {8, 1}}, .target = {24, 1}};
    Judge judge(GROWING[1], GAMES[0]);
    for (const auto& [name, extract] : EXTRACTS) {
        for (const bool after_think : {false, true}) {
            const auto answer = found_answer(text, extract, after_think);
            const Judgement judgement = judge.judge(text, puzzle, extract, after_think);
            hold(answer.has_value() == (judgement.reason != Reason::NoAnswer), "what is found is judged");
            if (!answer) continue;
            check_part(text, answer->text, extract, after_think);
            const auto start = static_cast<std::size_t>(answer->text.data() - text.data());
            hold(judgement.position >= start &&
                     (judgement.position == NOWHERE || judgement.position <= start + answer->text.size()),
                 "the position of a verdict is in the answer");
        }
    }
    const bool is_first = found_answer(text, Extract::FirstAnswerTag, false).has_value();
    hold(is_first == found_answer(text, Extract::LastAnswerTag, false).has_value(), "where a tag is first one is last");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_answer(text);
    check_extraction(text);
    return 0;
}
