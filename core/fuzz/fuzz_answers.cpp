// Fuzzing of the reader, the judge and the extraction: every input is an answer, and these facts are true for every
// answer.
//
// For: finding answers that crash, hang or get two different verdicts. The sanitizers also find any read outside the
// answer and any overflow that is not intended.
// Not for: the verdicts themselves; fuzz_made_answers.cpp and the soak know the verdicts of the answers that they make.
//
// Method: libFuzzer changes the answers of the corpus and keeps those that reach new code. An answer is its own puzzle:
// its numbers are the numbers of the puzzle, and its value is the target, so that random answers get past the
// comparison of numbers and as far as the arithmetic. README.md explains how to run it.
#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>

#include "fuzz/fuzzing.hpp"
#include "fuzz/rows.hpp"
#include "numbers/answers/judge/judge_many.hpp"
#include "numbers/answers/read/plain_answer.hpp"

using namespace facevalue;
using namespace facevalue::numbers;
using facevalue::fuzz::require;

namespace {

// --- syntaxes

// Each syntax reads all that the one before it reads, with the same meaning.
constexpr std::array GROWING{"strict", "lenient", "lenient, signs", "lenient, all options"};

const Syntax& syntax_named(std::string_view name) {
    for (const soak::SyntaxUnderTest& row : fuzz::rows().syntaxes)
        if (row.name == name) return row.syntax;
    throw std::runtime_error("no syntax " + std::string(name));
}
const Syntax& widest() { return syntax_named(GROWING.back()); }

// The widest syntax, also with functions.
const Syntax& functional() {
    static const Syntax syntax = [] {
        SyntaxRow row = widest().row();
        const auto is_function = [](const Spelling& each) { return each.text == "^" || each.text == "!"; };
        std::erase_if(row.spellings, is_function);  // there they are operators of other games
        row.spellings.insert(row.spellings.end(), {{"^", Piece::Power, 0},
                                                   {"!", Piece::Factorial, 0},
                                                   {"sqrt", Piece::Root, 0},
                                                   {"√", Piece::Root, 0},
                                                   {"||", Piece::Concatenate, 0}});
        return Syntax(std::move(row));
    }();
    return syntax;
}
Rules with_functions(std::int64_t largest, Values values) {
    return {.use_all = false,
            .values = values,
            .largest = largest,
            .functions = *Functions::parse("power factorial root concatenate"),
            .unary = 2};
}
// From the narrowest to the widest.
const std::vector<Rules> FUNCTION_GAMES{with_functions(100, Values::Natural), with_functions(100, Values::Rational),
                                        with_functions(MOST_PART, Values::Rational)};

// A notation that only has operators and, in infix, round brackets; numbers have a form such as {3/4}.
Syntax notation(const std::array<const char*, 4>& symbols, NumberForm form,
                Arrangement arrangement = Arrangement::Infix, bool words = false) {
    SyntaxRow row{.spellings = {}, .arrangement = arrangement, .form = std::move(form)};
    for (std::size_t i = 0; i < symbols.size(); ++i)
        row.spellings.push_back({symbols[i], Piece::Operator, OPERATIONS[i].symbol});
    if (arrangement == Arrangement::Infix)
        row.spellings.insert(row.spellings.end(), {{"(", Piece::Open, '('}, {")", Piece::Close, '('}});
    row.words = words;
    row.forms = true;
    row.decimals = row.form.opening.size() <= 1;  // not in Python's Fraction(5, 6)
    return Syntax(std::move(row));
}
const std::deque<Syntax> NOTATIONS{
    notation({"+", "-", "*", "/"}, {"{", "-", "/", "}"}),
    notation({"+", "-", "*", "/"}, {"Fraction(", "-", ",", ")"}),
    notation({"+", "-", "*", "/"}, {"", "-", "/", ""}, Arrangement::Prefix, true),
    notation({"+", "-", "×", "÷"}, {"", "¯", "/", ""}, Arrangement::Prefix),
    notation({"+", "-", "*", "/"}, {"", "-", "/", ""}, Arrangement::Postfix, true),
    notation({"f+", "f-", "f*", "f/"}, {"", "-", "/", "e"}, Arrangement::Postfix, true),
};

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

bool is_same(const Term& a, const Term& b) {
    return a.kind == b.kind && a.op == b.op && a.function == b.function && a.huge == b.huge && a.number == b.number;
}

bool same_places(const Reading& a, const Reading& b) {
    return a.flaw == b.flaw && (a.flaw == Flaw::None || a.position == b.position) &&
           std::ranges::equal(a.terms, b.terms, [](const Term& s, const Term& t) {
               return is_same(s, t) && s.position == t.position && s.length == t.length;
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
    require(term.number.denominator >= 1, "a denominator is 1 or more");
    require(std::gcd(term.number.numerator, term.number.denominator) == 1, "a number is in lowest terms");
    if (!term.huge) return;
    const Digits digits = reader.digits_of(term);
    require(digits.whole.size() + digits.decimals.size() + digits.over.size() >= 19, "a huge number has many digits");
}

void check_place(const Term& term, Arrangement arrangement, const Span& left, const Span& right) {
    const std::size_t place = term.position;
    require(left.last <= right.first, "operands do not overlap");
    const bool before = place < left.first, between = left.last <= place && place <= right.first;
    if (arrangement == Arrangement::Prefix) require(before, "an operator comes before its operands");
    if (arrangement == Arrangement::Postfix) require(right.last <= place, "an operator comes after its operands");
    if (arrangement == Arrangement::Infix)
        require(between || (before && term.op == Op::Divide), "an operator is between its operands, a bar before them");
}

// Is it one expression, each operation with its operands at the right places?
Span check_side(const Terms& terms, const ClaimSide& side, const Reader& reader, Arrangement arrangement) {
    std::vector<Span> stack;
    for (std::size_t i = side.first; i < side.last; ++i) {
        const Term& term = terms[i];
        const bool is_function = term.kind == TermKind::Function;
        const std::size_t operands = is_function                     ? row(term.function).operands
                                     : term.kind == TermKind::Number ? 0
                                     : term.kind == TermKind::Negate ? 1
                                                                     : 2;
        require(stack.size() >= operands, "every operation has its operands");
        const std::vector<Span> taken(stack.end() - static_cast<std::ptrdiff_t>(operands), stack.end());
        if (operands == 0) check_number(term, reader);
        const bool is_factorial = is_function && term.function == Function::Factorial;
        if (operands == 1 && is_factorial) require(taken[0].last <= term.position, "a factorial follows its operand");
        if (operands == 1 && !is_factorial) require(term.position < taken[0].first, "a sign comes before its operand");
        if (operands == 2) check_place(term, arrangement, taken[0], taken[1]);
        stack.resize(stack.size() - operands);
        stack.push_back(spanned(term, taken));
    }
    require(stack.size() == 1, "a side is one expression");
    if (arrangement == Arrangement::Infix) require(side.start && *side.start <= stack[0].first, "a side begins first");
    return stack[0];
}

void check_sides(const Reading& reading, const Reader& reader, std::string_view text, Arrangement arrangement) {
    require(reading.left.first == 0, "the left side comes first");
    const Span left = check_side(reading.terms, reading.left, reader, arrangement);
    require((reading.has_claim() ? reading.right.last : reading.left.last) == reading.terms.size(), "no term is left");
    require(left.last <= text.size(), "the terms are inside the answer");
    if (!reading.has_claim()) return;
    const Span right = check_side(reading.terms, reading.right, reader, arrangement);
    require(left.last <= reading.equals && reading.equals < right.first, "the equals sign is between the sides");
    require(right.last <= text.size(), "the terms are inside the answer");
    require(reading.left.is_literal || reading.right.is_literal, "a side of a claim is a number");
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
        } else if (term.kind == TermKind::Function && term.function == Function::Factorial) {
            stack.back() = "(" + stack.back() + "!)";
        } else if (term.kind == TermKind::Function && term.function == Function::Root) {
            stack.back() = "sqrt(" + stack.back() + ")";
        } else {
            const std::string right = stack.back();
            stack.pop_back();
            const std::string symbol = term.kind == TermKind::Function ? std::string(row(term.function).symbol)
                                                                       : std::string(1, row(term.op).symbol);
            stack.back() = "(" + stack.back() + symbol + right + ")";
        }
    }
    return stack[0];
}

void check_round_trip(const Reading& reading, const Syntax& syntax) {
    const auto text = in_full(reading.terms, reading.left);
    if (!text) return;
    Reader reader(syntax);
    const Reading& again = reader.read(*text, true);
    const auto last = reading.terms.begin() + static_cast<std::ptrdiff_t>(reading.left.last);
    require(std::ranges::equal(reading.terms.begin(), last, again.terms.begin(), again.terms.end(), is_same),
            "what is printed in full is read again");
}

// A reader that has read other answers gives the same result as a new one.
Reading checked_reading(const Syntax& syntax, std::string_view text, bool forms) {
    static std::map<const Syntax*, Reader> used;
    const Reading again = used.try_emplace(&syntax, syntax).first->second.read(text, forms);
    Reader reader(syntax);
    Reading reading = reader.read(text, forms);
    require(same_places(reading, again), "reading an answer again gives the same result");
    if (syntax.row().arrangement != Arrangement::Infix) reading.left.last = reading.terms.size();  // only infix sets it
    if (reading.flaw == Flaw::None) {
        check_sides(reading, reader, text, syntax.row().arrangement);
        check_round_trip(reading, &syntax == &functional() ? syntax : widest());
    } else {
        require(reading.position <= text.size(), "a flaw is inside the answer");
        require(!reading.expected.empty(), "a flaw says what was expected");
    }
    return reading;
}

// --- what is judged

PreparedPuzzle puzzle_of(const Reading& reading, const ClaimSide& side, bool forms) {
    PreparedPuzzle puzzle;
    for (std::size_t i = side.first; i < side.last; ++i)
        if (reading.terms[i].kind == TermKind::Number && !reading.terms[i].huge) puzzle.add(reading.terms[i].number);
    puzzle.has_forms = forms;
    return puzzle;
}

// A judge that has judged other answers gives the same verdict as a new one, whatever the order of the numbers.
Judgement checked_judgement(const Syntax& syntax, const Rules& rules, std::string_view text, PreparedPuzzle puzzle) {
    static std::map<std::pair<const Syntax*, const Rules*>, Judge> used;
    const Judgement judgement = Judge(syntax, rules).judge(text, puzzle);
    if (rules.any_order) std::ranges::reverse(puzzle.numbers);
    const Judgement again = used.try_emplace({&syntax, &rules}, syntax, rules).first->second.judge(text, puzzle);
    require(judgement.reason == again.reason && judgement.position == again.position,
            "judging an answer again gives the same verdict");
    require(judgement.position == NOWHERE || judgement.position <= text.size(), "a judgement is inside the answer");
    return judgement;
}

// Where both sides of a claim are numbers, a syntax decides by what it reads which one is claimed.
bool is_ambiguous(const Reading& reading) { return reading.left.is_literal && reading.right.is_literal; }

void check_games(const Syntax& syntax, std::string_view text, const Reading& reading, const PreparedPuzzle& puzzle) {
    for (const Rules& rules : GAMES) {
        if (checked_judgement(syntax, rules, text, puzzle).reason != Reason::Correct) continue;
        require(checked_judgement(syntax, FREE, text, puzzle).reason == Reason::Correct,
                "fewer rules forbid nothing more");
        for (auto wider = GROWING.rbegin(); &syntax_named(*wider) != &syntax && !is_ambiguous(reading); ++wider)
            require(Judge(syntax_named(*wider), rules).judge(text, puzzle).reason == Reason::Correct,
                    "a correct answer stays correct");
    }
}

void check_judging(const Syntax& syntax, std::string_view text, bool forms) {
    const Reading reading = checked_reading(syntax, text, forms);
    const auto plain = plain_answer(reading);
    if (plain) {
        Reader reader(widest());
        const Reading& again = reader.read(plain->text, true);
        require(again.flaw == Flaw::None && std::ranges::equal(reading.terms, again.terms, is_same),
                "a minimal expression is read as the same expression");
    }
    for (const ClaimSide& side : {reading.left, reading.right}) {
        PreparedPuzzle puzzle = puzzle_of(reading, side, forms);
        puzzle.target = plain ? plain->value : Number{24, 1};
        check_games(syntax, text, reading, puzzle);
        if (!reading.has_claim()) break;
    }
    if (!plain) return;
    PreparedPuzzle puzzle = puzzle_of(reading, reading.left, forms);
    puzzle.target = plain->value;
    require(checked_judgement(syntax, GAMES[0], text, puzzle).reason == Reason::Correct, "an answer makes its value");
    if (__builtin_add_overflow(puzzle.target.numerator, puzzle.target.denominator, &puzzle.target.numerator)) return;
    require(checked_judgement(syntax, GAMES[0], text, puzzle).reason == Reason::WrongValue, "and no other value");
}

// The bounds of results get wider from one game to the next.
void check_functions(std::string_view text, bool forms) {
    const Reading reading = checked_reading(functional(), text, forms);
    if (reading.flaw != Flaw::None) return;
    PreparedPuzzle puzzle = puzzle_of(reading, reading.left, forms);
    puzzle.target = puzzle.numbers.empty() ? Number{24, 1} : puzzle.numbers[0];
    bool was_correct = false;
    for (const Rules& rules : FUNCTION_GAMES) {
        const bool is_correct = checked_judgement(functional(), rules, text, puzzle).reason == Reason::Correct;
        require(is_correct || !was_correct, "wider bounds forbid nothing more");
        was_correct = is_correct;
    }
}

void check_answer(std::string_view text) {
    for (const bool forms : {false, true}) check_functions(text, forms);
    for (const std::string_view name : GROWING) {
        const Syntax& syntax = syntax_named(name);
        for (const bool forms : {false, true}) {
            if (Reader(syntax).read(text, forms).flaw == Flaw::None)
                check_judging(syntax, text, forms);
            else
                checked_reading(syntax, text, forms);
        }
    }
    for (const std::string_view name : {"strict, all options", "LaTeX", "typed"})
        for (const bool forms : {false, true}) checked_reading(syntax_named(name), text, forms);
    for (const Syntax& syntax : NOTATIONS) checked_reading(syntax, text, false);
}

// --- what is extracted

constexpr std::string_view OPENING = "<answer>", CLOSING = "</answer>", THOUGHT = "</think>", BOX = "\\boxed{";

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool is_blank_text(std::string_view text) { return std::ranges::all_of(text, is_blank); }

void check_tag(std::string_view before, std::string_view answer, std::string_view after, Extract extract) {
    require(before.ends_with(OPENING) && after.starts_with(CLOSING), "an answer is inside its tag");
    require(!has(answer, OPENING) && !has(answer, CLOSING), "an answer contains no tag");
    before.remove_suffix(OPENING.size());
    after.remove_prefix(CLOSING.size());
    const bool is_first = !found_answer(before, Extract::LastAnswerTag, false);
    const bool is_last = !found_answer(after, Extract::FirstAnswerTag, false);
    const auto later = found_answer(after, Extract::LastAnswerTag, false);
    const bool is_only_empty = later && !is_blank_text(answer) && is_blank_text(later->text);
    if (extract == Extract::LastAnswerTag) require(is_last || is_only_empty, "no closed tag follows the last one");
    if (extract == Extract::FirstAnswerTag) require(is_first, "no closed tag comes before the first one");
    if (extract == Extract::OnlyAnswerTag) require(is_first && is_last, "the only tag is the first and the last one");
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
    require(before.ends_with(BOX) && after.starts_with('}'), "an answer is inside its box");
    require(is_balanced(answer), "braces in a box have their other ones");
    require(!found_answer(after, Extract::Boxed, false), "no closed box follows the last one");
}

void check_part(std::string_view text, std::string_view answer, Extract extract, bool after_think) {
    require(text.data() <= answer.data() && answer.data() + answer.size() <= text.data() + text.size(),
            "an answer is a part of the text");
    const std::string_view before = text.substr(0, static_cast<std::size_t>(answer.data() - text.data()));
    const std::string_view after = text.substr(before.size() + answer.size());
    if (after_think) require(has(before, THOUGHT) && !has(after, THOUGHT), "an answer comes after the thinking");
    if (extract == Extract::Any)
        require(!has(after, THOUGHT) && (answer.empty() || (!is_blank(answer[0]) && !is_blank(answer.back()))),
                "a found answer has no spaces around it and no thoughts after it");
    else if (extract == Extract::Whole)
        require(after.empty() && (after_think ? before.ends_with(THOUGHT) : before.empty()), "whole is all of it");
    else if (extract == Extract::Boxed)
        check_box(before, answer, after);
    else
        check_tag(after_think ? before.substr(before.rfind(THOUGHT)) : before, answer, after, extract);
}

void check_extraction(std::string_view text) {
    const PreparedPuzzle puzzle{.numbers = {{3, 1}, {8, 1}}, .target = {24, 1}};
    Judge judge(syntax_named("lenient"), GAMES[0]);
    for (const auto& [name, extract] : EXTRACTS) {
        for (const bool after_think : {false, true}) {
            const auto answer = found_answer(text, extract, after_think);
            const Judgement judgement = judge.judge(text, puzzle, extract, after_think);
            require(answer.has_value() == (judgement.reason != Reason::NoAnswer), "what is found is judged");
            if (!answer) continue;
            check_part(text, answer->text, extract, after_think);
            const auto start = static_cast<std::size_t>(answer->text.data() - text.data());
            require(judgement.position >= start &&
                        (judgement.position == NOWHERE || judgement.position <= start + answer->text.size()),
                    "a judgement is inside the answer");
        }
    }
    const bool is_first = found_answer(text, Extract::FirstAnswerTag, false).has_value();
    require(is_first == found_answer(text, Extract::LastAnswerTag, false).has_value(),
            "where a tag is first one is last");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_answer(text);
    check_extraction(text);
    return 0;
}
