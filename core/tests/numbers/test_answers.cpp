// Judging answers: the reader, the judge and what is found in a completion.
#include <doctest/doctest.h>

#include <string>

#include "numbers/answers/find/json_text.hpp"
#include "numbers/answers/judge/judge_many.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

// The plain spellings and some of LaTeX and of claims, enough to reach every branch of the reader.
SyntaxRow spellings() {
    SyntaxRow row;
    for (const char symbol : {'+', '-', '*', '/'})
        row.spellings.push_back({std::string(1, symbol), Piece::Operator, symbol});
    const std::vector<Spelling> others{
        {"(", Piece::Open, '('},
        {")", Piece::Close, '('},
        {"[", Piece::Open, '['},
        {"]", Piece::Close, '['},
        {"{", Piece::Open, '{'},
        {"}", Piece::Close, '{'},
        {"\\{", Piece::Open, 'b'},
        {"\\}", Piece::Close, 'b'},
        {"\\times", Piece::Operator, '*'},
        {"\xC3\x97", Piece::Operator, '*'},
        {"\\frac", Piece::Fraction, 0},
        {"\\left", Piece::Left, 0},
        {"\\right", Piece::Right, 0},
        {"\\,", Piece::Blank, 0},
        {"$", Piece::Math, '1'},
        {"$$", Piece::Math, '2'},
        {"\\(", Piece::MathOpen, '('},
        {"\\)", Piece::MathClose, '('},
        {"\\boxed", Piece::Box, 0},
        {"=", Piece::Equals, 0},
        {".", Piece::Stop, 0},
        {"**", Piece::Foreign, 0},
        {"!", Piece::Foreign, 0},
    };
    row.spellings.insert(row.spellings.end(), others.begin(), others.end());
    row.form = {"{", "-", "/", "}"};
    return row;
}

PreparedPuzzle puzzle_of(const std::vector<std::int64_t>& numbers, std::int64_t target) {
    PreparedPuzzle puzzle;
    for (const std::int64_t number : numbers) puzzle.add({number, 1});
    puzzle.target = {target, 1};
    return puzzle;
}

std::string reason(Judgement judgement) {
    if (judgement.reason == Reason::TooManyJoined) return "too_many_joined";
    return std::string(REASONS[static_cast<std::size_t>(judgement.reason)]);
}

Judgement judged(const std::string& text, const PreparedPuzzle& puzzle, const SyntaxRow& row = spellings(),
                 Rules rules = {}) {
    const Syntax syntax(row);
    return Judge(syntax, rules).judge(text, puzzle);
}

// The longest spelling at the start of a string, found one by one.
Found slowly_found(std::string_view text, const SyntaxRow& row) {
    std::size_t command = text[0] == '\\' ? 1 : 0;
    while (command > 0 && command < text.size() && is_letter(text[command])) ++command;
    Found found;
    for (const Spelling& spelling : row.spellings) {
        const bool fits = command > 1 ? text.substr(0, command) == spelling.text : text.starts_with(spelling.text);
        if (fits && (found.piece == Piece::Unknown || spelling.text.size() > found.length))
            found = {spelling.piece, spelling.value, static_cast<std::uint32_t>(spelling.text.size())};
    }
    return found;
}

struct Case {
    const char* reason;
    std::size_t position;
    const char* text;
};

}  // namespace

TEST_CASE("an answer is correct, or the reason and the position are returned") {
    const std::vector<Case> cases{
        {"correct", NOWHERE, "(1+2+3)*4"},
        {"correct", NOWHERE, " [ 1 + 2\t+3 ]\n\xC3\x97 4 "},
        {"correct", NOWHERE, "$\\left(1+2+3\\right)\\times\\,4 = 24.$"},
        {"correct", NOWHERE, "\\boxed{\\(24 = {1+2+3}*\\{4\\}\\)}"},
        {"correct", NOWHERE, "$$\\frac{4}{1/(2*3)}$$"},
        {"malformed", 0, ""},
        {"malformed", 9, "(1+2+3)*4)"},
        {"malformed", 6, "(1+2+3]*4"},
        {"malformed", 10, "((1+2+3)*4"},
        {"malformed", 2, "1 2+3*4"},
        {"malformed", 0, "-1+2*3*4"},
        {"malformed", 5, "1*2*\n"},
        {"malformed", 5, "\\frac"},
        {"malformed", 2, "1+$2$"},
        {"malformed", 3, "1+2=3+4"},
        {"malformed", 2, "1*06"},
        {"unknown_symbol", 1, "1\xE2\x80\x8B+2"},
        {"unknown_symbol", 2, "1+\\sqrt{4}"},
        {"unknown_symbol", 0, "\xFF"},
        {"unknown_symbol", 1, "1.5*16"},
        {"forbidden_operator", 1, "2**3"},
        {"forbidden_operator", 1, "4!"},
        {"wrong_numbers", NOWHERE, "2*3*4"},
        {"wrong_numbers", 8, "1*2*3*4*4"},
        {"division_by_zero", 3, "1+2/(3-3)"},
        {"wrong_value", NOWHERE, "1+2+3+4"},
        {"false_claim", 12, "(1+2+3)*4 = 25"},
    };
    for (const Case& each : cases) {
        const std::vector<std::int64_t> numbers = std::string(each.reason) == "division_by_zero"
                                                      ? std::vector<std::int64_t>{1, 2, 3, 3}
                                                      : std::vector<std::int64_t>{1, 2, 3, 4};
        const Judgement judgement = judged(each.text, puzzle_of(numbers, 24));
        CAPTURE(each.text);
        CHECK(reason(judgement) == each.reason);
        CHECK(judgement.position == each.position);
    }
}

