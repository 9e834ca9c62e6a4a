// AnswerMaker: makes an answer, its puzzle and its correct verdict, from a seed and a number.
//
// The expression is first a tree, so its value is known without reading the answer; a flaw is planted at a known
// place. One per thread: it keeps its memory between answers.
#pragma once

#include "numbers/answers/find/extract.hpp"
#include "soak/answer_flaws.hpp"

namespace facevalue::soak {

// The options that an answer is judged by.
struct Setting {
    SyntaxOptions syntax;
    Rules rules;
    numbers::Extract extract = numbers::Extract::Whole;
    bool after_think = false;
};

struct MadeAnswer {
    std::string text;
    bool is_given = true, is_text = true;
    PreparedPuzzle puzzle;
    Judgement expected{};
    bool has_exact_position = true;
    std::size_t kind = 0;
};

// The names of the kinds of answers.
std::vector<std::string_view> kind_names();

class AnswerMaker {
  public:
    void make(const Setting& setting, std::uint64_t seed, std::uint64_t number, MadeAnswer& made);

  private:
    void draw_numbers(const Setting& setting, unsigned traits, Chance& chance);
    void give_numbers(const Setting& setting, unsigned traits, PreparedPuzzle& puzzle, Chance& chance);
    std::optional<Number> write(const Setting& setting, unsigned traits, const PreparedPuzzle& puzzle, Chance& chance);
    void write_tree(const Setting& setting, std::size_t kind, MadeAnswer& made, Chance& chance);
    void write_at_limit(const Rules& rules, MadeAnswer& made, Chance& chance);
    void complete(const Setting& setting, MadeAnswer& made, Chance& chance);
    void expect(const Setting& setting, const std::optional<Number>& claimed, MadeAnswer& made);

    std::vector<Number> used_;
    AnswerTree tree_;
    AnswerText text_;
    std::string answer_;
};

}  // namespace facevalue::soak
