#include "soak/answer_maker.hpp"

#include <algorithm>

namespace facevalue::soak {

namespace {

using numbers::Extract;
using numbers::Grouping;
using numbers::NOWHERE;

// What distinguishes a kind of answer from a correct one.
enum Trait : unsigned {
    ANY_STEPS = 1,        // steps that the rules may forbid
    ANY_SHAPE = 2,        // a grouping that the rules may forbid
    OTHER_NUMBERS = 4,    // than the puzzle's
    OTHER_TARGET = 8,     // than the value
    CLAIM = 16,           // = target
    OTHER_CLAIM = 32,     // = another number
    OTHER_NOTATION = 64,  // than the syntax reads
    SIGNS = 128,
    IMPLIED = 256,  // multiplications that are not written
    DECIMALS = 512,
    SMALL = 1024,      // numbers from 0 to 3, which often divide by zero
    NO_TEXT = 2048,    // None, or something that is not a string
    TOO_LONG = 4096,   // or nearly
    TWO_SIDES = 8192,  // expression = expression
};

struct KindOfText {
    std::string_view name;
    unsigned weight;
    unsigned traits;
    Plant plant = nullptr;
};

constexpr std::array<KindOfText, 33> KINDS{{
    {"right", 240'000, 0},
    {"right with a true claim", 60'000, CLAIM},
    {"another claim", 40'000, CLAIM | OTHER_CLAIM},
    {"value off by one", 80'000, OTHER_TARGET},
    {"value off by one, with a claim", 20'000, OTHER_TARGET | CLAIM},
    {"other numbers", 90'000, OTHER_NUMBERS},
    {"any steps", 60'000, ANY_STEPS},
    {"small numbers", 40'000, ANY_STEPS | SMALL},
    {"any grouping", 20'000, ANY_SHAPE},
    {"another notation", 50'000, OTHER_NOTATION},
    {"signs", 30'000, SIGNS},
    {"signs and any steps", 15'000, SIGNS | ANY_STEPS},
    {"implied multiplication", 30'000, IMPLIED},
    {"decimals", 25'000, DECIMALS},
    {"unknown symbol", 40'000, 0, plant_unknown_symbol},
    {"foreign operator", 25'000, 0, plant_foreign_operator},
    {"misplaced foreign operator", 15'000, 0, plant_misplaced_foreign_operator},
    {"doubled operator", 20'000, 0, double_operator},
    {"joined operators", 15'000, 0, join_operators},
    {"dangling operator", 15'000, 0, end_with_operator},
    {"leading operator", 10'000, 0, begin_with_operator},
    {"operator dropped", 15'000, 0, drop_operator},
    {"operand dropped", 15'000, 0, drop_operand},
    {"bracket dropped", 25'000, 0, drop_bracket},
    {"bracket added", 20'000, 0, add_bracket},
    {"bracket changed", 15'000, 0, change_bracket},
    {"leading zero", 10'000, 0, add_leading_zero},
    {"empty brackets", 8'000, 0, empty_brackets},
    {"nothing", 4'000, 0, drop_everything},
    {"claimed twice", 8'000, CLAIM, claim_twice},
    {"two expressions", 8'000, TWO_SIDES},
    {"not a string", 4'000, NO_TEXT},
    {"at a limit", 4, TOO_LONG},
}};

constexpr auto WEIGHTS = [] {
    std::array<unsigned, KINDS.size()> weights{};
    for (std::size_t i = 0; i < KINDS.size(); ++i) weights[i] = KINDS[i].weight;
    return weights;
}();

bool any_two_may_be_joined(const Rules& rules) {
    return rules.grouping == Grouping::Any || rules.grouping == Grouping::Orders;
}

Number random_number(std::uint32_t range, Chance& chance) {
    static constexpr std::array<int, 4> LARGE{25, 50, 75, 100};
    switch (range) {
        case 0:
            return {chance.between(1, 13), 1};
        case 1:
            return {chance.between(0, 9), 1};
        case 2:
            return {chance.between(1, 100), 1};
        case 3:
            return {chance.one_in(3) ? chance.one_of(LARGE) : chance.between(1, 10), 1};
        case 4:
            return {chance.between(0, 3), 1};
        default:
            return {chance.between(1, 999'999'999), 1};
    }
}

constexpr std::uint32_t SMALL_RANGE = 4, HUGE_RANGE = 5;

// A negative number or a fraction, in lowest terms.
Number random_form(Chance& chance) {
    static constexpr std::array<Number, 6> FORMS{{{-5, 1}, {-1, 1}, {3, 4}, {1, 2}, {-7, 3}, {5, 8}}};
    return chance.one_of(FORMS);
}

bool has_forms(const std::vector<Number>& numbers) {
    return std::ranges::any_of(numbers, [](const Number& n) { return n.numerator < 0 || n.denominator != 1; });
}

// The style of the answer: a part of what the syntax reads, or everything.
SyntaxOptions random_style(const SyntaxOptions& syntax, unsigned traits, Chance& chance) {
    SyntaxOptions style = syntax;
    if ((traits & OTHER_NOTATION) != 0) {
        style.unicode = style.latex = style.claims = style.typed = true;
        style.brackets = syntax.brackets || !syntax.latex;
    }
    const std::uint32_t used = chance.below(32);
    style.unicode &= (used & 1) != 0;
    style.latex &= (used & 2) != 0;
    style.brackets &= (used & 4) != 0;
    style.unary_sign = (syntax.unary_sign && (used & 8) != 0) || (traits & SIGNS) != 0;
    style.typed &= (used & 16) != 0;
    style.implicit_multiplication = (syntax.implicit_multiplication && chance.one_in(2)) || (traits & IMPLIED) != 0;
    style.decimals = (syntax.decimals && chance.one_in(4)) || (traits & DECIMALS) != 0;
    return style;
}

// Signs and decimals that are not read would mean something else in a claim: its sign, its full stop.
bool may_claim(const SyntaxOptions& style, const SyntaxOptions& syntax) {
    return style.claims && (syntax.unary_sign || !style.unary_sign) && (syntax.decimals || !style.decimals);
}

// In lowest terms before and after.
void add_one(Number& number) { number.numerator += number.denominator; }
void change_by_one(Number& number, Chance& chance) {
    number.numerator += chance.one_in(2) ? number.denominator : -number.denominator;
}

// --- completions

// Wraps the answer in a completion. Returns where it begins, or nothing if such a completion has no answer.
std::optional<std::size_t> wrap(const std::string& answer, const Setting& setting, std::string& text, Chance& chance) {
    static constexpr std::array<std::string_view, 4> TALK{"", "So ", "2 < 3, hm.\n", "<b>24</b> \\ "};
    const bool is_first = setting.extract == Extract::FirstAnswerTag,
               is_last = setting.extract == Extract::LastAnswerTag;
    const bool is_missing = chance.one_in(16) && setting.extract != Extract::Whole;
    text.clear();
    if (setting.after_think) text += chance.one_in(2) ? "<think><answer>1</answer>\\boxed{2}</think>" : "hm</think>";
    if (setting.extract == Extract::Whole) {
        text += answer;
        return text.size() - answer.size();
    }
    text += chance.one_of(TALK);
    if (setting.extract == Extract::Boxed) {
        if (chance.one_in(4) && !is_missing) text += "\\boxed{1+2} no ";
        text += is_missing ? "\\boxed {" : "\\boxed{";
    } else {
        // Empty tags after others do not count.
        const bool is_empty = std::ranges::all_of(answer, numbers::is_blank);
        if (is_last && chance.one_in(4) && !is_missing && !is_empty) text += "<answer>1+2</answer> no <answer>";
        text += is_missing ? "<Answer>" : "<answer>";
    }
    const std::size_t start = text.size();
    text += answer;
    text += setting.extract == Extract::Boxed ? "}" : "</answer>";
    if (is_first && chance.one_in(4) && !is_missing) text += "<answer>1+2</answer>";
    text += chance.one_of(TALK);
    if (is_missing) return std::nullopt;
    return start;
}

bool fits_a_box(const AnswerText& text) {
    return !text.flaw && std::ranges::none_of(text.pieces, [](const Piece& piece) {
        return piece.kind == Kind::Wrap || piece.kind == Kind::Box || piece.text == "｛" || piece.text == "｝";
    });
}

}  // namespace

std::vector<std::string_view> kind_names() {
    std::vector<std::string_view> names;
    for (const KindOfText& kind : KINDS) names.push_back(kind.name);
    return names;
}

// The numbers of the expression.
void AnswerMaker::draw_numbers(const Setting& setting, unsigned traits, Chance& chance) {
    static constexpr std::array<unsigned, 7> SIZES{0, 1, 2, 3, 8, 3, 3};
    std::size_t size = chance.weighted(SIZES);
    std::uint32_t range = (traits & SMALL) != 0 ? SMALL_RANGE : chance.below(SMALL_RANGE);
    if (setting.rules.grouping == Grouping::Forth) size = 4;
    if ((traits & CLAIM) != 0) size = std::max(size, std::size_t{3});
    if (size <= 3 && chance.one_in(32)) range = HUGE_RANGE;
    used_.clear();
    while (used_.size() < size) used_.push_back(random_number(range, chance));
    if (range < HUGE_RANGE && chance.one_in(24))
        used_[chance.below(static_cast<std::uint32_t>(size))] = random_form(chance);
}

// The numbers of the puzzle: the numbers used, possibly more, possibly others.
void AnswerMaker::give_numbers(const Setting& setting, unsigned traits, PreparedPuzzle& puzzle, Chance& chance) {
    std::vector<Number>& given = puzzle.numbers;
    given = used_;
    const auto place = [&](std::size_t more) { return chance.below(static_cast<std::uint32_t>(given.size() + more)); };
    const auto add = [&] { given.insert(given.begin() + place(1), random_number(chance.below(SMALL_RANGE), chance)); };
    if (!setting.rules.use_all)
        for (int more = chance.between(0, 2); more > 0; --more) add();
    if ((traits & OTHER_NUMBERS) != 0) {
        const std::uint32_t change = chance.below(3);
        if (change == 0) add();
        if (change == 1) add_one(given[place(0)]);
        if (change == 2 && given.size() > 1) given.erase(given.begin() + place(0));
        // The syntax of {-5} and {3/4} depends on the numbers given.
        if (has_forms(given) != has_forms(used_)) given = used_;
    }
    if (setting.rules.any_order || chance.one_in(8))
        for (std::size_t left = given.size(); left > 1; --left)
            std::swap(given[left - 1], given[chance.below(static_cast<std::uint32_t>(left))]);
    puzzle.has_forms = has_forms(given);
    puzzle.wide.reset();
}

// The number claimed, if any.
std::optional<Number> AnswerMaker::write(const Setting& setting, unsigned traits, const PreparedPuzzle& puzzle,
                                         Chance& chance) {
    SyntaxOptions style = random_style(setting.syntax, traits, chance);
    // Given fractions may then be decimals, which would not be a flaw.
    style.decimals &= setting.syntax.decimals || !(setting.syntax.typed && puzzle.has_forms);
    text_.begin(style, setting.syntax, puzzle.has_forms);
    text_.wrap(chance);
    const bool has_claim = used_.size() >= 3 && may_claim(style, setting.syntax) &&
                           ((traits & (CLAIM | TWO_SIDES)) != 0 || chance.one_in(12));
    Number number = puzzle.target;
    if ((traits & OTHER_CLAIM) != 0) change_by_one(number, chance);
    // A minus sign before the equals sign counts as a separate flaw if the claim is never reached.
    const bool may_be_left = number.numerator >= 0 || setting.syntax.unary_sign;
    const bool is_left = has_claim && (traits & TWO_SIDES) == 0 && may_be_left && chance.one_in(4);
    const bool has_box = has_claim && (traits & TWO_SIDES) == 0 && text_.may_have_box() && chance.one_in(4);
    const bool is_claim_boxed = has_box && chance.one_in(2);
    const auto write_claim = [&] {
        if (is_claim_boxed) text_.open_box();
        text_.write_claim(number, chance);
        if (is_claim_boxed) text_.close_box();
    };
    if (is_left) {
        write_claim();
        text_.write_equals(chance);
    }
    if (has_box && !is_claim_boxed) text_.open_box();
    text_.write(tree_, chance);
    if (has_box && !is_claim_boxed) text_.close_box();
    if (has_claim && !is_left) {
        text_.write_equals(chance);
        if ((traits & TWO_SIDES) != 0) {
            if (!text_.flaw) text_.flaw = Flaw{Reason::Malformed, text_.pieces.size() - 1};
            text_.write(tree_, chance);
        } else {
            write_claim();
        }
    }
    text_.unwrap(has_claim, chance);
    return has_claim ? std::optional(number) : std::nullopt;
}

// The expected verdict: the first place that cannot be read, or what the rules say about the tree.
void AnswerMaker::expect(const Setting& setting, const std::optional<Number>& claimed, MadeAnswer& made) {
    const std::size_t flaw = text_.flaw ? text_.place_of(text_.flaw->piece) : NOWHERE;
    made.has_exact_position = true;
    if (text_.unread != NOWHERE && text_.unread <= flaw) {
        made.expected = {Reason::UnknownSymbol, text_.unread};
    } else if (text_.flaw) {
        made.expected = {text_.flaw->reason, flaw};
    } else {
        made.expected = verdict_on(tree_, made.puzzle, setting.rules);
        made.has_exact_position = made.expected.reason != Reason::Malformed;
        if (made.expected.reason == Reason::Correct && claimed && *claimed != made.puzzle.target)
            made.expected = {Reason::FalseClaim, text_.place_of(text_.claim)};
    }
}

// At one of the limits of an answer, or just beyond it.
void AnswerMaker::write_at_limit(const Rules& rules, MadeAnswer& made, Chance& chance) {
    const bool may_be_right = rules.grouping != Grouping::Forth && rules.has(numbers::Op::Add);
    const bool is_beyond = !may_be_right || chance.one_in(2);
    const std::size_t more = is_beyond ? 1 : 0;
    const Reason otherwise = is_beyond ? Reason::TooLong : Reason::Correct;
    made.puzzle = {};
    made.puzzle.target = {1, 1};
    made.has_exact_position = true;
    switch (chance.weighted(std::array<unsigned, 4>{10, 10, 1, 1})) {
        case 0: {  // numbers
            const std::size_t count = numbers::MOST_NUMBERS;
            made.puzzle.numbers.assign(count, {1, 1});
            made.puzzle.target = {static_cast<std::int64_t>(count), 1};
            answer_ = "1";
            for (std::size_t i = 1; i < count + more; ++i) answer_ += "+1";
            made.expected = {otherwise, is_beyond ? 2 * count : NOWHERE};
            return;
        }
        case 1:  // digits of a number, which is none of those given
            answer_.assign(MOST_DIGITS_IN_ONE + more, '7');
            made.expected = {is_beyond ? Reason::TooLong : Reason::WrongNumbers, 0};
            made.puzzle.add({7, 1});
            return;
        case 2: {  // open brackets
            const std::size_t count = numbers::MOST_BRACKETS + more;
            made.puzzle.add({1, 1});
            answer_ = std::string(count, '(') + "1" + std::string(count, ')');
            made.expected = {otherwise, is_beyond ? count - 1 : NOWHERE};
            return;
        }
        default:  // characters
            made.puzzle.add({1, 1});
            answer_ = std::string(numbers::MOST_CHARACTERS - 1 + more, ' ') + "1";
            made.expected = {otherwise};
            made.has_exact_position = !is_beyond;
    }
}

// An answer written from a tree, with its verdict.
void AnswerMaker::write_tree(const Setting& setting, std::size_t kind, MadeAnswer& made, Chance& chance) {
    const unsigned traits = KINDS[kind].traits;
    draw_numbers(setting, traits, chance);
    give_numbers(setting, traits, made.puzzle, chance);
    const bool any_shape = (traits & ANY_SHAPE) != 0;
    const bool has_signs = (traits & SIGNS) != 0 && (any_shape || any_two_may_be_joined(setting.rules));
    grow(tree_, used_, setting.rules, {any_shape, (traits & ANY_STEPS) == 0, has_signs}, chance);
    made.puzzle.target = reduced(tree_.nodes[tree_.root].value).value_or(Number{24, 1});
    if ((traits & OTHER_TARGET) != 0) change_by_one(made.puzzle.target, chance);
    const auto claimed = write(setting, traits, made.puzzle, chance);
    if (KINDS[kind].plant != nullptr && !text_.flaw) KINDS[kind].plant(text_, chance);
    text_.join(tree_, answer_, chance);
    expect(setting, claimed, made);
}

// The answer becomes a completion, if the setting asks for one.
void AnswerMaker::complete(const Setting& setting, MadeAnswer& made, Chance& chance) {
    if (setting.extract == Extract::Whole && !setting.after_think) {
        made.text.swap(answer_);
        return;
    }
    if (setting.extract == Extract::Boxed && !fits_a_box(text_)) {
        made.text = "24";
        made.expected = {Reason::NoAnswer};
        made.has_exact_position = true;
        return;
    }
    const auto start = wrap(answer_, setting, made.text, chance);
    if (!start) made.expected = {Reason::NoAnswer};
    if (start && made.expected.position != NOWHERE) made.expected.position += *start;
}

void AnswerMaker::make(const Setting& setting, Chance chance, MadeAnswer& made) {
    made.kind = chance.weighted(WEIGHTS);
    const unsigned traits = KINDS[made.kind].traits;
    made.is_given = made.is_text = true;
    if ((traits & TOO_LONG) != 0)
        write_at_limit(setting.rules, made, chance);
    else
        write_tree(setting, made.kind, made, chance);
    complete(setting, made, chance);
    if ((traits & NO_TEXT) == 0) return;
    (chance.one_in(2) ? made.is_given : made.is_text) = false;
    made.expected = {made.is_given ? Reason::Malformed : Reason::NoAnswer};
    made.has_exact_position = true;
}

}  // namespace facevalue::soak