TEST_CASE("the longest spelling is found, and a TeX command extends to its last letter") {
    const SyntaxRow row = spellings();
    const Syntax syntax(row);
    const std::string bytes = "\\timesx$*{(fr\xC3\x97,";
    std::uint64_t state = 1;
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (std::size_t length = 0; length < 9; ++length)
            text += bytes[(state = state * 6364136223846793005ULL + 1) >> 33 & 15];
        if (round % 2 == 0) text.insert(0, row.spellings[static_cast<std::size_t>(round) % row.spellings.size()].text);
        const Found found = syntax.at(text, 0), expected = slowly_found(text, row);
        INFO(text);
        CHECK(found.piece == expected.piece);
        CHECK(found.value == expected.value);
        CHECK(found.length == expected.length);
    }
}

TEST_CASE("characters are counted in strings of every length") {
    std::string text;
    for (std::size_t count = 0; count < 600; ++count) {
        CHECK(characters(text) == count);
        text += count % 3 == 0 ? "\xE2\x88\x92" : count % 3 == 1 ? "\xC3\x97" : "7";
    }
}

TEST_CASE("values near 64 bits are computed with more bits") {
    const std::int64_t half = std::int64_t{1} << 62;
    const std::string text = std::to_string(half);
    CHECK(reason(judged(text + "+" + text, puzzle_of({half, half}, half))) == "wrong_value");
    CHECK(reason(judged(text + "-" + text, puzzle_of({half, half}, 0))) == "correct");
    CHECK(reason(judged(text, puzzle_of({half}, -half))) == "wrong_value");
    CHECK(reason(judged(text, puzzle_of({half}, half))) == "correct");
}

TEST_CASE("options allow signs, implied multiplication and decimals") {
    SyntaxRow row = spellings();
    row.unary_sign = row.implicit_multiplication = row.decimals = true;
    CHECK(reason(judged("21--3", puzzle_of({21, 3}, 24), row)) == "correct");
    CHECK(reason(judged("-(-(3))*+8", puzzle_of({3, 8}, 24), row)) == "correct");
    CHECK(reason(judged("2(3+9)", puzzle_of({2, 3, 9}, 24), row)) == "correct");
    CHECK(reason(judged("(3+9)2", puzzle_of({2, 3, 9}, 24), row)) == "correct");
    CHECK(reason(judged("8.0*3.00", puzzle_of({8, 3}, 24), row)) == "correct");
    CHECK(reason(judged("+$24$", puzzle_of({24}, 24), row)) == "malformed");
}

TEST_CASE("numbers that are negative or fractions are read where a puzzle has them") {
    PreparedPuzzle puzzle;
    puzzle.add({-3, 4});
    puzzle.add({32, 1});
    puzzle.target = {-24, 1};
    CHECK(reason(judged("{-3/4}*32", puzzle)) == "correct");
    CHECK(reason(judged("{3/4}*32", puzzle_of({3, 4, 32}, 24))) == "correct");
}

TEST_CASE("values may have any size") {
    const std::int64_t large = 4'294'967'296;
    CHECK(reason(judged("4294967296*4294967296+24", puzzle_of({large, large, 24}, 24))) == "wrong_value");
    CHECK(reason(judged("4294967296*4294967296/4294967296", puzzle_of({large, large, large}, large))) == "correct");
    const std::string power = "4294967296*4294967296*4294967296*4294967296";
    CHECK(reason(judged(power, puzzle_of({large, large, large, large}, 24))) == "wrong_value");
    CHECK(reason(judged(power + "/4294967296/4294967296/4294967296",
                        puzzle_of(std::vector<std::int64_t>(7, large), large))) == "correct");
    CHECK(reason(judged(power + "-" + power + "=0", puzzle_of(std::vector<std::int64_t>(8, large), 0))) == "correct");
    CHECK(reason(judged(power + "-" + power + "=1", puzzle_of(std::vector<std::int64_t>(8, large), 0))) ==
          "false_claim");
    CHECK(reason(judged("99999999999999999999", puzzle_of({1}, 1))) == "wrong_numbers");
}

TEST_CASE("joined numbers are neighbours in a given order, and any numbers where the order is free") {
    Rules given, free;
    given.join = free.join = true;
    given.any_order = false;
    const auto puzzle = puzzle_of({1, 5, 6}, 21);
    CHECK(reason(judged("15+6", puzzle, spellings(), given)) == "correct");
    CHECK(reason(judged("16+5", puzzle, spellings(), given)) == "wrong_numbers");
    CHECK(reason(judged("16+5", puzzle, spellings(), free)) == "correct");
    CHECK(reason(judged("21", puzzle, spellings(), free)) == "wrong_numbers");
    CHECK(reason(judged("15+5+1", puzzle, spellings(), free)) == "wrong_numbers");
    CHECK(reason(judged("15+6", puzzle, spellings(), {})) == "wrong_numbers");
    // The first 1 1 1 2 must not take the numbers of a later joined number: 1 12 leaves 1 1.
    given.use_all = free.use_all = false;
    CHECK(reason(judged("112-1", puzzle_of({1, 1, 1, 2, 1}, 111), spellings(), given)) == "correct");
    CHECK(reason(judged("112-1", puzzle_of({1, 1, 1, 2}, 111), spellings(), given)) == "wrong_numbers");
    CHECK(reason(judged("112-1", puzzle_of({1, 1, 1, 2}, 111), spellings(), free)) == "correct");
    CHECK(reason(judged("1", puzzle_of(std::vector<std::int64_t>(17, 1), 1), spellings(), free)) == "too_many_joined");
}

TEST_CASE("the size of results may be limited") {
    Rules rules;
    rules.largest = 24;
    CHECK(reason(judged("(5-2)*8", puzzle_of({2, 5, 8}, 24), spellings(), rules)) == "correct");
    CHECK(reason(judged("5*8-2*8", puzzle_of({5, 8, 2, 8}, 24), spellings(), rules)) == "forbidden_value");
    CHECK(reason(judged("2-27", puzzle_of({2, 27}, -25), spellings(), rules)) == "forbidden_value");
    CHECK(reason(judged("99", puzzle_of({99}, 99), spellings(), rules)) == "correct");
}

TEST_CASE("rules say which operators, values, orders and groupings an answer may have") {
    Rules sums;
    sums.operators = *Operators::parse("+-");
    CHECK(reason(judged("2*12", puzzle_of({2, 12}, 24), spellings(), sums)) == "forbidden_operator");
    Rules natural;
    natural.values = Values::Natural;
    CHECK(reason(judged("1-2+25", puzzle_of({1, 2, 25}, 24), spellings(), natural)) == "forbidden_value");
    Rules given;
    given.any_order = false;
    CHECK(reason(judged("12*2", puzzle_of({2, 12}, 24), spellings(), given)) == "wrong_numbers");
    Rules flat;
    flat.grouping = Grouping::Flat;
    CHECK(reason(judged("(1+2)*8", puzzle_of({1, 2, 8}, 24), spellings(), flat)) == "malformed");
    CHECK(reason(judged("(2*4)+16", puzzle_of({2, 4, 16}, 24), spellings(), flat)) == "correct");
    Rules left;
    left.grouping = Grouping::Left;
    CHECK(reason(judged("2*(4+8)", puzzle_of({2, 4, 8}, 24), spellings(), left)) == "malformed");
    Rules forth;
    forth.grouping = Grouping::Forth;
    CHECK(reason(judged("(1+2+3)*4", puzzle_of({1, 2, 3, 4}, 24), spellings(), forth)) == "malformed");
    CHECK(reason(judged("1*(2*(3*4))", puzzle_of({1, 2, 3, 4}, 24), spellings(), forth)) == "correct");
}

TEST_CASE("a megabyte of any bytes gets a verdict") {
    const std::vector<std::string> pieces{"(",  ")", "[",       "{",        "1",        "1+",   "-",
                                          "+",  " ", "\\",      "\\frac",   "\\frac1",  "$",    "=",
                                          "1=", ".", "\\left(", "\\boxed{", "\xC3\x97", "\xFF", std::string(1, '\0')};
    SyntaxRow all = spellings();
    all.unary_sign = all.implicit_multiplication = all.decimals = true;
    for (const SyntaxRow& row : {spellings(), all}) {
        for (const std::string& piece : pieces) {
            std::string text;
            while (text.size() < 1'000'000) text += piece;
            CHECK(reason(judged(text, puzzle_of({1, 2, 3, 4}, 24), row)) != "correct");
        }
    }
}

TEST_CASE("each JSON escape becomes one character") {
    const auto says = [](std::string_view inside) {
        const auto found = json_text(inside);
        CHECK(found.has_value() == is_json_text(inside));
        return found ? found->text : "none";
    };
    CHECK(says("3*8") == "3*8");
    CHECK(says(R"(3\u00d78)") == "3\u00d78");
    CHECK(says(R"(\u00D7\"\\\/\b\f\n\r\t\')") == "\u00d7\"\\/\b\f\n\r\t'");
    CHECK(says(R"(\ud83d\ude00)") == "\U0001f600");
    for (const char* broken : {R"(\d)", R"(\)", R"(\u)", R"(\u00d)", R"(\u00dg)", R"(\u0000)", R"(\ud83d)", R"(\ude00)",
                               R"(\ud83d\n)", R"(\ud83d\u0041)", R"(\ud83dx\ude00)", R"(\U00d7)", R"(\x41)", R"(\012)"})
        CHECK(says(broken) == "none");
    CHECK(json_text(R"(1\u00d72)")->places == std::vector<std::size_t>{0, 1, 1, 7, 8});
    CHECK(json_end(R"(1\"2\\"3)", '"') == 6);
    CHECK(json_end(R"(1\)", '"') == std::string_view::npos);
}

TEST_CASE("the answer in a completion is at the reported place") {
    const auto found = [](const std::string& text, Extract extract, bool after_think = false) {
        const auto part = found_answer(text, extract, after_think);
        return part ? std::string(part->text) : "none";
    };
    const std::string two = "<answer>1</answer> <answer>2</answer> <answer>3";
    CHECK(found(two, Extract::LastAnswerTag) == "2");
    CHECK(found(two, Extract::FirstAnswerTag) == "1");
    CHECK(found(two, Extract::OnlyAnswerTag) == "none");
    CHECK(found("<answer>1 <answer>2</answer></answer>", Extract::LastAnswerTag) == "2");
    CHECK(found("x</answer>", Extract::LastAnswerTag) == "none");
    CHECK(found("<answer>1</answer></think>2", Extract::LastAnswerTag, true) == "none");
    CHECK(found("1</think>2", Extract::Whole, true) == "2");
    CHECK(found("\\boxed{1} \\boxed{\\frac{1}{2}} \\boxed{3", Extract::Boxed) == "\\frac{1}{2}");
    CHECK(found("\\boxed{\\}}", Extract::Boxed) == "\\}");
    CHECK(found(R"({"answer": "1\"2\\"})", Extract::Any) == R"(1\"2\\)");
    CHECK(found(R"({"answer": "1\d"})", Extract::Any) == "none");
    std::string tags;
    while (tags.size() < 1'000'000) tags += "<answer>";
    CHECK(found(tags, Extract::LastAnswerTag) == "none");
}

TEST_CASE("a batch gives the same verdicts as single answers, on any number of threads") {
    const Syntax syntax(spellings());
    const Rules rules;
    const JudgeConfig config{syntax, rules, Extract::Whole, false};
    std::vector<Answer> answers;
    for (int i = 0; i < 5000; ++i) answers.push_back({i % 3 == 0 ? "4*6" : i % 3 == 1 ? "4+6" : "4*", true, true});
    answers.push_back({{}, false, true});
    answers.push_back({{}, true, false});
    PreparedPuzzles puzzles;
    puzzles.add({4, 1});
    puzzles.add({6, 1});
    puzzles.end({24, 1});
    std::vector<std::uint8_t> once(answers.size()), often(answers.size());
    REQUIRE(judge_many(config, answers, puzzles, 1, {}, once.data()));
    CHECK(once[0] == 0);
    CHECK(once[5000] == static_cast<std::uint8_t>(Reason::NoAnswer));
    CHECK(once[5001] == static_cast<std::uint8_t>(Reason::Malformed));
    REQUIRE(judge_many(config, answers, puzzles, 4, {}, often.data()));
    CHECK(once == often);
}
